import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthApp, authApp } from '../testing/auth-app.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf, type TestClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { createPasswordHasher } from './password.ts'

const database = await testDatabase()
const { pool } = database
let accounts: AuthApp
let client: TestClient
let networkCount = 0
const registered: string[] = []

const aNetwork = () => `198.18.7.${++networkCount}`

/** What the hasher was asked for, in order. */
/** By which beats the work of a registration was answered. */
let beatsMs: number[] = []
let hashed: string[] = []
const hasher = createPasswordHasher()

beforeAll(async () => {
  accounts = await authApp(database, {
    inEvenTime(beatMs, work) {
      beatsMs.push(beatMs)
      return work()
    },
    hasher: {
      hash(password) {
        hashed.push('hash')
        return hasher.hash(password)
      },
      matches(...asked) {
        hashed.push('compare')
        return hasher.matches(...asked)
      },
    },
    onRegistered: async (_, userId) => {
      registered.push(userId)
    },
  })
  client = createClient(accounts.app)
})
afterAll(() => accounts.close())

const register = (form: Record<string, unknown>, from = aNetwork()) =>
  client.post('/register', form, { from })

interface MailRow {
  to_address: string
  subject: string
  text_body: string
  html_body: string
}

const mailsTo = async (email: string) =>
  (await pool.query<MailRow>('SELECT * FROM mail_outbox WHERE to_address = $1 ORDER BY created_at', [email]))
    .rows

const usersWith = async (email: string) =>
  (await pool.query('SELECT * FROM users WHERE email_canonical = $1', [email.trim().toLowerCase()])).rows

describe('register', () => {
  test('the row and its mail exist when it answers; the password is only a hash', async () => {
    const form = aRegistration({ experience: 10, age: 34, gender: 'female', education: 'MSc' })
    const answer = await register(form)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.json<object>())).toEqual(['message'])
    const [user] = await usersWith(form.email)
    expect(user).toMatchObject({
      status: 'unverified',
      experience: '10',
      age: 34,
      gender: 'female',
      education: 'MSc',
    })
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(user)).not.toContain(form.password)
    expect(registered).toContain(user.id)
    const [mail] = await mailsTo(form.email)
    expect(mail?.text_body).toMatch(/^http:\/\/soko\.test\/verify\/[\w-]{43}$/m)
  })

  // spec: S5.register.1, S5.register.6, S5.register.7, S5.register.8, S5.password.1
  test('every failing rule is named by field, in the specification’s words; the first leads', async () => {
    const answer = await register(
      aRegistration({
        industry: 'ab',
        phone: '0311234567',
        name: 'Ama',
        password: 'short',
        password_confirmation: 'x',
      }),
    )
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({
      code: 'invalid',
      message: 'Please enter a valid industry',
      errors: {
        industry: ['Please enter a valid industry'],
        phone: ['Please enter a valid phone number'],
        name: ['Please enter a valid name.'],
        password: [
          'Password must be at least 8 characters long',
          'Password must contain at least one number.',
          'Password must contain at least one upper case letter.',
          'Password must contain at least one special character',
        ],
        password_confirmation: ["Password doesn't match the confirmation"],
      },
    })
  })

  test('missing fields and fields of another type are refused in the same words, all at once', async () => {
    const answer = await register({ email: 5, name: null, phone: ['0241234567'] })
    expect(answer.status).toBe(422)
    const { message, errors } = errorOf(answer)
    expect(message).toBe('Email address field cannot be empty')
    expect(Object.keys(errors ?? {}).sort()).toEqual(
      [
        'address',
        'company',
        'email',
        'experience',
        'industry',
        'job_title',
        'name',
        'password',
        'phone',
      ].sort(),
    )
  })

  test('unknown and protected fields change nothing', async () => {
    const form = aRegistration({ credits: 1_000_000, roles: ['admin'], status: 'active', id: 'x' })
    expect((await register(form)).status).toBe(200)
    expect((await usersWith(form.email))[0]).toMatchObject({ roles: [], status: 'unverified' })
  })

  test('faults 30: registering a taken address makes no account, changes nothing, and its owner is mailed', async () => {
    const form = aRegistration()
    await register(form)
    await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
    await pool.query(
      `UPDATE mail_outbox SET created_at = now() - interval '5 minutes' WHERE to_address = $1`,
      [form.email],
    )
    const before = await usersWith(form.email)
    const fresh = await register(aRegistration())
    const again = await register({
      ...form,
      email: form.email.toUpperCase(),
      name: 'Kofi Other',
      company: 'Other',
    })
    expect(again.status).toBe(200)
    expect(again.text).toBe(fresh.text)
    expect(await usersWith(form.email)).toEqual(before)
    const mails = await mailsTo(form.email)
    expect(mails.map(mail => mail.subject)).toEqual([
      'Verify your email address',
      'You already have an account',
    ])
  })

  test('faults 31, 32: two registrations at once, or a double click, make one account and one mail', async () => {
    const form = aRegistration()
    const answers = await Promise.all([register(form), register(form), register(form)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(await usersWith(form.email)).toHaveLength(1)
    expect(await mailsTo(form.email)).toHaveLength(1)
  })

  test.each([
    'Password1!',
    'P@ssw0rd1',
    'Qwerty123!',
    'Welcome2026#',
    '!Iloveyou1',
    'Ghana1234!',
    'Admin@123',
    'ABCabc123!',
  ])('faults 33: the common password %s is refused beside the password field', async password => {
    const answer = await register(aRegistration({ password, password_confirmation: password }))
    expect(answer.status).toBe(422)
    expect(errorOf(answer).errors?.password).toEqual([
      'This password is too common. Please choose another one.',
    ])
  })

  test.each(['Marigold-42!', 'passing-The7seas', 'Zebra&Baobab9', 'Summerhouse~8winds'])(
    'faults 33: %s is not taken for a common password',
    async password => {
      expect((await register(aRegistration({ password, password_confirmation: password }))).status).toBe(200)
    },
  )

  test.each([
    'a@b,c@d',
    'a@example.com,b@example.com',
    '"quoted name"@example.com',
    'a@example.com\r\nBcc: b@example.com',
    `${'a'.repeat(290)}@example.com`,
    'ama@xn--80ak6aa92e.com',
    'аma@example.com',
    'ama@localhost',
    'ama',
  ])('faults 34: the address %j is refused and nothing is mailed', async email => {
    const before = await pool.query('SELECT count(*) FROM mail_outbox')
    const answer = await register(aRegistration({ email }))
    expect(answer.status).toBe(422)
    expect(errorOf(answer).message).toBe('Please enter a valid email address')
    expect((await pool.query('SELECT count(*) FROM mail_outbox')).rows).toEqual(before.rows)
  })

  test.each([
    '<img onerror> x',
    'Ama \u202egninroM',
    'x'.repeat(10_240),
    '\u200b\u200b \u200b\u200b',
    'A1 B2',
  ])('faults 35: the name %j is refused', async name => {
    const answer = await register(aRegistration({ name }))
    expect([answer.status, errorOf(answer).message]).toEqual([422, 'Please enter a valid name.'])
  })

  test('faults 35: marks in other fields are stored as text, and a mail shows them as text', async () => {
    const form = aRegistration({ name: 'Ngũgĩ Wa-thiong', company: '<script>alert(1)</script>' })
    expect((await register(form)).status).toBe(422)
    const kept = aRegistration({ name: 'Ngũgĩ Thiong', company: '<script>alert(1)</script>' })
    expect((await register(kept)).status).toBe(200)
    expect((await usersWith(kept.email))[0].company).toBe('<script>alert(1)</script>')
    const [mail] = await mailsTo(kept.email)
    expect(mail?.html_body).not.toContain('<script')
  })

  test('faults 8, 9: a password over 128 characters is 422 before hashing; NUL anywhere is malformed', async () => {
    const password = `Aa1!${'x'.repeat(125)}`
    const long = await register(aRegistration({ password, password_confirmation: password }))
    expect([long.status, Object.keys(errorOf(long).errors ?? {})]).toEqual([422, ['password']])
    expect((await register(aRegistration({ address: 'Accra\0' }))).status).toBe(400)
  })

  test('faults 43: whatever Host a request names, the link points to the configured address', async () => {
    const form = aRegistration()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await client.post('/register', form, { headers, from: aNetwork() })
    const [mail] = await mailsTo(form.email)
    expect(mail?.text_body).toContain('http://soko.test/verify/')
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  test('a new, an unproved and a proved address take the same hashes, and answer at a beat, in the same bytes', async () => {
    const form = aRegistration()
    const proved = aRegistration()
    await register(proved)
    await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [proved.email])
    const answers = new Set<string>()
    for (const one of [
      form,
      form,
      { ...form, password: 'Other-Word-8!', password_confirmation: 'Other-Word-8!' },
      proved,
    ]) {
      hashed = []
      beatsMs = []
      answers.add((await register(one)).text)
      expect(beatsMs).toEqual([100])
      expect(hashed).toEqual(['hash', 'compare'])
    }
    expect(answers.size).toBe(1)
  })

  test('a network may register thirty accounts an hour', async () => {
    const from = aNetwork()
    const form = aRegistration({ email: anEmail() })
    for (let count = 0; count < 30; count += 1) expect((await register(form, from)).status).toBe(200)
    const answer = await register(form, from)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
