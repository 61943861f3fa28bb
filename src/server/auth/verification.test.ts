import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let networkCount = 0

const aNetwork = () => `198.18.9.${++networkCount}`

beforeAll(async () => {
  accounts = await authApp(database)
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

async function anUnverified(): Promise<string> {
  const form = aRegistration()
  await client.post('/register', form, { from: aNetwork() })
  return form.email
}

async function codesMailedTo(email: string): Promise<string[]> {
  const mails = await pool.query<{ text_body: string }>(
    'SELECT text_body FROM mail_outbox WHERE to_address = $1 ORDER BY created_at',
    [email],
  )
  return mails.rows.map(({ text_body }) => /\/verify\/([\w-]{43})$/m.exec(text_body)?.[1] ?? '')
}

const verify = (code: unknown, from = aNetwork()) => client.post('/email/verify', { code }, { from })
const resend = (email: string, from = aNetwork()) =>
  client.get(`/resend_validation?email=${encodeURIComponent(email)}`, { from })

const statusOf = async (email: string) =>
  (await pool.query<{ status: string }>('SELECT status FROM users WHERE email = $1', [email])).rows[0]?.status

describe('verification', () => {
  test('faults 36, 38: reading uses nothing up; the code verifies once and afterwards says so, without a session', async () => {
    const email = await anUnverified()
    const [code] = await codesMailedTo(email)
    expect((await client.get(`/email/verify?code=${code}`)).status).toBe(405)
    expect(await statusOf(email)).toBe('unverified')
    const first = await verify(code)
    expect([first.status, await statusOf(email)]).toEqual([200, 'active'])
    const second = await verify(code)
    expect(second.status).toBe(200)
    expect(second.json<{ message: string }>().message).toContain('already verified')
    expect((await pool.query('SELECT 1 FROM sessions')).rowCount).toBe(0)
  })

  test('the code itself is stored nowhere but in the mail', async () => {
    const email = await anUnverified()
    const [code = ''] = await codesMailedTo(email)
    const rows = await pool.query('SELECT *, encode(code_hash, $1) FROM email_verifications', ['escape'])
    expect(JSON.stringify(rows.rows)).not.toContain(code)
  })

  test('faults 37: wrong codes of a neighbour stop no right one: nobody guesses 256 bits', async () => {
    const email = await anUnverified()
    const [code = ''] = await codesMailedTo(email)
    const from = aNetwork()
    for (let count = 0; count < 20; count += 1) expect((await verify('A'.repeat(43), from)).status).toBe(400)
    expect((await verify(code, from)).status).toBe(200)
  })

  test.each(['', 'short', 'A'.repeat(43), '%', "' OR 1=1 --", 'A'.repeat(10_000)])(
    'the wrong code %j is 400 with the same words',
    async code => {
      const answer = await verify(code)
      expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_or_expired'])
    },
  )

  test.each([null, [], 0, {}, undefined])('the code %j is refused and changes nothing', async code => {
    const email = await anUnverified()
    const answer = await verify(code)
    expect(answer.status).toBe(422)
    expect(await statusOf(email)).toBe('unverified')
  })

  test('a link on another site mails nothing: 403 before anything is looked up', async () => {
    const email = await anUnverified()
    const asked = async (site: string) => {
      const headers = { 'sec-fetch-site': site }
      const answer = await client.get(`/resend_validation?email=${email}`, { headers, from: aNetwork() })
      return [answer.status, (await codesMailedTo(email)).length]
    }
    const answer = await client.get(`/resend_validation?email=${email}`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.status, errorOf(answer).code]).toEqual([403, 'cross_site'])
    expect(await asked('cross-site')).toEqual([403, 1])
    expect(await asked('same-origin')).toEqual([200, 2])
    expect(await asked('none')).toEqual([200, 3])
  })

  test('faults 39: a code older than 24 h and one from an older mail get the same answer', async () => {
    const email = await anUnverified()
    await resend(email)
    const [older, newer] = await codesMailedTo(email)
    const fromOlderMail = await verify(older)
    expect(fromOlderMail.status).toBe(400)
    await pool.query(
      `UPDATE mail_outbox SET sent_at = now() - interval '24 hours 1 minute' WHERE to_address = $1`,
      [email],
    )
    const tooLate = await verify(newer)
    expect(tooLate.status).toBe(400)
    const bare = (text: string) => text.replace(/"request_id":"[\w-]{16}"/, '')
    expect(bare(tooLate.text)).toBe(bare(fromOlderMail.text))
    expect(await statusOf(email)).toBe('unverified')
  })

  test('faults 45: the 24 h count from when the mail left, not from when it was written', async () => {
    const email = await anUnverified()
    const [code] = await codesMailedTo(email)
    await pool.query(
      `UPDATE mail_outbox SET created_at = now() - interval '30 hours', sent_at = now() - interval '1 hour'
       WHERE to_address = $1`,
      [email],
    )
    expect((await verify(code)).status).toBe(200)
  })

  test('asking again is always 200 with the same bytes, and mails at most three times an hour', async () => {
    const email = await anUnverified()
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push(await resend(email))
    answers.push(
      await resend(anEmail()),
      await resend(''),
      await resend('nonsense'),
      await client.get('/resend_validation'),
    )
    expect(new Set(answers.map(answer => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(answers[0]?.json()).toEqual({ message: 'Verification message sent! Please check your email.' })
    expect(await codesMailedTo(email)).toHaveLength(3)
  })

  test('asking for an account that is verified mails nothing', async () => {
    const email = await anUnverified()
    const [code] = await codesMailedTo(email)
    await verify(code)
    await resend(email)
    expect(await codesMailedTo(email)).toHaveLength(1)
  })

  test('a code used by two screens at once verifies once and says so to both', async () => {
    const [code] = await codesMailedTo(await anUnverified())
    const answers = await Promise.all([verify(code), verify(code), verify(code)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(answers.filter(answer => answer.text.includes('has been verified'))).toHaveLength(1)
  })
})
