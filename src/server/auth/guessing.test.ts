import { afterAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { createRateLimits } from '../platform/rate-limit.ts'
import { authApp } from '../testing/auth-app.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { type Answer, createClient, errorOf } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { solvePuzzle } from '../testing/solve-puzzle.ts'
import { createPasswordHasher } from './password.ts'

const database = await testDatabase()
const { pool } = database
const hasher = createPasswordHasher()
/** Passwords compared so far. */
let hashCount = 0
const accounts = await authApp(database, {
  hasher: {
    hash: hasher.hash,
    matches: (stored, password, before) =>
      hasher.matches(stored, password, async () => {
        await before?.()
        hashCount += 1
      }),
  },
})
const client = createClient(accounts.app)
afterAll(() => accounts.close())

let networkCount = 0
const aNetwork = () => `198.18.${Math.floor(++networkCount / 250)}.${(networkCount % 250) + 1}`
const wrong = 'Not-the-one-1'

async function anAccount() {
  const form = aRegistration()
  await client.post('/register', form, { from: aNetwork() })
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
  return { email: form.email, password: form.password }
}

const login = (email: string, password: string, from = aNetwork(), more: object = {}) =>
  client.post('/login', { email, password, ...more }, { from })

function puzzleOf(answer: Answer): { challenge: string; difficulty: number } {
  expect([answer.status, errorOf(answer).code]).toEqual([429, 'puzzle_required'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  return (answer.json() as { error: { puzzle: { challenge: string; difficulty: number } } }).error.puzzle
}

/** Signs in as our page does: with the answer to the puzzle where one is asked for. */
async function loginByPage(email: string, password: string, from = aNetwork()): Promise<Answer> {
  const first = await login(email, password, from)
  return first.status === 429 ? login(email, password, from, { puzzle: solvePuzzle(puzzleOf(first)) }) : first
}

/** As many wrong passwords as it takes until guesses cost something, each from another network. */
async function guessFromManyNetworks(email: string): Promise<void> {
  for (let count = 0; count < 30; count += 1) expect((await login(email, wrong)).status).toBe(401)
}

/** The guesses of a day at one account. */
const guesses = { name: 'login-account-all', points: 30, windowSeconds: 86_400 }
const rateLimits = createRateLimits(pool, true)

/** Notes that many wrong passwords without comparing them. */
async function noteGuesses(email: string, wanted = guesses.points): Promise<void> {
  const made = await rateLimits.count(guesses, email)
  for (let left = wanted - made; left > 0; left -= 50)
    await Promise.all(Array.from({ length: Math.min(left, 50) }, () => rateLimits.tryTake(guesses, email)))
}

describe('guessing one account from many networks', () => {
  test('faults 5: costs a puzzle a guess after thirty, before any hash; the owner pays it and is let in', async () => {
    const { email, password } = await anAccount()
    await guessFromManyNetworks(email)
    const hashedBefore = hashCount
    for (const tried of [wrong, password]) puzzleOf(await login(email, tried))
    expect(hashCount).toBe(hashedBefore)
    expect((await loginByPage(email, wrong)).status).toBe(401)
    expect((await loginByPage(email, password)).status).toBe(200)
    // The right password ends nothing for whoever goes on guessing.
    puzzleOf(await login(email, wrong))
  })

  test('costs the other accounts nothing', async () => {
    const [one, other] = [await anAccount(), await anAccount()]
    await noteGuesses(one.email)
    puzzleOf(await login(one.email, one.password))
    expect((await login(other.email, other.password)).status).toBe(200)
  })

  test('faults 2: is answered alike for an address without an account', async () => {
    const email = anEmail()
    await guessFromManyNetworks(email)
    const from = aNetwork()
    const { difficulty, challenge } = puzzleOf(await login(email, wrong, from))
    const puzzle = solvePuzzle({ difficulty, challenge })
    expect((await login(email, wrong, from, { puzzle })).status).toBe(401)
  })

  test('costs twice as much with each doubling of the failures, up to what a browser does in half a minute', async () => {
    const { email } = await anAccount()
    const bits: number[] = []
    for (const failures of [30, 60, 120, 4_000]) {
      await noteGuesses(email, failures)
      bits.push(puzzleOf(await login(email, wrong)).difficulty)
    }
    expect(bits).toEqual([14, 15, 16, 20])
  })

  test('is no reason to refuse the owner who is signed in already', async () => {
    const { email, password } = await anAccount()
    const { token } = (await login(email, password)).json<Session>()
    await noteGuesses(email)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await client.post('/accounts/sign_out_everywhere', { password }, { headers })
    expect(answer.status).toBe(200)
  })
})

describe('a colleague behind the same address', () => {
  test('faults 5: is let in though somebody there guessed at the account', async () => {
    const { email, password } = await anAccount()
    const office = aNetwork()
    for (let count = 0; count < 5; count += 1) expect((await login(email, wrong, office)).status).toBe(401)
    puzzleOf(await login(email, password, office))
    expect((await loginByPage(email, password, office)).status).toBe(200)
    // A right password starts the count of this network anew.
    expect((await login(email, wrong, office)).status).toBe(401)
  })

  test('is let in though somebody there guessed at a hundred accounts', async () => {
    const { email, password } = await anAccount()
    const office = aNetwork()
    const limit = { name: 'login-network', points: 100, windowSeconds: 900 }
    for (let count = 0; count < 100; count += 1) await rateLimits.tryTake(limit, office)
    puzzleOf(await login(email, password, office))
    expect((await loginByPage(email, password, office)).status).toBe(200)
  })
})

describe('the puzzle of a sign-in', () => {
  test('is good once, for its own account and network only, and is no other call’s', async () => {
    const [one, other] = [await anAccount(), await anAccount()]
    await noteGuesses(one.email)
    await noteGuesses(other.email)
    const from = aNetwork()
    const puzzle = solvePuzzle(puzzleOf(await login(one.email, one.password, from)))
    puzzleOf(await login(other.email, other.password, from, { puzzle }))
    puzzleOf(await login(one.email, one.password, aNetwork(), { puzzle }))
    puzzleOf(await login(one.email, one.password, from, { puzzle: { ...puzzle, answer: 'wrong' } }))
    for (let count = 0; count < 10; count += 1)
      await client.post('/user_exists', { email: anEmail() }, { from })
    const asked = { email: anEmail(), puzzle }
    expect((await client.post('/user_exists', asked, { from })).status).toBe(429)
    const used = await login(one.email, wrong, from, { puzzle })
    expect(used.status).toBe(401)
    puzzleOf(await login(one.email, one.password, from, { puzzle }))
  })

  test('is not asked for where nobody failed, and one that is sent all the same is ignored', async () => {
    const { email, password } = await anAccount()
    const puzzle = { challenge: 'x', answer: 'y' }
    expect((await login(email, password, aNetwork(), { puzzle })).status).toBe(200)
  })
})
