import { leadingZeroBits, puzzleText } from '../../contract/puzzle.ts'
import { ApiError } from './api-error.ts'

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

interface Paid {
  puzzle?: { challenge: string; answer: string }
}

/** A puzzle may have become dearer while it was solved; more often than this is no accident. */
const triesMax = 3

/** Makes a call, and where the server asks for work first, again with the answer; nobody is told of it. Throws ApiError. */
export async function callWithPuzzle<Answer>(make: (paid: Paid) => Promise<Answer>): Promise<Answer> {
  let paid: Paid = {}
  for (let tries = 1; ; tries += 1) {
    try {
      return await make(paid)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.puzzle || tries === triesMax) throw error
      const { challenge } = error.puzzle
      paid = { puzzle: { challenge, answer: await solvePuzzle(error.puzzle) } }
    }
  }
}
