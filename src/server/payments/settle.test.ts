import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PurchaseState } from '../../contract/payments.ts'
import { checkInvariants, grant, hold } from '../credits/credits.ts'
import { errorOf } from '../testing/client.ts'
import { openPaymentWorld, tell } from '../testing/payment-world.ts'
import type { Finding } from './provider.ts'
import { settle } from './settle.ts'

const { pool, app, client, ctx, aBuyer, alarms } = await openPaymentWorld()
const { express, paypal, flutterwave } = app.scripted

describe('a purchase that is paid', () => {
  // spec: S3.verification.1, S7.express-verify.1, S3.topup.1, S7.topups.1
  test('is credited once its provider says so, with a receipt, and stands in both histories', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order()
    expect(await buyer.topUps()).toMatchObject([{ status: 'Pending', has_receipt: false }])
    express.say(order.reference)
    expect(await buyer.comeBack(order)).toBe('credited')
    expect(await buyer.credits()).toBe(100)
    expect(await buyer.ledger()).toEqual([['purchase', 100]])
    expect(await buyer.steps(order.id)).toEqual([
      'start: created → redirected',
      'return: redirected → paid',
      'return: paid → credited',
    ])
    expect(await buyer.topUps()).toEqual([
      {
        ...{ id: order.id, created_at: expect.any(String), amount: 150, currency: 'GHS' },
        ...{ source: 'expressPay', credit_product: { name: 'Starter' }, credit_amount: 100 },
        ...{ status: 'Successful', ref: order.reference, type: 'credit', has_receipt: true },
      },
    ])
    const usage = (await buyer.get('/accounts/usage/history')).json<{ history: { data: object[] } }>()
    expect(usage.history.data).toMatchObject([
      {
        ...{ type: 'credit', amount: 100, narrative: 'Top up', ref: `topup:${order.reference}` },
        detail: 'Starter, 150.00 GHS, expressPay',
      },
    ])
    const mails = await pool.query('SELECT purpose FROM mail_outbox WHERE to_address = $1', [buyer.email])
    expect(mails.rows).toEqual([{ purpose: 'receipt' }])
  })

  test('by card is captured on our side first, and only when the order is as agreed', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('paypal')
    const capture = async () =>
      (await buyer.post(`/payments/paypal/orders/${order.token}/capture`, {})).json<{ state: string }>().state
    expect(await capture()).toBe('pending')
    paypal.say(order.reference, { state: 'approved', transactionId: null })
    expect(await capture()).toBe('credited')
    expect(await capture()).toBe('credited')
    expect(paypal.calls.capture).toBe(1)
    expect(await buyer.credits()).toBe(100)
    const wrong = await buyer.order('paypal')
    paypal.say(wrong.reference, { state: 'approved', money: { amountMinor: 1, currency: 'USD' } })
    await buyer.post(`/payments/paypal/orders/${wrong.token}/capture`, {})
    expect(paypal.calls.capture).toBe(1)
    expect((await buyer.attempts())[1]).toMatchObject({ state: 'review', review_reason: 'other-amount' })
  })

  test('in the widget is settled by our reference; whatever transaction the browser names', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    const body = { tx_ref: order.reference, transaction_id: 'somebody-else' }
    const answer = await buyer.post('/payments/flutterwave/verify', body)
    expect(answer.json()).toEqual({ status: 'OK', state: 'credited' })
    expect((await buyer.attempts())[0].transaction_id).toBe(`tx-${order.reference}`)
  })
})

test('faults 109: where the provider says pending, the browser is told pending, and nothing is credited', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  expect(await buyer.comeBack(order)).toBe('pending')
  expect(await buyer.credits()).toBe(0)
  express.say(order.reference, { state: 'declined', transactionId: null })
  expect(await buyer.comeBack(order)).toBe('declined')
  expect((await buyer.topUps())[0]?.status).toBe('Failed')
  expect(await buyer.ledger()).toEqual([])
})

test('faults 110: an altered reference, another user’s, or none is not found, and no provider is asked', async () => {
  const [buyer, stranger] = [await aBuyer(), await aBuyer()]
  const order = await buyer.order()
  const other = await buyer.order()
  express.say(order.reference)
  const tries = [
    [stranger, { orderId: order.reference, token: order.token }],
    [buyer, { orderId: order.reference, token: `${order.token}x` }],
    [buyer, { orderId: order.reference, token: other.token }],
    [buyer, { orderId: order.reference, token: '' }],
    [buyer, { orderId: order.reference.toLowerCase(), token: order.token }],
    [buyer, { orderId: 'A'.repeat(15), token: order.token }],
    [buyer, { orderId: '', token: order.token }],
    [buyer, { orderId: `${order.reference}\0`, token: order.token }],
  ] as const
  const bodies = new Set<string>()
  for (const [who, body] of tries) {
    const answer = await who.post('/payments/express/verify', body)
    expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found'])
    bodies.add(answer.text.replace(/"request_id":"[^"]+"/, ''))
  }
  expect(bodies.size).toBe(1)
  for (const body of [{}, { orderId: order.reference }, { orderId: [order.reference], token: order.token }])
    expect((await buyer.post('/payments/express/verify', body)).status).toBe(422)
  expect(express.calls.query).toBe(0)
  expect(await buyer.credits()).toBe(0)
})

test('faults 111: a return that is replayed a hundred times credits once, and says the same each time', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  express.say(order.reference)
  const states = await Promise.all(Array.from({ length: 100 }, () => buyer.comeBack(order)))
  expect(new Set(states)).toEqual(new Set(['credited']))
  expect(await buyer.credits()).toBe(100)
  expect(await buyer.ledger()).toHaveLength(1)
  expect(express.calls.query).toBeLessThanOrEqual(100)
  const asked = express.calls.query
  await buyer.comeBack(order)
  expect(express.calls.query).toBe(asked)
})

describe('faults 113: a provider that changes its word', () => {
  const say = async (
    words: readonly Finding['state'][],
  ): Promise<{ state: string; reason: string | null; credits: number; alarms: unknown[] }> => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    for (const state of words) {
      const transactionId = state === 'paid' ? `tx-${order.reference}` : null
      flutterwave.say(order.reference, { state, transactionId, words: state })
      const answer = await tell(client, flutterwave, { reference: order.reference })
      expect(answer.status).toBe(200)
    }
    const [attempt] = await buyer.attempts()
    return {
      ...{ state: attempt.state, reason: attempt.review_reason, credits: await buyer.credits() },
      alarms: alarms(order.reference),
    }
  }
  const credited = { state: 'credited', reason: null, credits: 100, alarms: [] }

  test.each([
    [['declined', 'paid'], credited],
    [['cancelled', 'paid'], credited],
    [['pending', 'declined', 'pending', 'paid'], credited],
    [['paid', 'paid'], credited],
    [['declined', 'declined'], { state: 'declined', reason: null, credits: 0, alarms: [] }],
    [['declined', 'pending'], { state: 'declined', reason: null, credits: 0, alarms: [] }],
    [['refunded'], { state: 'cancelled', reason: null, credits: 0, alarms: [] }],
  ] as const)('%j ends well, or as what it was', async (words, end) => {
    expect(await say(words)).toEqual(end)
  })

  test.each(['pending', 'declined', 'cancelled'] as const)(
    'success and then %s stays credited, and a person is called once',
    async later => {
      expect(await say(['paid', later, later])).toEqual({
        ...{ state: 'credited', credits: 100, reason: `credited-then-${later}` },
        alarms: ['payment_flagged'],
      })
    },
  )
})

describe('faults 117: what is not as agreed is not credited, waits for a person, and alarms once', () => {
  const cases: [string, Partial<Finding>, string][] = [
    ['less', { money: { amountMinor: 14_999, currency: 'GHS' } }, 'other-amount'],
    ['more', { money: { amountMinor: 15_001, currency: 'GHS' } }, 'other-amount'],
    ['another currency', { money: { amountMinor: 15_000, currency: 'NGN' } }, 'other-currency'],
    ['another reference', { reference: 'A'.repeat(15) }, 'other-reference'],
    ['another order', { providerRef: 'other' }, 'other-provider-reference'],
    ['another merchant', { isOtherMerchant: true }, 'other-merchant'],
    ['no amount', { money: null }, 'no-amount'],
    ['no number of the payment', { transactionId: null }, 'no-transaction'],
  ]
  test.each(cases)('%s', async (_, finding, reason) => {
    const buyer = await aBuyer()
    const order = await buyer.order()
    express.say(order.reference, finding)
    expect(await buyer.comeBack(order)).toBe('review')
    expect(await buyer.comeBack(order)).toBe('review')
    expect((await buyer.attempts())[0]).toMatchObject({ state: 'review', review_reason: reason })
    expect(await buyer.ledger()).toEqual([])
    expect((await buyer.topUps())[0]).toMatchObject({ status: 'Pending', has_receipt: false })
    expect(alarms(order.reference)).toEqual(['payment_review'])
    // Right in the end: a person has to say so.
    express.say(order.reference)
    expect(await buyer.comeBack(order)).toBe('review')
    expect(await buyer.credits()).toBe(0)
  })

  test('a payment that was credited to another purchase already', async () => {
    const buyer = await aBuyer()
    const [first, second] = [await buyer.order(), await buyer.order()]
    express.say(first.reference, { transactionId: `one-${first.reference}` })
    express.say(second.reference, { transactionId: `one-${first.reference}` })
    expect(await buyer.comeBack(first)).toBe('credited')
    expect(await buyer.comeBack(second)).toBe('review')
    expect((await buyer.attempts())[1].review_reason).toBe('transaction-used-elsewhere')
    expect(await buyer.credits()).toBe(100)
  })
})

describe('faults 122: money that went back', () => {
  const refundOf = async (spent: number, state: 'refunded' | 'reversed') => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    await tell(client, flutterwave, { reference: order.reference })
    if (spent > 0)
      await pool.query(`SELECT post_credits($1, 'adjustment', $2, $3, 'spent', 'test')`, [
        buyer.id,
        randomUUID(),
        -spent,
      ])
    flutterwave.say(order.reference, { state })
    for (let count = 0; count < 3; count += 1)
      expect((await tell(client, flutterwave, { reference: order.reference })).status).toBe(200)
    return { buyer, order }
  }

  test('takes the credits once, however often it is told', async () => {
    const { buyer, order } = await refundOf(0, 'refunded')
    expect(await buyer.ledger()).toEqual([
      ['purchase', 100],
      ['reversal', -100],
    ])
    expect(await buyer.credits()).toBe(0)
    expect((await buyer.topUps())[0]?.status).toBe('Refunded')
    expect((await buyer.steps(order.id)).at(-1)).toBe('webhook: credited → refunded')
  })

  test('stops at 0: the rest is a debt, and spending is paused until it is closed', async () => {
    const { buyer, order } = await refundOf(70, 'reversed')
    expect((await buyer.ledger()).at(-1)).toEqual(['reversal', -30])
    const debts = await pool.query('SELECT ref, amount FROM credit_debt WHERE user_id = $1', [buyer.id])
    expect(debts.rows).toEqual([{ ref: `reversal:${order.reference}`, amount: 70 }])
    await grant(ctx, { userId: buyer.id, ref: randomUUID(), amountCredits: 10, reason: 'Test' })
    const spend = hold(ctx, {
      ...{ id: randomUUID(), userId: buyer.id, amountCredits: 1, priceVersion: 1, lifeMs: 1_000 },
    })
    await expect(spend).rejects.toMatchObject({ code: 'spending_paused' })
    expect(await checkInvariants(ctx)).toEqual([])
  })
})

test('faults 123: a provider that is silent leaves the purchase pending, and a later answer credits it', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  express.say(order.reference)
  for (const fault of ['unavailable', 'malformed', 'not_found', 'rejected', 'misconfigured'] as const) {
    express.fault = fault
    expect(await buyer.comeBack(order)).toBe('pending')
  }
  expect((await buyer.topUps())[0]?.status).toBe('Pending')
  express.fault = null
  expect(await buyer.comeBack(order)).toBe('credited')
})

test('faults 123: a provider that the settings took away is a silent one: who comes back is told pending', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  const asked = { attemptId: order.id, cause: 'return' } as const
  for (const providers of [new Map(), new Map([[express.name, { ...express, isSandbox: false }]])])
    await expect(settle(ctx, { ...app.payments, providers }, asked)).rejects.toMatchObject({
      fault: 'misconfigured',
    })
  expect((await buyer.attempts())[0].state).toBe('pending')
  expect(express.calls.query).toBe(0)
})

test('faults 123: late success credits what had been declined, cancelled or expired', async () => {
  for (const state of ['declined', 'cancelled', 'expired'] satisfies PurchaseState[]) {
    const buyer = await aBuyer()
    const order = await buyer.order()
    await pool.query('UPDATE payment_attempt SET state = $2 WHERE id = $1', [order.id, state])
    express.say(order.reference)
    expect(await buyer.comeBack(order)).toBe('credited')
    expect(await buyer.credits()).toBe(100)
  }
})

test('faults 125: a purchase of a session that was superseded is credited to its buyer', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order('flutterwave')
  await pool.query(`UPDATE sessions SET state = 'superseded' WHERE user_id = $1`, [buyer.id])
  flutterwave.say(order.reference)
  expect((await tell(client, flutterwave, { reference: order.reference })).json()).toEqual({
    status: 'taken',
  })
  expect(await buyer.ledger()).toEqual([['purchase', 100]])
  expect((await buyer.get('/accounts/credits')).status).toBe(409)
})
