import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import {
  createReceipts,
  createWebhookGuard,
  type PaymentParts,
  settle,
  startPurchase,
  takeNotification,
  verifyReturn,
} from '../../src/server/payments/payments.ts'
import type { Context, SignedInContext } from '../../src/server/platform/context.ts'
import { createLog } from '../../src/server/platform/log.ts'
import { createRateLimits } from '../../src/server/platform/rate-limit.ts'
import { testContext } from '../../src/server/testing/context.ts'
import { type ScriptedProvider, scriptedProvider } from '../../src/server/testing/scripted-provider.ts'

/** A purchase that waits to be paid. */
export interface Purchase {
  attemptId: string
  reference: string
  providerRef: string
  buyer: SignedInContext
}

/** The product's own verbs over a database, with a provider that says what it is told to. */
export interface PurchaseWorld {
  provider: ScriptedProvider
  start(): Promise<Purchase>
  /** A signed webhook, as its bytes come in. */
  hear(purchase: Purchase, eventId: string): Promise<unknown>
  comeBack(purchase: Purchase): Promise<unknown>
  poll(purchase: Purchase): Promise<unknown>
}

const publicUrl = 'https://soko.example'

/** Mails of receipts are queued as for anybody, so that they are part of what may break. */
const buyer = { email: 'buyer@soko.example', name: 'Ama Mensah' }

export function purchaseWorld(pool: Pool, provider = scriptedProvider()): PurchaseWorld {
  // What goes wrong on purpose is counted, not read.
  const ctx: Context = testContext(pool, { log: createLog('silent') })
  const supportEmail = 'support@soko.example'
  const parts: PaymentParts = {
    providers: new Map([[provider.name, provider]]),
    rateLimits: createRateLimits(pool, false),
    publicUrl,
    trackingUrl: null,
    receipts: createReceipts({
      ...{ buyerOf: async () => buyer, publicUrl, supportEmail },
      seller: { name: '', address: '', taxNumber: '' },
    }),
    buyerOf: async () => ({ ...buyer, phone: '' }),
    keepBuyer: async () => true,
  }
  const guard = createWebhookGuard(() => performance.now())
  return {
    provider,
    async start() {
      const user = { id: randomUUID(), sessionId: randomUUID(), roles: [] }
      const signedIn = { ...ctx, user }
      const chosen = { provider: provider.name, productId: 'starter', idempotencyKey: randomUUID() }
      const { providerRef } = await startPurchase(signedIn, parts, chosen)
      const order = [...provider.orders.values()].find(one => one.providerRef === providerRef)
      if (!order) throw new Error('The provider knows nothing of a purchase')
      const { attemptId, reference } = order.purchase
      return { attemptId, reference, providerRef, buyer: signedIn }
    },
    hear({ reference }, id) {
      const { body, headers } = provider.notice({ reference, id })
      const arrived = { provider: provider.name, raw: Buffer.from(body), headers, network: '203.0.113.9' }
      return takeNotification(ctx, { ...parts, guard }, arrived)
    },
    comeBack: ({ buyer, reference, providerRef }) => verifyReturn(buyer, parts, { reference, providerRef }),
    poll: ({ attemptId }) => settle(ctx, parts, { attemptId, cause: 'poll' }),
  }
}
