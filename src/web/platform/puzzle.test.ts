import { expect, test } from 'vitest'
import { leadingZeroBits, puzzleAnswerMaxLength, puzzleText } from '../../contract/puzzle.ts'
import { solvePuzzle } from './puzzle.ts'

test('faults 15: the page finds an answer that the rule accepts', async () => {
  const answer = await solvePuzzle({ challenge: 'abc', difficulty: 10 })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(puzzleText('abc', answer)))
  expect(leadingZeroBits(new Uint8Array(digest))).toBeGreaterThanOrEqual(10)
  expect(answer.length).toBeLessThanOrEqual(puzzleAnswerMaxLength)
})
