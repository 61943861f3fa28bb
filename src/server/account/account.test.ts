import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { anEmail, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { testApp } from '../testing/test-app.ts'
import { waitFor } from '../testing/wait-for.ts'

const database = await testDatabase({ maxConnections: 20 })
const { pool } = database
const app = await testApp(database, { RATE_LIMITS: 'off' })
const client = createClient(app.http)
const { express } = app.scripted
let url: string

beforeAll(async () => {
  await app.http.fastify.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.http.fastify.server.address() as AddressInfo).port}/api`
})
afterAll(() => app.close())

async function signUp(form = aRegistration()) {
  expect((await client.post('/register', form)).status).toBe(200)
  await pool.query(`UPDATE users SET status = 'active', verified_at = now() WHERE email = $1`, [form.email])
  const { email, password } = form
  const { token, device_token, user } = (await client.post('/login', { email, password })).json<Session>()
  const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  return {
    ...{ id: user.id, email, password, form, headers },
    get: (path: string) => client.get(path, { headers }),
    post: (path: string, body?: object) => client.post(path, body, { headers }),
    remove: (body: object = {}) =>
      client.post('/accounts/delete', { confirmation: 'DELETE', password, ...body }, { headers }),
  }
}
type Person = Awaited<ReturnType<typeof signUp>>

async function ask(person: Person, message: string, sessionKey: string | null = null) {
  app.analyst.play = { words: 3, everyMs: 0 }
  const body = { message, session_key: sessionKey, think_longer: false, turn_id: randomUUID() }
  return (await person.post('/chat/reply', body)).json<{ session_key: string; turn_id: string }>()
}

const share = async (person: Person, turnId: string) => {
  expect((await person.post(`/chat/turns/${turnId}/share`)).status).toBe(200)
}

/** As after a sign-in by Google. */
const connect = (person: Person) =>
  pool.query(`INSERT INTO social_identities (provider, subject, user_id) VALUES ('GOOGLE', $1, $2)`, [
    randomUUID(),
    person.id,
  ])

/** A credited purchase with a receipt, and one that is still open in the checkout widget. Answers the reference of the first. */
async function buy(person: Person): Promise<string> {
  const billing = JSON.stringify({ company: 'Example Foods', tax_number: 'C1' })
  const headers = { ...person.headers, 'content-type': 'application/json' }
  await app.http.fastify.inject({ method: 'PUT', url: '/api/accounts/billing', headers, payload: billing })
  expect((await person.post('/payments/express/create-order', { id: 'starter' })).status).toBe(200)
  const [reference = ''] = [...express.orders.keys()].slice(-1)
  express.say(reference)
  const token = express.orders.get(reference)?.providerRef
  const verified = await person.post('/payments/express/verify', { orderId: reference, token })
  expect(verified.json()).toEqual({ status: 'OK', state: 'credited' })
  expect((await person.post('/payments/flutterwave/create-order', { id: 'starter' })).status).toBe(200)
  return reference
}

/** Everything that any table says of somebody, as text. */
async function heldOf(person: Pick<Person, 'id' | 'email'>): Promise<string[]> {
  const tables = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const held: string[] = []
  for (const { name } of tables.rows) {
    const found = await pool.query(
      `SELECT 1 FROM "${name}" AS r WHERE r::text LIKE '%' || $1 || '%' OR r::text ILIKE '%' || $2 || '%'`,
      [person.id, person.email],
    )
    if (found.rowCount) held.push(name)
  }
  return held.sort()
}

interface DataFile {
  account: Record<string, unknown>
  sign_ins: object[]
  connected_accounts: object[]
  shared_links: object[]
  conversations: { session_key: string }[]
  answers: { session_key: string; question: string; answer: string; document: { blocks: object[] } }[]
  credit_entries: { type: string; amount: number }[]
  top_ups: { ref: string; status: string }[]
  receipts: { number: string; buyer_name: string; company: string; ref: string }[]
  billing_details: object[]
  support_tickets: { Description: string }[]
}

describe('downloading one’s data', () => {
  test('gives profile, conversations with answers, credit entries, sign-ins and tickets, and nobody else’s', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const first = await ask(person, 'GDP of Ghana')
    await ask(person, 'And of Togo?', first.session_key)
    await ask(person, 'Beer in Kenya')
    await share(person, first.turn_id)
    await connect(person)
    await ask(other, 'a question of somebody else')
    await person.post('/help', { Description: 'Please call me', Lead_Source: 'Soko Assistant' })
    const answer = await person.get('/accounts/data')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="soko-my-data.json"')
    const file = answer.json<DataFile>()
    expect(file.account).toMatchObject({
      id: person.id,
      email: person.email,
      name: 'Ama Mensah',
      address: '12 Ring Road, Accra',
      second_factor_since: null,
    })
    expect(file.sign_ins).toMatchObject([{ state: 'active', network: '203.0.113.x' }])
    expect(file.conversations).toHaveLength(2)
    expect(file.answers.map(({ question }) => question)).toEqual([
      'GDP of Ghana',
      'And of Togo?',
      'Beer in Kenya',
    ])
    expect(file.answers[0]?.answer).toContain('US$ 82.3bn')
    expect(file.answers[0]?.document.blocks.length).toBeGreaterThan(1)
    expect(file.credit_entries.map(({ type, amount }) => [type, amount])).toEqual([
      ['debit', 3],
      ['debit', 3],
      ['debit', 3],
      ['credit', 100],
    ])
    expect(file.shared_links).toMatchObject([{ turn_id: first.turn_id }])
    expect(file.connected_accounts).toMatchObject([{ provider: 'GOOGLE' }])
    expect(file.support_tickets).toMatchObject([{ Description: 'Please call me' }])
    expect(answer.text).not.toContain('somebody else')
    expect(answer.text).not.toMatch(/password|argon2|token_hash/i)
  })

  test('gives purchases, their receipts and what receipts say of the buyer', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const [reference, theirs] = [await buy(person), await buy(other)]
    const file = (await person.get('/accounts/data')).json<DataFile>()
    expect(file.top_ups).toMatchObject([{ status: 'Pending' }, { ref: reference, status: 'Successful' }])
    expect(file.receipts).toMatchObject([
      { ref: reference, buyer_name: 'Ama Mensah', company: 'Example Foods', number: expect.any(String) },
    ])
    expect(file.billing_details).toEqual([{ company: 'Example Foods', tax_number: 'C1' }])
    expect(JSON.stringify(file)).not.toContain(theirs)
  })

  test('is whole where there are more answers and entries than a page holds', async () => {
    const person = await signUp()
    const { session_key, turn_id } = await ask(person, 'GDP of Ghana')
    await pool.query(
      `INSERT INTO turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, ended_at, answer_text)
       SELECT gen_random_uuid(), session_key, user_id, 'copy ' || n, depth, false, state, lease_owner, ended_at, answer_text
       FROM turn, generate_series(1, 65) AS n WHERE id = $1`,
      [turn_id],
    )
    await pool.query(
      `SELECT post_credits($1::text::uuid, 'grant', 'test ' || n || $1::text, 1, 'a test', 'a test') FROM generate_series(1, 230) AS n`,
      [person.id],
    )
    const file = (await person.get('/accounts/data')).json<DataFile>()
    const questions = file.answers.map(({ question }) => question)
    expect(questions).toEqual(['GDP of Ghana', ...Array.from({ length: 65 }, (_, n) => `copy ${n + 1}`)])
    expect(file.answers.every(one => one.session_key === session_key)).toBe(true)
    expect(file.credit_entries).toHaveLength(232)
  })

  test('a file that breaks off reaches nobody as a whole one', async () => {
    const person = await signUp()
    await ask(person, 'GDP of Ghana')
    // The last part cannot be read.
    await pool.query(`ALTER TABLE support_ticket RENAME TO support_ticket_away`)
    try {
      const reading = fetch(`${url}/accounts/data`, { headers: person.headers }).then(answer => answer.text())
      await expect(reading).rejects.toThrow()
    } finally {
      await pool.query(`ALTER TABLE support_ticket_away RENAME TO support_ticket`)
    }
  })
})

describe('deleting one’s account', () => {
  test('needs the word and the password; without them nothing is changed', async () => {
    const person = await signUp()
    const refusals = [
      [{ confirmation: 'delete' }, { confirmation: ['Type DELETE to confirm.'] }],
      [{ confirmation: '' }, { confirmation: ['Type DELETE to confirm.'] }],
      [{ password: '' }, { password: ['Password is required'] }],
      [{ password: 'Not-the-one-1' }, { password: ['This password is not right.'] }],
    ] as const
    for (const [body, problems] of refusals) {
      const answer = await person.remove(body)
      expect(answer.status).toBe(422)
      expect(errorOf(answer).errors).toEqual(problems)
    }
    expect((await person.get('/accounts/security')).status).toBe(200)
  })

  test('deletes all but the ledger, which names nobody; sessions are dead, and a mail says goodbye', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const own = await ask(person, 'GDP of Ghana')
    const theirs = await ask(other, 'Beer in Kenya')
    await person.post('/help', { Description: 'Please call me', Email: person.email, Lead_Source: 'x' })
    await share(person, own.turn_id)
    await connect(person)
    await person.post('/accounts/email/change', { email: `new-${person.email}`, password: person.password })
    expect(await heldOf(person)).toEqual(
      expect.arrayContaining(['answer_share', 'social_identities', 'support_ticket']),
    )
    const answer = await person.remove()
    expect(answer.status).toBe(200)

    expect((await person.get('/accounts/credits')).status).toBe(401)
    const { email, password } = person
    expect((await client.post('/login', { email, password })).status).toBe(401)
    const { rows } = await pool.query('SELECT subject FROM mail_outbox WHERE to_address = $1', [email])
    expect(rows).toEqual([{ subject: 'Your account was deleted' }])
    await pool.query('DELETE FROM mail_outbox')
    // Of the ledger the id of an account that is no more.
    expect(await heldOf(person)).toEqual(['credit_account', 'credit_entry', 'credit_hold'])
    const ledger = await pool.query('SELECT kind, amount FROM credit_entry WHERE user_id = $1 ORDER BY id', [
      person.id,
    ])
    expect(ledger.rows).toEqual([
      { kind: 'grant', amount: 100 },
      { kind: 'spend', amount: -3 },
    ])
    const events = await pool.query(
      'SELECT 1 FROM turn_event WHERE NOT EXISTS (SELECT FROM turn WHERE turn.id = turn_id)',
    )
    expect(events.rowCount).toBe(0)
    const kept = await other.post('/chat/thread', { session_key: theirs.session_key })
    expect(kept.json<{ thread: object[] }>().thread).toHaveLength(2)
  })

  test('keeps of purchases what was paid, and of receipts their numbers: nobody is named', async () => {
    const person = await signUp()
    const reference = await buy(person)
    expect(await heldOf(person)).toEqual(expect.arrayContaining(['payment_billing', 'payment_receipt']))
    expect((await person.remove()).status).toBe(200)
    await pool.query('DELETE FROM mail_outbox')
    expect(await heldOf(person)).toEqual(['credit_account', 'credit_entry', 'payment_attempt'])
    const kept = await pool.query(
      `SELECT state, amount_minor, checkout, number, buyer_name, buyer_email, company, tax_number
       FROM payment_attempt JOIN payment_receipt ON attempt_id = id WHERE reference = $1`,
      [reference],
    )
    expect(kept.rows).toEqual([
      {
        ...{ state: 'credited', amount_minor: 15_000, number: expect.stringMatching(/^20\d\d-\d{6}$/) },
        ...{ checkout: null, buyer_name: null, buyer_email: null, company: null, tax_number: null },
      },
    ])
    const named = await pool.query(`SELECT 1 FROM payment_attempt WHERE payment_attempt::text ILIKE $1`, [
      `%${person.email}%`,
    ])
    expect(named.rowCount).toBe(0)
  })

  test('the same address can register again, and finds nothing of before', async () => {
    const person = await signUp()
    await ask(person, 'GDP of Ghana')
    await person.remove()
    const again = await signUp(person.form)
    expect(again.id).not.toBe(person.id)
    const history = await again.get('/chat/chat_history')
    expect(history.json()).toEqual({ sessions: {} })
    expect((await again.get('/accounts/credits')).json()).toMatchObject({ credits: 0 })
  })

  test('faults 133: a running answer is ended, saved and paid for first; no credits stay held', async () => {
    const person = await signUp()
    app.analyst.play = { words: 2_000, everyMs: 20 }
    const turnId = randomUUID()
    const body = { message: 'GDP of Ghana', session_key: null, think_longer: false, turn_id: turnId }
    const reply = person.post('/chat/reply', body)
    const state = async () =>
      (await pool.query<{ state: string }>('SELECT state FROM turn WHERE id = $1', [turnId])).rows[0]?.state
    await waitFor('the answer runs', async () => (await state()) === 'running')
    expect((await person.remove()).status).toBe(200)
    await reply
    expect(await state()).toBe(undefined)
    const account = await pool.query('SELECT balance, held FROM credit_account WHERE user_id = $1', [
      person.id,
    ])
    expect(account.rows[0]).toMatchObject({ held: 0 })
    const holds = await pool.query('SELECT state FROM credit_hold WHERE user_id = $1', [person.id])
    expect(holds.rows).not.toContainEqual({ state: 'open' })
    const spent = await pool.query(
      `SELECT (SELECT coalesce(sum(amount), 0) FROM credit_entry WHERE user_id = $1)::int AS sum`,
      [person.id],
    )
    expect(spent.rows[0].sum).toBe(account.rows[0].balance)
  })

  test('faults 133: questions that come in meanwhile are refused or deleted with the rest; nothing is left over', async () => {
    const person = await signUp()
    app.analyst.play = { words: 3, everyMs: 0 }
    const questions = Array.from({ length: 12 }, () =>
      person.post('/chat/reply', { message: 'GDP of Ghana', session_key: null, think_longer: false }),
    )
    const removed = await person.remove()
    const answers = await Promise.all(questions)
    for (const { status } of answers) expect([200, 401, 404, 429]).toContain(status)
    expect(removed.status).toBe(200)
    await pool.query('DELETE FROM mail_outbox')
    await waitFor('nothing is left', async () =>
      (await heldOf(person)).every(table => table.startsWith('credit_')),
    )
    const { rows } = await pool.query('SELECT held FROM credit_account WHERE user_id = $1', [person.id])
    expect(rows).toEqual([{ held: 0 }])
  })

  test('every mail goes with it: to the address however it was typed, and to the one it had before', async () => {
    const person = await signUp()
    const fresh = anEmail()
    await person.post('/accounts/email/change', { email: fresh.toUpperCase(), password: person.password })
    const mailed = await pool.query<{ text_body: string }>(
      `SELECT text_body FROM mail_outbox WHERE lower(to_address) = $1`,
      [fresh],
    )
    const code = /\/confirm_email\/([\w-]{43})/.exec(mailed.rows[0]?.text_body ?? '')?.[1]
    expect((await client.post('/email/change', { code })).status).toBe(200)
    await pool.query('UPDATE users SET email = $2 WHERE id = $1', [person.id, fresh])
    expect((await person.remove()).status).toBe(200)
    const left = await pool.query(
      'SELECT purpose FROM mail_outbox WHERE lower(to_address) IN ($1, $2) OR user_id = $3',
      [person.email, fresh, person.id],
    )
    expect(left.rows).toEqual([{ purpose: 'goodbye' }])
  })

  test('who registers again, by the same address or the same person at a provider, has no starter credits again', async () => {
    const person = await signUp()
    await connect(person)
    const balanceOf = async ({ get }: Person) =>
      (await get('/accounts/credits')).json<{ credits: number }>().credits
    expect(await balanceOf(person)).toBe(100)
    expect((await person.remove()).status).toBe(200)
    expect(await heldOf(person)).not.toContain('starter_marks')
    expect(
      await balanceOf(await signUp(aRegistration({ email: person.email.replace('user', 'USER') }))),
    ).toBe(0)
    expect(await balanceOf(await signUp())).toBe(100)
  })

  test('of two calls at the same instant both find it deleted, and one mail is sent', async () => {
    const person = await signUp()
    const answers = await Promise.all([person.remove(), person.remove()])
    for (const { status } of answers) expect([200, 401, 422]).toContain(status)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const { rowCount } = await pool.query('SELECT 1 FROM mail_outbox WHERE to_address = $1', [person.email])
    expect(rowCount).toBe(1)
  })
})
