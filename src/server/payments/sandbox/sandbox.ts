import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import type { HttpApp } from '../../platform/http.ts'
import { checkoutStyle, frameScript } from './checkout-page.ts'
import { expressNotice, mountExpress } from './express-stand-in.ts'
import { flutterwaveHeaders, flutterwaveNotice, mountFlutterwave } from './flutterwave-stand-in.ts'
import { createSandboxLoop, type Deliver, sendDueNotices } from './notices.ts'
import { forgetOldOrders, ripenOrders, type SandboxOrder } from './orders.ts'
import { mountPaypal } from './paypal-stand-in.ts'
import { paypalHeaders, paypalNotice } from './paypal-wire.ts'
import { paymentStandIns, type SandboxKeys, sandboxKeys, sandboxPath } from './sandbox-keys.ts'
import type { SandboxParts } from './sandbox-parts.ts'

interface StandIn {
  mount(scope: FastifyInstance, parts: SandboxParts): void
  /** What its webhook is told of an order. */
  tell(order: SandboxOrder, parts: Pick<SandboxParts, 'ownUrl'>): string
  headers(
    body: string,
    noticeId: string,
    parts: Pick<SandboxParts, 'keys' | 'ownUrl'>,
  ): Record<string, string>
}

const standIns: Readonly<Record<PaymentProvider, StandIn>> = {
  express: {
    mount: mountExpress,
    tell: expressNotice,
    headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
  },
  paypal: { mount: mountPaypal, tell: paypalNotice, headers: paypalHeaders },
  flutterwave: {
    mount: mountFlutterwave,
    tell: flutterwaveNotice,
    headers: (body, _, parts) => flutterwaveHeaders(body, parts),
  },
}

const deliveryMaxMs = 15_000
const forgetEveryMs = 3_600_000

/**
 * The stand-in for every provider of payments that is not set: its API, its hosted checkout and its notifications, in the
 * real ones' wire formats, so that what ships is what is tried. It works from when the server listens until it closes.
 * @throws Error in production and beside keys that move money
 */
export function mountSandbox(app: HttpApp, config: Config): void {
  const keys = sandboxKeys(config)
  const { db, log, clock } = app.parts
  const ctx: Context = { db, log, clock, user: null, requestId: 'payment-sandbox' }
  const { publicUrl, ownUrl } = config
  const deliver = deliverTo(ownUrl, keys)
  const loop = createSandboxLoop(ctx, work)
  const tell = (order: SandboxOrder) => standIns[order.provider].tell(order, { ownUrl })
  let forgottenAt = 0

  async function work(): Promise<void> {
    await ripenOrders(ctx, tell)
    await sendDueNotices(ctx, deliver)
    if (Date.now() - forgottenAt < forgetEveryMs) return
    forgottenAt = Date.now()
    await forgetOldOrders(ctx)
  }

  const parts: SandboxParts = {
    ctx,
    keys,
    place: sandboxPath,
    publicUrl,
    ownUrl,
    tell,
    tellNow: async orderId => void (await sendDueNotices(ctx, deliver, orderId)),
    wake: () => loop.wake(),
  }
  void app.fastify.register(async scope => {
    // Only here: the API itself takes JSON and nothing else.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    mountFiles(scope)
    for (const provider of paymentStandIns(config)) standIns[provider].mount(scope, parts)
  })
  app.fastify.addHook('onListen', async () => loop.start())
  app.fastify.addHook('onClose', () => loop.stop())
}

function mountFiles(scope: FastifyInstance): void {
  const file = (name: string, type: string, text: string) =>
    scope.get(`${sandboxPath}/${name}`, (_, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    )
  file('checkout.css', 'text/css', checkoutStyle)
  file('frame.js', 'text/javascript', frameScript)
}

/** Over HTTP, as the real ones do, to this very instance. */
function deliverTo(ownUrl: string, keys: SandboxKeys): Deliver {
  return async ({ id, provider, body }) => {
    try {
      const answer = await fetch(`${ownUrl}/api/payments/${provider}/webhook`, {
        method: 'POST',
        headers: standIns[provider].headers(body, id, { keys, ownUrl }),
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(deliveryMaxMs),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }
}
