import { randomInt, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keepAccount } from '../../auth/auth.ts'
import { grantStarter, hold, purchase, release, settle } from '../../credits/credits.ts'
import { createReceipts } from '../../payments/payments.ts'
import { aSignedInUser } from '../../testing/builders.ts'
import { testContext } from '../../testing/context.ts'
import { testDatabase } from '../../testing/database.ts'
import { scriptedProvider } from '../../testing/scripted-provider.ts'
import { runAdmin } from '../admin.ts'
import type { Tools } from '../command.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)
const express = scriptedProvider({ isSandbox: false })
const paypal = scriptedProvider({ name: 'paypal', currency: 'USD', isSandbox: false, refunds: true })

/** Commands in this process, with providers that say what the test wants. */
const admin = async (args: readonly string[], isProduction = false) => {
  const spoken = await runAdmin(args, actor => tools(actor ?? 'Kofi', isProduction))
  return { code: spoken.exitCode, out: spoken.out, err: spoken.err }
}
const unused = () => {
  throw new Error('No command of payments needs this')
}
const tools = (actor: string, isProduction: boolean): Tools => ({
  actor,
  isProduction,
  openDatabase: async () => ctx,
  contextOver: db => ({ ...ctx, db }),
  payments: async () => ({
    providers: new Map([express, paypal].map(one => [one.name, one])),
    receipts: createReceipts({
      buyerOf: keepAccount,
      publicUrl: 'http://soko.test',
      supportEmail: 'support@soko.test',
    }),
  }),
  ...{
    shippedSettings: unused,
    embeddedDatabase: unused,
    readFile: unused,
    onInterrupt: unused,
    ask: unused,
  },
  migrationsFolder: '',
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const aReference = () => Array.from({ length: 15 }, () => letters[randomInt(32)]).join('')

interface Made {
  userId: string
  state?: string
  reviewReason?: string | null
  provider?: typeof express
}

/** A purchase of the starter product, as if it had come so far. */
async function aPurchase({ userId, state = 'review', reviewReason = null, provider = express }: Made) {
  const reference = aReference()
  const providerRef = `token-${reference}`
  const isCredited = state === 'credited'
  const price = { amountMinor: 15_000, currency: provider.currency }
  await pool.query(
    `INSERT INTO payment_attempt (reference, user_id, idempotency_key, provider, is_sandbox, product_id, product_name,
       credit_amount, amount_minor, currency, state, review_reason, provider_ref, transaction_id, credited_at)
     VALUES ($1, $2, gen_random_uuid(), $3, false, 'starter', 'Starter', 100, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[
        reference,
        userId,
        provider.name,
        price.amountMinor,
        price.currency,
        state,
        reviewReason,
        providerRef,
      ],
      ...[isCredited ? `tx-${reference}` : null, isCredited ? new Date() : null],
    ],
  )
  if (isCredited)
    await purchase(ctx, { userId, ref: `topup:${reference}`, amountCredits: 100, reason: 'Starter' })
  provider.orders.set(reference, {
    purchase: {
      ...{ attemptId: '', reference, price, productName: 'Starter', returnUrl: '', notifyUrl: '' },
      buyer: { email: '', name: '', phone: '' },
    },
    providerRef,
    finding: {
      ...{ state: 'pending', reference, providerRef, money: price, isOtherMerchant: false },
      ...{ transactionId: null, words: 'pending' },
    },
  })
  return { reference }
}

async function aBuyer() {
  const user = await aSignedInUser(pool)
  await grantStarter(ctx, user.id, 10)
  const balance = async () =>
    (await pool.query('SELECT balance, paused_at FROM credit_account WHERE user_id = $1', [user.id]))
      .rows[0] as {
      balance: number
      paused_at: Date | null
    }
  return { ...user, balance }
}

async function actsOn(subject: string) {
  const found = await pool.query<{ act: string; actor: string; reason: string | null }>(
    'SELECT act, actor, reason FROM operator_act WHERE subject = $1 ORDER BY id',
    [subject],
  )
  return found.rows
}
const dataOf = <T>({ out }: { out: string }) => JSON.parse(out) as T

describe('products', () => {
  test('are made off sale, given prices as exact text, put on sale and taken off, each act noted', async () => {
    const set = ['products', 'set', 'agency', '--name', 'Agency', '--description', 'For many', '--as', 'Efua']
    expect(await admin(['products', 'set', 'agency', '--name', 'Agency'])).toMatchObject({
      code: 4,
      err: 'A new product needs a name, a description and credits.\n',
    })
    expect((await admin([...set, '--credits', '5000'])).out).toContain('not on sale yet')
    expect(
      (await admin(['products', 'price', 'agency', 'GHS', '5000.50', '--reason', 'List of May'])).code,
    ).toBe(0)
    expect((await admin(['products', 'price', 'agency', 'UGX', '1500000'])).code).toBe(0)
    expect(dataOf(await admin(['products', 'on', 'agency', '--json']))).toEqual({
      id: 'agency',
      changed: true,
    })
    expect(dataOf(await admin(['products', 'on', 'agency', '--json']))).toEqual({
      id: 'agency',
      changed: false,
    })
    const list = await admin(['products', 'list'])
    expect(list.out).toMatch(/agency +Agency +5000 +GHS 5,000\.50, UGX 1,500,000 +yes/)
    await admin(['products', 'price', 'agency', 'UGX', 'none'])
    await admin(['products', 'off', 'agency'])
    expect((await admin(['products', 'list'])).out).toMatch(/agency +Agency +5000 +GHS 5,000\.50 +no/)
    expect((await actsOn('agency')).map(({ act, actor, reason }) => [act, actor, reason])).toEqual([
      ['products set', 'Efua', null],
      ['products price', 'Kofi', 'List of May'],
      ['products price', 'Kofi', null],
      ['products on', 'Kofi', null],
      ['products price', 'Kofi', null],
      ['products off', 'Kofi', null],
    ])
  })

  test.each([
    ['GHS', '0'],
    ['GHS', '1.005'],
    ['GHS', '1e3'],
    ['GHS', '0x10'],
    ['UGX', '1.5'],
    ['ghs', '1'],
    ['GHS', '99999999999999'],
  ])('faults 98: take no price that is not exact: %s %s', async (currency, amount) => {
    const before = (await pool.query('SELECT * FROM payment_price ORDER BY 1, 2')).rows
    expect((await admin(['products', 'price', 'team', currency, amount])).code).toBe(4)
    expect((await pool.query('SELECT * FROM payment_price ORDER BY 1, 2')).rows).toEqual(before)
  })

  test('that nobody has are not found, and an id that is none is refused', async () => {
    expect(await admin(['products', 'on', 'nothing'])).toMatchObject({
      code: 3,
      err: 'There is no product nothing\n',
    })
    const set = ['--name', 'A', '--description', 'B', '--credits', '1']
    expect((await admin(['products', 'set', 'Not An Id', ...set])).code).toBe(4)
    expect((await admin(['products', 'set', 'team', '--credits', '0'])).code).toBe(2)
  })
})

test('faults 104: prices of answers come in versions, each with its reason; the old one stays', async () => {
  expect(await admin(['prices', 'set', '--quick', '4'])).toMatchObject({
    code: 2,
    err: '--reason is needed\n',
  })
  const made = await admin([
    'prices',
    'set',
    '--quick',
    '4',
    '--reason',
    'Dearer models',
    '--as',
    'Efua',
    '--json',
  ])
  const { version, ...list } = dataOf<{ version: number }>(made)
  expect(list).toEqual({ quick: 4, deep: 10, perThousandTokens: 1 })
  expect((await admin(['prices', 'set', '--quick', '4', '--reason', 'Again'])).code).toBe(4)
  const shown = dataOf<{ versions: { version: number; quick: number }[] }>(
    await admin(['prices', 'list', '--json']),
  )
  expect(shown.versions.map(one => [one.version, one.quick])).toEqual([
    [version, 4],
    [1, 3],
  ])
  expect(await actsOn('prices')).toEqual([{ act: 'prices set', actor: 'Efua', reason: 'Dearer models' }])
})

describe('a purchase in review', () => {
  test('is listed, shown with its steps, and credited once its provider says that it was paid', async () => {
    const buyer = await aBuyer()
    const { reference } = await aPurchase({ userId: buyer.id, reviewReason: 'other-amount' })
    expect((await admin(['payments', 'review'])).out).toMatch(
      new RegExp(`${reference}.*GHS 150\\.00.*other-amount`),
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
      expect(await admin(['payments', act, aReference(), '--reason', 'x'])).toMatchObject({
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
      'express has no call for it: send GHS 150.00 back by hand, in its console',
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
  expect(differing.out).toMatch(/express +paid +1 +GHS 150\.00 +100/)
  expect(differing.out).toMatch(new RegExp(`paid-not-credited +${reference}`))
  expect(differing.out).toMatch(/entry-without-purchase +topup:NOBODYBOUGHTIT7/)
  expect((await admin(['payments', 'reconcile', '--to', '2020-01-01'])).out).toContain('No purchases')
})
