import {
  changeForms,
  dims,
  ends,
  folds,
  functions,
  supposed,
  timeGrains,
} from '../../../../contract/query.ts'

/** The clauses of a query, in the order they are printed in. */
export const clauseWords = ['show', 'rows', 'cut', 'time', 'where', 'order', 'take', 'total', 'stat'] as const
export type ClauseWord = (typeof clauseWords)[number]

export const setWords = ['and', 'or', 'except'] as const
export const timeWords = ['last', 'ytd', 'since', 'shift', 'latest'] as const
/** What opens a bracket of its own kind in an expression, beside the functions of one number. */
export const callWords = [
  'share',
  'change',
  'index',
  'real',
  'fold',
  'when',
  'rank',
  'concentration',
  'effect',
] as const
export const statWords = ['correlation', 'forecast', 'seasonality', 'reach', 'price', 'suppose'] as const

/** Words of the language: an id that is one of them stands in quotes. */
export const reservedWords: ReadonlySet<string> = new Set<string>([
  ...clauseWords,
  ...setWords,
  ...timeWords,
  ...callWords,
  ...statWords,
  ...dims,
  ...timeGrains,
  ...functions,
  ...changeForms,
  ...folds,
  ...ends,
  ...supposed,
  ...['all', 'among', 'as', 'base', 'both', 'by', 'departments', 'elasticity', 'from', 'groups', 'hhi', 'in'],
  ...['known', 'not', 'of', 'over', 'per', 'pick', 'skip', 'to', 'top', 'within', 'zip'],
])
