import type { Piece } from '../claims/verify-sentence.ts'

const ending = /(?<![\d\s]\.|\b(?:vs|approx|incl|excl|e\.g|i\.e|Mr|Dr|No|St|US|etc))[.!?][)’”"']*(?=\s|$)/g

/** Splits a run of prose into sentences; figures stay with theirs, spaces with the sentence before. */
export function splitSentences(pieces: readonly Piece[]): Piece[][] {
  const sentences: Piece[][] = [[]]
  for (const piece of pieces) {
    if ('ref' in piece) {
      sentences.at(-1)?.push(piece)
      continue
    }
    let rest = piece.text
    for (const match of piece.text.matchAll(ending)) {
      const cut = match.index + match[0].length - (piece.text.length - rest.length)
      const gap = /^\s*/.exec(rest.slice(cut))?.[0].length ?? 0
      sentences.at(-1)?.push({ text: rest.slice(0, cut + gap) })
      sentences.push([])
      rest = rest.slice(cut + gap)
    }
    if (rest !== '') sentences.at(-1)?.push({ text: rest })
  }
  return sentences.filter(sentence => sentence.length > 0)
}

/** True where the text so far ends a sentence. */
export const endsSentence = (text: string): boolean => /[.!?][)’”"']*\s$/.test(text.slice(-8))
