import stored from './weights.json' with { type: 'json' }

/**
 * What the ranking of readings adds up: a reading that costs less comes first. The file beside this one holds what
 * `npm run eval -- --learn` found; costs of single words and rules stand with their rows.
 */
export interface Weights {
  /** A word that no piece covers, by its class. */
  unread: {
    filler: number
    courtesy: number
    foreign: number
    sign: number
    number: number
    known: number
    content: number
  }
  /** Each piece: fewer and longer ones are better. */
  piece: number
  /** A function word passed over between two pieces that join. */
  skippedWord: number
  /** Something understood that has no place in the queries. */
  unplaced: number
  /** A follow-up in which nothing new is said. */
  nothingNew: number
  /** A rare word for a figure of a country, after goods: 'growth' is theirs. */
  rareFigure: number
  /** A word of another language: a name or a good is often meant, a word of grammar rarely. */
  foreignContent: number
  foreignGrammar: number
  /** An English name of the catalogue where the question's own language has the word. */
  englishName: number
  /** A phrase of filler words: hardly more than its words. */
  fillerPhrase: number
  /** A piece inside a longer name. */
  insideName: number
  /** A phrase whose words could all be skipped is still read. */
  skippedPhrase: number
}

export const learnedWeights: Weights = stored
