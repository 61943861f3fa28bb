import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { aRegistration } from '../testing/builders.ts'
import { createClient } from '../testing/client.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { tell } from '../testing/payment-world.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { testApp } from '../testing/test-app.ts'
import { pollDue } from './poller.ts'

const database = await testDatabase()
const { pool } = database
const { log, lines } = recordedLog()
const app = await testApp(database, { RATE_LIMITS: 'off' })
const { express, paypal } = app.scripted
const ctx = testContext(pool, { log })
afterAll(() => app.close())
const client = createClient(app.http)
beforeEach(() => {
  express.fault = null
  express.delayMs = 0
  paypal.calls.capture = 0
  lines.length = 0
})

const alarms = () =>
  lines
    .map(line => JSON.parse(line) as { alarm?: string; reference: string })
    .flatMap(({ alarm, reference }) => (alarm ? [{ alarm, reference }] : []))

/** Somebody with an account and a purchase of each kind: credited, and still open. */
async function aCustomer() {
  const form = aRegistration()
  await client.post('/register', form)
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
  const { email, password } = form
  const { token, device_token, user } = (await client.post('/login', { email, password })).json<Session>()
  const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  const order = async (provider: 'express' | 'paypal' = 'express') => {
    const path = provider === 'express' ? '/payments/express/create-order' : '/payments/paypal/orders'
    const answer = await client.post(path, { id: 'starter' }, { headers })
    expect(answer.status).toBe(200)
    const found = await pool.query<{ id: string; reference: string; provider_ref: string }>(
      'SELECT id, reference, provider_ref FROM payment_attempt WHERE user_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.id],
    )
    const made = found.rows[0]
    if (!made) throw new Error('No order')
    // Two seconds later, so that the next press is another purchase.
    await pool.query(`UPDATE payment_attempt SET created_at = now() - interval '3 seconds' WHERE id = $1`, [
      made.id,
    ])
    return { ...made, token: made.provider_ref }
  }
  const remove = () => client.post('/accounts/delete', { confirmation: 'DELETE', password }, { headers })
  const purchases = async () =>
    (
      await pool.query(`SELECT kind, amount FROM credit_entry WHERE user_id = $1 AND kind = 'purchase'`, [
        user.id,
      ])
    ).rows
  return { id: user.id, email, headers, order, remove, purchases }
}

describe('faults 133: an account that ends with a purchase open', () => {
  test('is credited first for what was paid; receipts name nobody any more', async () => {
    const customer = await aCustomer()
    const paid = await customer.order()
    await customer.order()
    express.say(paid.reference)
    expect((await customer.remove()).status).toBe(200)
    expect(await customer.purchases()).toEqual([{ kind: 'purchase', amount: 100 }])
    const receipts = await pool.query(
      'SELECT buyer_name, buyer_email, company, tax_number, number FROM payment_receipt WHERE attempt_id = $1',
      [paid.id],
    )
    expect(receipts.rows).toEqual([
      { buyer_name: null, buyer_email: null, company: null, tax_number: null, number: expect.any(String) },
    ])
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM payment_attempt a WHERE a::text ILIKE '%' || $1 || '%'`,
      [customer.email],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('may end while the provider is silent; what was paid is credited to the closed account later', async () => {
    const customer = await aCustomer()
    const order = await customer.order()
    express.say(order.reference)
    express.fault = 'unavailable'
    expect((await customer.remove()).status).toBe(200)
    expect(await customer.purchases()).toEqual([])
    express.fault = null
    const hint = { reference: order.reference, providerRef: order.token }
    expect((await tell(client, express, hint)).json()).toEqual({ status: 'taken' })
    expect(await customer.purchases()).toEqual([{ kind: 'purchase', amount: 100 }])
  })
})

describe('faults 121, 133: money that was agreed to but not taken', () => {
  test('is not taken when its payer deletes the account, nor by the poll afterwards', async () => {
    const customer = await aCustomer()
    const order = await customer.order('paypal')
    paypal.say(order.reference, { state: 'approved', transactionId: null })
    expect((await customer.remove()).status).toBe(200)
    await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE id = $1', [order.id])
    await pollDue(ctx, app.payments)
    expect(paypal.calls.capture).toBe(0)
    expect(await customer.purchases()).toEqual([])
    expect(alarms()).toEqual([])
  })

  test('or came in all the same is credited to the closed account, with an alarm', async () => {
    const customer = await aCustomer()
    const order = await customer.order()
    expect((await customer.remove()).status).toBe(200)
    express.say(order.reference)
    await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE id = $1', [order.id])
    await pollDue(ctx, app.payments)
    expect(await customer.purchases()).toEqual([{ kind: 'purchase', amount: 100 }])
    expect(alarms()).toEqual([{ alarm: 'payment_of_closed_account', reference: order.reference }])
  })
})

test('faults 133: of very many open purchases the newest are asked about, four at a time', async () => {
  const customer = await aCustomer()
  const orders: { reference: string }[] = []
  for (let count = 0; count < 25; count += 1) orders.push(await customer.order())
  const [oldest, newest] = [orders[0], orders.at(-1)]
  for (const order of [oldest, newest]) express.say(order?.reference ?? '')
  express.calls.query = 0
  express.delayMs = 20
  const started = performance.now()
  expect((await customer.remove()).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(5 * 20)
  expect(express.calls.query).toBe(20)
  expect(await customer.purchases()).toEqual([{ kind: 'purchase', amount: 100 }])
})

test('the download of one’s data holds what one bought and tried to buy', async () => {
  const customer = await aCustomer()
  const order = await customer.order()
  const file = (await client.get('/accounts/data', { headers: customer.headers })).json<{
    top_ups: object[]
  }>()
  expect(file.top_ups).toMatchObject([{ ref: order.reference, status: 'Pending', amount: 150 }])
})
