import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { anEmail, aPassword, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { createPasswordHasher } from './password.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let networkCount = 0
/** Passwords compared so far. */
let hashCount = 0

/** A network no other test counts against. */
const aNetwork = () => `198.18.${Math.floor(++networkCount / 250)}.${(networkCount % 250) + 1}`

beforeAll(async () => {
  const hasher = createPasswordHasher()
  accounts = await authApp(database, {
    hasher: {
      hash: hasher.hash,
      matches: (stored, password, before) =>
        hasher.matches(stored, password, async () => {
          await before?.()
          hashCount += 1
        }),
    },
  })
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

async function anAccount(overrides: Record<string, unknown> = {}, status = 'active') {
  const form = aRegistration(overrides)
  const answer = await client.post('/register', form, { from: aNetwork() })
  expect(answer.status).toBe(200)
  const id = await pool.query<{ id: string }>('UPDATE users SET status = $2 WHERE email = $1 RETURNING id', [
    form.email.trim(),
    status,
  ])
  return { email: form.email, password: form.password, id: id.rows[0]?.id ?? '' }
}

const login = (email: string, password: string, from = aNetwork()) =>
  client.post('/login', { email, password }, { from })

const bare = (text: string) => text.replace(/"request_id":"[\w-]{16}"/, '"request_id":""')

describe('sign-in', () => {
  test('the right password opens a session and answers the twelve profile fields', async () => {
    const { email, password } = await anAccount({ age: '34', location: 'Accra' })
    const answer = await login(email, password)
    expect(answer.status).toBe(200)
    const session = answer.json<Session>()
    expect(session.token).toMatch(/^[\w-]{43}$/)
    expect(session.device_token).toMatch(/^[\w-]{43}$/)
    expect(session.user).toMatchObject({ email, roles: [], experience: 10, age: 34, location: 'Accra' })
    expect(Object.keys(session.user)).toHaveLength(14)
    const stored = await pool.query('SELECT * FROM sessions')
    expect(JSON.stringify(stored.rows)).not.toContain(session.token)
  })

  test('faults 1, 2: a wrong password and an unknown address get the same status and the same bytes', async () => {
    const { email } = await anAccount()
    const wrong = await login(email, 'Not-the-one-1')
    const unknown = await login(anEmail(), 'Not-the-one-1')
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(errorOf(wrong).code).toBe('invalid_credentials')
    expect(bare(wrong.text)).toBe(bare(unknown.text))
    expect(wrong.text).toHaveLength(unknown.text.length)
  })

  test('faults 2: an unknown address takes as long as a wrong password', { retry: 2 }, async () => {
    const { email } = await anAccount()
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 25; round += 1) {
      for (const who of ['known', 'unknown'] as const) {
        const from = aNetwork()
        const start = performance.now()
        await login(who === 'known' ? email : anEmail(), 'Not-the-one-1', from)
        times[who].push(performance.now() - start)
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1.4)
  })

  test('faults 3: unverified with the right password is told so and mailed at most three times an hour', async () => {
    const { email, password } = await anAccount({}, 'unverified')
    for (let round = 0; round < 4; round += 1) {
      const answer = await login(email, password)
      expect(answer.status).toBe(403)
      expect(errorOf(answer).code).toBe('verify_required')
    }
    const mails = await pool.query('SELECT 1 FROM mail_outbox WHERE to_address = $1', [email])
    expect(mails.rowCount).toBe(3)
    expect((await login(email, 'Not-the-one-1')).status).toBe(401)
  })

  test('faults 4: a disabled account is told so only with the right password', async () => {
    const { email, password } = await anAccount({}, 'disabled')
    const answer = await login(email, password)
    expect([answer.status, errorOf(answer).code]).toEqual([403, 'account_disabled'])
    expect((await login(email, 'Not-the-one-1')).status).toBe(401)
  })

  test('faults 5: five failures from one network stop that network only, before any hash', async () => {
    const { email, password } = await anAccount()
    const from = aNetwork()
    for (let round = 0; round < 5; round += 1)
      expect((await login(email, 'Not-the-one-1', from)).status).toBe(401)
    const hashedBefore = hashCount
    const stopped = await login(email, password, from)
    expect(stopped.status).toBe(429)
    expect(hashCount).toBe(hashedBefore)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(email, password)).status).toBe(200)
  })

  test('faults 5: a burst of guesses at once gets hardly more than five hashes', async () => {
    const { email } = await anAccount()
    const from = aNetwork()
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(email, 'Not-the-one-1', from)))
    const tried = answers.filter(answer => answer.status === 401)
    expect(tried.length).toBeGreaterThanOrEqual(5)
    expect(tried.length).toBeLessThanOrEqual(8)
    expect(answers.filter(answer => answer.status === 429)).toHaveLength(40 - tried.length)
  })

  test('faults 6: all addresses of an IPv6 /64 are one network', async () => {
    const { email } = await anAccount()
    for (let host = 1; host <= 5; host += 1) {
      await login(email, 'Not-the-one-1', `2001:db8:1:2::${host.toString(16)}`)
    }
    expect((await login(email, 'Not-the-one-1', '2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await login(email, 'Not-the-one-1', '2001:db8:1:3::1')).status).toBe(401)
  })

  test('faults 7: X-Forwarded-For counts only from a trusted proxy', async () => {
    const { email } = await anAccount()
    const from = aNetwork()
    for (let round = 0; round < 6; round += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${round}` }
      const answer = await client.post('/login', { email, password: 'Not-the-one-1' }, { from, headers })
      expect(answer.status).toBe(round < 5 ? 401 : 429)
    }
    const behindProxy = await authApp(database, { trustedProxies: ['10.1.0.0/16'] })
    const proxied = createClient(behindProxy.app)
    for (let round = 0; round < 6; round += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${round}` }
      const answer = await proxied.post(
        '/login',
        { email, password: 'Not-the-one-1' },
        { from: '10.1.2.3', headers },
      )
      expect(answer.status).toBe(401)
    }
    await behindProxy.close()
  })

  test('faults 8: long passwords are compared whole; megabytes are refused before hashing', async () => {
    const password = `Aa1!${'x'.repeat(124)}`
    const { email } = await anAccount({ password, password_confirmation: password })
    expect((await login(email, password)).status).toBe(200)
    expect((await login(email, password.slice(0, 127))).status).toBe(401)
    expect((await login(email, `${password}x`)).status).toBe(401)
    const hashedBefore = hashCount
    expect((await login(email, 'x'.repeat(1_000_000))).status).toBe(413)
    expect(hashCount).toBe(hashedBefore)
  })

  test('faults 9: a password is compared as sent, to the code point; NUL is malformed', async () => {
    const composed = ' Né 1! 🦓🦓'
    const { email } = await anAccount({ password: composed, password_confirmation: composed })
    expect((await login(email, composed)).status).toBe(200)
    expect((await login(email, composed.trim())).status).toBe(401)
    expect((await login(email, composed.normalize('NFD'))).status).toBe(401)
    expect((await login(email, `${composed}\0`)).status).toBe(400)
  })

  test('faults 10: case and spaces around an address do not make another account', async () => {
    const email = anEmail()
    await anAccount({ email: ` ${email.toUpperCase()} ` })
    expect((await login(`  ${email}`, aPassword)).status).toBe(200)
  })

  test('what the login screen checks, the server checks in the same words', async () => {
    const answer = await login('', '')
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({
      message: 'Email address field cannot be empty',
      errors: { email: ['Email address field cannot be empty'], password: ['Password is required'] },
    })
    expect(errorOf(await login('nobody', 'x')).message).toBe('Invalid email address')
  })

  test('faults 13: a full hash queue answers 503 with Retry-After and lets the others through', async () => {
    const small = await authApp(database, { hasher: createPasswordHasher({ running: 1, waiting: 4 }) })
    const wave = createClient(small.app)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        wave.post('/login', { email: anEmail(), password: aPassword }, { from: aNetwork() }),
      ),
    )
    const busy = answers.filter(answer => answer.status === 503)
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(40 - busy.length)
    expect(busy.length).toBeGreaterThanOrEqual(30)
    expect(busy.every(answer => Number(answer.headers['retry-after']) > 0)).toBe(true)
    await small.close()
  })
})
