import gaps from './fr/gaps.json' with { type: 'json' }
import names from './fr/names.json' with { type: 'json' }
import offers from './fr/offers.json' with { type: 'json' }
import sentences from './fr/sentences.json' with { type: 'json' }
import studies from './fr/studies.json' with { type: 'json' }
import talk from './fr/talk.json' with { type: 'json' }
import words from './fr/words.json' with { type: 'json' }

/**
 * French. A form is gender and number (m, f, mp, fp), with v before a vowel ('l’', 'd’') and d for places that take 'dans'; n has no
 * article ('à Madagascar').
 */
export const french = { ...names, ...words, ...sentences, ...offers, ...gaps, ...studies, ...talk }
