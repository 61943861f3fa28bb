import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { aPurchase, paymentSandbox } from '../../testing/payment-sandbox.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { ProviderAdapter } from '../provider.ts'

const database = await testDatabase()
let asked: string[] = []
const sandbox = await paymentSandbox(database, (url, init) => {
  asked.push(`${init?.method} ${new URL(String(url)).pathname.replace('/sandbox/paypal', '')}`)
  return fetch(url, init)
})
afterAll(() => sandbox.close())
const paypal = sandbox.adapter('paypal')

type Step = Required<ProviderAdapter>
const capture: Step['capture'] = purchase =>
  paypal.capture?.(purchase) ?? Promise.reject(new Error('no capture'))
const refund: Step['refund'] = purchase => paypal.refund?.(purchase) ?? Promise.reject(new Error('no refund'))

async function begun() {
  const purchase = aPurchase(sandbox.config, { price: { amountMinor: 1_200, currency: 'USD' } })
  const started = await paypal.start(purchase)
  return { ...purchase, ...started, transactionId: null }
}

/** Starts a purchase and lets somebody choose at PayPal. */
async function approved(auto: string) {
  const purchase = await begun()
  const back = await sandbox.open(`${purchase.redirectUrl}&auto=${auto}`)
  return { ...purchase, back: back.location }
}

const told = (reference: string, type: string) =>
  sandbox.notices.filter(({ raw }) => raw.includes(reference) && raw.includes(`"event_type":"${type}"`))

describe('the adapter of PayPal, over HTTP against its stand-in', () => {
  test('makes an order that waits for the payer, and the same one when asked twice', async () => {
    const purchase = await begun()
    expect(purchase.redirectUrl).toBe(
      `${sandbox.config.publicUrl}/sandbox/paypal/checkoutnow?token=${purchase.providerRef}`,
    )
    expect((await paypal.start(purchase)).providerRef).toBe(purchase.providerRef)
    expect(await paypal.query(purchase)).toEqual({
      state: 'pending',
      reference: purchase.reference,
      providerRef: purchase.providerRef,
      money: purchase.price,
      isOtherMerchant: false,
      transactionId: null,
      words: 'order CREATED',
    })
  })

  test('an approval is money only once it is captured; captured again it is the same', async () => {
    const purchase = await approved('approve')
    expect(purchase.back).toBe(
      `${purchase.returnUrl}?order-id=${purchase.reference}&token=${purchase.providerRef}&PayerID=STANDINPAYER`,
    )
    expect((await paypal.query(purchase)).state).toBe('approved')
    const found = await capture(purchase)
    expect(found).toMatchObject({ state: 'paid', reference: purchase.reference, money: purchase.price })
    expect(found.transactionId).toMatch(/^\d{12}$/)
    expect(await capture(purchase)).toEqual(found)
    expect(await paypal.query(purchase)).toEqual(found)
  })

  test('one order captured by two at once is captured once', async () => {
    const purchase = await approved('approve')
    const found = await Promise.all(Array.from({ length: 5 }, () => capture(purchase)))
    expect(new Set(found.map(({ state, transactionId }) => `${state} ${transactionId}`)).size).toBe(1)
    await waitFor('it is told', () => told(purchase.reference, 'PAYMENT.CAPTURE.COMPLETED').length === 1)
  })

  test('what another id has captured is read and carried on with', async () => {
    const purchase = await approved('approve')
    const found = await capture(purchase)
    await database.pool.query(
      `UPDATE payment_sandbox_order SET details = details || '{"captureRequestId":"x"}' WHERE id = $1`,
      [purchase.providerRef],
    )
    expect(await capture(purchase)).toEqual(found)
  })

  test('an order that nobody approved is not captured', async () => {
    expect((await capture(await begun())).state).toBe('pending')
  })

  test.each([
    ['decline', 'declined'],
    ['pending', 'pending'],
    ['late', 'pending'],
  ])('a capture of %s is %s', async (auto, state) => {
    const purchase = await approved(auto)
    expect((await capture(purchase)).state).toBe(state)
    expect((await paypal.query(purchase)).state).toBe(state)
  })

  test('a cancelled order is voided, and the browser comes back without a payer', async () => {
    const purchase = await approved('cancel')
    expect(purchase.back).toBe(
      `${purchase.returnUrl}?order-id=${purchase.reference}&token=${purchase.providerRef}`,
    )
    expect(await paypal.query(purchase)).toMatchObject({ state: 'cancelled', words: 'order VOIDED' })
  })

  test.each([
    ['wrong-amount', { amountMinor: 1_100, currency: 'USD' }],
    ['wrong-currency', { amountMinor: 1_200, currency: 'NGN' }],
  ])('tells what was truly captured: %s', async (auto, money) => {
    expect(await capture(await approved(auto))).toMatchObject({ state: 'paid', money })
  })

  test('an order whose custom id is another’s is none of ours', async () => {
    const purchase = await approved('approve')
    const found = await paypal.query({ ...purchase, attemptId: crypto.randomUUID() })
    expect(found.reference).not.toBe(purchase.reference)
    expect(found.reference).not.toBeNull()
  })

  test('faults 123: an outage is said to be one, and a late approval is seen when it is there', async () => {
    await expect(paypal.query(await approved('outage'))).rejects.toMatchObject({ fault: 'unavailable' })
    const late = await approved('result-3')
    expect((await paypal.query(late)).state).toBe('pending')
    expect((await capture(late)).state).toBe('pending')
  })

  test('an order that is not there is said not to be', async () => {
    const purchase = { ...(await begun()), providerRef: 'NOSUCHORDER' }
    await expect(paypal.query(purchase)).rejects.toMatchObject({ fault: 'not_found' })
  })

  test('gives a payment back whole, once', async () => {
    const purchase = await approved('approve')
    await expect(refund(purchase)).rejects.toMatchObject({ fault: 'rejected' })
    const { transactionId } = await capture(purchase)
    expect((await refund({ ...purchase, transactionId })).state).toBe('refunded')
    expect((await refund({ ...purchase, transactionId })).state).toBe('refunded')
    await waitFor('it is told', () => told(purchase.reference, 'PAYMENT.CAPTURE.REFUNDED').length === 1)
    const [notice] = told(purchase.reference, 'PAYMENT.CAPTURE.REFUNDED')
    if (!notice) throw new Error('Nothing was told')
    expect(await paypal.parseNotification(notice.raw, notice.headers)).toMatchObject({
      reference: purchase.reference,
      transactionId,
      isAboutPayment: true,
    })
  })

  test('one access token serves all calls, also those that come at once', async () => {
    const other = await paymentSandbox(database, (url, init) => {
      asked.push(new URL(String(url)).pathname)
      return fetch(url, init)
    })
    asked = []
    const card = other.adapter('paypal')
    const price = { amountMinor: 1_200, currency: 'USD' }
    await Promise.all(Array.from({ length: 6 }, () => card.start(aPurchase(other.config, { price }))))
    await card.start(aPurchase(other.config, { price }))
    await other.close()
    expect(asked.filter(path => path.endsWith('/oauth2/token'))).toHaveLength(1)
    expect(asked).toHaveLength(8)
  })
})

describe('PayPal’s events', () => {
  async function anEvent(auto = 'approve', type = 'PAYMENT.CAPTURE.COMPLETED') {
    const purchase = await approved(auto)
    if (type.startsWith('PAYMENT')) await capture(purchase)
    await waitFor('it is told', () => told(purchase.reference, type).length > 0)
    const [notice] = told(purchase.reference, type)
    if (!notice) throw new Error('Nothing was told')
    return { purchase, ...notice }
  }

  test('name order, capture and our reference; the same event has the same id', async () => {
    const order = await anEvent('approve', 'CHECKOUT.ORDER.APPROVED')
    expect(await paypal.parseNotification(order.raw, order.headers)).toMatchObject({
      authenticity: 'signed',
      type: 'CHECKOUT.ORDER.APPROVED',
      reference: order.purchase.reference,
      providerRef: order.purchase.providerRef,
      transactionId: null,
      isForeign: false,
      isAboutPayment: true,
    })
    const { purchase, raw, headers } = await anEvent('duplicate')
    const { transactionId } = await paypal.query(purchase)
    const read = await paypal.parseNotification(raw, headers)
    expect(read).toMatchObject({
      authenticity: 'signed',
      reference: purchase.reference,
      providerRef: purchase.providerRef,
      transactionId,
    })
    await waitFor('all are told', () => told(purchase.reference, 'PAYMENT.CAPTURE.COMPLETED').length === 5)
    for (const again of told(purchase.reference, 'PAYMENT.CAPTURE.COMPLETED'))
      expect(await paypal.parseNotification(again.raw, again.headers)).toEqual(read)
  })

  test('faults 114: bytes that were changed, or written again, are not what was signed', async () => {
    const { raw, headers } = await anEvent()
    const event = JSON.parse(raw.toString())
    const forged = [
      Buffer.from(JSON.stringify(event, null, 2)),
      Buffer.from(JSON.stringify({ ...event, id: 'WH-1' })),
      Buffer.concat([raw, Buffer.from(' ')]),
    ]
    for (const body of forged)
      expect(await paypal.parseNotification(body, headers)).toEqual({
        authenticity: 'bad',
        reason: 'wrong signature',
      })
    expect(await paypal.parseNotification(raw, headers)).toMatchObject({ authenticity: 'signed' })
  })

  test('faults 114: without a whole signature, by another’s certificate or over no event, PayPal is not even asked', async () => {
    const { raw, headers } = await anEvent()
    asked = []
    const without = (name: string) => ({ ...headers, [name]: undefined })
    const elsewhere = [
      'https://paypal.com.evil.example/c',
      'http://api.paypal.com/c',
      'https://x:y@api.paypal.com/c',
      'no',
    ]
    const tries: [Buffer, typeof headers][] = [
      [raw, without('paypal-transmission-sig')],
      [raw, without('paypal-cert-url')],
      [raw, without('paypal-transmission-id')],
      ...elsewhere.map((url): [Buffer, typeof headers] => [raw, { ...headers, 'paypal-cert-url': url }]),
      [Buffer.from('{"id":"WH-1"}'), headers],
      [Buffer.from('{},"webhook_id":"x"'), headers],
      [Buffer.from([0x7b, 0xff, 0x7d]), headers],
    ]
    for (const [body, sent] of tries)
      expect(await paypal.parseNotification(body, sent)).toMatchObject({ authenticity: 'bad' })
    expect(asked).toEqual([])
  })

  test('faults 114: a signature of another webhook or an older key is refused', async () => {
    const { raw, headers } = await anEvent()
    const sig = Buffer.from('forged'.repeat(6)).toString('base64')
    const read = await paypal.parseNotification(raw, { ...headers, 'paypal-transmission-sig': sig })
    expect(read).toMatchObject({ authenticity: 'bad' })
  })

  test('faults 116: an event of live payments is foreign to a sandbox', async () => {
    const { raw, headers } = await anEvent()
    const event = JSON.parse(raw.toString())
    const links = [{ href: 'https://api.paypal.com/v1/notifications/webhooks-events/WH-2', rel: 'self' }]
    const card = await scripted({
      '/v1/notifications/verify-webhook-signature': { verification_status: 'SUCCESS' },
    })
    const body = Buffer.from(JSON.stringify({ ...event, links }))
    const read = await card.parseNotification(body, {
      ...headers,
      'paypal-cert-url': 'https://api.paypal.com/c',
    })
    expect(read).toMatchObject({ authenticity: 'signed', isForeign: true })
  })
})

async function scripted(answers: Record<string, object>): Promise<ProviderAdapter> {
  const { createPaypal } = await import('./paypal.ts')
  const { startScriptedServer } = await import('../../testing/scripted-server.ts')
  const server = await startScriptedServer(path => {
    if (path === '/v1/oauth2/token') return { json: { access_token: 'A21.x', expires_in: 32_400 } }
    return { json: answers[path] ?? {} }
  })
  afterAll(() => server.close())
  return createPaypal(
    {
      clientId: 'id',
      clientSecret: 'secret-value',
      webhookId: 'hook',
      url: server.url,
      scriptUrl: '/sdk.js',
      payPages: { hosts: ['paypal.com'], origins: [] },
      currency: 'USD',
      isSandbox: true,
    },
    { fetch, clock: { now: () => new Date() } },
  )
}
