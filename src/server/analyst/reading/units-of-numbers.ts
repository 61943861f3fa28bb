import type { Piece } from './sem.ts'

/** 'People on less than 10 dollars', 'of more than 40 years': the unit belongs to the number of the threshold before it. */
export const isOfNumber = ({ sem, from, to: end }: Piece, pieces: readonly Piece[]): boolean =>
  ((sem.c === 'unit' && sem.unit !== '') ||
    (sem.c === 'money' && end - from === 1) ||
    (sem.c === 'grain' && !sem.adverb)) &&
  pieces.some(({ sem: before, to }) => to === from && (before.c === 'cond' || before.c === 'pred'))
