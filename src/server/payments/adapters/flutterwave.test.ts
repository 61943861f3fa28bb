import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { aPurchase, paymentSandbox } from '../../testing/payment-sandbox.ts'
import { waitFor } from '../../testing/wait-for.ts'

const sandbox = await paymentSandbox(await testDatabase())
afterAll(() => sandbox.close())
const flutterwave = sandbox.adapter('flutterwave')

async function begun() {
  const purchase = aPurchase(sandbox.config)
  const started = await flutterwave.start(purchase)
  return { ...purchase, ...started, transactionId: null }
}

/** Starts a purchase and lets somebody choose on the page of the payment link. */
async function bought(auto: string) {
  const purchase = await begun()
  const back = await sandbox.open(`${purchase.redirectUrl}&auto=${auto}`)
  return { ...purchase, back: new URL(back.location) }
}

const told = (reference: string) => sandbox.notices.filter(({ raw }) => raw.includes(reference))

describe('the adapter of Flutterwave, over HTTP against its stand-in', () => {
  test('makes a payment link and what the widget is opened with, under one reference', async () => {
    const purchase = await begun()
    expect(purchase.providerRef).toBe(purchase.reference)
    expect(purchase.redirectUrl).toContain(`${sandbox.config.publicUrl}/sandbox/flutterwave/pay?id=`)
    expect(purchase.checkout).toEqual({
      public_key: 'FLWPUBK_TEST-stand-in',
      tx_ref: purchase.reference,
      amount: 150,
      currency: 'GHS',
      payment_options: 'card, mobilemoneyghana, ussd',
      customer: { email: 'ama@example.com', name: 'Ama Owusu', phone_number: '0241234567' },
      customizations: { title: 'Soko credits', description: 'Starter' },
    })
    expect(await flutterwave.query(purchase)).toMatchObject({ state: 'pending', money: null })
  })

  test('finds a payment by its reference and by its number', async () => {
    const purchase = await bought('approve')
    const transactionId = purchase.back.searchParams.get('transaction_id')
    expect(Object.fromEntries(purchase.back.searchParams)).toEqual({
      status: 'successful',
      tx_ref: purchase.reference,
      transaction_id: transactionId,
    })
    const found = await flutterwave.query(purchase)
    expect(found).toEqual({
      state: 'paid',
      reference: purchase.reference,
      providerRef: purchase.reference,
      money: purchase.price,
      isOtherMerchant: false,
      transactionId,
      words: 'status successful',
    })
    expect(await flutterwave.query({ ...purchase, transactionId })).toEqual(found)
  })

  test('a number of another’s payment, or none at all, leads to our own', async () => {
    const others = await flutterwave.query(await bought('approve'))
    const purchase = await bought('decline')
    for (const transactionId of [others.transactionId, '../../v3/payments', 'x', '1'])
      expect(await flutterwave.query({ ...purchase, transactionId })).toMatchObject({
        state: 'declined',
        reference: purchase.reference,
      })
  })

  test.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
    ['pending', 'pending'],
    ['late', 'pending'],
    ['result-3', 'pending'],
  ])('finds %s as %s', async (auto, state) => {
    expect((await flutterwave.query(await bought(auto))).state).toBe(state)
  })

  test.each([
    ['wrong-amount', { amountMinor: 14_900, currency: 'GHS' }],
    ['wrong-currency', { amountMinor: 15_000, currency: 'NGN' }],
  ])('tells what was truly paid: %s', async (auto, money) => {
    expect(await flutterwave.query(await bought(auto))).toMatchObject({ state: 'paid', money })
  })

  test('a browser that changes the widget’s amount pays that amount', async () => {
    const purchase = await begun()
    const widget = new URLSearchParams({
      tx_ref: purchase.reference,
      amount: '1',
      currency: 'GHS',
      in: 'frame',
    })
    const page = await sandbox.open(`${sandbox.config.ownUrl}/sandbox/flutterwave/pay?${widget}`, {
      choice: 'approve',
    })
    expect(page.text).toContain('data-message')
    expect(await flutterwave.query(purchase)).toMatchObject({
      state: 'paid',
      money: { amountMinor: 100, currency: 'GHS' },
    })
  })

  test('faults 123: an outage is said to be one', async () => {
    await expect(flutterwave.query(await bought('outage'))).rejects.toMatchObject({ fault: 'unavailable' })
  })

  test('events are signed over their bytes; the same one has the same id', async () => {
    const purchase = await bought('duplicate')
    await waitFor('all are told', () => told(purchase.reference).length === 5)
    const read = await Promise.all(
      told(purchase.reference).map(({ raw, headers }) => flutterwave.parseNotification(raw, headers)),
    )
    expect(read[0]).toMatchObject({
      authenticity: 'signed',
      type: 'charge.completed',
      reference: purchase.reference,
      transactionId: purchase.back.searchParams.get('transaction_id'),
      isForeign: false,
      isAboutPayment: true,
    })
    for (const again of read) expect(again).toEqual(read[0])
  })
})
