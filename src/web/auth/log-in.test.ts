import { beforeEach, expect, test, vi } from 'vitest'
import { leadingZeroBits, puzzleText } from '../../contract/puzzle.ts'
import { getSession } from '../platform/session-store.ts'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { logIn } from './log-in.ts'

beforeEach(() => stubBrowser())

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const puzzleRequired = (challenge: string) =>
  answer(429, {
    error: {
      ...{ code: 'puzzle_required', message: 'said', request_id: 'r1' },
      puzzle: { challenge, difficulty: 10 },
    },
  })

interface Sent {
  email: string
  password: string
  puzzle?: { challenge: string; answer: string }
}

/** A server that gives these answers to `/login`, one after the other. */
function loginsAnswered(...answers: Response[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.endsWith('/login')) return answer(200, { message: 'ok' })
    sent.push(JSON.parse(String(init.body)) as Sent)
    return answers.shift() ?? answer(500, {})
  })
  return sent
}

async function isSolved({ puzzle }: Sent, challenge: string): Promise<boolean> {
  const text = new TextEncoder().encode(puzzleText(puzzle?.challenge ?? '', puzzle?.answer ?? ''))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return puzzle?.challenge === challenge && leadingZeroBits(hash) >= 10
}

const typed = { email: 'ama@example.com', password: 'Marigold-42!' }

test('faults 5: where the server asks for work first, the page does it without a word and is let in', async () => {
  const sent = loginsAnswered(puzzleRequired('one'), answer(200, someSession))
  await logIn(typed)
  expect(sent[0]).toEqual(typed)
  expect(sent[1]).toMatchObject(typed)
  expect(await isSolved(sent[1] as Sent, 'one')).toBe(true)
  expect(getSession()?.token).toBe(someSession.token)
})

test('a puzzle that became dearer meanwhile is solved anew, and the third refusal is reported', async () => {
  const sent = loginsAnswered(puzzleRequired('one'), puzzleRequired('two'), answer(200, someSession))
  await logIn(typed)
  expect(await isSolved(sent[2] as Sent, 'two')).toBe(true)
  loginsAnswered(...['one', 'two', 'three', 'four'].map(puzzleRequired))
  await expect(logIn(typed)).rejects.toMatchObject({ code: 'puzzle_required' })
})
