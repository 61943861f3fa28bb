import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { moneyIn } from '../adapters/decimal-money.ts'
import { flutterwaveSignature } from '../adapters/flutterwave-webhook.ts'
import { majorNumber } from '../currency.ts'
import { mountCheckout } from './checkout-routes.ts'
import { flutterwaveScript } from './flutterwave-script.ts'
import { makeOrder, orderById, orderByReference, orderByTransaction, type SandboxOrder } from './orders.ts'
import { outcomes } from './outcome.ts'
import { type SandboxParts, sentFields, textOf } from './sandbox-parts.ts'

const provider = 'flutterwave'

const statuses: Readonly<Record<SandboxOrder['state'], string>> = {
  open: 'pending',
  approved: 'pending',
  pending: 'pending',
  paid: 'successful',
  declined: 'failed',
  cancelled: 'cancelled',
  refunded: 'successful',
}

/** A transaction as its verification and its webhook have it; amounts are numbers, fees stand beside them. */
function transactionOf(order: SandboxOrder) {
  const money = order.paid ?? order.asked
  const amount = majorNumber(money)
  return {
    id: Number(order.transactionId),
    tx_ref: order.reference,
    flw_ref: `FLW-MOCK-${order.id.slice(0, 16)}`,
    amount,
    currency: money.currency,
    charged_amount: amount,
    app_fee: 0,
    processor_response: order.choice === 'decline' ? 'Declined' : 'Approved',
    status: statuses[order.state],
    payment_type: 'card',
    created_at: order.createdAt,
    customer: { id: 1, name: 'Stand-in', phone_number: 'N/A', email: 'stand-in@example.com' },
  }
}

/** What the webhook is told of an order. */
export const flutterwaveNotice = (order: SandboxOrder): string =>
  JSON.stringify({ event: 'charge.completed', data: transactionOf(order) })

/** Both ways in which an event may prove itself. */
export const flutterwaveHeaders = (
  body: string,
  { keys }: Pick<SandboxParts, 'keys'>,
): Record<string, string> => ({
  'content-type': 'application/json',
  'flutterwave-signature': flutterwaveSignature(Buffer.from(body), keys.flutterwave.secretHash),
  'verif-hash': keys.flutterwave.secretHash,
})

/** Flutterwave's payment links, verification, page and script. */
export function mountFlutterwave(scope: FastifyInstance, parts: SandboxParts): void {
  const { ctx, keys } = parts
  const place = `${parts.place}/flutterwave`
  const isKnown = ({ headers }: FastifyRequest) =>
    headers.authorization === `Bearer ${keys.flutterwave.secretKey}`
  const refuse = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send({ status: 'error', message, data: null })

  scope.post(`${place}/v3/payments`, async (request, reply) => {
    if (!isKnown(request)) return refuse(reply, 401, 'Invalid authorization key')
    const sent = sentFields(request.body)
    const asked = moneyIn(sent.amount, sent.currency)
    const [reference, redirectUrl] = [textOf(sent.tx_ref), textOf(sent.redirect_url)]
    const isBack = /^https?:\/\//.test(redirectUrl) && URL.canParse(redirectUrl)
    if (!asked || asked.amountMinor <= 0 || reference === '' || !isBack || !sentFields(sent.customer).email)
      return refuse(reply, 400, 'Something is missing')
    const details = { redirectUrl, product: textOf(sentFields(sent.customizations).description) }
    const id = randomBytes(16).toString('hex')
    const order = await makeOrder(ctx, { id, provider, reference, asked, details })
    if (!order) return refuse(reply, 400, 'Duplicate reference')
    return {
      status: 'success',
      message: 'Hosted Link',
      data: { link: `${parts.publicUrl}${place}/pay?id=${id}` },
    }
  })

  const verified = async (request: FastifyRequest, reply: FastifyReply, order: SandboxOrder | null) => {
    if (!isKnown(request)) return refuse(reply, 401, 'Invalid authorization key')
    const quiet = order?.isQuiet && order.choice !== null ? outcomes[order.choice].quiet?.as : null
    if (quiet === 'away') return refuse(reply, 503, 'Service unavailable')
    if (!order || order.state === 'open' || quiet === 'no-data')
      return refuse(reply, 400, 'No transaction was found for this id')
    return { status: 'success', message: 'Transaction fetched successfully', data: transactionOf(order) }
  }
  scope.get<{ Params: { id: string } }>(`${place}/v3/transactions/:id/verify`, async (request, reply) =>
    verified(request, reply, await orderByTransaction(ctx, { provider, transactionId: request.params.id })),
  )
  scope.get(`${place}/v3/transactions/verify_by_reference`, async (request, reply) => {
    const reference = textOf(sentFields(request.query).tx_ref)
    return verified(request, reply, await orderByReference(ctx, { provider, reference }))
  })

  scope.get(`${place}/v3.js`, (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(flutterwaveScript),
  )

  mountCheckout(scope, parts, {
    provider,
    label: 'Flutterwave',
    path: `${place}/pay`,
    find: (ctx, { id, tx_ref }) =>
      typeof id === 'string'
        ? orderById(ctx, { provider, id })
        : orderByReference(ctx, { provider, reference: textOf(tx_ref) }),
    // The widget's own options decide what is paid, so a browser that changed them pays something else.
    seen: ({ amount, currency }) => moneyIn(amount, currency),
    returnUrl(order) {
      const back = new URL(order.details.redirectUrl ?? parts.publicUrl)
      back.searchParams.set('status', statuses[order.state])
      back.searchParams.set('tx_ref', order.reference)
      if (order.state !== 'cancelled') back.searchParams.set('transaction_id', order.transactionId ?? '')
      return back.href
    },
    message(order) {
      const { id, tx_ref, flw_ref, amount, currency, status } = transactionOf(order)
      const isCancelled = order.state === 'cancelled'
      return {
        standIn: 'flutterwave',
        isCancelled,
        status,
        tx_ref,
        transaction_id: id,
        flw_ref,
        amount,
        currency,
      }
    },
  })
}
