import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeClock } from '../../testing/clock.ts'
import { aPurchase } from '../../testing/payment-sandbox.ts'
import { type ScriptedAnswer, startScriptedServer } from '../../testing/scripted-server.ts'
import type { ProviderAdapter, Reach } from '../provider.ts'
import { createExpress } from './express.ts'
import { createFlutterwave } from './flutterwave.ts'
import { createPaypal } from './paypal.ts'

const secrets = [
  'merchant-secret',
  'key-secret',
  'hash-secret',
  'token-secret',
  'body-secret',
  'ama@example.com',
]

const token: ScriptedAnswer = { json: { access_token: 'token-secret', expires_in: 32_400 } }
let answer: (path: string) => ScriptedAnswer = () => ({ json: {} })
let tokenAnswer: () => ScriptedAnswer = () => token
const server = await startScriptedServer(path => (path === '/v1/oauth2/token' ? tokenAnswer() : answer(path)))
afterAll(() => server.close())
beforeEach(() => {
  tokenAnswer = () => token
  patienceMs = 60_000
  server.calls.length = 0
})

const clock = fakeClock('2026-11-21T12:00:00Z')
let patienceMs = 60_000
/** May give up sooner than the product does, so that a test of silence need not wait. */
const hasty: typeof fetch = (url, init) => {
  const signals = [init?.signal, AbortSignal.timeout(patienceMs)].filter(
    signal => signal instanceof AbortSignal,
  )
  return fetch(url, { ...init, signal: AbortSignal.any(signals) })
}
const reach: Reach = { fetch: hasty, clock }
const payPages = { hosts: ['paypal.com', 'flutterwave.com'], origins: [] }

const express = createExpress(
  {
    merchantId: 'merchant-secret',
    apiKey: 'key-secret',
    url: server.url,
    checkoutUrl: 'https://expresspaygh.com/api/checkout.php',
    currency: 'GHS',
    isSandbox: false,
  },
  reach,
)
const paypal = createPaypal(
  {
    clientId: 'client',
    clientSecret: 'key-secret',
    webhookId: 'hook',
    url: server.url,
    scriptUrl: 'https://www.paypal.com/sdk/js',
    payPages,
    currency: 'USD',
    isSandbox: false,
  },
  reach,
)
const flutterwave = createFlutterwave(
  {
    publicKey: 'FLWPUBK-1',
    secretKey: 'key-secret',
    secretHash: 'hash-secret',
    acceptsPlainHash: true,
    url: server.url,
    scriptUrl: 'https://checkout.flutterwave.com/v3.js',
    payPages,
    currency: 'GHS',
    options: 'card',
    isSandbox: false,
  },
  reach,
)

const purchase = aPurchase({ publicUrl: 'https://soko.example' })
const asked = { ...purchase, providerRef: 'T0KEN', transactionId: null }
const always = (given: ScriptedAnswer) => {
  answer = () => given
}

describe.each<[string, () => ProviderAdapter]>([
  ['expressPay', () => express],
  ['PayPal', () => paypal],
  ['Flutterwave', () => flutterwave],
])('%s', (_, adapter) => {
  test.each<[string, ScriptedAnswer, string]>([
    ['503', { status: 503, text: 'body-secret' }, 'unavailable'],
    ['429', { status: 429, json: { message: 'body-secret' } }, 'unavailable'],
    ['a connection that breaks', 'hang-up', 'unavailable'],
    ['silence', 'silence', 'unavailable'],
    [
      'a redirect',
      { status: 302, text: '', headers: { location: 'https://evil.example/body-secret' } },
      'malformed',
    ],
    ['no JSON', { text: '<html>body-secret</html>' }, 'malformed'],
    ['a list', { json: ['body-secret'] }, 'malformed'],
    ['nothing', { text: '' }, 'malformed'],
    ['64 KB and more', { json: { status: 'success', filler: 'body-secret'.repeat(8_000) } }, 'malformed'],
    ['401', { status: 401, json: { name: 'body-secret' } }, 'misconfigured'],
  ])('faults 123: %s is an error that says so and holds no secret', async (_, given, fault) => {
    always(given)
    patienceMs = given === 'silence' ? 300 : 60_000
    for (const call of [() => adapter().query(asked), () => adapter().start(purchase)]) {
      const error = await call().catch((caught: unknown) => caught)
      expect(error).toMatchObject({ name: 'ProviderError', fault })
      const told = JSON.stringify({
        ...(error as Error),
        message: (error as Error).message,
        stack: (error as Error).stack,
      })
      for (const secret of [...secrets, server.url]) expect(told).not.toContain(secret)
      expect((error as Error).cause).toBeUndefined()
    }
  })
})

test('faults 123: every call ends after 10 s at the latest', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  always({ json: { result: 3 } })
  await express.query(asked)
  expect(limit.mock.calls).toContainEqual([10_000])
  limit.mockRestore()
})

describe('expressPay’s answers', () => {
  const submitted = (more: object) => ({
    json: { status: 1, token: 'T.0.K', 'order-id': purchase.reference, ...more },
  })
  const queried = (more: object) => ({
    json: {
      result: 1,
      'order-id': purchase.reference,
      token: 'T0KEN',
      currency: 'GHS',
      amount: '150.00',
      ...more,
    },
  })

  test('to a submit: the form has its hyphened names, a decimal amount and a number with its country', async () => {
    always(submitted({}))
    expect(await express.start(purchase)).toEqual({
      providerRef: 'T.0.K',
      redirectUrl: 'https://expresspaygh.com/api/checkout.php?token=T.0.K',
    })
    const [call] = server.calls
    expect([call?.method, call?.path]).toEqual(['POST', '/api/submit.php'])
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      'merchant-id': 'merchant-secret',
      'api-key': 'key-secret',
      firstname: 'Ama',
      lastname: 'Owusu',
      email: 'ama@example.com',
      username: 'ama@example.com',
      phonenumber: '233241234567',
      accountnumber: '233241234567',
      currency: 'GHS',
      amount: '150.00',
      'order-id': purchase.reference,
      'order-desc': 'Starter',
      'redirect-url': 'https://soko.example/app',
      'post-url': purchase.notifyUrl,
    })
  })

  test('what is too long for a field is cut, and an address that would be another one is left out', async () => {
    always(submitted({}))
    const email = `${'a'.repeat(60)}@example.com`
    await express.start({
      ...purchase,
      buyer: { email, name: `${'N'.repeat(40)} ${'L'.repeat(90)}`, phone: '' },
    })
    const sent = new URLSearchParams(server.calls[0]?.body)
    expect([sent.get('firstname')?.length, sent.get('lastname')?.length]).toEqual([32, 64])
    expect([sent.get('email'), sent.get('username'), sent.get('phonenumber')]).toEqual([null, null, null])
    expect(sent.get('accountnumber')).toBe(purchase.reference)
  })

  test.each([
    [{ status: '1' }, null],
    [{ status: true }, 'malformed'],
    [{ status: 2 }, 'misconfigured'],
    [{ status: 4 }, 'misconfigured'],
    [{ status: '3' }, 'rejected'],
    [{ status: 12 }, 'malformed'],
    [{ status: 1, token: '' }, 'malformed'],
    [{ status: 1, token: '\ud800' }, 'malformed'],
    [{ status: 1, token: 'x'.repeat(257) }, 'malformed'],
    [{ status: 1, 'order-id': 'ANOTHER' }, 'malformed'],
  ])('to a submit: %j is %s', async (more, fault) => {
    always(submitted(more))
    const started = express.start(purchase)
    if (fault === null) expect((await started).providerRef).toBe('T.0.K')
    else await expect(started).rejects.toMatchObject({ fault })
  })

  test('a token with signs of its own is written into the address whole', async () => {
    always(submitted({ token: 'a+b/c=&x' }))
    expect((await express.start(purchase)).redirectUrl).toMatch(/\?token=a%2Bb%2Fc%3D%26x$/)
  })

  test.each([
    [{ amount: '150' }, 15_000],
    [{ amount: '150.0' }, 15_000],
    [{ amount: 150 }, 15_000],
    [{ amount: 149.9 }, 14_990],
    [{ amount: '1.5e2' }, null],
    [{ amount: '-150.00' }, null],
    [{ amount: '150.001' }, null],
    [{ amount: '1,150.00' }, null],
    [{ amount: ' 150' }, null],
    [{ amount: true }, null],
    [{ amount: null }, null],
    [{ currency: 'ghs' }, null],
    [{ currency: undefined }, null],
  ])('to a query: %j is read as %s, never guessed', async (more, amountMinor) => {
    always(queried(more))
    const { money } = await express.query(asked)
    expect(money).toEqual(amountMinor === null ? null : { amountMinor, currency: 'GHS' })
  })

  test.each([
    [{ result: '1' }, 'paid'],
    [{ result: 2 }, 'declined'],
    [{ result: 3, 'result-text': 'No transaction data available' }, 'pending'],
    [{ result: 3, 'result-text': 'Error' }, 'pending'],
    [{ result: 4 }, 'pending'],
    [{ result: 7 }, 'pending'],
  ])('to a query: %j is %s', async (more, state) => {
    always(queried(more))
    expect((await express.query(asked)).state).toBe(state)
  })

  test.each([[{ result: true }], [{ result: null }], [{ result: undefined, status: true }]])(
    'to a query: %j says nothing',
    async more => {
      always(queried(more))
      await expect(express.query(asked)).rejects.toMatchObject({ fault: 'malformed' })
    },
  )

  test('names with hyphens and with underscores are the same', async () => {
    always(queried({ 'order-id': undefined, order_id: purchase.reference, 'transaction-id': 'A1' }))
    const hyphened = await express.query(asked)
    always(queried({ transaction_id: 'A1' }))
    expect(await express.query(asked)).toEqual(hyphened)
    expect(hyphened).toMatchObject({ reference: purchase.reference, transactionId: 'A1' })
  })

  test('a payment that does not say whose it is, or is of another merchant, is none of ours', async () => {
    always(queried({ 'order-id': undefined, token: undefined }))
    expect(await express.query(asked)).toMatchObject({ state: 'paid', reference: '', providerRef: '' })
    always(queried({ 'merchant-id': 'another' }))
    expect((await express.query(asked)).isOtherMerchant).toBe(true)
  })

  test('faults 116: a post of another merchant is foreign; one that names nothing is about nobody', async () => {
    const read = (body: string) => express.parseNotification(Buffer.from(body), {})
    expect(await read('order-id=A&token=B&merchant-id=merchant-secret')).toMatchObject({ isForeign: false })
    expect(await read('order_id=A&token=B&merchant_id=x')).toMatchObject({ isForeign: true, reference: 'A' })
    expect(await read('order-id=%00&token=%0A&merchant-id=merchant-secret')).toMatchObject({
      reference: null,
      providerRef: null,
    })
    expect(await read('\u0000{}')).toMatchObject({
      authenticity: 'unsigned',
      reference: null,
      providerRef: null,
    })
    expect((await read('order-id=A&token=B')) as object).toEqual(await read('token=B&order-id=A'))
  })
})
