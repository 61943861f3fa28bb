import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { moneyIn } from '../adapters/decimal-money.ts'
import { mountCheckout } from './checkout-routes.ts'
import {
  captureOrder,
  makeOrder,
  orderById,
  orderByReference,
  orderByTransaction,
  refundOrder,
  type SandboxOrder,
} from './orders.ts'
import { outcomes } from './outcome.ts'
import { paypalScript } from './paypal-script.ts'
import { paypalOrder, paypalRefund, paypalSignature } from './paypal-wire.ts'
import { type SandboxParts, sentFields, textOf } from './sandbox-parts.ts'

const provider = 'paypal'
const tokenSeconds = 32_400

type Params = { id: string }

/** PayPal's token, orders, captures, refunds and signature check, its page to approve at, and its script. */
export function mountPaypal(scope: FastifyInstance, parts: SandboxParts): void {
  const { ctx, keys } = parts
  const place = `${parts.place}/paypal`
  const urls = { apiUrl: `${parts.ownUrl}${place}`, openUrl: `${parts.publicUrl}${place}` }
  const asJson = (order: SandboxOrder) => paypalOrder(order, urls, quietAs(order) === 'no-data')

  const sealOf = (until: string) => createHmac('sha256', keys.paypal.clientSecret).update(until).digest('hex')
  const { clientId, clientSecret } = keys.paypal
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  scope.post(`${place}/v1/oauth2/token`, async (request, reply) => {
    if (request.headers.authorization !== basic)
      return reply
        .code(401)
        .send({ error: 'invalid_client', error_description: 'Client Authentication failed' })
    const until = String(Math.floor(Date.now() / 1_000) + tokenSeconds)
    return {
      access_token: `A21.${until}.${sealOf(until)}`,
      token_type: 'Bearer',
      app_id: 'APP-STANDIN',
      expires_in: tokenSeconds,
    }
  })

  /** All calls below want a token that is alive. */
  void scope.register(async api => {
    api.addHook('onRequest', async (request, reply) => {
      const [, until = '', seal] =
        /^Bearer A21\.(\d+)\.([0-9a-f]+)$/.exec(request.headers.authorization ?? '') ?? []
      if (seal !== sealOf(until) || Number(until) * 1_000 < Date.now())
        return refuse(reply, 401, 'AUTHENTICATION_FAILURE')
    })

    api.post(`${place}/v2/checkout/orders`, async (request, reply) => {
      const sent = orderIn(request.body)
      if (!sent) return refuse(reply, 400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
      const { reference, asked, details } = sent
      const requestId = idOf(request)
      const id = randomBytes(12).toString('hex').toUpperCase().slice(0, 17)
      const order = await makeOrder(ctx, {
        id,
        provider,
        reference,
        asked,
        details: { ...details, requestId },
      })
      if (order) return reply.code(201).send(asJson(order))
      const earlier = await orderByReference(ctx, { provider, reference })
      if (earlier?.details.requestId === requestId) return asJson(earlier)
      return refuse(reply, 422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID')
    })

    api.get<{ Params: Params }>(`${place}/v2/checkout/orders/:id`, async ({ params }, reply) => {
      const order = await orderById(ctx, { provider, id: params.id })
      if (!order) return refuse(reply, 404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
      return quietAs(order) === 'away' ? refuse(reply, 503, 'SERVICE_UNAVAILABLE') : asJson(order)
    })

    api.post<{ Params: Params }>(`${place}/v2/checkout/orders/:id/capture`, async (request, reply) => {
      const { id } = request.params
      const before = await orderById(ctx, { provider, id })
      if (!before) return refuse(reply, 404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
      const quiet = quietAs(before)
      if (quiet === 'away') return refuse(reply, 503, 'SERVICE_UNAVAILABLE')
      if (quiet === 'no-data' || before.state === 'open' || before.state === 'cancelled')
        return refuse(reply, 422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
      const requestId = idOf(request)
      const order = await captureOrder(ctx, id, { requestId, tell: parts.tell })
      parts.wake()
      if (order?.details.captureRequestId !== requestId)
        return refuse(reply, 422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
      return reply.code(before.state === 'approved' ? 201 : 200).send(asJson(order))
    })

    api.post<{ Params: Params }>(`${place}/v2/payments/captures/:id/refund`, async ({ params }, reply) => {
      const order = await orderByTransaction(ctx, { provider, transactionId: params.id })
      if (!order) return refuse(reply, 404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
      if (order.state === 'refunded')
        return refuse(reply, 422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED')
      const done = await refundOrder(ctx, order.id, parts.tell)
      parts.wake()
      if (done?.state !== 'refunded')
        return refuse(reply, 422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_NOT_COMPLETED')
      return reply.code(201).send(paypalRefund(done, urls.apiUrl))
    })

    mountSignatureCheck(api, place, parts)
  })

  scope.get(`${place}/sdk.js`, (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(paypalScript),
  )

  mountCheckout(scope, parts, {
    provider,
    label: 'PayPal',
    path: `${place}/checkoutnow`,
    find: (ctx, query) => orderById(ctx, { provider, id: textOf(query.token) }),
    returnUrl(order) {
      const isCancelled = order.state === 'cancelled'
      const back = new URL(
        (isCancelled ? order.details.cancelUrl : order.details.returnUrl) ?? parts.publicUrl,
      )
      back.searchParams.set('token', order.id)
      if (!isCancelled) back.searchParams.set('PayerID', 'STANDINPAYER')
      return back.href
    },
    message: ({ id, state }) => ({ standIn: 'paypal', orderID: id, isCancelled: state === 'cancelled' }),
  })
}

/** The bytes of the event are taken as they stand in the request: written again they would be others. */
function mountSignatureCheck(api: FastifyInstance, place: string, { keys }: SandboxParts): void {
  void api.register(async raw => {
    raw.removeContentTypeParser('application/json')
    raw.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_: FastifyRequest, text: string) => text,
    )
    raw.post(
      `${place}/v1/notifications/verify-webhook-signature`,
      { bodyLimit: 200_000 },
      async ({ body }, reply) => {
        const text = String(body)
        const name = '"webhook_event":'
        const sent = parsed(text)
        const at = text.indexOf(name)
        if (sent === null || at < 0) return refuse(reply, 400, 'VALIDATION_ERROR')
        const event = text.slice(at + name.length, text.lastIndexOf('}'))
        const { transmission_id: id, transmission_time: time, webhook_id } = sent
        const wanted = paypalSignature({ id: textOf(id), time: textOf(time), raw: event }, keys.paypal)
        const isRight = webhook_id === keys.paypal.webhookId && sent.transmission_sig === wanted
        return { verification_status: isRight ? 'SUCCESS' : 'FAILURE' }
      },
    )
  })
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return sentFields(JSON.parse(text))
  } catch {
    return null
  }
}

const idOf = (request: FastifyRequest): string => textOf(request.headers['paypal-request-id']) || randomUUID()

const quietAs = ({ isQuiet, choice }: SandboxOrder) =>
  isQuiet && choice !== null ? (outcomes[choice].quiet?.as ?? null) : null

/** What the call that makes an order asks for; null where something of it is missing. */
function orderIn(body: unknown) {
  const sent = sentFields(body)
  const unit = sentFields(Array.isArray(sent.purchase_units) ? sent.purchase_units[0] : null)
  const amount = sentFields(unit.amount)
  const context = sentFields(sent.application_context)
  const asked = moneyIn(amount.value, amount.currency_code)
  const reference = textOf(unit.invoice_id)
  const [returnUrl, cancelUrl] = [textOf(context.return_url), textOf(context.cancel_url)]
  const isWhole = [returnUrl, cancelUrl].every(url => /^https?:\/\//.test(url) && URL.canParse(url))
  if (sent.intent !== 'CAPTURE' || !asked || asked.amountMinor <= 0 || reference === '' || !isWhole)
    return null
  const details = {
    customId: textOf(unit.custom_id),
    product: textOf(unit.description),
    returnUrl,
    cancelUrl,
  }
  return { reference, asked, details }
}

const refuse = (reply: FastifyReply, status: number, name: string, issue = name) =>
  reply.code(status).send({
    name,
    message: 'The stand-in refused this call.',
    debug_id: randomBytes(7).toString('hex'),
    details: [{ issue, description: 'See the issue.' }],
  })
