import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { balance, closeDebts, openDebts, purchase, resume } from '../credits/credits.ts'
import { testContext } from '../testing/context.ts'
import { openPaymentWorld, tell } from '../testing/payment-world.ts'
import {
  approve,
  closeReview,
  listAttempts,
  reconcile,
  refundPurchase,
  reviewQueue,
  showAttempt,
} from './payments.ts'
import { pollDue } from './poller.ts'

const { pool, app, client, log, lines, aBuyer, alarms } = await openPaymentWorld()
const { express, paypal, flutterwave } = app.scripted
const ctx = testContext(pool, { log })
const parts = app.payments
const word = { actor: 'ama', reason: 'seen in the console' }

/** Paid a cent too little, so it waits for a person. */
async function inReview() {
  const buyer = await aBuyer()
  const order = await buyer.order()
  express.say(order.reference, { money: { amountMinor: 14_999, currency: 'GHS' } })
  expect(await buyer.comeBack(order)).toBe('review')
  return { buyer, order }
}

async function credited(provider: 'express' | 'paypal' = 'express') {
  const buyer = await aBuyer()
  const order = await buyer.order(provider)
  ;(provider === 'express' ? express : paypal).say(order.reference)
  expect(await buyer.comeBack(order)).toBe('credited')
  return { buyer, order }
}

describe('a purchase in review', () => {
  test('is credited once by an operator where the provider says that it was paid; the act keeps its word', async () => {
    const { buyer, order } = await inReview()
    expect((await reviewQueue(ctx)).map(({ id }) => id)).toContain(order.id)
    const approved = await Promise.all(
      [1, 2, 3].map(() => approve(ctx, parts, { attemptId: order.id, ...word })),
    )
    expect(approved.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await buyer.ledger()).toEqual([['purchase', 100]])
    const shown = await showAttempt(ctx, order.reference)
    expect(shown?.steps.slice(-2)).toMatchObject([
      { fromState: 'review', toState: 'paid', cause: 'operator', actor: 'ama', words: 'seen in the console' },
      { fromState: 'paid', toState: 'credited', cause: 'operator', actor: 'ama' },
    ])
    expect((await reviewQueue(ctx)).map(({ id }) => id)).not.toContain(order.id)
    expect((await buyer.topUps())[0]).toMatchObject({ status: 'Successful', has_receipt: true })
  })

  test('needs the number of the payment where the provider says nothing, and one that credited nothing before', async () => {
    const { order: first } = await credited()
    const { buyer, order } = await inReview()
    express.say(order.reference, { state: 'pending', transactionId: null })
    const put = (transactionId?: string) =>
      approve(ctx, parts, { attemptId: order.id, ...word, transactionId })
    await expect(put()).rejects.toMatchObject({ code: 'invalid' })
    await expect(put('')).rejects.toMatchObject({ code: 'invalid' })
    await expect(put(`tx-${first.reference}`)).rejects.toThrow(first.reference)
    express.fault = 'unavailable'
    await expect(put()).rejects.toMatchObject({ fault: 'unavailable' })
    expect(await put('from-the-console')).toEqual({ state: 'credited', isNew: true })
    expect(await buyer.credits()).toBe(100)
  })

  test('may end without credits; a reason and an actor are needed for anything', async () => {
    const { buyer, order } = await inReview()
    for (const poor of [{ reason: ' ' }, { actor: '' }])
      for (const act of [approve, refundPurchase])
        await expect(act(ctx, parts, { attemptId: order.id, ...word, ...poor })).rejects.toMatchObject({
          code: 'invalid',
        })
    await expect(approve(ctx, parts, { attemptId: randomUUID(), ...word })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await closeReview(ctx, { attemptId: order.id, ...word })).toEqual({
      state: 'declined',
      isNew: true,
    })
    expect(await closeReview(ctx, { attemptId: order.id, ...word })).toEqual({
      state: 'declined',
      isNew: false,
    })
    expect(await buyer.ledger()).toEqual([])
  })

  test('faults 117: stays closed whatever its buyer or provider says, and may still be approved', async () => {
    const { buyer, order } = await inReview()
    await closeReview(ctx, { attemptId: order.id, ...word })
    lines.length = 0
    for (const finding of [{}, { money: { amountMinor: 15_000, currency: 'GHS' } }]) {
      express.say(order.reference, finding)
      expect(await buyer.comeBack(order)).toBe('declined')
      await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE id = $1', [order.id])
      await pollDue(ctx, parts)
    }
    expect((await reviewQueue(ctx)).map(({ id }) => id)).not.toContain(order.id)
    expect([await buyer.ledger(), alarms()]).toEqual([[], []])
    // Its payer has paid once more.
    express.say(order.reference, {
      money: { amountMinor: 15_000, currency: 'GHS' },
      transactionId: 'a new one',
    })
    for (let count = 0; count < 2; count += 1) expect(await buyer.comeBack(order)).toBe('declined')
    expect([await buyer.ledger(), alarms()]).toEqual([[], ['payment_after_close']])
    expect(await approve(ctx, parts, { attemptId: order.id, ...word })).toEqual({
      state: 'credited',
      isNew: true,
    })
    expect(await buyer.credits()).toBe(100)
  })

  test('that is credited and was spoken against keeps its credits when an operator has looked', async () => {
    const buyer = await aBuyer()
    const order = await buyer.order('flutterwave')
    flutterwave.say(order.reference)
    await tell(client, flutterwave, { reference: order.reference })
    flutterwave.say(order.reference, { state: 'declined' })
    await tell(client, flutterwave, { reference: order.reference })
    expect((await reviewQueue(ctx)).map(({ id }) => id)).toContain(order.id)
    expect(await approve(ctx, parts, { attemptId: order.id, ...word })).toEqual({
      state: 'credited',
      isNew: true,
    })
    expect((await reviewQueue(ctx)).map(({ id }) => id)).not.toContain(order.id)
    expect(await buyer.ledger()).toEqual([['purchase', 100]])
  })
})

describe('giving a purchase back', () => {
  test('goes through the provider where it can, takes the credits once, and its notification changes nothing', async () => {
    const { buyer, order } = await credited('paypal')
    const input = { attemptId: order.id, ...word }
    const done = await Promise.all([refundPurchase(ctx, parts, input), refundPurchase(ctx, parts, input)])
    expect(done.filter(({ isNew }) => isNew)).toEqual([
      { state: 'refunded', isNew: true, takenCredits: 100, owedCredits: 0, isByProvider: true },
    ])
    expect((await tell(client, paypal, { reference: order.reference })).status).toBe(200)
    expect(await refundPurchase(ctx, parts, input)).toMatchObject({ state: 'refunded', isNew: false })
    expect(await buyer.ledger()).toEqual([
      ['purchase', 100],
      ['reversal', -100],
    ])
  })

  test('a provider that refuses leaves the credits where they are', async () => {
    const { buyer, order } = await credited('paypal')
    paypal.fault = 'rejected'
    await expect(refundPurchase(ctx, parts, { attemptId: order.id, ...word })).rejects.toMatchObject({
      fault: 'rejected',
    })
    expect(await buyer.credits()).toBe(100)
  })

  test('faults 105: of spent credits is a debt; closing it with a reason lets the account spend again', async () => {
    const { buyer, order } = await credited()
    await pool.query(`SELECT post_credits($1, 'adjustment', $2, -80, 'spent', 'test')`, [
      buyer.id,
      randomUUID(),
    ])
    const done = await refundPurchase(ctx, parts, { attemptId: order.id, ...word })
    expect(done).toMatchObject({ takenCredits: 20, owedCredits: 80, isByProvider: false })
    expect(await balance(ctx, buyer.id)).toBe(0)
    expect(await openDebts(ctx, buyer.id)).toMatchObject([
      { ref: `reversal:${order.reference}`, amountCredits: 80 },
    ])
    const by = { userId: buyer.id, ...word }
    await expect(resume(ctx, by)).rejects.toMatchObject({ code: 'invalid' })
    await expect(closeDebts(ctx, { ...by, reason: '' })).rejects.toMatchObject({ code: 'invalid' })
    expect(await closeDebts(ctx, by)).toMatchObject({ owedCredits: 80, takenCredits: 0 })
    const account = await pool.query('SELECT paused_at FROM credit_account WHERE user_id = $1', [buyer.id])
    expect(account.rows).toEqual([{ paused_at: null }])
    await expect(closeDebts(ctx, by)).rejects.toMatchObject({ code: 'not_found' })
    const kept = await pool.query('SELECT closed_by, closing_reason FROM credit_debt WHERE user_id = $1', [
      buyer.id,
    ])
    expect(kept.rows).toEqual([{ closed_by: 'ama', closing_reason: 'seen in the console' }])
  })

  test('faults 105: what was never credited, or was given back, cannot be given back', async () => {
    const { order } = await inReview()
    await expect(refundPurchase(ctx, parts, { attemptId: order.id, ...word })).rejects.toMatchObject({
      code: 'invalid',
    })
    const other = await credited()
    await refundPurchase(ctx, parts, { attemptId: other.order.id, ...word })
    await expect(approve(ctx, parts, { attemptId: other.order.id, ...word })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await other.buyer.credits()).toBe(0)
  })
})

describe('reconciliation', () => {
  test('counts by provider, mode, currency and state, and finds nothing where the books agree', async () => {
    await credited()
    const { order } = await credited('paypal')
    await refundPurchase(ctx, parts, { attemptId: order.id, ...word })
    const { lines, differences } = await reconcile(ctx, {})
    expect(differences).toEqual([])
    expect(lines).toContainEqual({
      ...{ provider: 'paypal', isSandbox: true, currency: 'USD', state: 'refunded' },
      ...{ count: expect.any(Number), amountMinor: expect.any(Number), creditAmount: expect.any(Number) },
    })
    const later = await reconcile(ctx, { since: new Date(Date.now() + 60_000) })
    expect(later).toEqual({ lines: [], differences: [] })
  })

  test('finds every way in which purchases and ledger can differ', async () => {
    const made = {
      noEntry: await credited(),
      otherEntry: await credited(),
      notCredited: await credited(),
      notReversed: await credited(),
    }
    const { noEntry, otherEntry, notCredited, notReversed } = made
    const set = (reference: string, change: string) =>
      pool.query(`UPDATE payment_attempt SET ${change} WHERE reference = $1`, [reference])
    const stranger = `topup:${'B'.repeat(15)}`
    await purchase(ctx, { userId: randomUUID(), ref: stranger, amountCredits: 1, reason: 'Test' })
    const lost = 'C'.repeat(15)
    await set(noEntry.order.reference, `reference = '${lost}'`)
    await set(otherEntry.order.reference, 'credit_amount = 1')
    await set(notCredited.order.reference, `state = 'paid'`)
    await set(notReversed.order.reference, `state = 'refunded'`)
    const { differences } = await reconcile(ctx, { since: new Date(Date.now() - 60_000) })
    const sorted = (all: object[]) => all.map(one => JSON.stringify(one)).sort()
    expect(sorted(differences)).toEqual(
      sorted([
        { kind: 'credited-without-entry', reference: lost },
        { kind: 'entry-differs', reference: otherEntry.order.reference },
        { kind: 'paid-not-credited', reference: notCredited.order.reference },
        { kind: 'given-back-without-reversal', reference: notReversed.order.reference },
        { kind: 'entry-without-purchase', reference: stranger },
        { kind: 'entry-without-purchase', reference: `topup:${noEntry.order.reference}` },
      ]),
    )
  })
})

test('tries to buy are listed by state, provider, user and time, newest first', async () => {
  const { buyer, order } = await credited()
  const second = await buyer.order('paypal')
  const ids = async (filter: Parameters<typeof listAttempts>[1]) =>
    (await listAttempts(ctx, { userId: buyer.id, ...filter })).map(({ id }) => id)
  expect(await ids({})).toEqual([second.id, order.id])
  expect(await ids({ state: 'credited' })).toEqual([order.id])
  expect(await ids({ provider: 'paypal' })).toEqual([second.id])
  expect(await ids({ span: { since: new Date(Date.now() + 60_000) } })).toEqual([])
  expect(await ids({ limit: 1 })).toEqual([second.id])
  expect(await showAttempt(ctx, 'A'.repeat(15))).toBe(null)
})
