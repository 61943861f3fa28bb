import { describe, expect, test } from 'vitest'
import { openPaymentWorld, tell } from '../testing/payment-world.ts'
import { closeReview } from './payments.ts'

const { pool, app, client, ctx, aBuyer, alarms } = await openPaymentWorld()
const { paypal, flutterwave } = app.scripted

/** Bought and credited; under `paid` the payment's number at the provider. */
async function credited(provider: 'paypal' | 'flutterwave' = 'paypal') {
  const buyer = await aBuyer()
  const order = await buyer.order(provider)
  const payee = provider === 'paypal' ? paypal : flutterwave
  payee.say(order.reference)
  await tell(client, payee, { reference: order.reference })
  expect(await buyer.credits()).toBe(100)
  return { buyer, order, payee, paid: `tx-${order.reference}` }
}

const nothingNamed = { reference: null, providerRef: null, transactionId: null, saysMoneyWentBack: true }

describe('faults 122: a refund, reversal or dispute is found by whatever it names of the purchase', () => {
  type Made = Awaited<ReturnType<typeof credited>>
  const named: [string, (made: Made) => object][] = [
    ['the number of the payment alone', ({ paid }) => ({ transactionId: paid })],
    [
      'the order, beside an invoice number of its own',
      ({ order }) => ({ providerRef: order.token, reference: 'RMA 7' }),
    ],
    [
      'the payment, beside an invoice number that could be one of ours',
      ({ paid }) => ({ transactionId: paid, reference: 'B'.repeat(15) }),
    ],
  ]
  test.each(named)('%s', async (_, names) => {
    const made = await credited()
    paypal.say(made.order.reference, { state: 'refunded' })
    const answer = await tell(client, paypal, { ...nothingNamed, ...names(made) })
    expect(answer.json()).toEqual({ status: 'taken' })
    expect(await made.buyer.credits()).toBe(0)
    expect((await made.buyer.attempts())[0].state).toBe('refunded')
  })

  test('the payment of one purchase beside the order of another is about none', async () => {
    const [one, other] = [await credited(), await credited()]
    for (const names of [
      { reference: one.order.reference, providerRef: other.order.token },
      { transactionId: one.paid, providerRef: 'no order of ours' },
    ])
      expect((await tell(client, paypal, { ...nothingNamed, ...names })).json()).toEqual({
        status: 'ignored',
      })
    expect(alarms()).toEqual([])
  })

  test('the number of a payment at another provider is nothing of ours', async () => {
    const { paid, buyer } = await credited()
    const answer = await tell(client, flutterwave, { ...nothingNamed, transactionId: paid })
    expect([answer.json(), await buyer.credits()]).toEqual([{ status: 'ignored' }, 100])
  })
})

describe('faults 122: where the provider still calls the payment paid', () => {
  test.each(['paypal', 'flutterwave'] as const)(
    'a person is called, once, and the credits stay (%s)',
    async provider => {
      const { buyer, order, payee, paid } = await credited(provider)
      const dispute = { ...nothingNamed, transactionId: paid, type: 'CUSTOMER.DISPUTE.CREATED' }
      for (const id of ['one', 'one', 'two'])
        expect((await tell(client, payee, { ...dispute, id: `${id} ${order.id}` })).status).toBe(200)
      expect((await buyer.attempts())[0]).toMatchObject({
        ...{ state: 'credited', review_reason: 'told-money-went-back', next_poll_at: null },
      })
      expect([await buyer.credits(), alarms()]).toEqual([100, ['payment_flagged']])
      const { rows } = await pool.query(
        'SELECT words FROM payment_step WHERE attempt_id = $1 ORDER BY id DESC LIMIT 1',
        [order.id],
      )
      expect(rows).toEqual([{ words: 'told-money-went-back: CUSTOMER.DISPUTE.CREATED' }])
      await closeReview(ctx, { attemptId: order.id, actor: 'ama', reason: 'the dispute was won' })
      await tell(client, payee, { ...dispute, id: `two ${order.id}` })
      expect((await buyer.attempts())[0].review_reason).toBe(null)
    },
  )

  test('a silent provider has the event sent again, and the person is called then', async () => {
    const { buyer, order, paid } = await credited()
    const event = { ...nothingNamed, transactionId: paid, id: `again ${order.id}` }
    paypal.fault = 'unavailable'
    expect((await tell(client, paypal, event)).status).toBe(503)
    expect(alarms()).toEqual([])
    paypal.fault = null
    expect((await tell(client, paypal, event)).json()).toEqual({ status: 'taken' })
    expect([alarms(), await buyer.credits()]).toEqual([['payment_flagged'], 100])
  })

  test('an event that says nothing of the kind calls nobody', async () => {
    const { buyer, order } = await credited()
    await tell(client, paypal, { reference: order.reference, type: 'PAYMENT.CAPTURE.COMPLETED' })
    expect([alarms(), (await buyer.attempts())[0].review_reason]).toEqual([[], null])
  })
})
