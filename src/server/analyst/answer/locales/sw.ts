import gaps from './sw/gaps.json' with { type: 'json' }
import names from './sw/names.json' with { type: 'json' }
import offers from './sw/offers.json' with { type: 'json' }
import sentences from './sw/sentences.json' with { type: 'json' }
import talk from './sw/talk.json' with { type: 'json' }
import words from './sw/words.json' with { type: 'json' }

/** Swahili. The form of a noun is its subject prefix ('i', 'ya'; 'ya_katika' takes 'katika'), of a place 'bara', 'nchi' or 'kundi'. */
export const swahili = { ...names, ...words, ...sentences, ...offers, ...gaps, ...talk }
