import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/clock.ts'
import { aPurchase } from '../../testing/payment-sandbox.ts'
import { type ScriptedAnswer, startScriptedServer } from '../../testing/scripted-server.ts'
import { createFlutterwave, type FlutterwaveSettings } from './flutterwave.ts'

let answer: (path: string) => ScriptedAnswer = () => ({ json: {} })
const server = await startScriptedServer(path => answer(path))
afterAll(() => server.close())
beforeEach(() => {
  server.calls.length = 0
})

const secretHash = 'the chosen hash'
const make = (more: Partial<FlutterwaveSettings> = {}) =>
  createFlutterwave(
    {
      publicKey: 'FLWPUBK-1',
      secretKey: 'FLWSECK-1',
      secretHash,
      acceptsPlainHash: true,
      url: server.url,
      scriptUrl: 'https://checkout.flutterwave.com/v3.js',
      payPages: { hosts: ['flutterwave.com'], origins: [] },
      currency: 'GHS',
      options: 'card, ussd',
      isSandbox: false,
      ...more,
    },
    { fetch, clock: fakeClock() },
  )
const flutterwave = make()
const purchase = aPurchase({ publicUrl: 'https://soko.example' })
const asked = { ...purchase, providerRef: purchase.reference, transactionId: null }
const found = (more: object, envelope: object = {}) => ({
  json: {
    status: 'success',
    message: 'Transaction fetched successfully',
    data: {
      id: 288200108,
      tx_ref: purchase.reference,
      amount: 150,
      charged_amount: 153,
      currency: 'GHS',
      ...more,
    },
    ...envelope,
  },
})

test('a payment link is asked for under our reference, amount and methods', async () => {
  answer = () => ({
    json: { status: 'success', data: { link: 'https://checkout.flutterwave.com/v3/hosted/pay/x' } },
  })
  expect(await flutterwave.start(purchase)).toMatchObject({
    providerRef: purchase.reference,
    redirectUrl: 'https://checkout.flutterwave.com/v3/hosted/pay/x',
    checkout: { public_key: 'FLWPUBK-1', tx_ref: purchase.reference, payment_options: 'card, ussd' },
  })
  const [call] = server.calls
  expect([call?.method, call?.path, call?.headers.authorization]).toEqual([
    'POST',
    '/v3/payments',
    'Bearer FLWSECK-1',
  ])
  expect(JSON.parse(call?.body ?? '')).toEqual({
    tx_ref: purchase.reference,
    amount: 150,
    currency: 'GHS',
    payment_options: 'card, ussd',
    redirect_url: 'https://soko.example/app',
    customer: { email: 'ama@example.com', name: 'Ama Owusu', phonenumber: '0241234567' },
    customizations: { title: 'Soko credits', description: 'Starter' },
  })
})

test('a link to elsewhere sends nobody there', async () => {
  answer = () => ({ json: { status: 'success', data: { link: 'https://flutterwave.com.evil.example/pay' } } })
  await expect(flutterwave.start(purchase)).rejects.toMatchObject({ fault: 'malformed' })
})

// spec: S3.payment.1
test.each([
  [{ status: 'successful' }, 'paid'],
  [{ status: 'pending' }, 'pending'],
  [{ status: 'failed' }, 'declined'],
  [{ status: 'cancelled' }, 'cancelled'],
  [{ status: 'completed' }, 'pending'],
  [{ status: 'success' }, 'pending'],
])('a transaction with %j is %s, though its envelope says success', async (more, state) => {
  answer = () => found(more)
  expect((await flutterwave.query(asked)).state).toBe(state)
})

test.each([
  [{ amount: '150.00' }, { amountMinor: 15_000, currency: 'GHS' }],
  [{ amount: 149.99 }, { amountMinor: 14_999, currency: 'GHS' }],
  [
    { amount: 150, currency: 'NGN' },
    { amountMinor: 15_000, currency: 'NGN' },
  ],
  [{ amount: 1e21 }, null],
  [{ amount: undefined }, null],
])('%j is read as %j; fees beside it do not count', async (more, money) => {
  answer = () => found({ status: 'successful', ...more })
  expect((await flutterwave.query(asked)).money).toEqual(money)
})

test.each([
  [{ status: 400, json: { status: 'error', message: 'No transaction was found for this id', data: null } }],
  [{ status: 404, json: { status: 'error', message: 'Not found', data: null } }],
])('before anybody paid nothing is found, and that is no end: %j', async given => {
  answer = () => given
  expect(await flutterwave.query(asked)).toMatchObject({ state: 'pending', reference: null, money: null })
})

test('another refusal is an error', async () => {
  answer = () => ({ status: 400, json: { status: 'error', message: 'Bad request', data: null } })
  await expect(flutterwave.query(asked)).rejects.toMatchObject({ fault: 'rejected' })
})

test('a payment that names no reference is none of ours', async () => {
  answer = () => found({ status: 'successful', tx_ref: undefined })
  expect(await flutterwave.query(asked)).toMatchObject({ state: 'paid', reference: '', providerRef: '' })
})

describe('an event', () => {
  const raw = Buffer.from(
    JSON.stringify({
      event: 'charge.completed',
      data: {
        id: 285959875,
        tx_ref: purchase.reference,
        flw_ref: 'ABC/FLW270',
        status: 'successful',
        amount: 150,
      },
    }),
  )
  const hmac = (body: Buffer, key = secretHash) => createHmac('sha256', key).update(body).digest('base64')
  const signed = { 'flutterwave-signature': hmac(raw) }

  test('faults 114: is proved by its signature over the bytes; with the bare hash, where that is let through, it is a hint', async () => {
    const read = await flutterwave.parseNotification(raw, signed)
    expect(read).toEqual({
      authenticity: 'signed',
      eventId: 'charge.completed:285959875:successful',
      type: 'charge.completed',
      reference: purchase.reference,
      providerRef: purchase.reference,
      transactionId: '285959875',
      isForeign: false,
      isAboutPayment: true,
      saysMoneyWentBack: false,
    })
    expect(await flutterwave.parseNotification(raw, { 'verif-hash': secretHash })).toEqual({
      ...read,
      authenticity: 'unsigned',
    })
    const both = { ...signed, 'verif-hash': secretHash }
    expect(await flutterwave.parseNotification(raw, both)).toEqual(read)
  })

  test.each([
    ['no signature', {}],
    ['an empty one', { 'flutterwave-signature': '' }],
    ['an empty hash', { 'verif-hash': '' }],
    ['another hash', { 'verif-hash': `${secretHash} ` }],
    ['one by another key', { 'flutterwave-signature': hmac(raw, 'other') }],
    [
      'one in hexadecimals',
      { 'flutterwave-signature': createHmac('sha256', secretHash).update(raw).digest('hex') },
    ],
    ['one over other bytes', { 'flutterwave-signature': hmac(Buffer.from(`${raw.toString()} `)) }],
    ['a wrong one beside the right hash', { 'flutterwave-signature': 'x', 'verif-hash': secretHash }],
  ])('faults 114: with %s is bad', async (_, headers) => {
    expect(await flutterwave.parseNotification(raw, headers)).toMatchObject({ authenticity: 'bad' })
  })

  test('faults 114: by the bare hash is bad where that is switched off', async () => {
    const strict = make({ acceptsPlainHash: false })
    expect(await strict.parseNotification(raw, { 'verif-hash': secretHash })).toMatchObject({
      authenticity: 'bad',
    })
    expect(await strict.parseNotification(raw, signed)).toMatchObject({ authenticity: 'signed' })
  })

  test('faults 114: written again, its signature is another’s', async () => {
    const again = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1))
    expect(await flutterwave.parseNotification(again, signed)).toMatchObject({ authenticity: 'bad' })
  })

  test('faults 116: of the test mode is foreign to live keys, and ours with test keys', async () => {
    const body = Buffer.from(
      JSON.stringify({ event: 'charge.completed', data: { id: 1, flw_ref: 'FLW-MOCK-1' } }),
    )
    const headers = { 'flutterwave-signature': hmac(body) }
    expect(await flutterwave.parseNotification(body, headers)).toMatchObject({ isForeign: true })
    expect(await make({ isSandbox: true }).parseNotification(body, headers)).toMatchObject({
      isForeign: false,
    })
  })

  test.each([
    { event: 'refund.completed', data: { id: 75, tx_id: 285959875, status: 'completed' } },
    { event: 'refund.completed', data: { id: 75, TransactionId: 285959875, status: 'completed' } },
    { event: 'chargeback.initiated', data: { id: 75, transaction_id: '285959875', status: 'initiated' } },
  ])('faults 122: of money that went back names its payment, not itself: $event', async event => {
    const body = Buffer.from(JSON.stringify(event))
    expect(await flutterwave.parseNotification(body, { 'flutterwave-signature': hmac(body) })).toMatchObject({
      ...{ saysMoneyWentBack: true, transactionId: '285959875', reference: null },
      eventId: `${event.event}:75:${event.data.status}`,
    })
  })

  test('about no payment, or in no shape, is taken and says so', async () => {
    for (const text of ['{"event":"transfer.completed","data":{"id":1}}', 'not JSON', '[]', '']) {
      const body = Buffer.from(text)
      const read = await flutterwave.parseNotification(body, { 'flutterwave-signature': hmac(body) })
      expect(read).toMatchObject({ authenticity: 'signed', isAboutPayment: false, reference: null })
    }
  })
})
