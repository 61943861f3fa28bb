import gaps from './pt/gaps.json' with { type: 'json' }
import names from './pt/names.json' with { type: 'json' }
import offers from './pt/offers.json' with { type: 'json' }
import sentences from './pt/sentences.json' with { type: 'json' }
import talk from './pt/talk.json' with { type: 'json' }
import words from './pt/words.json' with { type: 'json' }

/** Portuguese. A form is gender and number (m, f, mp, fp); n has no article ('em Angola'). */
export const portuguese = { ...names, ...words, ...sentences, ...offers, ...gaps, ...talk }
