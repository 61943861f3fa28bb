import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Context } from '../../platform/context.ts'
import type { Money } from '../provider.ts'
import { checkoutPage, messagePage, overPage, unknownPage } from './checkout-page.ts'
import { choose, type SandboxOrder } from './orders.ts'
import { type Choice, isChoice, outcomes } from './outcome.ts'
import type { SandboxParts } from './sandbox-parts.ts'

type Query = Record<string, unknown>

/** A provider's hosted checkout. */
export interface Checkout {
  provider: PaymentProvider
  label: string
  path: string
  find(ctx: Context, query: Query, request: FastifyRequest): Promise<SandboxOrder | null>
  /** Where the browser goes back to. */
  returnUrl(order: SandboxOrder): string
  /** What the page around a frame is told instead. */
  message(order: SandboxOrder): object
  /** What the browser says is asked, where the real one believes it. */
  seen?(query: Query): Money | null
}

/** An address that was made longer by a second `?` is read as one with `&`. */
const queryOf = ({ url }: FastifyRequest): Query =>
  Object.fromEntries(new URLSearchParams(url.split('?').slice(1).join('&')))

/** `?auto=` chooses at once; a person chooses by a button; whoever comes back later is only sent on. */
export function mountCheckout(scope: FastifyInstance, parts: SandboxParts, checkout: Checkout): void {
  const page = { place: parts.place, label: checkout.label }

  async function answer(request: FastifyRequest, reply: FastifyReply, choice: Choice | null) {
    const query = queryOf(request)
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    const order = await checkout.find(parts.ctx, query, request)
    if (!order) return reply.code(404).send(unknownPage(page))
    if (order.state === 'open' && choice === null)
      return checkoutPage(page, order, order.details.product ?? '')
    const done = choice === null || order.state !== 'open' ? order : await carryOut(order, choice, query)
    if (done.choice !== null && !outcomes[done.choice].isReturning) return overPage(page, done)
    if (query.in === 'frame') return messagePage(page, checkout.message(done))
    return reply.redirect(checkout.returnUrl(done), request.method === 'POST' ? 303 : 302)
  }

  async function carryOut(order: SandboxOrder, choice: Choice, query: Query): Promise<SandboxOrder> {
    const { id, provider } = order
    const seen = checkout.seen?.(query) ?? null
    const done = await choose(parts.ctx, { id, provider, choice, seen, tell: parts.tell })
    if (outcomes[choice].isToldFirst) await parts.tellNow(id)
    parts.wake()
    return done ?? order
  }

  scope.get(checkout.path, (request, reply) => {
    const { auto } = queryOf(request)
    return answer(request, reply, isChoice(auto) ? auto : null)
  })
  scope.post(checkout.path, (request, reply) => {
    const { choice } = (request.body ?? {}) as Query
    return answer(request, reply, isChoice(choice) ? choice : null)
  })
}
