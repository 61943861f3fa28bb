import gaps from './en/gaps.json' with { type: 'json' }
import names from './en/names.json' with { type: 'json' }
import offers from './en/offers.json' with { type: 'json' }
import sentences from './en/sentences.json' with { type: 'json' }
import studies from './en/studies.json' with { type: 'json' }
import talk from './en/talk.json' with { type: 'json' }
import words from './en/words.json' with { type: 'json' }

/** English: the texts that every language has, by their names. */
export const english = { ...names, ...words, ...sentences, ...offers, ...gaps, ...studies, ...talk }
