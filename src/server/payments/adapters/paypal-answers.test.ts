import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/clock.ts'
import { aPurchase } from '../../testing/payment-sandbox.ts'
import { type ScriptedAnswer, type ScriptedCall, startScriptedServer } from '../../testing/scripted-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createPaypal } from './paypal.ts'

type Script = (path: string, call: ScriptedCall) => ScriptedAnswer
let answer: Script = () => ({ json: {} })
let tokens = 0
const server = await startScriptedServer((path, call) => {
  if (path !== '/v1/oauth2/token') return answer(path, call)
  tokens += 1
  return { json: { access_token: `A21.${tokens}`, expires_in: 32_400 } }
})
afterAll(() => server.close())

const clock = fakeClock()
const make = () =>
  createPaypal(
    {
      clientId: 'client id',
      clientSecret: 'secret',
      webhookId: 'hook-1',
      url: server.url,
      scriptUrl: 'https://www.paypal.com/sdk/js',
      payPages: { hosts: ['paypal.com'], origins: [] },
      currency: 'USD',
      isSandbox: false,
    },
    { fetch, clock },
  )
let paypal = make()
beforeEach(() => {
  paypal = make()
  tokens = 0
  server.calls.length = 0
})

const price = { amountMinor: 1_200, currency: 'USD' }
const purchase = aPurchase({ publicUrl: 'https://soko.example' }, { price })
const asked = { ...purchase, providerRef: '5O190127TN364715T', transactionId: null }

/** An order with captures, as PayPal writes one. */
const anOrder = (status: string, captures: object[] = [], more: object = {}) => ({
  id: asked.providerRef,
  status,
  purchase_units: [
    {
      reference_id: purchase.reference,
      custom_id: purchase.attemptId,
      invoice_id: purchase.reference,
      amount: { currency_code: 'USD', value: '12.00' },
      ...(captures.length > 0 && { payments: { captures, ...more } }),
    },
  ],
  links: [{ rel: 'approve', href: `https://www.paypal.com/checkoutnow?token=${asked.providerRef}` }],
})
const aCapture = (status: string, more: object = {}) => ({
  id: '3C679366HH908993F',
  status,
  amount: { currency_code: 'USD', value: '12.00' },
  ...more,
})
const callsTo = (path: string) => server.calls.filter(call => call.path === path)
const capture = async () => paypal.capture?.(asked)

describe('an order', () => {
  test('is made with our ids, one unit, and a request id of its own', async () => {
    answer = () => ({ status: 201, json: anOrder('CREATED') })
    expect(await paypal.start(purchase)).toEqual({
      providerRef: asked.providerRef,
      redirectUrl: `https://www.paypal.com/checkoutnow?token=${asked.providerRef}`,
    })
    const [call] = callsTo('/v2/checkout/orders')
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer A21.1',
      'paypal-request-id': `${purchase.attemptId}:create`,
      prefer: 'return=representation',
    })
    const back = `https://soko.example/app?order-id=${purchase.reference}`
    expect(JSON.parse(call?.body ?? '')).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: purchase.reference,
          custom_id: purchase.attemptId,
          invoice_id: purchase.reference,
          description: 'Starter',
          amount: { currency_code: 'USD', value: '12.00' },
        },
      ],
      application_context: {
        return_url: back,
        cancel_url: back,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
      },
    })
  })

  // spec: S7.card.2
  test('is approved by a script that is loaded with the client id', () => {
    expect(paypal.method.script_url).toContain(
      'https://www.paypal.com/sdk/js?client-id=client+id&currency=USD',
    )
    expect(paypal.method.public_key).toBe('client id')
  })

  test('amounts of a currency without decimals have none', async () => {
    answer = () => ({ status: 201, json: anOrder('CREATED') })
    await paypal.start({ ...purchase, price: { amountMinor: 1_200, currency: 'JPY' } })
    expect(callsTo('/v2/checkout/orders')[0]?.body).toContain('{"currency_code":"JPY","value":"1200"}')
  })

  test.each([
    'https://paypal.com.evil.example/x',
    'http://www.paypal.com/x',
    'javascript:alert(1)',
    'https://evilpaypal.com/x',
    undefined,
  ])('that leads to %s sends nobody there', async href => {
    answer = () => ({ status: 201, json: { ...anOrder('CREATED'), links: [{ rel: 'approve', href }] } })
    await expect(paypal.start(purchase)).rejects.toMatchObject({ fault: 'malformed' })
  })

  test('that is refused is told by its issue and debug id, without a word of the answer', async () => {
    const details = [{ issue: 'CURRENCY_NOT_SUPPORTED', description: 'words' }]
    answer = () => ({ status: 422, json: { name: 'UNPROCESSABLE_ENTITY', debug_id: 'abc123', details } })
    await expect(paypal.start(purchase)).rejects.toMatchObject({
      fault: 'rejected',
      message: 'PayPal create order: answered 422 CURRENCY_NOT_SUPPORTED (abc123)',
    })
  })
})

describe('what an order says', () => {
  test.each([
    ['CREATED', 'pending'],
    ['SAVED', 'pending'],
    ['PAYER_ACTION_REQUIRED', 'pending'],
    ['APPROVED', 'approved'],
    ['VOIDED', 'cancelled'],
    // Without a capture it is no money.
    ['COMPLETED', 'pending'],
    ['SOMETHING_NEW', 'pending'],
  ])('%s without a capture is %s', async (status, state) => {
    answer = () => ({ json: anOrder(status) })
    expect(await paypal.query(asked)).toMatchObject({ state, money: price, transactionId: null })
  })

  test.each([
    ['COMPLETED', 'paid'],
    ['PENDING', 'pending'],
    ['DECLINED', 'declined'],
    ['FAILED', 'declined'],
    ['REFUNDED', 'refunded'],
    ['REVERSED', 'reversed'],
    ['SOMETHING_NEW', 'pending'],
  ])('a capture that is %s is %s', async (status, state) => {
    answer = () => ({ json: anOrder('COMPLETED', [aCapture(status)]) })
    expect(await paypal.query(asked)).toMatchObject({
      state,
      money: price,
      transactionId: '3C679366HH908993F',
      reference: purchase.reference,
    })
  })

  test('a card that was declined does not hide the one that was not', async () => {
    answer = () => ({
      json: anOrder('COMPLETED', [aCapture('DECLINED', { id: 'A' }), aCapture('COMPLETED')]),
    })
    expect(await paypal.query(asked)).toMatchObject({ state: 'paid', transactionId: '3C679366HH908993F' })
  })

  test('a payment of which a part was given back is not what was agreed', async () => {
    const refunds = [{ amount: { currency_code: 'USD', value: '5.00' } }]
    answer = () => ({ json: anOrder('COMPLETED', [aCapture('PARTIALLY_REFUNDED')], { refunds }) })
    expect(await paypal.query(asked)).toMatchObject({
      state: 'paid',
      money: { amountMinor: 700, currency: 'USD' },
    })
    answer = () => ({ json: anOrder('COMPLETED', [aCapture('PARTIALLY_REFUNDED')]) })
    expect((await paypal.query(asked)).money).not.toEqual(price)
  })

  test('an order that names another purchase is none of ours, whatever its invoice', async () => {
    const [unit] = anOrder('APPROVED').purchase_units
    for (const custom_id of ['another', undefined]) {
      answer = () => ({ json: { ...anOrder('APPROVED'), purchase_units: [{ ...unit, custom_id }] } })
      expect((await paypal.query(asked)).reference).not.toBe(purchase.reference)
    }
  })
})

describe('a capture', () => {
  /** The capture is refused with an issue; the order reads as given. */
  const refusing = (issue: string, order: object) => {
    answer = path =>
      path.endsWith('/capture') ? { status: 422, json: { details: [{ issue }] } } : { json: order }
  }

  test('has a request id of its own', async () => {
    answer = () => ({ status: 201, json: anOrder('COMPLETED', [aCapture('COMPLETED')]) })
    expect(await capture()).toMatchObject({ state: 'paid' })
    expect(server.calls.at(-1)?.headers['paypal-request-id']).toBe(`${purchase.attemptId}:capture`)
  })

  test.each(['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'COMPLIANCE_VIOLATION'])(
    'that ends with %s is declined',
    async issue => {
      refusing(issue, anOrder('APPROVED'))
      expect(await capture()).toMatchObject({ state: 'declined', words: issue, money: price })
    },
  )

  test.each(['ORDER_NOT_APPROVED', 'ORDER_COMPLETION_IN_PROGRESS', 'PAYER_ACTION_REQUIRED'])(
    'that ends with %s waits',
    async issue => {
      refusing(issue, anOrder('APPROVED'))
      expect(await capture()).toMatchObject({ state: 'pending', words: issue })
    },
  )

  test('that was done already reads the order, even where it was said to be declined', async () => {
    for (const issue of ['ORDER_ALREADY_CAPTURED', 'INSTRUMENT_DECLINED']) {
      refusing(issue, anOrder('COMPLETED', [aCapture('COMPLETED')]))
      expect(await capture()).toMatchObject({ state: 'paid', transactionId: '3C679366HH908993F' })
    }
  })

  test('that is refused for a reason nobody knows is an error, and nothing else', async () => {
    refusing('DUPLICATE_INVOICE_ID', anOrder('APPROVED'))
    await expect(capture()).rejects.toMatchObject({ fault: 'rejected' })
  })
})

describe('the access token', () => {
  test('is used until it nears its end, and replaced once when it is refused', async () => {
    answer = () => ({ json: anOrder('CREATED') })
    await paypal.query(asked)
    await paypal.query(asked)
    expect(tokens).toBe(1)
    clock.advance(32_400_000 - 299_000)
    await paypal.query(asked)
    expect(tokens).toBe(2)
    answer = (_, call) =>
      call.headers.authorization === 'Bearer A21.3'
        ? { json: anOrder('APPROVED') }
        : { status: 401, json: {} }
    expect((await paypal.query(asked)).state).toBe('approved')
    expect(tokens).toBe(3)
    answer = () => ({ status: 401, json: {} })
    await expect(paypal.query(asked)).rejects.toMatchObject({ fault: 'misconfigured' })
    expect(tokens).toBe(4)
  })
})

describe('an event', () => {
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': 'b2384410-f8d2-11e4-8bf3-77339302725b',
    'paypal-transmission-sig': 'c2lnbmF0dXJl',
    'paypal-transmission-time': '2026-11-21T12:00:00Z',
  }
  // Spaces, order and escapes that a writer of JSON would not keep.
  const raw = Buffer.from(`{ "event_type":"PAYMENT.CAPTURE.COMPLETED",
"id" : "WH-1", "resource":{"id":"3C6","amount":{"value":"12.00"},"note":"caf\\u00e9 é",
"invoice_id":"${purchase.reference}","supplementary_data":{"related_ids":{"order_id":"5O1"}}}}`)

  test('faults 114: is checked by PayPal in the very bytes that came', async () => {
    answer = () => ({ json: { verification_status: 'SUCCESS' } })
    expect(await paypal.parseNotification(raw, headers)).toEqual({
      authenticity: 'signed',
      eventId: 'WH-1',
      type: 'PAYMENT.CAPTURE.COMPLETED',
      reference: purchase.reference,
      providerRef: '5O1',
      transactionId: '3C6',
      isForeign: false,
      isAboutPayment: true,
      saysMoneyWentBack: false,
    })
    const [call] = callsTo('/v1/notifications/verify-webhook-signature')
    expect(call?.body).toContain(`"webhook_event":${raw.toString()}}`)
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      webhook_id: 'hook-1',
      transmission_id: headers['paypal-transmission-id'],
      cert_url: headers['paypal-cert-url'],
    })
  })

  test('faults 114: is bad where PayPal says so or takes it for none, and unchecked where PayPal is away', async () => {
    for (const given of [
      { json: { verification_status: 'FAILURE' } },
      { json: {} },
      { status: 400, json: { name: 'VALIDATION_ERROR' } },
    ]) {
      answer = () => given
      expect(await paypal.parseNotification(raw, headers)).toMatchObject({ authenticity: 'bad' })
    }
    answer = () => ({ status: 503, text: '' })
    await expect(paypal.parseNotification(raw, headers)).rejects.toMatchObject({ fault: 'unavailable' })
  })

  test('faults 124: that is forged costs PayPal sixty checks a minute of one network, and no genuine one of another', async () => {
    const checks = () => callsTo('/v1/notifications/verify-webhook-signature').length
    const from = (network: string) =>
      paypal.parseNotification(raw, headers, network).then(
        read => read.authenticity,
        (error: { code: string }) => error.code,
      )
    const fates = async (count: number, network: string) => {
      const found: string[] = []
      for (let sent = 0; sent < count; sent += 1) found.push(await from(network))
      return found
    }
    answer = () => ({ json: { verification_status: 'SUCCESS' } })
    expect(new Set(await fates(70, '198.51.100.1'))).toEqual(new Set(['signed']))
    answer = () => ({ json: { verification_status: 'FAILURE' } })
    const forged = await fates(100, '198.51.100.1')
    expect([new Set(forged.slice(0, 60)), new Set(forged.slice(60))]).toEqual([
      new Set(['bad']),
      new Set(['rate_limited']),
    ])
    expect(checks()).toBe(70 + 60)
    answer = () => ({ json: { verification_status: 'SUCCESS' } })
    expect(await from('203.0.113.9')).toBe('signed')
    answer = () => ({ status: 503, text: '' })
    expect(new Set(await fates(70, '203.0.113.9'))).toEqual(new Set([undefined]))
    answer = () => ({ json: { verification_status: 'SUCCESS' } })
    clock.advance(60_000)
    expect(await from('198.51.100.1')).toBe('signed')
  })

  test('faults 124: that is forged from everywhere costs PayPal 240 checks a minute', async () => {
    answer = () => ({ json: { verification_status: 'FAILURE' } })
    for (let sent = 0; sent < 300; sent += 1)
      await paypal.parseNotification(raw, headers, `198.51.100.${sent % 200}`).catch(() => null)
    expect(callsTo('/v1/notifications/verify-webhook-signature')).toHaveLength(240)
  })

  test('faults 124: of a flood eight are checked at a time, and the rest is sent away at once', async () => {
    answer = () => 'silence'
    const fates = Array.from({ length: 200 }, (_, index) =>
      paypal
        .parseNotification(raw, headers, `198.51.100.${index}`)
        .catch((error: { fault: string }) => error.fault),
    )
    await waitFor(
      'eight are asked about',
      () => callsTo('/v1/notifications/verify-webhook-signature').length === 8,
    )
    const early = await Promise.all(fates.slice(72))
    expect(new Set(early)).toEqual(new Set(['unavailable']))
    expect(callsTo('/v1/notifications/verify-webhook-signature')).toHaveLength(8)
  })

  test.each([
    ['PAYMENT.CAPTURE.DENIED', { id: 'C1', invoice_id: 'R1' }, { reference: 'R1', transactionId: 'C1' }],
    [
      'PAYMENT.CAPTURE.REVERSED',
      {
        id: 'REF',
        invoice_id: 'R1',
        links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' }],
      },
      { reference: 'R1', transactionId: 'C1' },
    ],
    ['PAYMENT.CAPTURE.REFUNDED', { id: 'REF', invoice_id: 'R1' }, { reference: 'R1', transactionId: null }],
    [
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      { order_id: 'O1', purchase_units: [{ invoice_id: 'R1' }] },
      { reference: 'R1', providerRef: 'O1' },
    ],
    [
      'CUSTOMER.DISPUTE.CREATED',
      { disputed_transactions: [{ seller_transaction_id: 'C1', invoice_number: 'R1' }] },
      { reference: 'R1', transactionId: 'C1' },
    ],
    ['BILLING.PLAN.CREATED', { id: 'P1' }, { isAboutPayment: false, reference: null, transactionId: null }],
  ])('%s names the purchase at its own place', async (event_type, resource, read) => {
    answer = () => ({ json: { verification_status: 'SUCCESS' } })
    const body = Buffer.from(JSON.stringify({ id: 'WH-2', event_type, resource }))
    expect(await paypal.parseNotification(body, headers)).toMatchObject({ authenticity: 'signed', ...read })
  })

  test.each([
    [true, ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED', 'CUSTOMER.DISPUTE.CREATED']],
    [false, ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.DENIED', 'CHECKOUT.PAYMENT-APPROVAL.REVERSED']],
  ])('faults 122: that money went back is %j of %j', async (saysMoneyWentBack, types) => {
    answer = () => ({ json: { verification_status: 'SUCCESS' } })
    for (const event_type of types) {
      const body = Buffer.from(JSON.stringify({ id: 'WH-2', event_type, resource: {} }))
      expect(await paypal.parseNotification(body, headers)).toMatchObject({ saysMoneyWentBack })
    }
  })
})
