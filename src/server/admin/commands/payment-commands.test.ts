import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hold, purchase, release, settle } from '../../credits/credits.ts'
import { testDatabase } from '../../testing/database.ts'
import { dataOf, operatorDesk } from '../../testing/operator-desk.ts'

const { pool } = await testDatabase()
const { ctx, express, paypal, admin, aPurchase, aBuyer, actsOn } = operatorDesk(pool)

describe('a purchase in review', () => {
  test('is listed, shown with its steps, and credited once its provider says that it was paid', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, reviewReason: 'other-amount' })
    expect((await admin(['payments', 'review'])).out).toMatch(
      new RegExp(`${reference}.*150\\.00 GHS.*other-amount`),
    )
    expect((await admin(['payments', 'approve', reference])).code).toBe(2)
    const approve = ['payments', 'approve', reference.toLowerCase(), '--reason', 'Checked', '--as', 'Efua']
    express.fault = 'unavailable'
    expect(await admin(approve)).toMatchObject({
      code: 1,
      err: expect.stringContaining('could not be asked'),
    })
    express.fault = null
    expect(await admin(approve)).toMatchObject({
      code: 4,
      err: expect.stringContaining('The provider says: pending'),
    })
    expect((await buyer.balance()).balance).toBe(10)
    express.say(reference, { money: { amountMinor: 15_100, currency: 'GHS' } })
    expect((await admin(approve)).out).toContain('100 credits were added')
    expect((await buyer.balance()).balance).toBe(110)
    expect(dataOf(await admin([...approve, '--json']))).toMatchObject({ state: 'credited', changed: false })
    expect((await buyer.balance()).balance).toBe(110)
    const shown = await admin(['payments', 'show', reference])
    expect(shown.out).toMatch(/review +paid +operator \(Efua\) +Checked/)
    expect((await admin(['payments', 'review'])).out).not.toContain(reference)
    expect(await actsOn(reference)).toEqual([{ act: 'payments approve', actor: 'Efua', reason: 'Checked' }])
    const mails = await pool.query('SELECT subject FROM mail_outbox WHERE to_address = $1', [buyer.email])
    expect(mails.rows).toEqual([{ subject: expect.stringMatching(/^Your receipt 20\d\d-\d{6}$/) }])
  })

  test('is credited on the operator’s word with the number of the payment, of which each credits one purchase', async () => {
    const buyer = await aBuyer()
    const [first, second] = [await aPurchase({ userId: buyer.id }), await aPurchase({ userId: buyer.id })]
    const approve = (reference: string) =>
      admin([
        'payments',
        'approve',
        reference,
        '--reason',
        'Seen in its console',
        '--transaction',
        'number-7',
      ])
    expect((await approve(first.reference)).code).toBe(0)
    expect(await approve(second.reference)).toMatchObject({
      code: 4,
      err: expect.stringContaining(first.reference),
    })
    expect((await buyer.balance()).balance).toBe(110)
    expect(await actsOn(second.reference)).toEqual([])
  })

  test('is closed without credits where nobody paid', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, reviewReason: 'other-currency' })
    const close = ['payments', 'close', reference, '--reason', 'Never paid', '--json']
    expect(dataOf(await admin(close))).toEqual({ reference, state: 'declined', changed: true })
    expect(dataOf(await admin(close))).toEqual({ reference, state: 'declined', changed: false })
    expect((await buyer.balance()).balance).toBe(10)
    expect(await actsOn(reference)).toHaveLength(1)
  })

  test('that nobody has is not found', async () => {
    for (const act of ['approve', 'close', 'refund'])
      expect(await admin(['payments', act, 'A'.repeat(15), '--reason', 'x'])).toMatchObject({
        code: 3,
        err: 'There is no such purchase\n',
      })
    expect((await admin(['payments', 'show', `%' or '1'='1`])).code).toBe(3)
  })
})

describe('faults 105: a refund', () => {
  test('takes back what is left once, the rest is a debt that pauses spending until an operator closes it', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, state: 'credited' })
    const holdId = randomUUID()
    await hold(ctx, { id: holdId, userId: buyer.id, amountCredits: 60, priceVersion: 1, lifeMs: 60_000 })
    await settle(ctx, { holdId, userId: buyer.id, amountCredits: 60, ref: `thread_x:${holdId}` })
    const refund = ['payments', 'refund', reference, '--reason', 'Asked for it', '--as', 'Efua']
    const done = await admin(refund)
    expect(done.out.split('\n').slice(0, 3)).toEqual([
      '50 credits were taken back',
      '50 were spent: a debt, and spending is paused',
      'express has no call for it: send 150.00 GHS back by hand, in its console',
    ])
    expect((await admin(refund)).out).toContain('was given back before')
    expect(await buyer.balance()).toEqual({ balance: 0, paused_at: expect.any(Date) })
    expect((await admin(['credits', 'debts'])).out).toMatch(
      new RegExp(`${buyer.id} +50 +reversal:${reference}`),
    )

    expect((await admin(['users', 'show', buyer.email])).out).toContain('0; spending is paused')
    expect((await admin(['users', 'resume', buyer.email])).code).toBe(2)
    const resume = ['users', 'resume', buyer.email, '--reason', 'Paid by transfer', '--as', 'Efua', '--json']
    expect(dataOf(await admin(resume))).toEqual({
      id: buyer.id,
      changed: true,
      closed_credits: 50,
      taken_credits: 0,
    })
    expect(dataOf(await admin(resume))).toEqual({
      id: buyer.id,
      changed: false,
      closed_credits: 0,
      taken_credits: 0,
    })
    expect(await buyer.balance()).toEqual({ balance: 0, paused_at: null })
    expect((await admin(['credits', 'debts'])).out).not.toContain(buyer.id)
    expect(await actsOn(reference)).toEqual([
      { act: 'payments refund', actor: 'Efua', reason: 'Asked for it' },
    ])
    expect(await actsOn(buyer.id)).toEqual([
      { act: 'users resume', actor: 'Efua', reason: 'Paid by transfer' },
    ])
  })

  test('is made whole by what a hold kept from it, before the account may spend again', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, state: 'credited' })
    const holdId = randomUUID()
    await hold(ctx, { id: holdId, userId: buyer.id, amountCredits: 60, priceVersion: 1, lifeMs: 60_000 })
    await admin(['payments', 'refund', reference, '--reason', 'Asked for it'])
    const resume = ['users', 'resume', buyer.email, '--reason', 'Settled']
    expect((await admin(resume)).code).toBe(4)
    await release(ctx, { holdId, userId: buyer.id })
    expect((await admin(resume)).out).toContain(
      'a debt of 50 credits is closed: 50 were still on the account and are taken',
    )
    expect(await buyer.balance()).toEqual({ balance: 10, paused_at: null })
  })

  test('goes through the provider where it has a call for it; while it is away nothing is taken', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, state: 'credited', provider: paypal })
    const refund = ['payments', 'refund', reference, '--reason', 'Asked for it', '--json']
    paypal.fault = 'unavailable'
    expect((await admin(refund)).code).toBe(1)
    expect((await buyer.balance()).balance).toBe(110)
    paypal.fault = null
    expect(dataOf(await admin(refund))).toEqual({
      ...{ reference, state: 'refunded', changed: true, by_provider: true },
      ...{ taken_credits: 100, owed_credits: 0 },
    })
    expect(await buyer.balance()).toEqual({ balance: 10, paused_at: null })
    expect(paypal.orders.get(reference)?.finding.state).toBe('refunded')
  })

  test('of what was not credited is refused; the debt of a deleted account can be closed by its id', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, state: 'pending' })
    expect((await admin(['payments', 'refund', reference, '--reason', 'x'])).code).toBe(4)
    const gone = randomUUID()
    const spent = await aPurchase({ userId: gone, state: 'credited' })
    const holdId = randomUUID()
    await hold(ctx, { id: holdId, userId: gone, amountCredits: 100, priceVersion: 1, lifeMs: 60_000 })
    await settle(ctx, { holdId, userId: gone, amountCredits: 100, ref: `thread_x:${holdId}` })
    await admin(['payments', 'refund', spent.reference, '--reason', 'Chargeback'])
    expect((await admin(['users', 'resume', gone, '--reason', 'Written off'])).out).toContain(
      '100 credits is closed',
    )
    expect((await admin(['users', 'resume', randomUUID(), '--reason', 'x'])).code).toBe(3)
  })
})

describe('the list of purchases', () => {
  test('is narrowed by state, provider, user and days, and refuses words that are none', async () => {
    const buyer = await aBuyer()
    const [open, done] = [
      await aPurchase({ userId: buyer.id, state: 'pending' }),
      await aPurchase({ userId: buyer.id, state: 'credited' }),
    ]
    const referencesOf = async (...filter: string[]) =>
      dataOf<{ purchases: { reference: string }[] }>(
        await admin(['payments', 'list', '--user', buyer.email, ...filter, '--json']),
      ).purchases.map(({ reference }) => reference)
    expect(await referencesOf()).toEqual([done.reference, open.reference])
    expect(await referencesOf('--state', 'pending')).toEqual([open.reference])
    expect(await referencesOf('--provider', 'paypal')).toEqual([])
    expect(await referencesOf('--to', '2020-01-01')).toEqual([])
    expect(await referencesOf('--limit', '1')).toEqual([done.reference])
    for (const [name = '', value = ''] of [
      ['--state', 'lost'],
      ['--provider', 'cash'],
      ['--from', '2026-02-30'],
      ['--limit', '0'],
    ])
      expect((await admin(['payments', 'list', name, value])).code).toBe(2)
    expect((await admin(['payments', 'list', '--user', 'nobody@example.com'])).code).toBe(3)
  })
})

test('in production reconciliation ends with 1 for credits that a sandbox gave, until they are taken back', async () => {
  const buyer = await aBuyer()
  const { reference } = await aPurchase({ userId: buyer.id, state: 'credited', provider: paypal })
  await pool.query('UPDATE payment_attempt SET is_sandbox = true WHERE reference = $1', [reference])
  const books = ['payments', 'reconcile', '--json']
  const found = { kind: 'credited-in-sandbox', reference }
  expect(dataOf(await admin(books))).toMatchObject({ differences: [] })
  const live = await admin(books, true)
  expect([live.code, dataOf(live)]).toMatchObject([1, { differences: [found] }])
  const refunds = paypal.calls.refund
  const refund = ['payments', 'refund', reference, '--reason', 'Bought while it was tried out']
  expect((await admin(refund, true)).out).toContain('It was paid in the sandbox')
  expect(paypal.calls.refund).toBe(refunds)
  expect((await buyer.balance()).balance).toBe(10)
  expect((await admin(books, true)).code).toBe(0)
})

test('reconciliation sums up what was bought, and ends with 1 where purchases and ledger differ', async () => {
  const agreed = await admin(['payments', 'reconcile', '--json'])
  expect(dataOf(agreed)).toMatchObject({ differences: [] })
  expect(agreed.code).toBe(0)
  const buyer = await aBuyer()
  const { reference } = await aPurchase({ userId: buyer.id, state: 'paid' })
  await purchase(ctx, { userId: buyer.id, ref: 'topup:NOBODYBOUGHTIT7', amountCredits: 5, reason: 'x' })
  const today = new Date().toISOString().slice(0, 10)
  const differing = await admin(['payments', 'reconcile', '--from', today, '--to', today])
  expect(differing.code).toBe(1)
  expect(differing.out).toMatch(/express +paid +1 +150\.00 GHS +100/)
  expect(differing.out).toMatch(new RegExp(`paid-not-credited +${reference}`))
  expect(differing.out).toMatch(/entry-without-purchase +topup:NOBODYBOUGHTIT7/)
  expect((await admin(['payments', 'reconcile', '--to', '2020-01-01'])).out).toContain('No purchases')
})
