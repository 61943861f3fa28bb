/**
 * The proof of work behind `puzzle_required`: find any short text `answer` (at most 64 characters, a counter does) so that
 * the SHA-256 of `puzzleText(challenge, answer)` in UTF-8 begins with at least `difficulty` zero bits, then send the call
 * again with `puzzle: { challenge, answer }`. A challenge is good for one call within five minutes, from the same network.
 */
export const puzzleText = (challenge: string, answer: string) => `${challenge}:${answer}`

/** How many bits of a hash are zero before the first one that is set. */
export function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** Longest answer that is looked at. */
export const puzzleAnswerMaxLength = 64
