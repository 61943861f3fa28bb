import { leadingZeroBits, puzzleText } from '../../contract/puzzle.ts'

/** Digests tried before the page gets a turn. */
const slice = 256

/** Finds the answer in small slices, so that typing stays smooth. */
export async function solvePuzzle({
  challenge,
  difficulty,
}: {
  challenge: string
  difficulty: number
}): Promise<string> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += slice) {
    const answers = Array.from({ length: slice }, (_, offset) => String(from + offset))
    const digests = await Promise.all(
      answers.map(answer => crypto.subtle.digest('SHA-256', encoder.encode(puzzleText(challenge, answer)))),
    )
    const found = digests.findIndex(digest => leadingZeroBits(new Uint8Array(digest)) >= difficulty)
    if (found !== -1) return answers[found] ?? ''
    await new Promise(resolve => setTimeout(resolve))
  }
}
