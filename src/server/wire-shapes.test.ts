import { afterAll, expect, test } from 'vitest'
import type { User } from '../contract/auth.ts'
import { anEmail, aPassword, aRegistration } from './testing/builders.ts'
import { type Answer, createClient } from './testing/client.ts'
import { testDatabase } from './testing/database.ts'
import { testApp } from './testing/test-app.ts'

/** Names and shapes of the specification's calls, to the letter, as a client of another make would see them. */
const database = await testDatabase()
const { pool } = database
const app = await testApp(database, { RATE_LIMITS: 'off' })
afterAll(() => app.close())
const client = createClient(app.http)

interface Session {
  token: string
  device_token: string
  user: User
}
const headersOf = ({ token, device_token }: Session) => ({
  headers: { authorization: `Bearer ${token}`, 'x-device-token': device_token },
})

async function mailedCode(email: string, path: string): Promise<string> {
  const mails = await pool.query<{ text_body: string }>(
    'SELECT text_body FROM mail_outbox WHERE to_address = $1 ORDER BY created_at DESC',
    [email],
  )
  const text = mails.rows.map(row => row.text_body).find(body => body.includes(path)) ?? ''
  return new RegExp(`${path}([\\w-]{43})$`, 'm').exec(text)?.[1] ?? ''
}

/** Registers, verifies and signs in, all by the calls. */
async function aSession(form = aRegistration()): Promise<Session> {
  await client.post('/register', form)
  await client.post('/email/verify', { code: await mailedCode(form.email, '/verify/') })
  return (await client.post('/login', { email: form.email, password: form.password })).json<Session>()
}

function answered<T>(answer: Answer): T {
  expect(answer.status).toBe(200)
  return answer.json<T>()
}
const aMessage = { message: expect.stringMatching(/\w/) as string }

// spec: S3.registration.1, S7.register.1, S7.verify.1, S7.login.1, S3.profile.1
test('all fifteen fields of a registration are taken and kept, and sign-in answers the session', async () => {
  const form = {
    email: anEmail(),
    name: 'Ama Mensah',
    location: 'Kumasi',
    address: '12 Ring Road, Accra',
    password: aPassword,
    password_confirmation: aPassword,
    age: '34',
    gender: 'Female',
    occupation: 'Researcher',
    industry: 'Consumer goods',
    company: 'Example Foods',
    job_title: 'Insight manager',
    education: 'MSc',
    experience: '10',
    phone: '0241234567',
  }
  expect(answered(await client.post('/register', form))).toEqual(aMessage)
  const code = await mailedCode(form.email, '/verify/')
  expect(answered(await client.post('/email/verify', { code }))).toEqual(aMessage)
  const login = answered(await client.post('/login', { email: form.email, password: form.password }))
  const { password: _, password_confirmation: __, address, ...kept } = form
  expect(login).toEqual({
    token: expect.stringMatching(/^\S{20,}$/),
    device_token: expect.stringMatching(/^\S{20,}$/),
    user: { ...kept, id: expect.any(String), roles: [], age: 34, experience: 10 },
  })
  const stored = await pool.query('SELECT address FROM users WHERE email = $1', [form.email])
  expect(stored.rows).toEqual([{ address }])
})

// spec: S3.user-exists.1, S4.status.1, S7.user-exists.1, S7.resend.1
test('user_exists answers two fields; resend_validation mails the link again', async () => {
  const ask = async (email: string) => answered(await client.post('/user_exists', { email }))
  expect(await ask(anEmail())).toEqual({ user_exists: false, status: null })
  const form = aRegistration()
  await client.post('/register', form)
  expect(await ask(form.email)).toEqual({ user_exists: true, status: 'unverified' })
  const first = await mailedCode(form.email, '/verify/')
  answered(await client.get(`/resend_validation?email=${form.email}`))
  const second = await mailedCode(form.email, '/verify/')
  expect(second).not.toBe(first)
  answered(await client.post('/email/verify', { code: second }))
  expect(await ask(form.email)).toEqual({ user_exists: true, status: 'active' })
})

// spec: S3.reset.1, S7.forgot.1, S7.reset.1, S7.legacy.1, S7.legacy.2
test('a password is forgotten and reset, under the former addresses too', async () => {
  const form = aRegistration()
  await aSession(form)
  const { email } = form
  expect(answered(await client.post('/password/forgot', { email }))).toEqual(aMessage)
  const code = await mailedCode(email, '/reset_password/')
  const reset = { code, password: 'Baobab-Grove-9', password_confirmation: 'Baobab-Grove-9' }
  expect(answered(await client.post('/password/reset', reset))).toEqual(aMessage)
  answered(await client.post('/login', { email, password: 'Baobab-Grove-9' }))

  const echo = { headers: { cookie: 'XSRF-TOKEN=seal', 'x-xsrf-token': 'seal' } }
  expect((await client.post('/v1/production/user/forgot/', { email })).status).toBe(403)
  expect(answered(await client.post('/v1/production/user/forgot/', { email }, echo))).toEqual(aMessage)
  const legacy = { email, password: 'Harmattan-Dust-3', code: await mailedCode(email, '/reset_password/') }
  expect((await client.post('/v1/production/auth/reset/', legacy)).status).toBe(403)
  expect(answered(await client.post('/v1/production/auth/reset/', legacy, echo))).toEqual(aMessage)
  answered(await client.post('/login', { email, password: 'Harmattan-Dust-3' }))
})

// spec: S3.session.1, S4.conflict.4, S7.re-enable.1, S7.logout.1
test('of two sessions one is active; the other takes it back with re-enable, and logout ends it', async () => {
  const form = aRegistration()
  const first = await aSession(form)
  const { email, password } = form
  const second = answered<Session>(await client.post('/login', { email, password }))
  const conflict = await client.get('/accounts/credits', headersOf(first))
  expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('409_SESSION_CONFLICT')])
  const back = answered(await client.post('/session/re-enable', undefined, headersOf(first)))
  expect(back).toEqual({ status: 'OK', user: first.user })
  expect((await client.get('/accounts/credits', headersOf(second))).status).toBe(409)
  answered(await client.get('/user/logout/', headersOf(first)))
  expect((await client.get('/accounts/credits', headersOf(first))).status).toBe(401)
})

// spec: S3.front-settings.2, S7.front-settings.1
test('the front settings have tagline, terms, privacy and the fonts of five sections', async () => {
  const font = { family: expect.any(String), size: expect.any(String), weight: expect.any(String) }
  expect(answered(await client.get('/front/settings'))).toMatchObject({
    tagline: { text: expect.any(String) },
    tnc: { content: expect.stringMatching(/<\w/) },
    privacy: { content: expect.stringMatching(/<\w/) },
    fonts: { section_1: font, section_2: font, section_3: font, section_4: font, section_5: font },
  })
})

// spec: S3.message.1, S3.reply.1, S3.thread.1, S3.history.1, S7.reply.1, S7.thread.1, S7.history.1
test('a question is answered, read back in its thread and listed in the history', async () => {
  const { headers } = headersOf(await aSession())
  const question = { message: 'GDP of <Ghana>', session_key: null, think_longer: false }
  const reply = answered<{ message: string; session_key: string }>(
    await client.post('/chat/reply', question, { headers }),
  )
  expect(reply).toMatchObject({ message: expect.stringMatching(/<\w/), session_key: expect.any(String) })
  const { session_key } = reply
  const again = { ...question, session_key, think_longer: true }
  expect(answered(await client.post('/chat/reply', again, { headers }))).toMatchObject({ session_key })
  const { thread } = answered<{ thread: object[] }>(
    await client.post('/chat/thread', { session_key }, { headers }),
  )
  expect(thread).toMatchObject([
    { message: expect.stringContaining('GDP of &lt;Ghana&gt;'), from: 'user', from_user: true },
    { message: reply.message, from: 'assistant', from_user: false },
    { from: 'user', from_user: true },
    { from: 'assistant', from_user: false },
  ])
  const { sessions } = answered<{ sessions: object }>(await client.get('/chat/chat_history', { headers }))
  expect(sessions).toEqual({
    Today: [expect.objectContaining({ session_key, first_message: 'GDP of <Ghana>' })],
  })
})

// spec: S3.credits.1, S3.usage.1, S3.label.1, S7.credits.1, S7.usage.1
test('credits are one number, and the usage history tells what changed them', async () => {
  const { headers } = headersOf(await aSession())
  const { session_key } = answered<{ session_key: string }>(
    await client.post('/chat/reply', { message: 'GDP of Ghana', session_key: null }, { headers }),
  )
  const { credits } = answered<{ credits: number }>(await client.get('/accounts/credits', { headers }))
  const { history } = answered<{ history: { data: { amount: number }[] } }>(
    await client.get('/accounts/usage/history', { headers }),
  )
  const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const price = history.data[0]?.amount ?? 0
  expect(history.data).toMatchObject([
    { type: 'debit', created_at, amount: price, ref: expect.stringContaining(session_key) },
    { type: 'credit', created_at, amount: 100, ref: expect.not.stringContaining('thread_') },
  ])
  expect(history.data.map(entry => (entry as unknown as { narrative: string }).narrative)).toEqual([
    'Chat prompt',
    'Top up',
  ])
  expect(credits).toBe(100 - price)
})

// spec: S3.support.1, S7.help.1
test('a request for support has nine fields, all of them stored', async () => {
  const session = await aSession()
  const request = {
    First_Name: 'Ama',
    Last_Name: 'Mensah',
    Phone: '0241234567',
    Email: 'ama@example.com',
    Company: 'Example Foods',
    LastPrompt: 'GDP of Ghana',
    LastPromptResponse: 'US$ 82bn',
    Description: 'Which source is this?',
    Lead_Source: 'Soko Assistant',
  }
  expect(answered(await client.post('/help', request, headersOf(session)))).toEqual({
    message: 'Submitted! A rep will be reaching out to you soon',
  })
  const stored = await pool.query('SELECT * FROM support_ticket WHERE user_id = $1', [session.user.id])
  const asStored = Object.entries(request).map(([name, text]) => [
    name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
    text,
  ])
  expect(stored.rows).toMatchObject([Object.fromEntries(asStored)])
})

// spec: S3.profile.1, S7.profile.1
test('a profile is updated with its twelve fields, the address of the account left alone', async () => {
  const session = await aSession()
  const profile = {
    name: 'Ama Serwaa Mensah',
    location: 'Kumasi',
    phone: '0209876543',
    gender: 'Female',
    occupation: 'Researcher',
    industry: 'Foods',
    company: 'Acme',
    job_title: 'Analyst',
    education: 'Diploma',
    experience: 12,
    age: 34,
  }
  const sent = { ...profile, email: 'somebody@example.com' }
  const answer = answered(await client.post('/accounts/update_profile', sent, headersOf(session)))
  expect(answer).toMatchObject({ status: 'OK', user: { ...profile, email: session.user.email } })
})
