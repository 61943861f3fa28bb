import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Security } from '../../contract/account.ts'
import type { Session } from '../../contract/auth.ts'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let network = 0
const aNetwork = () => `198.51.${++network >> 8}.${network & 255}`

beforeAll(async () => {
  accounts = await authApp(database)
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

async function aPerson() {
  const { email, password } = aRegistration()
  await client.post('/register', aRegistration({ email, password }), { from: aNetwork() })
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [email])
  const login = (body: object = {}) =>
    client.post('/login', { email, password, ...body }, { from: aNetwork() })
  const { token, device_token } = (await login()).json<Session>()
  const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  const change = (to: string, body: object = {}) =>
    client.post('/accounts/email/change', { email: to, password, ...body }, { headers, from: aNetwork() })
  const security = async () => (await client.get('/accounts/security', { headers })).json<Security>()
  return { email, password, headers, login, change, security }
}

interface StoredMail {
  subject: string
  text_body: string
}

/** Newest first, but for those of registering. */
const mailsTo = async (email: string) =>
  (
    await pool.query<StoredMail>(
      `SELECT subject, text_body FROM mail_outbox WHERE to_address = $1 AND purpose <> 'verify' ORDER BY created_at DESC`,
      [email],
    )
  ).rows

async function codeTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  const [, code] = /^http:\/\/soko\.test\/confirm_email\/([\w-]{43})$/m.exec(mail?.text_body ?? '') ?? []
  if (!code) throw new Error(`No link was mailed to ${email}`)
  return code
}

const confirm = (code: string, from = aNetwork()) => client.post('/email/change', { code }, { from })

describe('faults 131: changing the e-mail address', () => {
  test('the old one stays until the new one is proven; both are informed; the link is dead after the change', async () => {
    const person = await aPerson()
    const fresh = anEmail()
    expect((await person.change(` ${fresh} `)).status).toBe(200)
    expect(await person.security()).toMatchObject({ email: person.email, pending_email: fresh })
    expect((await person.login({ email: fresh })).status).toBe(401)
    const [asked] = await mailsTo(person.email)
    expect(asked?.subject).toBe('Your email address is about to change')
    expect(asked?.text_body).toContain(fresh)
    expect(asked?.text_body).not.toContain('/confirm_email/')

    const code = await codeTo(fresh)
    const answer = await confirm(code)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ email: fresh, was: person.email })
    expect((await person.login()).status).toBe(401)
    expect((await person.login({ email: fresh })).status).toBe(200)
    const told = 'Your email address was changed'
    expect((await mailsTo(person.email))[0]?.subject).toBe(told)
    expect((await mailsTo(fresh))[0]?.subject).toBe(told)
    const again = await confirm(code)
    expect([again.status, errorOf(again).code]).toEqual([400, 'invalid_or_expired'])
  })

  test('needs the password, and says so at its field; nothing is mailed without', async () => {
    const person = await aPerson()
    const fresh = anEmail()
    for (const [password, words] of [
      ['', 'Password is required'],
      ['Not-the-one-1', 'This password is not right.'],
    ]) {
      const answer = await person.change(fresh, { password })
      expect(answer.status).toBe(422)
      expect(errorOf(answer).errors).toEqual({ password: [words] })
    }
    expect(await mailsTo(fresh)).toEqual([])
    expect(await mailsTo(person.email)).toEqual([])
  })

  test('what is no address, or the account’s own, is refused in words', async () => {
    const person = await aPerson()
    const wordsOf = async (to: string) => errorOf(await person.change(to)).errors
    expect(await wordsOf(' ')).toEqual({ email: ['Email address field cannot be empty'] })
    expect(await wordsOf('a@b,c@d')).toEqual({ email: ['Invalid email address'] })
    expect(await wordsOf(person.email.toUpperCase())).toEqual({
      email: ['This is your email address already.'],
    })
  })

  test('links that were mailed to the old address open nothing afterwards', async () => {
    const person = await aPerson()
    await client.post('/password/forgot', { email: person.email }, { from: aNetwork() })
    const [reset] = await mailsTo(person.email)
    const [, resetCode = ''] = /reset_password\/([\w-]{43})/.exec(reset?.text_body ?? '') ?? []
    const fresh = anEmail()
    await person.change(fresh)
    expect((await confirm(await codeTo(fresh))).status).toBe(200)
    const password = 'Baobab-Grove-9'
    const answer = await client.post('/password/reset', {
      code: resetCode,
      password,
      password_confirmation: password,
    })
    expect(answer.status).toBe(400)
    expect((await person.login({ email: fresh })).status).toBe(200)
  })

  test('a newer request replaces the link before it; keeping the address and a reset password end it', async () => {
    const person = await aPerson()
    const [one, two, three] = [anEmail(), anEmail(), anEmail()]
    await person.change(one)
    await person.change(two)
    expect((await confirm(await codeTo(one))).status).toBe(400)
    await client.post('/accounts/email/cancel', undefined, { headers: person.headers })
    expect((await person.security()).pending_email).toBe(null)
    expect((await confirm(await codeTo(two))).status).toBe(400)

    await person.change(three)
    await client.post('/password/forgot', { email: person.email }, { from: aNetwork() })
    const [reset] = await mailsTo(person.email)
    const [, code = ''] = /reset_password\/([\w-]{43})/.exec(reset?.text_body ?? '') ?? []
    const password = 'Baobab-Grove-9'
    const done = await client.post('/password/reset', { code, password, password_confirmation: password })
    expect(done.status).toBe(200)
    expect((await confirm(await codeTo(three))).status).toBe(400)
  })

  test('an address that has an account answers alike; its owner is told, and no link reaches it', async () => {
    const [person, owner] = [await aPerson(), await aPerson()]
    const free = await person.change(anEmail())
    const taken = await person.change(owner.email)
    expect(taken.status).toBe(200)
    expect(taken.text).toBe(free.text)
    const mails = await mailsTo(owner.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['This email address has an account'])
    expect(mails[0]?.text_body).not.toContain('/confirm_email/')
    expect((await owner.login()).status).toBe(200)
  })

  test('an address that was registered in the meantime is not taken from its account', async () => {
    const person = await aPerson()
    const fresh = anEmail()
    await person.change(fresh)
    const code = await codeTo(fresh)
    await client.post('/register', aRegistration({ email: fresh.toUpperCase() }), { from: aNetwork() })
    await pool.query(`UPDATE users SET status = 'active' WHERE email_canonical = $1`, [fresh])
    const answer = await confirm(code)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toContain('has another account by now')
    expect((await person.login()).status).toBe(200)
  })

  test('an address that somebody registered without proof is its prover’s', async () => {
    const person = await aPerson()
    const [before, meanwhile] = [anEmail(), anEmail()]
    const squat = (email: string) => client.post('/register', aRegistration({ email }), { from: aNetwork() })
    await squat(before)
    await person.change(before)
    expect((await confirm(await codeTo(before))).status).toBe(200)
    await person.change(meanwhile)
    await squat(meanwhile)
    expect((await confirm(await codeTo(meanwhile))).status).toBe(200)
    expect((await person.login({ email: meanwhile })).status).toBe(200)
  })

  test('the fourth request of an hour is refused for a taken address as for a free one', async () => {
    const [person, owner] = [await aPerson(), await aPerson()]
    for (const to of [anEmail(), owner.email]) {
      const statuses: number[] = []
      for (let count = 0; count < 4; count += 1) statuses.push((await person.change(to)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      await pool.query('DELETE FROM rate_limits')
    }
  })

  test('however an address is typed, it is mailed three links an hour, and nobody’s words', async () => {
    const person = await aPerson()
    await pool.query(`UPDATE users SET name = 'Your prize waits at evil-prize.com' WHERE email = $1`, [
      person.email,
    ])
    const to = anEmail()
    const typed = [to, to.toUpperCase(), to.replace('user', 'User'), to.replace('user', 'uSer')]
    const statuses: number[] = []
    for (const one of typed) statuses.push((await person.change(one)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    for (const { text_body } of await mailsTo(to)) expect(text_body).not.toContain('prize')
    expect(await mailsTo(to)).toHaveLength(1)
  })

  test('of the same link opened twice at the same instant one call changes the address', async () => {
    const person = await aPerson()
    const fresh = anEmail()
    await person.change(fresh)
    const code = await codeTo(fresh)
    const answers = await Promise.all([confirm(code), confirm(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await mailsTo(fresh)).filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
  })

  test('a link is good for 24 hours from when its mail left', async () => {
    const person = await aPerson()
    const fresh = anEmail()
    await person.change(fresh)
    const code = await codeTo(fresh)
    await pool.query(
      `UPDATE mail_outbox SET sent_at = now() - interval '24 hours 1 second' WHERE to_address = $1`,
      [fresh],
    )
    expect((await person.security()).pending_email).toBe(null)
    expect((await confirm(code)).status).toBe(400)
    expect((await person.login()).status).toBe(200)
  })

  test('what is no code is refused, and a network that tries many has to wait', async () => {
    const from = aNetwork()
    for (const code of ['', 'x', 'A'.repeat(43)]) expect((await confirm(code, from)).status).toBe(400)
    const statuses: number[] = []
    for (let round = 0; round < 18; round += 1) statuses.push((await confirm('A'.repeat(43), from)).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
