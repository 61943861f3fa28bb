import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Security } from '../../contract/account.ts'
import type { Session } from '../../contract/auth.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { authenticator } from '../testing/authenticator.ts'
import { aRegistration } from '../testing/builders.ts'
import { type Answer, createClient, errorOf, type TestClient } from '../testing/client.ts'
import { fakeClock } from '../testing/clock.ts'
import { testDatabase } from '../testing/database.ts'

const database = await testDatabase()
const { pool } = database
const clock = fakeClock()
let accounts: AuthApp
let client: TestClient
let network = 0
const aNetwork = () => `198.51.${++network >> 8}.${network & 255}`

beforeAll(async () => {
  accounts = await authApp(database, { clock })
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

const headersOf = ({ token, device_token }: Session) => ({
  authorization: `Bearer ${token}`,
  'x-device-token': device_token,
})

/** Somebody who is signed in, and how they call. */
async function aPerson() {
  const { email, password } = aRegistration()
  await client.post('/register', aRegistration({ email, password }), { from: aNetwork() })
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [email])
  const login = (body: object = {}, from = aNetwork()) =>
    client.post('/login', { email, password, ...body }, { from })
  const session = (await login()).json<Session>()
  const headers = headersOf(session)
  const post = (path: string, body: object, from = aNetwork()) =>
    client.post(`/accounts/second_factor/${path}`, body, { headers, from })
  const security = async () =>
    (await client.get('/accounts/security', { headers })).json<Security>().second_factor
  const mails = async () =>
    (
      await pool.query<{ subject: string }>(
        'SELECT subject FROM mail_outbox WHERE to_address = $1 ORDER BY created_at',
        [email],
      )
    ).rows
      .map(({ subject }) => subject)
      .filter(subject => !subject.startsWith('Verify'))
  return { email, password, headers, login, post, security, mails }
}

/** The same with the second factor on; each call of `nextCode` is half a minute later, so that it is a new code. */
async function aCarefulPerson() {
  const person = await aPerson()
  const { password } = person
  const { secret } = (await person.post('start', { password })).json<{ secret: string }>()
  const codeAt = authenticator(secret)
  const nextCode = () => {
    clock.advance(30_000)
    return codeAt(clock.now())
  }
  const confirmed = await person.post('confirm', { otp: nextCode() })
  const { recovery_codes } = confirmed.json<{ recovery_codes: string[] }>()
  return { ...person, secret, codeAt, nextCode, recoveryCodes: recovery_codes }
}

const refusal = (answer: Answer) => [answer.status, errorOf(answer).code]
const wrongOf = (code: string) => code.replace(/^./, digit => String((Number(digit) + 1) % 10))

describe('switching it on', () => {
  test('takes the password and a first code; ten recovery codes are shown once, and nothing of it is readable', async () => {
    const person = await aPerson()
    expect(await person.security()).toEqual({ since: null, recovery_codes_left: 0 })
    const started = await person.post('start', { password: person.password })
    const { secret, uri } = started.json<{ secret: string; uri: string }>()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${secret}`)
    // Begun is not on.
    expect((await person.login()).status).toBe(200)

    const again = (await person.login()).json<Session>()
    const headers = headersOf(again)
    const confirm = (otp: string) => client.post('/accounts/second_factor/confirm', { otp }, { headers })
    const code = authenticator(secret)(clock.now())
    const wrong = await confirm(wrongOf(code))
    expect(refusal(wrong)).toEqual([422, 'invalid'])
    expect(Object.keys(errorOf(wrong).errors ?? {})).toEqual(['otp'])
    const { recovery_codes } = (await confirm(code)).json<{ recovery_codes: string[] }>()
    expect(new Set(recovery_codes).size).toBe(10)
    for (const one of recovery_codes) expect(one).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)

    const tables = await Promise.all(
      ['second_factors', 'recovery_codes', 'mail_outbox'].map(table => pool.query(`SELECT * FROM ${table}`)),
    )
    const stored = JSON.stringify(tables.map(({ rows }) => rows)).replaceAll('-', '')
    expect(stored).not.toContain(secret)
    for (const one of recovery_codes) expect(stored).not.toContain(one.replaceAll('-', ''))
    expect(await person.mails()).toEqual(['Two-step sign-in is on'])
  })

  test('ends the account’s other sessions: none comes back without a code', async () => {
    const person = await aPerson()
    const { token, device_token } = (await person.login()).json<Session>()
    const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
    const { secret } = (
      await client.post('/accounts/second_factor/start', { password: person.password }, { headers })
    ).json<{ secret: string }>()
    const otp = authenticator(secret)(clock.now())
    expect((await client.post('/accounts/second_factor/confirm', { otp }, { headers })).status).toBe(200)
    expect((await client.post('/session/re-enable', undefined, { headers: person.headers })).status).toBe(401)
    expect((await client.get('/accounts/security', { headers })).status).toBe(200)
  })

  test('is refused with a wrong password; five are enough from a network, and the sign-in counts its own', async () => {
    const person = await aPerson()
    const from = aNetwork()
    for (let round = 0; round < 5; round += 1) {
      const answer = await person.post('start', { password: 'Not-the-one-1' }, from)
      expect(refusal(answer)).toEqual([422, 'invalid'])
      expect(errorOf(answer).errors).toEqual({ password: ['This password is not right.'] })
    }
    expect(refusal(await person.post('start', { password: person.password }, from))).toEqual([
      429,
      'rate_limited',
    ])
    expect((await person.login({}, from)).status).toBe(200)
  })

  test('is refused where it is on, and after an hour between its two steps', async () => {
    const on = await aCarefulPerson()
    expect((await on.post('start', { password: on.password, otp: on.nextCode() })).status).toBe(422)
    const slow = await aPerson()
    const { secret } = (await slow.post('start', { password: slow.password })).json<{ secret: string }>()
    await pool.query(
      `UPDATE second_factors SET created_at = now() - interval '61 minutes' WHERE confirmed_at IS NULL`,
    )
    expect(refusal(await slow.post('confirm', { otp: authenticator(secret)(clock.now()) }))).toEqual([
      400,
      'invalid_or_expired',
    ])
  })
})

describe('signing in with it', () => {
  test('the password alone is asked for the code, and then the same call with it opens the session', async () => {
    const person = await aCarefulPerson()
    expect(refusal(await person.login())).toEqual([401, 'second_factor_required'])
    expect(refusal(await person.login({ otp: '' }))).toEqual([401, 'second_factor_required'])
    const code = person.nextCode()
    const answer = await person.login({ otp: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(answer.status).toBe(200)
    expect(answer.json<Session>().token).toMatch(/^[\w-]{43}$/)
  })

  test('a wrong password says what it says without a second factor, code or no code', async () => {
    const person = await aCarefulPerson()
    const bare = (answer: Answer) => answer.text.replace(/"request_id":"[^"]*"/, '')
    const answers = [
      await person.login({ password: 'Not-the-one-1' }),
      await person.login({ password: 'Not-the-one-1', otp: person.nextCode() }),
      await person.login({ email: 'nobody@example.com', otp: '123456' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(new Set(answers.map(bare)).size).toBe(1)
  })

  test('a code works once, and none before it afterwards; a step early and late is allowed', async () => {
    const person = await aCarefulPerson()
    const early = person.nextCode()
    const now = person.nextCode()
    expect((await person.login({ otp: now })).status).toBe(200)
    expect(refusal(await person.login({ otp: now }))).toEqual([401, 'second_factor_required'])
    expect(refusal(await person.login({ otp: early }))).toEqual([401, 'second_factor_required'])
    const coming = person.codeAt(new Date(clock.now().getTime() + 30_000))
    expect((await person.login({ otp: coming })).status).toBe(200)
    const old = person.nextCode()
    clock.advance(90_000)
    expect((await person.login({ otp: old })).status).toBe(401)
  })

  test('of ten sign-ins with the same code at the same instant one succeeds', async () => {
    const person = await aCarefulPerson()
    const otp = person.nextCode()
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.login({ otp })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9)
  })

  test('five wrong codes stop a network; from another the right one still works', async () => {
    const person = await aCarefulPerson()
    const from = aNetwork()
    for (let round = 0; round < 5; round += 1) {
      const answer = await person.login({ otp: wrongOf(person.codeAt(clock.now())) }, from)
      expect(refusal(answer)).toEqual([401, 'second_factor_required'])
    }
    const otp = person.nextCode()
    expect(refusal(await person.login({ otp }, from))).toEqual([429, 'rate_limited'])
    expect((await person.login({ otp })).status).toBe(200)
  })

  test('guessing from many networks ends after thirty codes a day; a recovery code still lets the owner in', async () => {
    const person = await aCarefulPerson()
    const statuses: number[] = []
    for (let round = 0; round < 31; round += 1) {
      statuses.push((await person.login({ otp: wrongOf(person.codeAt(clock.now())) })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    expect((await person.login({ otp: person.nextCode() })).status).toBe(429)
    expect((await person.login({ otp: person.recoveryCodes[0] })).status).toBe(200)
  })

  test('a recovery code works once, however it is typed, and its owner hears of it', async () => {
    const person = await aCarefulPerson()
    const [first = '', second = ''] = person.recoveryCodes
    expect((await person.login({ otp: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
    expect((await person.login({ otp: first })).status).toBe(401)
    const answers = await Promise.all([person.login({ otp: second }), person.login({ otp: second })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const { rows } = await pool.query(
      `SELECT count(*) FROM recovery_codes JOIN users ON id = user_id WHERE email = $1`,
      [person.email],
    )
    expect(rows).toEqual([{ count: 8 }])
    expect((await person.mails()).filter(subject => subject === 'A recovery code was used')).toHaveLength(2)
  })

  test('a code of somebody else’s authenticator or recovery list opens nothing', async () => {
    const [one, other] = [await aCarefulPerson(), await aCarefulPerson()]
    expect((await one.login({ otp: other.codeAt(clock.now()) })).status).toBe(401)
    expect((await one.login({ otp: other.recoveryCodes[0] })).status).toBe(401)
  })

  test('under another installation secret codes cannot be checked, recovery codes can', async () => {
    const person = await aCarefulPerson()
    await pool.query(
      `UPDATE second_factors SET secret_sealed = decode('00', 'hex')
       WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [person.email],
    )
    expect(refusal(await person.login({ otp: person.nextCode() }))).toEqual([503, 'unavailable'])
    expect((await person.login({ otp: person.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('changing it', () => {
  test('switching off takes password and code; sign-in asks for none then', async () => {
    const person = await aCarefulPerson()
    const { password } = person
    const without = await person.post('off', { password })
    expect(refusal(without)).toEqual([422, 'invalid'])
    expect(Object.keys(errorOf(without).errors ?? {})).toEqual(['otp'])
    const wrong = await person.post('off', { password, otp: wrongOf(person.codeAt(clock.now())) })
    expect(refusal(wrong)).toEqual([422, 'invalid'])
    expect((await person.post('off', { password: 'Not-the-one-1', otp: person.nextCode() })).status).toBe(422)
    expect((await person.security()).since).not.toBe(null)
    expect((await person.post('off', { password, otp: person.nextCode() })).status).toBe(200)
    expect(await person.security()).toEqual({ since: null, recovery_codes_left: 0 })
    expect((await person.login()).status).toBe(200)
    expect(await person.mails()).toEqual(['Two-step sign-in is on', 'Two-step sign-in is off'])
  })

  test('new recovery codes replace the old ones', async () => {
    const person = await aCarefulPerson()
    const { password } = person
    expect((await person.post('recovery_codes', { password })).status).toBe(422)
    const renewed = await person.post('recovery_codes', { password, otp: person.nextCode() })
    const { recovery_codes } = renewed.json<{ recovery_codes: string[] }>()
    expect(recovery_codes).toHaveLength(10)
    expect(await person.security()).toMatchObject({ recovery_codes_left: 10 })
    expect((await person.login({ otp: person.recoveryCodes[0] })).status).toBe(401)
    expect((await person.login({ otp: recovery_codes[9] })).status).toBe(200)
  })
})
