import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPool } from '../platform/pool.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { openPaymentWorld, tell } from '../testing/payment-world.ts'
import { testApp } from '../testing/test-app.ts'
import { createRefusalCount } from './hint-limits.ts'
import { createWebhookGuard, takeNotification } from './payments.ts'
import { pollDue } from './poller.ts'
import { ProviderError } from './provider.ts'

const { database, pool, app, client, ctx, log, lines, aBuyer, alarms } = await openPaymentWorld()
const { paypal, flutterwave } = app.scripted

const notes = async (eventId: string) =>
  (
    await pool.query(
      'SELECT type, authenticity, attempt_id, outcome, note, times FROM payment_notification WHERE event_id = $1',
      [`sandbox:${eventId}`],
    )
  ).rows
const storedCount = async () => (await pool.query('SELECT FROM payment_notification')).rowCount

describe('faults 112: a purchase is credited once', () => {
  test.each([1, 2, 5])(
    'by %d deliveries of one event, before, after and at once with return and poll',
    async times => {
      const buyer = await aBuyer()
      const order = await buyer.order('flutterwave')
      flutterwave.say(order.reference)
      flutterwave.delayMs = 10
      const event = { reference: order.reference, id: randomUUID() }
      const deliveries = Array.from({ length: times }, () => tell(client, flutterwave, event))
      const back = buyer.comeBack(order)
      await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE id = $1', [order.id])
      await Promise.all([...deliveries, back, pollDue(ctx, app.payments)])
      const late = await tell(client, flutterwave, event)
      expect(late.json()).toEqual({ status: 'known' })
      expect(await buyer.ledger()).toEqual([['purchase', 100]])
      expect(await notes(event.id)).toMatchObject([
        { outcome: 'settled', note: 'credited', times: times + 1 },
      ])
      const receipts = await pool.query('SELECT number FROM payment_receipt WHERE attempt_id = $1', [
        order.id,
      ])
      expect(receipts.rowCount).toBe(1)
    },
  )

  test('by different events about it, told five at a time', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('paypal')
    paypal.say(order.reference, { state: 'approved', transactionId: null })
    const told = await Promise.all(
      Array.from({ length: 5 }, () => tell(client, paypal, { providerRef: order.token })),
    )
    expect(told.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await buyer.ledger()).toEqual([['purchase', 100]])
  })
})

describe('faults 114: a notification that is not signed as it has to be', () => {
  test('changes nothing, whatever else is right about it; the very bytes are what is checked', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    const { body, headers } = flutterwave.notice({ reference: order.reference })
    const before = await storedCount()
    const forged: [string, Record<string, string>][] = [
      [body, {}],
      [body, { 'x-signature': '' }],
      [body, { 'x-signature': 'AAAA' }],
      [body.replace(order.reference, 'A'.repeat(15)), headers],
      // The same JSON, written in another way.
      [JSON.stringify(JSON.parse(body), null, 1), headers],
      [`${body} `, headers],
      ['', headers],
    ]
    for (const [text, sent] of forged) {
      const answer = await client.send('/payments/flutterwave/webhook', text, 'application/json', {
        headers: sent,
      })
      expect([400, 401]).toContain(answer.status)
      expect(answer.text).not.toContain('signature is wrong')
    }
    expect([await storedCount(), flutterwave.calls.query]).toEqual([before, 0])
    expect(await buyer.credits()).toBe(0)
    const right = await client.send('/payments/flutterwave/webhook', body, 'text/whatever', { headers })
    expect(right.json()).toEqual({ status: 'taken' })
    expect(await buyer.credits()).toBe(100)
  })

  test('is logged once a minute with how many came, so that a flood cannot fill the log', async () => {
    let now = 0
    const count = createRefusalCount(() => now)
    expect([count('paypal'), count('paypal'), count('paypal'), count('express')]).toEqual([1, null, null, 1])
    now += 60_000
    expect([count('paypal'), count('paypal')]).toEqual([3, null])
  })

  test('may not be larger than 64 KB, whether signed or not', async () => {
    const { body, headers } = flutterwave.notice({ type: 'x'.repeat(70_000) })
    const answer = await client.send('/payments/flutterwave/webhook', body, 'application/json', { headers })
    expect(answer.status).toBe(413)
  })

  test('is one line of the log however often it comes, and so is one that its provider cannot check', async () => {
    const other = await testApp(database, { RATE_LIMITS: 'off' }, log)
    const { paypal } = other.scripted
    const toOther = createClient(other.http)
    const statuses = async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => toOther.send('/payments/paypal/webhook', '{}', 'application/json')),
      )
      return new Set(answers.map(({ status }) => status))
    }
    expect(await statuses()).toEqual(new Set([401]))
    paypal.parseNotification = async () => {
      throw new ProviderError('unavailable', 'too many wait')
    }
    expect(await statuses()).toEqual(new Set([503]))
    await other.close()
    const said = (words: string) => lines.filter(line => line.includes(words)).length
    expect([said('Notifications were refused'), said('Notifications could not be checked')]).toEqual([1, 1])
  })

  test('an unknown or another method or provider is refused as any other address', async () => {
    const { body, headers } = flutterwave.notice({})
    for (const name of ['stripe', 'constructor', '__proto__', 'EXPRESS'])
      expect(
        (await client.send(`/payments/${name}/webhook`, body, 'application/json', { headers })).status,
      ).toBe(404)
    expect((await client.get('/payments/flutterwave/webhook')).status).toBe(405)
  })
})

describe('faults 116, 118: what is about nothing of ours', () => {
  test('of another account or mode is stored, ignored and alarmed about; nothing is asked or credited', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    const id = randomUUID()
    const answer = await tell(client, flutterwave, { id, reference: order.reference, isForeign: true })
    expect([answer.status, answer.json()]).toEqual([200, { status: 'ignored' }])
    expect(await notes(id)).toMatchObject([{ outcome: 'ignored', attempt_id: null, authenticity: 'signed' }])
    expect(alarms()).toEqual(['payment_foreign_notification'])
    expect([flutterwave.calls.query, await buyer.credits()]).toEqual([0, 0])
  })

  test('an event of one provider about a purchase at another is ignored', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('paypal')
    paypal.say(order.reference)
    for (const fields of [{ reference: order.reference }, { providerRef: order.token }])
      expect((await tell(client, flutterwave, fields)).json()).toEqual({ status: 'ignored' })
    expect(await buyer.credits()).toBe(0)
  })

  test('an unknown reference and an unknown type are stored and answered with 200', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    const events = [
      { reference: 'A'.repeat(15), id: randomUUID() },
      { reference: 'not a reference of ours', id: randomUUID() },
      { reference: null, providerRef: null, id: randomUUID() },
      { reference: order.reference, providerRef: 'another', id: randomUUID() },
      { reference: order.reference, id: randomUUID(), type: 'customer.made', isAboutPayment: false },
    ]
    for (const event of events) {
      for (const status of ['ignored', 'ignored'])
        expect((await tell(client, flutterwave, event)).json()).toEqual({ status })
      expect(await notes(event.id)).toMatchObject([{ outcome: 'ignored', attempt_id: null, times: 2 }])
    }
    expect(flutterwave.calls.query).toBe(0)
  })
})

describe('a notification that cannot be dealt with', () => {
  test('faults 119: while the database is away, is refused with 503 so that it is sent again', async () => {
    const away = createPool({ ...database.connection, port: 1, host: '127.0.0.1' }, { max: 1 })
    const other = await testApp({ ...database, pool: away })
    const toOther = createClient(other.http)
    const { body, headers } = other.scripted.flutterwave.notice({ reference: 'A'.repeat(15) })
    const send = (sent: Record<string, string>) =>
      toOther.send('/payments/flutterwave/webhook', body, 'application/json', { headers: sent })
    const answer = await send(headers)
    expect([answer.status, errorOf(answer).code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    // The signature comes first: a forged one is refused without the database.
    expect((await send({})).status).toBe(401)
    await other.close()
    await away.end()
  })

  test('while its provider is silent, is stored and refused with 503; sent again, or by the poll, it is dealt with', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    flutterwave.fault = 'unavailable'
    const event = { reference: order.reference, id: randomUUID() }
    expect((await tell(client, flutterwave, event)).status).toBe(503)
    expect(await notes(event.id)).toMatchObject([{ outcome: 'waiting', attempt_id: order.id }])
    flutterwave.fault = null
    expect((await tell(client, flutterwave, event)).json()).toEqual({ status: 'taken' })
    expect(await buyer.credits()).toBe(100)
  })

  test('that was stored when the server died is made good by the poll within seconds, also of what is credited', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    await buyer.comeBack(order)
    flutterwave.say(order.reference, { state: 'refunded' })
    flutterwave.fault = 'unavailable'
    expect((await tell(client, flutterwave, { reference: order.reference })).status).toBe(503)
    const due = await pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM next_poll_at - now())::float8 AS seconds FROM payment_attempt WHERE id = $1`,
      [order.id],
    )
    expect(due.rows[0]?.seconds).toBeLessThan(20)
    flutterwave.fault = null
    await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE id = $1', [order.id])
    await pollDue(ctx, app.payments)
    expect(await buyer.ledger()).toEqual([
      ['purchase', 100],
      ['reversal', -100],
    ])
  })

  test('faults 120: a crash between the credit and the answer: sent again, it is found done', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    const event = { reference: order.reference, id: randomUUID() }
    await tell(client, flutterwave, event)
    // As it stands where the server died right after the credit was committed.
    await pool.query(`UPDATE payment_notification SET outcome = 'waiting', note = '' WHERE event_id = $1`, [
      `sandbox:${event.id}`,
    ])
    for (const status of ['taken', 'known'])
      expect((await tell(client, flutterwave, event)).json()).toEqual({ status })
    expect(await buyer.ledger()).toEqual([['purchase', 100]])
  })
})

test('faults 121: a notification for a deleted account credits the closed account, and nothing breaks', async () => {
  const buyer = await aBuyer()
  const order = await buyer.order('flutterwave')
  flutterwave.say(order.reference)
  await pool.query('DELETE FROM users WHERE id = $1', [buyer.id])
  expect((await tell(client, flutterwave, { reference: order.reference })).json()).toEqual({
    status: 'taken',
  })
  expect(await buyer.ledger()).toEqual([['purchase', 100]])
  const receipt = await pool.query(
    'SELECT buyer_name, buyer_email FROM payment_receipt WHERE attempt_id = $1',
    [order.id],
  )
  expect(receipt.rows).toEqual([{ buyer_name: null, buyer_email: null }])
})

describe('faults 116, 118: an event that came before its purchase was known', () => {
  test('is dealt with when it comes again', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    const event = { id: randomUUID(), reference: order.reference }
    const hide = (reference: string, to: string) =>
      pool.query('UPDATE payment_attempt SET reference = $2 WHERE reference = $1', [reference, to])
    await hide(order.reference, 'Z'.repeat(15))
    expect((await tell(client, flutterwave, event)).json()).toEqual({ status: 'ignored' })
    await hide('Z'.repeat(15), order.reference)
    for (const status of ['taken', 'known'])
      expect((await tell(client, flutterwave, event)).json()).toEqual({ status })
    expect(await buyer.ledger()).toEqual([['purchase', 100]])
    expect(await notes(event.id)).toMatchObject([
      { outcome: 'settled', note: 'credited', attempt_id: order.id, times: 3 },
    ])
  })

  test('in the sandbox does not stand for a live one with the same id', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('paypal')
    const id = randomUUID()
    expect((await tell(client, paypal, { id, reference: null })).json()).toEqual({ status: 'ignored' })
    await pool.query('UPDATE payment_attempt SET is_sandbox = false WHERE id = $1', [order.id])
    paypal.say(order.reference)
    const live = { ...paypal, isSandbox: false }
    const { body, headers } = paypal.notice({ id, reference: order.reference })
    const arrived = { provider: 'paypal', raw: Buffer.from(body), headers, network: '198.51.100.9' }
    const guard = createWebhookGuard(() => performance.now())
    const taking = takeNotification(
      ctx,
      { ...app.payments, providers: new Map([['paypal', live]]), guard },
      arrived,
    )
    expect(await taking).toBe('taken')
    const { rows } = await pool.query(
      'SELECT event_id, times FROM payment_notification WHERE event_id LIKE $1 ORDER BY 1',
      [`%${id}`],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { event_id: id, times: 1 },
        { event_id: `sandbox:${id}`, times: 1 },
      ]),
    )
  })
})
