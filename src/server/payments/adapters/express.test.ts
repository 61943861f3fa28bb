import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { aPurchase, paymentSandbox } from '../../testing/payment-sandbox.ts'
import { waitFor } from '../../testing/wait-for.ts'

const database = await testDatabase()
const sandbox = await paymentSandbox(database)
afterAll(() => sandbox.close())
const express = sandbox.adapter('express')

/** Starts a purchase and lets somebody choose at the checkout. */
async function bought(auto: string) {
  const purchase = aPurchase(sandbox.config)
  const started = await express.start(purchase)
  const back = await sandbox.open(`${started.redirectUrl}&auto=${auto}`)
  const asked = { ...purchase, providerRef: started.providerRef, transactionId: null }
  return { purchase, started, back, asked, find: () => express.query(asked) }
}

describe('the adapter of expressPay, over HTTP against its stand-in', () => {
  test('leads to the checkout with a token, and finds nothing before anybody paid', async () => {
    const purchase = aPurchase(sandbox.config)
    const { providerRef, redirectUrl } = await express.start(purchase)
    expect(redirectUrl).toBe(
      `${sandbox.config.publicUrl}/sandbox/express/api/checkout.php?token=${providerRef}`,
    )
    expect(await express.query({ ...purchase, providerRef, transactionId: null })).toEqual({
      state: 'pending',
      reference: purchase.reference,
      providerRef,
      money: purchase.price,
      isOtherMerchant: false,
      transactionId: null,
      words: 'result 3 No transaction data available',
    })
    const page = await sandbox.open(redirectUrl)
    expect(page.status).toBe(200)
    expect(page.text).toContain('SANDBOX — no money moves')
    expect(page.text).toContain('150.00 GHS')
  })

  test('finds a payment with its number, after the browser was sent back by order id and token', async () => {
    const { purchase, started, back, find } = await bought('approve')
    expect(back.status).toBe(302)
    expect(back.location).toBe(
      `${purchase.returnUrl}?order-id=${purchase.reference}&token=${started.providerRef}`,
    )
    const found = await find()
    expect(found).toMatchObject({ state: 'paid', reference: purchase.reference, money: purchase.price })
    expect(found.transactionId).toMatch(/^\d{12}$/)
    const again = await sandbox.open(`${started.redirectUrl}&auto=decline`)
    expect(again.location).toBe(back.location)
    expect(await find()).toEqual(found)
  })

  test.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
    ['pending', 'pending'],
    ['late', 'pending'],
    ['result-3', 'pending'],
  ])('finds %s as %s', async (auto, state) => {
    expect((await (await bought(auto)).find()).state).toBe(state)
  })

  test.each([
    ['wrong-amount', { amountMinor: 14_900, currency: 'GHS' }],
    ['wrong-currency', { amountMinor: 15_000, currency: 'NGN' }],
  ])('tells what was truly paid: %s', async (auto, money) => {
    expect(await (await bought(auto)).find()).toMatchObject({ state: 'paid', money })
  })

  test('faults 123: an outage is said to be one, and tells nothing of the payment', async () => {
    await expect((await bought('outage')).find()).rejects.toMatchObject({
      fault: 'unavailable',
      message: 'expressPay query: answered 503',
    })
  })

  test('a pending payment ends by itself, and the webhook hears of it then', async () => {
    const { purchase, find } = await bought('pending-decline')
    expect((await find()).state).toBe('pending')
    const told = () => sandbox.notices.filter(({ raw }) => raw.includes(purchase.reference))
    expect(told()).toHaveLength(0)
    await database.pool.query('UPDATE payment_sandbox_order SET next_at = now() WHERE reference = $1', [
      purchase.reference,
    ])
    await bought('approve')
    await waitFor('the end is told', () => told().length === 1)
    expect((await find()).state).toBe('declined')
  })

  test.each([
    ['approve', 1],
    ['duplicate', 5],
    ['notify-first', 1],
  ])('%s is told %i times, by a form that proves nothing', async (auto, times) => {
    const { purchase, started } = await bought(auto)
    const told = () => sandbox.notices.filter(({ raw }) => raw.includes(purchase.reference))
    await waitFor('all of it is told', () => told().length === times)
    for (const { raw, headers } of told()) {
      expect(await express.parseNotification(raw, headers)).toMatchObject({
        authenticity: 'unsigned',
        reference: purchase.reference,
        providerRef: started.providerRef,
        isForeign: false,
        isAboutPayment: true,
      })
    }
  })

  test('what the webhook does not take is sent again', async () => {
    sandbox.answerWebhook(503)
    const { purchase } = await bought('approve')
    const told = () => sandbox.notices.filter(({ raw }) => raw.includes(purchase.reference))
    await waitFor('it is told', () => told().length === 1)
    sandbox.answerWebhook(200)
    await waitFor('it is told again', () => told().length === 2)
  })

  test('a person pays by the buttons of the page, without a script', async () => {
    const purchase = aPurchase(sandbox.config)
    const { providerRef, redirectUrl } = await express.start(purchase)
    const back = await sandbox.open(redirectUrl, { choice: 'approve' })
    expect(back.status).toBe(303)
    expect(back.location).toContain(`order-id=${purchase.reference}`)
    expect((await express.query({ ...purchase, providerRef, transactionId: null })).state).toBe('paid')
  })

  test('an address that was made longer by a second question mark is understood', async () => {
    const purchase = aPurchase(sandbox.config)
    const { redirectUrl } = await express.start(purchase)
    const back = await sandbox.open(`${redirectUrl}?auto=approve`)
    expect([back.status, back.location.includes(purchase.reference)]).toEqual([302, true])
  })

  test('an order id is taken once', async () => {
    const purchase = aPurchase(sandbox.config)
    await express.start(purchase)
    await expect(express.start(purchase)).rejects.toMatchObject({ fault: 'rejected' })
  })
})
