import { createHash } from 'node:crypto'
import { leadingZeroBits, puzzleText } from '../../contract/puzzle.ts'

/** The answer to a puzzle, as a client sends it. */
export function solvePuzzle({ challenge, difficulty }: { challenge: string; difficulty: number }) {
  for (let count = 0; ; count += 1) {
    const hash = createHash('sha256')
      .update(puzzleText(challenge, String(count)))
      .digest()
    if (leadingZeroBits(hash) >= difficulty) return { challenge, answer: String(count) }
  }
}
