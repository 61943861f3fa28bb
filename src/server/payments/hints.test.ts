import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openPaymentWorld, tell } from '../testing/payment-world.ts'
import { createHintTurns } from './hint-limits.ts'
import { pollDue } from './poller.ts'

const { pool, app, client, ctx, lines, aBuyer, alarms } = await openPaymentWorld()
const { express } = app.scripted

const secondsToPoll = async (id: string) =>
  (
    await pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM next_poll_at - now())::float8 AS seconds FROM payment_attempt WHERE id = $1`,
      [id],
    )
  ).rows[0]?.seconds
/** As when its time has come. */
const pollSoon = async (id: string) => {
  await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE id = $1', [id])
  await pollDue(ctx, app.payments)
}
const storedCount = async () => (await pool.query('SELECT FROM payment_notification')).rowCount

describe('an unsigned hint', () => {
  const hint = (order: { reference: string; token: string }, from = '198.51.100.1') =>
    tell(client, express, { id: order.token, reference: order.reference, providerRef: order.token }, from)

  test('is the same each time it comes, and is looked into while news can come', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order()
    expect((await hint(order)).json()).toEqual({ status: 'taken' })
    express.say(order.reference, { state: 'declined', transactionId: null })
    expect((await hint(order)).json()).toEqual({ status: 'known' })
    express.say(order.reference)
    expect((await hint(order)).json()).toEqual({ status: 'known' })
    await pollSoon(order.id)
    expect(await buyer.credits()).toBe(100)
    const asked = express.calls.query
    await hint(order)
    await pollDue(ctx, app.payments)
    expect(express.calls.query).toBe(asked)
  })

  test('faults 124: has its provider asked once in five seconds; of the others the poll asks shortly, and none is lost', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order()
    await pool.query(`UPDATE payment_attempt SET next_poll_at = now() + interval '1 hour' WHERE id = $1`, [
      order.id,
    ])
    expect((await hint(order, '198.51.100.7')).json()).toEqual({ status: 'taken' })
    express.say(order.reference)
    for (let count = 0; count < 20; count += 1)
      expect((await hint(order, `198.51.101.${count}`)).status).toBe(200)
    expect(express.calls.query).toBe(1)
    expect(await secondsToPoll(order.id)).toBeLessThanOrEqual(15)
    await pollSoon(order.id)
    expect([express.calls.query, await buyer.credits()]).toEqual([2, 100])
    let now = 0
    const takeTurn = createHintTurns(() => now)
    const turns = [takeTurn('one'), takeTurn('one'), takeTurn('two')]
    now = 4_999
    turns.push(takeTurn('one'))
    now = 5_000
    turns.push(takeTurn('one'), takeTurn('one'))
    expect(turns).toEqual([true, false, true, false, true, false])
  })

  test('faults 118: about nothing of ours is neither stored nor alarmed about, and tells so once a minute', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order()
    const before = await storedCount()
    for (let count = 0; count < 5; count += 1) {
      const unknown = { id: randomUUID(), reference: 'A'.repeat(15), providerRef: randomUUID() }
      const foreign = { id: randomUUID(), reference: order.reference, isForeign: true }
      for (const fields of [unknown, foreign])
        expect((await tell(client, express, fields, '198.51.100.8')).json()).toEqual({ status: 'ignored' })
    }
    expect([await storedCount(), alarms(), express.calls.query]).toEqual([before, [], 0])
    const told = lines.filter(line => line.includes('Hints about no purchase of ours'))
    expect(told.length).toBeLessThanOrEqual(1)
  })

  test('with our reference but another token is about nothing of ours', async () => {
    const buyer = await aBuyer()
    const [order, other] = [await buyer.order(), await buyer.order()]
    express.say(order.reference)
    expect((await hint({ ...order, token: other.token }, '198.51.100.2')).json()).toEqual({
      status: 'ignored',
    })
    expect(await buyer.credits()).toBe(0)
  })

  test('faults 124: comes sixty times a minute from a network and no more, and a flood never reaches the database', async () => {
    const order = { reference: 'A'.repeat(15), token: randomUUID() }
    const statuses: number[] = []
    for (let count = 0; count < 70; count += 1) statuses.push((await hint(order, '198.51.100.3')).status)
    expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)])
    const refused = await hint(order, '198.51.100.3')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const before = await storedCount()
    // From as many networks as one likes.
    for (let count = 0; count < 700; count += 1)
      statuses.push(
        (await hint({ ...order, token: randomUUID() }, `10.0.${count >> 8}.${count & 255}`)).status,
      )
    expect(await storedCount()).toBe(before)
    expect(statuses.at(-1)).toBe(429)
  })
})
