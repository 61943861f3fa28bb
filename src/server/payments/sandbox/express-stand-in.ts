import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { moneyIn } from '../adapters/decimal-money.ts'
import { majorNumber, majorText } from '../currency.ts'
import { mountCheckout } from './checkout-routes.ts'
import { makeOrder, orderById, type SandboxOrder } from './orders.ts'
import { outcomes } from './outcome.ts'
import { type SandboxParts, sentFields, textOf } from './sandbox-parts.ts'

const provider = 'express'

/** 64 characters with two dots, as the real one's. */
const makeToken = () => [12, 10, 9].map(bytes => randomBytes(bytes).toString('hex')).join('.')

/** What the webhook gets: a form that proves nothing. */
export const expressNotice = ({ reference, id }: SandboxOrder): string =>
  new URLSearchParams({ 'order-id': reference, token: id }).toString()

/** expressPay's submit, query and hosted checkout. */
export function mountExpress(scope: FastifyInstance, parts: SandboxParts): void {
  const { ctx, keys, place } = parts
  const isKnown = (sent: Readonly<Record<string, unknown>>) =>
    sent['merchant-id'] === keys.express.merchantId && sent['api-key'] === keys.express.apiKey

  scope.post(`${place}/express/api/submit.php`, async request => {
    const sent = sentFields(request.body)
    if (!isKnown(sent)) return { status: 2, message: 'Invalid credentials' }
    const money = moneyIn(sent.amount, sent.currency)
    const reference = textOf(sent['order-id'])
    const redirectUrl = textOf(sent['redirect-url'])
    const isWhole = /^[\w-]{1,64}$/.test(reference) && /^https?:\/\//.test(redirectUrl) && sent['post-url']
    if (money === null || money.amountMinor <= 0 || !isWhole) return { status: 3, message: 'Invalid request' }
    const details = { redirectUrl, product: textOf(sent['order-desc']) }
    const order = await makeOrder(ctx, { id: makeToken(), provider, reference, asked: money, details })
    if (!order) return { status: 3, message: 'Invalid request' }
    return {
      status: 1,
      'order-id': reference,
      'guest-checkout': 'TRUE',
      'merchantservice-name': 'Stand-in',
      'merchant-name': 'Stand-in',
      message: 'Success',
      token: order.id,
      'redirect-url': redirectUrl,
    }
  })

  scope.post(`${place}/express/api/query.php`, async (request, reply) => {
    const sent = sentFields(request.body)
    if (!isKnown(sent)) return { status: 2, message: 'Invalid credentials' }
    const order = await orderById(ctx, { provider, id: textOf(sent.token) })
    if (!order) return { status: 3, message: 'Invalid request' }
    const quiet = order.isQuiet && order.choice !== null ? outcomes[order.choice].quiet?.as : null
    if (quiet === 'away') return reply.code(503).type('text/plain').send('Service unavailable')
    return queried(order, quiet === 'no-data')
  })

  mountCheckout(scope, parts, {
    provider,
    label: 'expressPay',
    path: `${place}/express/api/checkout.php`,
    find: (ctx, query) => orderById(ctx, { provider, id: textOf(query.token) }),
    // It always begins its own query, also where the address has one already.
    returnUrl: order =>
      `${order.details.redirectUrl}?${new URLSearchParams({ 'order-id': order.reference, token: order.id })}`,
    message: order => ({ kind: 'express', reference: order.reference }),
  })
}

/** The answer to a query: hyphens and underscores mixed, amounts without their last zeros, as the real one has them. */
function queried(order: SandboxOrder, hasNoData: boolean): object {
  const { id, reference, asked, paid, state, transactionId } = order
  const same = { 'order-id': reference, token: id }
  if (state === 'open' || hasNoData)
    return {
      result: 3,
      'result-text': 'No transaction data available',
      ...same,
      currency: asked.currency,
      amount: majorText(asked),
    }
  const money = paid ?? asked
  const results = { pending: 4, declined: 2, cancelled: 2 } as const
  const words = { pending: 'Pending', declined: 'Declined', cancelled: 'Cancelled' } as const
  const isEnd = state === 'pending' || state === 'declined' || state === 'cancelled'
  return {
    result: isEnd ? results[state] : 1,
    'result-text': isEnd ? words[state] : 'Approved',
    ...same,
    currency: money.currency,
    amount: String(majorNumber(money)),
    'date-processed': order.createdAt,
    ...(transactionId && { transaction_id: transactionId, payment_option_type: 'MOBILE_MONEY' }),
  }
}
