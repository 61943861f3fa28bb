import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { aRegistration } from '../testing/builders.ts'
import { createClient } from '../testing/client.ts'
import { testDatabase } from '../testing/database.ts'
import { tell } from '../testing/payment-world.ts'
import { testApp } from '../testing/test-app.ts'

const database = await testDatabase()
const { pool } = database
const app = await testApp(database, { RATE_LIMITS: 'off' })
const { express } = app.scripted
afterAll(() => app.close())
const client = createClient(app.http)
beforeEach(() => {
  express.fault = null
})

/** Somebody with an account and a purchase of each kind: credited, and still open. */
async function aCustomer() {
  const form = aRegistration()
  await client.post('/register', form)
  await pool.query(`UPDATE users SET status = 'active' WHERE email = $1`, [form.email])
  const { email, password } = form
  const { token, device_token, user } = (await client.post('/login', { email, password })).json<Session>()
  const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
  const order = async () => {
    const answer = await client.post('/payments/express/create-order', { id: 'starter' }, { headers })
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

test('the download of one’s data holds what one bought and tried to buy', async () => {
  const customer = await aCustomer()
  const order = await customer.order()
  const file = (await client.get('/accounts/data', { headers: customer.headers })).json<{
    top_ups: object[]
  }>()
  expect(file.top_ups).toMatchObject([{ ref: order.reference, status: 'Pending', amount: 150 }])
})
