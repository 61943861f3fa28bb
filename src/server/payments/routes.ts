import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import {
  capturePaypalOrder,
  createExpressOrder,
  createFlutterwaveOrder,
  createPaypalOrder,
  createPaypalOrderByGet,
  getTopUpHistory,
  getTopUpProducts,
  paymentWebhook,
  trackPayment as trackPaymentCall,
  verifyExpress,
  verifyFlutterwave,
} from '../../contract/payments.ts'
import { daySpan } from '../platform/day-span.ts'
import { AppError } from '../platform/errors.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import {
  captureCardOrder,
  catalogue,
  createWebhookGuard,
  type PaymentParts,
  startPurchase,
  takeNotification,
  topUpHistory,
  trackPayment,
  verifyReturn,
  verifyWidget,
} from './payments.ts'
import { mountReceipts, type ReceiptRouteParts } from './receipt-routes.ts'

/** The GET for a card order has no key: within it, the order that is still open is the same one. */
const sameOrderMs = 600_000

export function mountPayments(app: HttpApp, parts: PaymentParts & ReceiptRouteParts): void {
  mount(app, getTopUpProducts, ctx => catalogue(ctx, parts.providers))

  mount(
    app,
    getTopUpHistory,
    async (ctx, { query: { cursor, limit, from, to }, timezone }) => ({
      history: await topUpHistory(ctx, {
        userId: ctx.user.id,
        cursor,
        limit: limit === undefined ? undefined : Number(limit),
        span: daySpan({ from, to }, timezone),
      }),
    }),
    { expensive: app.expensiveCalls },
  )

  mountStarts(app, parts)
  mountReceipts(app, parts)

  mount(app, verifyExpress, async (ctx, { body: { orderId, token } }) => ({
    status: 'OK' as const,
    state: await verifyReturn(ctx, parts, { reference: orderId, providerRef: token }),
  }))
  mount(app, verifyFlutterwave, async (ctx, { body: { tx_ref } }) => ({
    status: 'OK' as const,
    state: await verifyWidget(ctx, parts, { reference: tx_ref }),
  }))
  mount(app, capturePaypalOrder, async (ctx, { params: { id } }) => ({
    status: 'OK' as const,
    state: await captureCardOrder(ctx, parts, { orderId: id }),
  }))
  mount(app, trackPaymentCall, async (ctx, { body }) => {
    await trackPayment(ctx, parts, body)
    return { status: 'OK' as const }
  })
  mountWebhook(app, parts)
}

/** In a room of its own: what arrives there is bytes, of whatever type it says it is. */
function mountWebhook(app: HttpApp, parts: PaymentParts): void {
  const guard = createWebhookGuard(() => performance.now())
  void app.fastify.register(async fastify => {
    fastify.removeAllContentTypeParsers()
    const bytes = { parseAs: 'buffer', bodyLimit: limits.bodyMaxBytes } as const
    fastify.addContentTypeParser('*', bytes, async (_: FastifyRequest, raw: Buffer) => raw)
    mount({ ...app, fastify }, paymentWebhook, async (ctx, { params: { provider }, network, request }) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { headers } = request
      const status = await takeNotification(ctx, { ...parts, guard }, { provider, raw, headers, network })
      return { status }
    })
  })
}

function mountStarts(app: HttpApp, parts: PaymentParts): void {
  mount(app, createExpressOrder, async (ctx, { body, request }) => {
    const chosen = { productId: body.id, idempotencyKey: keyOf(request, body.idempotency_key) }
    const { redirectUrl } = await startPurchase(ctx, parts, { provider: 'express', ...chosen })
    return { status: 'OK' as const, redirect_url: redirectUrl }
  })

  mount(app, createPaypalOrder, async (ctx, { body, request }) => {
    const chosen = { productId: body.id, idempotencyKey: keyOf(request, body.idempotency_key) }
    const { providerRef, redirectUrl } = await startPurchase(ctx, parts, { provider: 'paypal', ...chosen })
    return { id: providerRef, redirect_url: redirectUrl }
  })

  mount(app, createPaypalOrderByGet, async (ctx, { params: { productId }, request }) => {
    refuseLookingAhead(request)
    const chosen = { productId, idempotencyKey: null, sameWithinMs: sameOrderMs }
    const { providerRef, redirectUrl } = await startPurchase(ctx, parts, { provider: 'paypal', ...chosen })
    return { id: providerRef, redirect_url: redirectUrl }
  })

  mount(app, createFlutterwaveOrder, async (ctx, { body, request }) => {
    const chosen = { productId: body.id, idempotencyKey: keyOf(request, body.idempotency_key) }
    const started = await startPurchase(ctx, parts, { provider: 'flutterwave', ...chosen })
    if (started.checkout === null) throw new Error('A purchase for the checkout widget has no options for it')
    return { status: 'OK' as const, redirect_url: started.redirectUrl, checkout: started.checkout }
  })
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The key of a press: of the body, else of the header. @throws AppError('malformed') for a header that is none */
function keyOf(request: FastifyRequest, inBody: string | null | undefined): string | null {
  if (inBody) return inBody
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header === 'string' && uuid.test(header)) return header
  throw new AppError('malformed', { message: 'Idempotency-Key must be a UUID.' })
}

/** A browser that only looks ahead must not order anything. @throws AppError('malformed' | 'method_not_allowed') */
function refuseLookingAhead({ method, headers }: FastifyRequest): void {
  if (method === 'HEAD') throw new AppError('method_not_allowed')
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ')
  if (/prefetch|prerender|preview/i.test(purpose))
    throw new AppError('malformed', { message: 'An order is not made by looking ahead.' })
}
