import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyOrder } from './orders.ts'
import { openPaymentDatabase, type PaymentDatabase } from './payment-database.ts'
import { proveBoundaries } from './prove-boundaries.ts'
import { proveKills } from './prove-kills.ts'
import { proveOrders } from './prove-orders.ts'

let database: PaymentDatabase
beforeAll(async () => {
  database = await openPaymentDatabase()
}, 60_000)
afterAll(() => database?.end(), 60_000)

test('every order stands in the list once, and what a purchase may meet is in it', () => {
  const orders = [...everyOrder()]
  expect(new Set(orders).size).toBe(24_115)
  expect(orders.every(order => /^(?=.*s)(?!.*f.*f)[sfrp]{1,10}$/.test(order))).toBe(true)
  expect(orders).toContain('rpfsssssrp')
})

test('faults 112, 113: in each sampled order of webhooks, returns and polls a purchase is credited once', async () => {
  const sample = [...everyOrder()].filter((_, at) => at % 120 === 0)
  const done = await proveOrders(database, sample, () => undefined)
  expect(done.problems).toEqual([])
  expect(done.creditedOnce).toBe(sample.length)
  expect(done.takenBack).toBeGreaterThan(50)
}, 120_000)

test('faults 119, 120: a connection lost at any statement of settling leaves nothing half done', async () => {
  const other = await openPaymentDatabase()
  try {
    const done = await proveBoundaries(other)
    expect(done.problems).toEqual([])
    expect(done.broken).toBeGreaterThan(100)
    expect(done.doneUnheard).toBeGreaterThan(5)
    expect(done.creditedOnce).toBe(done.purchases)
  } finally {
    await other.end()
  }
}, 120_000)

test('a look-up sees a purchase that is credited twice, or not at all', async () => {
  const { pool } = database
  await pool.query(
    `SELECT post_credits(user_id, 'purchase', 'topup:' || 'B' || right(reference, 14), 100, 'again', NULL)
     FROM payment_attempt ORDER BY seq LIMIT 1`,
  )
  await pool.query(
    `UPDATE payment_attempt SET reference = repeat('C', 15) WHERE seq = (SELECT max(seq) FROM payment_attempt)`,
  )
  const { problems } = await proveOrders(database, [], () => undefined)
  expect(problems.filter(one => one.includes('entry-without-purchase'))).toHaveLength(2)
  expect(problems.filter(one => one.includes('CCCCC'))).toHaveLength(2)
}, 60_000)

test('a server that is killed while people pay credits each of them once', async () => {
  const done = await proveKills({ seed: 3, kills: 1, entry: 'dist/server/main.js', say: () => undefined })
  expect(done.problems).toEqual([])
  expect(done.paid).toBeGreaterThan(0)
  expect(done.creditedOnce).toBe(done.paid)
}, 240_000)
