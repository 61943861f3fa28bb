import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { aSignedInUser } from '../testing/builders.ts'
import { errorOf } from '../testing/client.ts'
import { openPaymentWorld } from '../testing/payment-world.ts'
import { waitFor } from '../testing/wait-for.ts'

const { pool, app, aBuyer } = await openPaymentWorld({})
const { express, paypal, flutterwave } = app.scripted
const order = '/payments/express/create-order'

// spec: S7.express.1, S3.express.1
test('faults 106: only the id of a product counts; price, credits and currency of the request do not', async () => {
  const buyer = await aBuyer()
  const product = {
    ...{ id: 'starter', name: 'Mine', cash_amount: 0.01, currency: 'USD', credit_amount: 1_000_000 },
    ...{ description: '', amount: 1, credits: 9, price: 1, user_id: randomUUID(), state: 'credited' },
  }
  const answer = await buyer.post(order, product)
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({ status: 'OK', redirect_url: expect.stringMatching(/^https:/) })
  expect(await buyer.attempts()).toMatchObject([
    {
      ...{ product_id: 'starter', credit_amount: 100, amount_minor: 15_000, currency: 'GHS' },
      ...{ state: 'redirected', user_id: buyer.id, reference: expect.stringMatching(/^[A-Z2-7]{15}$/) },
    },
  ])
  const [made] = [...express.orders.values()].slice(-1)
  expect(made?.purchase).toMatchObject({
    price: { amountMinor: 15_000, currency: 'GHS' },
    buyer: { email: buyer.email, name: 'Ama Mensah', phone: '' },
    returnUrl: expect.stringMatching(/\/app$/),
    notifyUrl: expect.stringMatching(/\/api\/payments\/express\/webhook$/),
  })
})

describe('faults 107: a double click on buy', () => {
  test('with a key is one attempt and one order, however many presses arrive together and later', async () => {
    const buyer = await aBuyer()
    express.delayMs = 100
    const body = { id: 'starter', idempotency_key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => buyer.post(order, body)))
    answers.push(await buyer.post(order, body))
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await buyer.attempts()).toHaveLength(1)
    expect(express.calls.start).toBe(1)
  })

  test('without a key is one purchase within a second, and another one after it', async () => {
    const buyer = await aBuyer()
    const press = async () => (await buyer.post(order, { id: 'team' })).json<{ redirect_url: string }>()
    const [first, second] = await Promise.all([press(), press()])
    expect(second).toEqual(first)
    await pool.query(
      `UPDATE payment_attempt SET created_at = now() - interval '3 seconds' WHERE user_id = $1`,
      [buyer.id],
    )
    expect(await press()).not.toEqual(first)
    expect(await buyer.attempts()).toHaveLength(2)
    // Another product at the same moment is another purchase.
    await buyer.post(order, { id: 'starter' })
    expect(await buyer.attempts()).toHaveLength(3)
  })

  test('may carry its key in the header; another product or provider under it is refused', async () => {
    const buyer = await aBuyer()
    const key = { 'idempotency-key': randomUUID() }
    const first = await buyer.post(order, { id: 'starter' }, key)
    expect((await buyer.post(order, { id: 'starter' }, key)).text).toBe(first.text)
    const other = await buyer.post(order, { id: 'team' }, key)
    expect([other.status, errorOf(other).code]).toEqual([422, 'idempotency_mismatch'])
    const elsewhere = await buyer.post('/payments/flutterwave/create-order', { id: 'starter' }, key)
    expect([elsewhere.status, errorOf(elsewhere).code]).toEqual([422, 'idempotency_mismatch'])
    expect((await buyer.post(order, { id: 'team' }, { 'idempotency-key': 'twice' })).status).toBe(400)
    expect(await buyer.attempts()).toHaveLength(1)
  })

  test('the same key of another user is another purchase', async () => {
    const [one, other] = [await aBuyer(), await aBuyer()]
    const body = { id: 'starter', idempotency_key: randomUUID() }
    expect((await one.post(order, body)).text).not.toBe((await other.post(order, body)).text)
  })
})

describe('a provider that cannot start a purchase', () => {
  test.each(['unavailable', 'rejected', 'misconfigured', 'malformed'] as const)(
    '(%s) is told in plain words, nothing is charged, and the same press succeeds later',
    async fault => {
      const buyer = await aBuyer()
      express.fault = fault
      const body = { id: 'starter', idempotency_key: randomUUID() }
      const refused = await buyer.post(order, body)
      expect(refused.status).toBe(503)
      expect(errorOf(refused)).toMatchObject({ code: 'unavailable' })
      expect(errorOf(refused).message).toMatch(/Nothing was charged/)
      expect(refused.text).not.toContain('of a test')
      expect(await buyer.attempts()).toMatchObject([{ state: 'cancelled', provider_ref: null }])
      express.fault = null
      expect((await buyer.post(order, body)).status).toBe(200)
      expect(await buyer.attempts()).toMatchObject([{ state: 'cancelled' }, { state: 'redirected' }])
    },
  )

  test('what is not sold, not sold any more, or not sold this way is not found', async () => {
    const buyer = await aBuyer()
    for (const id of ['none', '', 'STARTER', "'; drop table", 'x'.repeat(10_000)])
      expect((await buyer.post(order, { id })).status).toBe(404)
    await pool.query(`INSERT INTO payment_product (id, name, description, credit_amount, position, is_on_sale)
      VALUES ('gone', 'Gone', '', 5, 9, false), ('abroad', 'Abroad', '', 5, 9, true)`)
    await pool.query(`INSERT INTO payment_price VALUES ('gone', 'GHS', 100), ('abroad', 'EUR', 100)`)
    for (const id of ['gone', 'abroad']) expect((await buyer.post(order, { id })).status).toBe(404)
    expect(await buyer.attempts()).toEqual([])
  })
})

test('at most 60 purchases are started in an hour; presses of the same one do not count', async () => {
  const buyer = await aBuyer()
  const again = { id: 'starter', idempotency_key: randomUUID() }
  for (let count = 0; count < 65; count += 1) expect((await buyer.post(order, again)).status).toBe(200)
  for (let count = 1; count < 60; count += 1)
    expect((await buyer.post(order, { id: 'starter', idempotency_key: randomUUID() })).status).toBe(200)
  const refused = await buyer.post(order, { id: 'starter', idempotency_key: randomUUID() })
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(await buyer.attempts()).toHaveLength(60)
})

describe('the order of a card payment', () => {
  // spec: S7.card.1, S3.card.1
  test('is asked for by GET as well: the one still open for ten minutes, else a new one', async () => {
    const buyer = await aBuyer()
    const path = '/payments/paypal/create-order/starter'
    const first = (await buyer.get(path)).json<{ id: string }>()
    expect(first).toEqual({ id: expect.stringMatching(/^paypal-/), redirect_url: expect.any(String) })
    expect((await buyer.get(path)).json()).toEqual(first)
    await pool.query(
      `UPDATE payment_attempt SET created_at = now() - interval '9 minutes', state = 'pending'
      WHERE user_id = $1`,
      [buyer.id],
    )
    expect((await buyer.get(path)).json()).toEqual(first)
    await pool.query(
      `UPDATE payment_price SET amount_minor = 1300 WHERE product_id = 'starter' AND currency = 'USD'`,
    )
    const dearer = (await buyer.get(path)).json<{ id: string }>()
    expect(dearer.id).not.toBe(first.id)
    await pool.query(
      `UPDATE payment_price SET amount_minor = 1200 WHERE product_id = 'starter' AND currency = 'USD'`,
    )
    await pool.query(
      `UPDATE payment_attempt SET created_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [buyer.id],
    )
    expect((await buyer.get(path)).json<{ id: string }>().id).not.toBe(first.id)
    expect(paypal.calls.start).toBe(3)
  })

  test('is not made by a browser that looks ahead, nor by HEAD', async () => {
    const buyer = await aBuyer()
    const path = '/payments/paypal/create-order/starter'
    for (const [name, value] of [
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-moz', 'prefetch'],
    ] as const)
      expect((await buyer.get(path, { [name]: value })).status).toBe(400)
    const { headers } = await aSignedInUser(pool)
    const head = await app.http.fastify.inject({ method: 'HEAD', url: `/api${path}`, headers })
    expect(head.statusCode).toBe(405)
    expect(paypal.calls.start).toBe(0)
  })
})

test('a purchase in the checkout widget comes with what opens the widget', async () => {
  const buyer = await aBuyer()
  const answer = await buyer.post('/payments/flutterwave/create-order', { id: 'business' })
  const [attempt] = await buyer.attempts()
  expect(answer.json()).toMatchObject({
    status: 'OK',
    redirect_url: expect.any(String),
    checkout: {
      tx_ref: attempt.reference,
      ...{ amount: 2_200, currency: 'GHS', payment_options: 'card, mobilemoneyghana, ussd' },
    },
  })
})

test('faults 105: a paused account buys nothing, and is told so in plain words', async () => {
  const buyer = await aBuyer()
  await pool.query(
    `INSERT INTO credit_account (user_id, paused_at) VALUES ($1, now())
    ON CONFLICT (user_id) DO UPDATE SET paused_at = now()`,
    [buyer.id],
  )
  const pressed = [
    await buyer.post(order, { id: 'starter', idempotency_key: randomUUID() }),
    await buyer.post('/payments/flutterwave/create-order', { id: 'starter' }),
    await buyer.get('/payments/paypal/create-order/starter'),
  ]
  for (const answer of pressed) {
    expect([answer.status, errorOf(answer).code]).toEqual([402, 'spending_paused'])
    expect(errorOf(answer).message).toMatch(/^Nothing was charged\. .* paused .* contact support/)
  }
  expect(await buyer.attempts()).toEqual([])
  expect([express.calls.start, paypal.calls.start, flutterwave.calls.start]).toEqual([0, 0, 0])
})

describe('faults 133: what a widget is opened with names its buyer', () => {
  const nameOf = async (userId: string) =>
    (
      await pool.query(`SELECT checkout -> 'customer' AS customer FROM payment_attempt WHERE user_id = $1`, [
        userId,
      ])
    ).rows

  test('no longer than the account is there, though it is deleted while the order is being made', async () => {
    const buyer = await aBuyer()
    flutterwave.delayMs = 300
    const pressed = buyer.post('/payments/flutterwave/create-order', { id: 'starter' })
    await waitFor('the provider is asked', () => flutterwave.calls.start === 1)
    await pool.query('DELETE FROM users WHERE id = $1', [buyer.id])
    await pressed
    expect(await buyer.attempts()).toMatchObject([{ state: 'redirected', checkout: null }])
  })

  test('no longer than the purchase is open; the same press is still answered then', async () => {
    const buyer = await aBuyer()
    const body = { id: 'starter', idempotency_key: randomUUID() }
    const press = () => buyer.post('/payments/flutterwave/create-order', body)
    expect((await press()).status).toBe(200)
    expect(await nameOf(buyer.id)).toMatchObject([{ customer: { email: buyer.email, name: 'Ama Mensah' } }])
    const [{ reference }] = await buyer.attempts()
    flutterwave.say(reference)
    await buyer.post('/payments/flutterwave/verify', { tx_ref: reference })
    expect(await buyer.attempts()).toMatchObject([{ state: 'credited' }])
    expect(await nameOf(buyer.id)).toEqual([{ customer: { email: '', name: '', phone_number: '' } }])
    expect((await press()).status).toBe(200)
  })
})

test('presses that wait for the first one look for its order twice a second at most', async () => {
  const buyer = await aBuyer()
  express.delayMs = 1_200
  const body = { id: 'starter', idempotency_key: randomUUID() }
  const asked = vi.spyOn(pool, 'query')
  const answers = await Promise.all([buyer.post(order, body), buyer.post(order, body)])
  const looks = asked.mock.calls.filter(call =>
    /from "payment_attempt" where "payment_attempt"."id" = /.test(
      JSON.stringify(call[0]).replaceAll('\\"', '"'),
    ),
  ).length
  asked.mockRestore()
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(looks).toBeGreaterThan(0)
  expect(looks).toBeLessThanOrEqual(5)
})

// spec: S7.products.1, S3.product.1
test('products come in their order, with a price for each way to pay that takes them', async () => {
  const buyer = await aBuyer()
  const answer = (await buyer.get('/accounts/topup/products')).json<{
    products: object[]
    methods: object[]
  }>()
  expect(answer.products).toHaveLength(3)
  expect(answer.products[0]).toEqual({
    ...{ id: 'starter', name: 'Starter', cash_amount: 150, currency: 'GHS', credit_amount: 100 },
    description: expect.stringMatching(/\w/),
    prices: [
      { provider: 'express', currency: 'GHS', amount: 150 },
      { provider: 'paypal', currency: 'USD', amount: 12 },
      { provider: 'flutterwave', currency: 'GHS', amount: 150 },
    ],
  })
  expect(answer.methods.map(method => Object.keys(method).sort())).toEqual(
    Array(3).fill(['is_sandbox', 'provider', 'public_key', 'script_url']),
  )
})
