import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { type Answer, createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { solvePuzzle } from '../testing/solve-puzzle.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let networkCount = 0

const aNetwork = () => `2001:db8:${(++networkCount).toString(16)}::1`

beforeAll(async () => {
  accounts = await authApp(database)
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

interface Puzzle {
  challenge: string
  difficulty: number
}

const ask = (email: string, from = aNetwork(), puzzle?: { challenge: string; answer: string }) =>
  client.post('/user_exists', { email, ...(puzzle && { puzzle }) }, { from })

const puzzleOf = (answer: Answer) => answer.json<{ error: { puzzle: Puzzle } }>().error.puzzle

/** Asks until the network's free answers are used up. */
async function useUp(from: string): Promise<Puzzle> {
  for (let count = 0; count < 10; count += 1) expect((await ask(anEmail(), from)).status).toBe(200)
  const eleventh = await ask(anEmail(), from)
  expect([eleventh.status, errorOf(eleventh).code]).toEqual([429, 'puzzle_required'])
  return puzzleOf(eleventh)
}

describe('user_exists', () => {
  test('answers exactly the two fields: active, unverified, or null for an unknown address', async () => {
    const form = aRegistration()
    await client.post('/register', form)
    expect((await ask(form.email)).json()).toEqual({ user_exists: true, status: 'unverified' })
    await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
    expect((await ask(` ${form.email.toUpperCase()}`)).json()).toEqual({
      user_exists: true,
      status: 'active',
    })
    expect((await ask(anEmail())).json()).toEqual({ user_exists: false, status: null })
  })

  test('faults 14: the eleventh question of a /64 in a minute must be paid with a puzzle, each puzzle once', async () => {
    const from = aNetwork()
    const puzzle = await useUp(from)
    const neighbour = from.replace('::1', '::abcd')
    const solved = solvePuzzle(puzzle)
    expect((await ask(anEmail(), neighbour, solved)).status).toBe(200)
    expect((await ask(anEmail(), from, solved)).status).toBe(429)
    const next = await ask(anEmail(), from)
    expect((await ask(anEmail(), from, solvePuzzle(puzzleOf(next)))).status).toBe(200)
  })

  test('faults 14: a puzzle is good for its own network and its right answer only', async () => {
    const from = aNetwork()
    const other = aNetwork()
    const puzzle = await useUp(from)
    await useUp(other)
    const solved = solvePuzzle(puzzle)
    const seal = puzzle.challenge.split('.')[2] ?? ''
    const forged = `${'A'.repeat(16)}.99999999999.${seal}`
    expect((await ask(anEmail(), other, solved)).status).toBe(429)
    expect((await ask(anEmail(), from, { ...solved, answer: 'wrong' })).status).toBe(429)
    expect((await ask(anEmail(), from, solvePuzzle({ ...puzzle, challenge: forged }))).status).toBe(429)
    expect((await ask(anEmail(), from, { challenge: 'x'.repeat(5_000), answer: '' })).status).toBe(429)
    expect((await ask(anEmail(), from, solved)).status).toBe(200)
  })

  test('faults 15: one network’s puzzle stops nobody else’s question', async () => {
    await useUp(aNetwork())
    expect((await ask(anEmail())).status).toBe(200)
  })

  test.each(['%', '%@%', "' OR 1=1 --", `${'a'.repeat(10_240)}@example.com`, 'a@b', '_@example_.com'])(
    'faults 17: %j is refused, nothing is searched',
    async email => {
      const answer = await ask(email)
      expect([answer.status, errorOf(answer).message]).toEqual([422, 'Invalid email address'])
    },
  )

  test('faults 17: a wildcard that is a proper address matches only itself', async () => {
    const form = aRegistration()
    await client.post('/register', form)
    expect((await ask(form.email.replace('user', '%'))).json()).toEqual({ user_exists: false, status: null })
    expect((await ask(form.email.replace('user', '____'))).json()).toEqual({
      user_exists: false,
      status: null,
    })
  })

  test('faults 16: known and unknown take the same time', { retry: 2 }, async () => {
    const form = aRegistration()
    await client.post('/register', form)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 300; round += 1) {
      const who = round % 2 === 0 ? 'known' : 'unknown'
      const from = aNetwork()
      const start = performance.now()
      await ask(who === 'known' ? form.email : anEmail(), from)
      times[who].push(performance.now() - start)
    }
    expect(Math.abs(welchT(trimmed(times.known), trimmed(times.unknown)))).toBeLessThan(4.5)
  })
})

/** Without the slowest tenth: what the machine did meanwhile says nothing about the answer. */
const trimmed = (list: number[]) => list.sort((a, b) => a - b).slice(0, Math.floor(list.length * 0.9))

function welchT(a: number[], b: number[]): number {
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const variance = (list: number[]) => {
    const middle = mean(list)
    return list.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (list.length - 1)
  }
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
}
