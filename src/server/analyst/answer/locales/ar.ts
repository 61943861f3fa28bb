import gaps from './ar/gaps.json' with { type: 'json' }
import names from './ar/names.json' with { type: 'json' }
import offers from './ar/offers.json' with { type: 'json' }
import sentences from './ar/sentences.json' with { type: 'json' }
import studies from './ar/studies.json' with { type: 'json' }
import talk from './ar/talk.json' with { type: 'json' }
import words from './ar/words.json' with { type: 'json' }

/** Arabic. The form of a noun is 'm' or 'f'; before goods 'mp' takes 'لفئة' and 'ma' 'على', both masculine. */
export const arabic = { ...names, ...words, ...sentences, ...offers, ...gaps, ...studies, ...talk }
