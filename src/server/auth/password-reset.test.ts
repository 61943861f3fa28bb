import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { createRateLimits } from '../platform/rate-limit.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { type Answer, createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { followStream } from '../testing/stream.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let origin: string
let networkCount = 0

const aNetwork = () => `198.18.${30 + Math.floor(++networkCount / 250)}.${(networkCount % 250) + 1}`
const newPassword = 'Baobab-Grove-9'

beforeAll(async () => {
  accounts = await authApp(database)
  client = createClient(accounts.app)
  origin = await accounts.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => accounts.close())

async function anAccount(status = 'active') {
  const { email, password } = aRegistration()
  await client.post('/register', aRegistration({ email }), { from: aNetwork() })
  await pool.query('UPDATE users SET status = $2 WHERE email = $1', [email, status])
  return { email, password }
}

const forgot = (email: unknown, from = aNetwork()) => client.post('/password/forgot', { email }, { from })
const reset = (code: unknown, password = newPassword, from = aNetwork()) =>
  client.post('/password/reset', { code, password, password_confirmation: password }, { from })
const login = (email: string, password: string, from = aNetwork()) =>
  client.post('/login', { email, password }, { from })

const mailsTo = async (email: string, subject: string) =>
  (
    await pool.query<{ text_body: string }>(
      'SELECT * FROM mail_outbox WHERE to_address = $1 AND subject = $2 ORDER BY created_at',
      [email, subject],
    )
  ).rows.map(row => row.text_body)

const codesMailedTo = async (email: string) =>
  (await mailsTo(email, 'Reset your password')).map(
    text => /^http:\/\/soko\.test\/reset_password\/([\w-]{43})$/m.exec(text)?.[1] ?? '',
  )

/** An account with the code of its newest mail. */
async function aForgetful() {
  const account = await anAccount()
  await forgot(account.email)
  return { ...account, code: (await codesMailedTo(account.email)).at(-1) ?? '' }
}

const stateOf = async (email: string) =>
  (
    await pool.query(
      `SELECT u.password_hash, u.status, array_agg(s.state ORDER BY s.created_at) AS sessions
       FROM users u LEFT JOIN sessions s ON s.user_id = u.id WHERE u.email = $1 GROUP BY u.id`,
      [email],
    )
  ).rows[0]

const bare = (text: string) => text.replace(/"request_id":"[\w-]{16}"/, '')

describe('a forgotten password', () => {
  test('its link comes by mail and sets a new one; the old one is dead, and the owner is told', async () => {
    const { email, password } = await anAccount()
    expect(await forgot(` ${email.toUpperCase()} `)).toMatchObject({ status: 200 })
    const [code = ''] = await codesMailedTo(email)
    const answer = await reset(code)
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([200, ['message']])
    expect((await login(email, password)).status).toBe(401)
    expect((await login(email, newPassword)).status).toBe(200)
    expect(await mailsTo(email, 'Your password was changed')).toHaveLength(1)
  })

  test('faults 26: the reset revokes every session, superseded ones too, and an open screen is cut off', async () => {
    const { email, password, code } = await aForgetful()
    const sessions: Session[] = []
    for (let count = 0; count < 2; count += 1) sessions.push((await login(email, password)).json<Session>())
    const headersOf = ({ token, device_token }: Session) => ({
      authorization: `Bearer ${token}`,
      'x-device-token': device_token,
    })
    const [, active] = sessions
    const page = await followStream(`${origin}/api/session/events`, headersOf(active as Session))
    expect(page.status).toBe(200)
    expect((await reset(code)).status).toBe(200)
    await page.ended
    for (const session of sessions) {
      const answer = await client.post('/session/re-enable', undefined, { headers: headersOf(session) })
      expect(answer.status).toBe(401)
    }
    expect((await stateOf(email)).sessions).toEqual(['revoked', 'revoked'])
  })

  test('whose address somebody else registered takes the account over: it is open, under the new password alone', async () => {
    const { email, password } = await anAccount('unverified')
    const [mail = ''] = await mailsTo(email, 'Verify your email address')
    await forgot(email)
    const [code = ''] = await codesMailedTo(email)
    expect((await reset(code)).status).toBe(200)
    expect((await login(email, password)).status).toBe(401)
    expect((await login(email, newPassword)).status).toBe(200)
    const proved = await pool.query('SELECT status FROM users WHERE email = $1 AND verified_at IS NOT NULL', [
      email,
    ])
    expect(proved.rows).toEqual([{ status: 'active' }])
    const verifyCode = /\/verify\/([\w-]{43})$/m.exec(mail)?.[1]
    expect((await client.post('/email/verify', { code: verifyCode }, { from: aNetwork() })).status).toBe(400)
  })

  test('an account that is disabled after its mail stays as it is', async () => {
    const { email, code } = await aForgetful()
    await pool.query(`UPDATE users SET status = 'disabled' WHERE email = $1`, [email])
    const before = await stateOf(email)
    expect((await reset(code)).status).toBe(400)
    expect(await stateOf(email)).toEqual(before)
  })

  test('the code itself is stored nowhere but in the mail', async () => {
    const { code } = await aForgetful()
    const rows = await pool.query('SELECT *, encode(code_hash, $1) FROM password_resets', ['escape'])
    expect(JSON.stringify(rows.rows)).not.toContain(code)
  })

  test('faults 40: known, unknown, unverified and disabled addresses get the same answer; only open accounts get mail', async () => {
    const unknown = anEmail()
    const known = await anAccount()
    const unverified = await anAccount('unverified')
    const disabled = await anAccount('disabled')
    const answers: Answer[] = []
    for (const email of [known.email, unknown, unverified.email, disabled.email])
      answers.push(await forgot(email))
    expect(new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    for (const email of [known.email, unverified.email])
      expect(await mailsTo(email, 'Reset your password')).toHaveLength(1)
    expect(await mailsTo(disabled.email, 'Reset your password')).toEqual([])
    expect(await mailsTo(unverified.email, 'Verify your email address')).toHaveLength(1)
    expect((await pool.query('SELECT 1 FROM mail_outbox WHERE to_address = $1', [unknown])).rowCount).toBe(0)
  })

  test('faults 40: all that a known address takes more than an unknown one is done in even time', async () => {
    const { email } = await anAccount()
    const beatsMs: number[] = []
    const mailedBefore: number[] = []
    const other = await authApp(database, {
      async inEvenTime(beatMs, work) {
        beatsMs.push(beatMs)
        mailedBefore.push((await mailsTo(email, 'Reset your password')).length)
        return await work()
      },
    })
    for (const address of [email, anEmail()])
      await createClient(other.app).post('/password/forgot', { email: address }, { from: aNetwork() })
    await other.close()
    expect(beatsMs).toEqual([100, 100])
    expect(mailedBefore).toEqual([0, 1])
  })

  test.each([
    '',
    'nonsense',
    `${'a'.repeat(300)}@example.com`,
    'a@example.com\r\nBcc: b@example.com',
    '%',
    null,
    5,
    [],
  ])('%j is no address: 422 in the words of the screen, nothing mailed', async email => {
    const before = await pool.query('SELECT count(*) FROM mail_outbox')
    const answer = await forgot(email)
    expect(answer.status).toBe(422)
    const words = ['Invalid email address', 'Email address field cannot be empty']
    expect(words).toContain(errorOf(answer).message)
    expect((await pool.query('SELECT count(*) FROM mail_outbox')).rows).toEqual(before.rows)
  })

  test.each(['', null, [], 0, {}, undefined, 'A'.repeat(43), 'A'.repeat(10_000), "' OR 1=1 --", true])(
    'faults 41: the code %j is 400 and changes nothing',
    async code => {
      const { email, password } = await aForgetful()
      await login(email, password)
      const before = await stateOf(email)
      const answer = await reset(code)
      expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_or_expired'])
      expect(await stateOf(email)).toEqual(before)
    },
  )

  test('faults 41: the code of a proved address’s mail is no code for a password', async () => {
    const { email } = await anAccount('unverified')
    const mails = await mailsTo(email, 'Verify your email address')
    const code = /\/verify\/([\w-]{43})$/m.exec(mails[0] ?? '')?.[1]
    const before = await stateOf(email)
    expect((await reset(code)).status).toBe(400)
    expect(await stateOf(email)).toEqual(before)
  })

  test('faults 42: a code used twice, one after a newer mail and one past its hour get the same refusal', async () => {
    const used = await aForgetful()
    expect((await reset(used.code)).status).toBe(200)
    const replaced = await aForgetful()
    await forgot(replaced.email)
    const old = await aForgetful()
    await pool.query(`UPDATE mail_outbox SET sent_at = now() - interval '61 minutes' WHERE to_address = $1`, [
      old.email,
    ])
    const before = await Promise.all([used, replaced, old].map(({ email }) => stateOf(email)))
    const answers = []
    for (const { code } of [used, replaced, old]) answers.push(await reset(code, 'Another-One-77'))
    expect(answers.map(answer => answer.status)).toEqual([400, 400, 400])
    expect(new Set(answers.map(answer => bare(answer.text))).size).toBe(1)
    expect(await Promise.all([used, replaced, old].map(({ email }) => stateOf(email)))).toEqual(before)
    const [, newer] = await codesMailedTo(replaced.email)
    expect((await reset(newer)).status).toBe(200)
  })

  test('faults 42: of many uses of one code at once exactly one counts', async () => {
    const { email, code } = await aForgetful()
    const passwords = Array.from({ length: 6 }, (_, place) => `Baobab-Grove-9${place}`)
    const answers = await Promise.all(passwords.map(password => reset(code, password)))
    const won = answers.findIndex(answer => answer.status === 200)
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect((await login(email, passwords[won] ?? '')).status).toBe(200)
    expect(await mailsTo(email, 'Your password was changed')).toHaveLength(1)
  })

  test('faults 43: whatever Host a request names, the link points to the configured address', async () => {
    const { email } = await anAccount()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await client.post('/password/forgot', { email }, { headers, from: aNetwork() })
    const [mail] = await mailsTo(email, 'Reset your password')
    expect(mail).toContain('http://soko.test/reset_password/')
    expect(mail).not.toContain('evil')
  })

  test('faults 44: a hundred requests for one address bring three mails, all answered alike, from one network or many', async () => {
    const { email } = await anAccount()
    const from = aNetwork()
    const hundred = Array.from({ length: 100 })
    const answers = [
      ...(await Promise.all(hundred.map(() => forgot(email, from)))),
      ...(await Promise.all(hundred.map(() => forgot(email)))),
    ]
    expect(new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await codesMailedTo(email)).toHaveLength(3)
  })

  test('a network that asks more than 120 times an hour is told to wait, for known and unknown addresses alike', async () => {
    const { email } = await anAccount()
    const from = aNetwork()
    const answers = await Promise.all(Array.from({ length: 120 }, () => forgot(anEmail(), from)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    const refused = [await forgot(email, from), await forgot(anEmail(), from)]
    expect(refused.map(answer => answer.status)).toEqual([429, 429])
    for (const answer of refused) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(new Set(refused.map(answer => bare(answer.text))).size).toBe(1)
    expect(await codesMailedTo(email)).toEqual([])
    expect((await forgot(email)).status).toBe(200)
  })

  test('the hour of a link counts from when the mail left', async () => {
    const { email, code } = await aForgetful()
    await pool.query(
      `UPDATE mail_outbox SET created_at = now() - interval '5 hours', sent_at = now() - interval '50 minutes'
       WHERE to_address = $1`,
      [email],
    )
    expect((await reset(code)).status).toBe(200)
  })

  test('the new password meets the rules in their order before its code is looked at; a refusal leaves the code good', async () => {
    const { code } = await aForgetful()
    const body = { code, password: 'short', password_confirmation: 'other' }
    const answer = await client.post('/password/reset', body, { from: aNetwork() })
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({
      message: 'Password must be at least 8 characters long',
      errors: {
        password: [
          'Password must be at least 8 characters long',
          'Password must contain at least one number.',
          'Password must contain at least one upper case letter.',
          'Password must contain at least one special character',
        ],
        password_confirmation: ["Password doesn't match the confirmation"],
      },
    })
    const missing = await client.post('/password/reset', { code }, { from: aNetwork() })
    expect([missing.status, errorOf(missing).message]).toEqual([
      422,
      'Password must be at least 8 characters long',
    ])
    expect((await reset(code, 'Password1!')).status).toBe(422)
    expect((await reset(code, `Aa1!${'x'.repeat(125)}`)).status).toBe(422)
    expect((await reset(code, `${newPassword}\0`)).status).toBe(400)
    expect((await reset(code)).status).toBe(200)
  })

  test('who locked themselves out with wrong guesses can sign in at once with the new password', async () => {
    const { email, code } = await aForgetful()
    const from = aNetwork()
    for (let round = 0; round < 5; round += 1) await login(email, 'Not-the-one-1', from)
    expect((await login(email, newPassword, from)).status).toBe(429)
    expect((await reset(code, newPassword, from)).status).toBe(200)
    expect((await login(email, newPassword, from)).status).toBe(200)
  })

  test('a reset that is stored is answered as one, though the wrong guesses could not be forgotten', async () => {
    const { email, code } = await aForgetful()
    const rateLimits = {
      ...createRateLimits(pool, true),
      forget: () => Promise.reject(new Error('The connection ended')),
    }
    const other = await authApp(database, { rateLimits })
    const body = { code, password: newPassword, password_confirmation: newPassword }
    const answer = await createClient(other.app).post('/password/reset', body, { from: aNetwork() })
    await other.close()
    expect(answer.status).toBe(200)
    expect((await login(email, newPassword)).status).toBe(200)
  })

  test('twenty wrong codes of a network in 15 minutes are enough; its right ones still count', async () => {
    const { code } = await aForgetful()
    const from = aNetwork()
    for (let count = 0; count < 20; count += 1)
      expect((await reset('A'.repeat(43), newPassword, from)).status).toBe(400)
    const answer = await reset('A'.repeat(43), newPassword, from)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await reset('A'.repeat(43))).status).toBe(400)
    expect((await reset(code, newPassword, from)).status).toBe(200)
  })
})

describe('the former addresses', () => {
  const echo = { cookie: 'a=b; XSRF-TOKEN=seal-1', 'x-xsrf-token': 'seal-1' }
  const call = (path: string, body: object, headers: Record<string, string> = echo) =>
    client.post(`/v1/production/${path}`, body, { from: aNetwork(), headers })

  test('forgot and reset work with the forgery-protection header, with a slash at the end or without', async () => {
    const { email } = await anAccount()
    const asked = await call('user/forgot/', { email })
    expect(asked.text).toBe((await forgot(anEmail())).text)
    const [code] = await codesMailedTo(email)
    expect((await call('auth/reset/', { email, code, password: newPassword })).status).toBe(200)
    expect((await login(email, newPassword)).status).toBe(200)
  })

  test.each<Record<string, string>>([
    {},
    { cookie: 'XSRF-TOKEN=seal-1' },
    { 'x-xsrf-token': 'seal-1' },
    { cookie: 'XSRF-TOKEN=seal-1', 'x-xsrf-token': 'seal-2' },
    { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' },
  ])('without the echo they are refused and do nothing: %j', async headers => {
    const { email, code } = await aForgetful()
    const before = await stateOf(email)
    const answers = [
      await call('user/forgot', { email }, headers),
      await call('auth/reset', { email, code, password: newPassword }, headers),
    ]
    expect(answers.map(answer => [answer.status, errorOf(answer).code])).toEqual([
      [403, 'forgery_refused'],
      [403, 'forgery_refused'],
    ])
    expect(await codesMailedTo(email)).toHaveLength(1)
    expect(await stateOf(email)).toEqual(before)
  })

  test('faults 41: another address’s code is 400; both accounts stay as they are', async () => {
    const { email, code } = await aForgetful()
    const other = await anAccount()
    const before = await Promise.all([stateOf(email), stateOf(other.email)])
    const answer = await call('auth/reset', { email: other.email, code, password: newPassword })
    expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_or_expired'])
    expect(await Promise.all([stateOf(email), stateOf(other.email)])).toEqual(before)
    expect((await call('auth/reset', { email, code, password: 'short' })).status).toBe(422)
    expect((await reset(code)).status).toBe(200)
  })
})
