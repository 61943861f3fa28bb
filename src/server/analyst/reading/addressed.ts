import type { Piece } from './sem.ts'
import type { Token } from './tokens.ts'
import type { Weights } from './weights.ts'

/** What a word is where no piece covers it; 'content' is a word that nobody knows. */
export type WordKind = keyof Weights['unread']

/** So many words a name has: 'Dear Mr John Otieno'. */
const longestName = 3

/** 'Hello Amina,' and 'Thanks, J.': the names of who is greeted and of who signs say nothing of what is asked. */
export function withoutPeople(
  kinds: readonly WordKind[],
  tokens: readonly Token[],
  said: readonly Piece[],
): WordKind[] {
  const greeted = said.flatMap(({ sem, from, to }) =>
    from === 0 && sem.c === 'asks' && sem.kind === 'greeting' ? [to] : [],
  )
  const signed = said.flatMap(({ sem, to }) => (sem.c === 'asks' && sem.kind === 'closing' ? [to] : []))
  const names = [
    ...greeted.flatMap(at => nameAt(at, kinds, tokens)),
    ...signed.flatMap(at => (isLast(at, kinds, tokens) ? nameAt(afterSigns(at, kinds), kinds, tokens) : [])),
  ]
  return kinds.map((kind, at) => (names.includes(at) ? 'courtesy' : kind))
}

/** The unknown words from a token to the next sign; none where they are too many, or none follows and it is no end. */
function nameAt(from: number, kinds: readonly WordKind[], tokens: readonly Token[]): number[] {
  let to = from
  while (to < tokens.length && kinds[to] === 'content') to += 1
  const isClosed = to === tokens.length || kinds[to] === 'sign'
  return isClosed && to - from <= longestName ? Array.from({ length: to - from }, (_, i) => from + i) : []
}

function afterSigns(from: number, kinds: readonly WordKind[]): number {
  let at = from
  while (kinds[at] === 'sign') at += 1
  return at
}

/** Nothing but unknown words and signs follows. */
const isLast = (at: number, kinds: readonly WordKind[], tokens: readonly Token[]) =>
  kinds.slice(at, tokens.length).every(kind => kind === 'content' || kind === 'sign')
