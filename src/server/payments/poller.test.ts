import { beforeEach, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { type Order, openPaymentWorld, tell } from '../testing/payment-world.ts'
import { waitFor } from '../testing/wait-for.ts'
import { startPolling } from './jobs.ts'
import { pollDue } from './poller.ts'

const { pool, app, client, log, aBuyer } = await openPaymentWorld()
const { express, paypal } = app.scripted
const ctx = testContext(pool, { log })

beforeEach(async () => {
  await pool.query('UPDATE payment_attempt SET next_poll_at = NULL')
})

/** As if it had been started this long ago, and were due now. */
const makeOld = ({ id }: Order, age: string, pollCount = 0) =>
  pool.query(
    `UPDATE payment_attempt SET created_at = now() - $2::interval, next_poll_at = now(), poll_count = $3 WHERE id = $1`,
    [id, age, pollCount],
  )

async function clockOf({ id }: Order) {
  const { rows } = await pool.query<{ state: string; poll_count: number; seconds: number | null }>(
    `SELECT state, poll_count, extract(epoch FROM next_poll_at - now())::float8 AS seconds
     FROM payment_attempt WHERE id = $1`,
    [id],
  )
  return rows[0]
}

test('faults 108: who pays and closes the window is credited by the poll, without any call', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  expect((await clockOf(order))?.seconds).toBeGreaterThan(10)
  express.say(order.reference)
  await makeOld(order, '20 seconds')
  expect(await pollDue(ctx, app.payments)).toBe(1)
  expect(await buyer.credits()).toBe(100)
  expect(await clockOf(order)).toEqual({ state: 'credited', poll_count: 1, seconds: null })
  expect((await buyer.steps(order.id)).at(-1)).toBe('poll: paid → credited')
})

test('faults 108: a card order whose payer approved and vanished is captured by the poll', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order('paypal')
  paypal.say(order.reference, { state: 'approved', transactionId: null })
  await makeOld(order, '20 seconds')
  await pollDue(ctx, app.payments)
  expect([paypal.calls.capture, await buyer.credits()]).toEqual([1, 100])
})

test('what is not paid yet is asked about again, later each time', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  const expected: [age: string, polls: number, seconds: number][] = [
    ['15 seconds', 0, 30],
    ['45 seconds', 1, 60],
    ['2 minutes', 2, 120],
    ['10 minutes', 5, 240],
    ['3 hours', 20, 900],
    ['20 hours', 40, 3_600],
  ]
  for (const [age, polls, seconds] of expected) {
    await makeOld(order, age, polls)
    await pollDue(ctx, app.payments)
    const clock = await clockOf(order)
    expect(clock).toMatchObject({ state: 'pending', poll_count: polls + 1 })
    expect(clock?.seconds).toBeGreaterThan(seconds * 0.89)
    expect(clock?.seconds).toBeLessThan(seconds * 1.11)
  }
})

test('faults 123: a silent provider leaves it pending for a day of polls, then it expires; late success is credited', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  express.fault = 'unavailable'
  await makeOld(order, '23 hours', 30)
  await pollDue(ctx, app.payments)
  expect(await clockOf(order)).toMatchObject({ state: 'redirected', poll_count: 31 })
  await makeOld(order, '24 hours', 40)
  await pollDue(ctx, app.payments)
  // Its provider was asked once more, and said nothing: it may have been paid, so it is asked some more.
  const expired = await clockOf(order)
  expect(expired?.state).toBe('expired')
  expect(expired?.seconds).toBeGreaterThan(3_600)
  expect((await buyer.topUps())[0]?.status).toBe('Failed')
  express.fault = null
  express.say(order.reference)
  await makeOld(order, '30 hours', 41)
  await pollDue(ctx, app.payments)
  expect(await clockOf(order)).toMatchObject({ state: 'credited', seconds: null })
  expect(await buyer.credits()).toBe(100)
})

test('what nobody paid for in a day expires when its provider has said so once more, and is left alone then', async () => {
  const buyer = await aBuyer()
  const [unpaid, paid] = [await buyer.order(), await buyer.order()]
  express.say(paid.reference)
  await makeOld(unpaid, '25 hours', 40)
  await makeOld(paid, '25 hours', 40)
  await pollDue(ctx, app.payments)
  expect(await clockOf(unpaid)).toMatchObject({ state: 'expired', seconds: null })
  expect(await clockOf(paid)).toMatchObject({ state: 'credited', seconds: null })
})

test('a declined purchase is asked about until its day is over: the payer may have tried again', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  express.say(order.reference, { state: 'declined', transactionId: null })
  await makeOld(order, '1 minute', 2)
  await pollDue(ctx, app.payments)
  expect((await clockOf(order))?.state).toBe('declined')
  express.say(order.reference)
  await makeOld(order, '5 minutes', 3)
  await pollDue(ctx, app.payments)
  expect(await buyer.credits()).toBe(100)
  const other = await buyer.order()
  express.say(other.reference, { state: 'declined', transactionId: null })
  await makeOld(other, '25 hours', 40)
  await pollDue(ctx, app.payments)
  expect(await clockOf(other)).toMatchObject({ state: 'declined', seconds: null })
})

test('a start that was cut off ends as cancelled, and is not listed before', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  await pool.query(
    `UPDATE payment_attempt SET state = 'created', provider_ref = NULL, redirect_url = NULL WHERE id = $1`,
    [order.id],
  )
  expect(await buyer.topUps()).toEqual([])
  await makeOld(order, '11 minutes')
  await pollDue(ctx, app.payments)
  expect(await clockOf(order)).toMatchObject({ state: 'cancelled', seconds: null })
  expect(express.calls.query).toBe(0)
})

test('several pollers at once ask about each purchase once, and one that cannot be asked keeps no other', async () => {
  const buyer = await aBuyer()
  const orders: Order[] = []
  for (let count = 0; count < 30; count += 1) orders.push(await buyer.order())
  for (const order of orders.slice(1)) express.say(order.reference)
  express.orders.delete(orders[0]?.reference ?? '')
  for (const order of orders) await makeOld(order, '20 seconds')
  express.delayMs = 5
  const asked = await Promise.all([1, 2, 3].map(() => pollDue(ctx, app.payments)))
  expect(asked.reduce((sum, count) => sum + count)).toBe(30)
  expect(express.calls.query).toBe(30)
  expect(await buyer.credits()).toBe(2_900)
})

test('faults 108: a slow provider keeps no other from being asked, and no claim outlasts its lease', async () => {
  const buyer = await aBuyer()
  const slow: Order[] = []
  for (let count = 0; count < 12; count += 1) slow.push(await buyer.order())
  for (const order of slow) await makeOld(order, '1 minute', 1)
  const card = await buyer.order('paypal')
  paypal.say(card.reference)
  await makeOld(card, '20 seconds')
  express.delayMs = 500
  const polling = startPolling(ctx, app.payments)
  await waitFor('slow ones are being asked about', () => express.calls.query > 0)
  await waitFor('the other is credited', async () => (await buyer.credits()) === 100)
  expect(express.calls.query).toBe(4)
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM next_poll_at - now())::float8 AS seconds FROM payment_attempt
     WHERE poll_count = 2 AND next_poll_at > now() AND user_id = $1`,
    [buyer.id],
  )
  expect(rows).toHaveLength(4)
  // Longer than two calls of a card order may take.
  for (const { seconds } of rows) expect(seconds).toBeGreaterThan(110)
  await polling.close()
  // What was not begun is left for after the start.
  expect(express.calls.query).toBe(4)
  express.delayMs = 0
})

test('faults 123: an event that comes while a poll is under way is asked about as soon as it said', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order('paypal')
  await makeOld(order, '20 hours', 40)
  paypal.delayMs = 200
  const polling = pollDue(ctx, app.payments)
  await waitFor('the poll is under way', () => paypal.calls.query === 1)
  paypal.delayMs = 0
  paypal.fault = 'unavailable'
  expect((await tell(client, paypal, { reference: order.reference })).status).toBe(503)
  await polling
  expect((await clockOf(order))?.seconds).toBeLessThan(16)
})

test('a purchase that is being started is left alone for a minute', async () => {
  const buyer = await aBuyer()
  express.delayMs = 200
  const starting = buyer.order()
  await waitFor('it is written down', async () => (await buyer.attempts()).length === 1)
  const { id, reference } = (await buyer.attempts())[0]
  expect((await clockOf({ id, reference, token: '' }))?.seconds).toBeGreaterThan(50)
  await starting
})

test('the loop wakes by itself, and ends after what it is doing', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order()
  express.say(order.reference)
  await pool.query(`UPDATE payment_attempt SET next_poll_at = now() + interval '300 ms' WHERE id = $1`, [
    order.id,
  ])
  const polling = startPolling(ctx, app.payments)
  await waitFor('it is credited', async () => (await buyer.credits()) === 100)
  await polling.close()
  const late = await buyer.order()
  await makeOld(late, '1 minute')
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(await clockOf(late)).toMatchObject({ poll_count: 0 })
})
