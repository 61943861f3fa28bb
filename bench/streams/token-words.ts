/**
 * The words that the benches stream. Each says which of its stream it is and when it was made, in seven capital letters:
 * letters, so that the check of an answer finds no figure in them.
 */
export interface TokenWord {
  /** Counts from 0 within its stream; at most 17,575. */
  seq: number
  /** When it was made, by the machine's clock, in ms. */
  madeAtMs: number
}

const letters = 26
const seqLetters = 3
const timeLetters = 4
/** The time is told modulo some seven minutes. */
const roundMs = letters ** timeLetters
const firstCode = 'A'.charCodeAt(0)

function lettersOf(value: number, count: number): string {
  let text = ''
  for (let rest = value, at = 0; at < count; at += 1, rest = Math.floor(rest / letters))
    text = String.fromCharCode(firstCode + (rest % letters)) + text
  return text
}

function numberOf(text: string): number {
  let value = 0
  for (let at = 0; at < text.length; at += 1) value = value * letters + text.charCodeAt(at) - firstCode
  return value
}

export const writeWord = ({ seq, madeAtMs }: TokenWord): string =>
  lettersOf(seq, seqLetters) + lettersOf(madeAtMs % roundMs, timeLetters)

const word = /\b[A-Z]{7}\b/g

/** Keys and ids hold capital letters too: what was not made in this time is none of ours. */
const lifeMs = 60_000

/** The words in a text, in their order, that were made in the minute before `nowMs`. */
export function readWords(text: string, nowMs: number): TokenWord[] {
  return Array.from(text.matchAll(word), ([found]) => {
    const agoMs = (nowMs - numberOf(found.slice(seqLetters)) + roundMs) % roundMs
    return { seq: numberOf(found.slice(0, seqLetters)), madeAtMs: nowMs - agoMs }
  }).filter(({ madeAtMs }) => nowMs - madeAtMs < lifeMs)
}
