import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { authenticator } from '../testing/authenticator.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { type Answer, createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { waitFor } from '../testing/wait-for.ts'

const database = await testDatabase({ maxConnections: 20 })
const { pool } = database
const newPassword = 'Owners-New-Pass-7!'
let app: TestApp
let client: TestClient
let network = 0
const aNetwork = () => ({ from: `198.51.${++network >> 8}.${network & 255}` })

beforeAll(async () => {
  app = await testApp(database)
  client = createClient(app.http)
})
afterAll(() => app.close())

async function aPerson() {
  const form = aRegistration()
  const { email, password } = form
  await client.post('/register', form, aNetwork())
  const activated = await pool.query<{ id: string }>(
    `UPDATE users SET status = 'active' WHERE email = $1 RETURNING id`,
    [email],
  )
  const login = (word = password) => client.post('/login', { email, password: word }, aNetwork())
  const { token, device_token } = (await login()).json<Session>()
  const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  const post = (path: string, body: object) =>
    client.post(path, { password, ...body }, { headers, ...aNetwork() })

  /** The reset of the forgotten password, by its mailed code. */
  async function prepareReset() {
    await client.post('/password/forgot', { email }, aNetwork())
    const mails = await pool.query<{ text_body: string }>(
      `SELECT text_body FROM mail_outbox WHERE to_address = $1 AND purpose = 'password-reset'`,
      [email],
    )
    const code = /\/reset_password\/([\w-]{43})/.exec(mails.rows[0]?.text_body ?? '')?.[1]
    const body = { code, password: newPassword, password_confirmation: newPassword }
    return () => client.post('/password/reset', body, aNetwork())
  }

  async function startFactor() {
    const { secret } = (await post('/accounts/second_factor/start', {})).json<{ secret: string }>()
    return authenticator(secret)
  }
  return { id: activated.rows[0]?.id ?? '', email, login, post, prepareReset, startFactor }
}
type Person = Awaited<ReturnType<typeof aPerson>>

async function countWaiting(): Promise<number> {
  const waiting = await pool.query(`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  return waiting.rowCount ?? 0
}

/** Both wait for the account's row, the second behind the first: what it saw before is old when its turn comes. */
async function inOrder(
  { id }: Pick<Person, 'id'>,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id])
  const one = first()
  await waitFor('the row is waited for', async () => (await countWaiting()) === 1)
  const two = second()
  await waitFor('the row is waited for', async () => (await countWaiting()) === 2)
  await holder.query('COMMIT')
  holder.release()
  return Promise.all([one, two])
}

const refusal = (answer: Answer) => [answer.status, errorOf(answer).code]
const refused = [401, 'unauthenticated']

describe('a change by the old password that is under way when the owner resets it', () => {
  test('gives the account no other address', async () => {
    const person = await aPerson()
    const other = anEmail()
    const reset = await person.prepareReset()
    const change = () => person.post('/accounts/email/change', { email: other })
    const [done, changed] = await inOrder(person, reset, change)
    expect([done.status, ...refusal(changed)]).toEqual([200, ...refused])
    const mails = await pool.query('SELECT 1 FROM mail_outbox WHERE to_address = $1', [other])
    expect(mails.rowCount).toBe(0)
  })

  test('switches no second factor on', async () => {
    const person = await aPerson()
    const otp = (await person.startFactor())(new Date())
    const reset = await person.prepareReset()
    const [done, confirmed] = await inOrder(person, reset, () =>
      person.post('/accounts/second_factor/confirm', { otp }),
    )
    expect([done.status, ...refusal(confirmed)]).toEqual([200, ...refused])
    expect((await person.login(newPassword)).status).toBe(200)
  })

  test('begins no second factor', async () => {
    const person = await aPerson()
    const reset = await person.prepareReset()
    const [done, started] = await inOrder(person, reset, () =>
      person.post('/accounts/second_factor/start', {}),
    )
    expect([done.status, ...refusal(started)]).toEqual([200, ...refused])
  })

  test.each(['off', 'recovery_codes'])('leaves the second factor as it is: %s', async change => {
    const person = await aPerson()
    const codeAt = await person.startFactor()
    await person.post('/accounts/second_factor/confirm', { otp: codeAt(new Date(Date.now() - 30_000)) })
    const otp = codeAt(new Date())
    const reset = await person.prepareReset()
    const [done, changed] = await inOrder(person, reset, () =>
      person.post(`/accounts/second_factor/${change}`, { otp }),
    )
    expect([done.status, ...refusal(changed)]).toEqual([200, ...refused])
    expect(refusal(await person.login(newPassword))).toEqual([401, 'second_factor_required'])
  })

  test('does not delete the account', async () => {
    const person = await aPerson()
    const reset = await person.prepareReset()
    const remove = () => person.post('/accounts/delete', { confirmation: 'DELETE' })
    const [done, removed] = await inOrder(person, reset, remove)
    expect([done.status, ...refusal(removed)]).toEqual([200, ...refused])
    expect((await person.login(newPassword)).status).toBe(200)
  })
})

describe('a sign-in that is under way', () => {
  test('asks for a code when the second factor is switched on meanwhile', async () => {
    const person = await aPerson()
    const otp = (await person.startFactor())(new Date())
    const [confirmed, entered] = await inOrder(
      person,
      () => person.post('/accounts/second_factor/confirm', { otp }),
      () => person.login(),
    )
    expect([confirmed.status, ...refusal(entered)]).toEqual([200, 401, 'second_factor_required'])
  })

  test('is refused when the account is disabled meanwhile', async () => {
    const person = await aPerson()
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [person.id])
    const entering = person.login()
    await waitFor('the row is waited for', async () => (await countWaiting()) === 1)
    await holder.query('COMMIT')
    holder.release()
    expect(refusal(await entering)[1]).toBe('account_disabled')
  })
})
