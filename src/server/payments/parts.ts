import type { Context } from '../platform/context.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import type { Providers } from './providers.ts'
import type { Receipts } from './receipts.ts'

/** What buying needs from outside its room. */
export interface PaymentParts {
  providers: Providers
  rateLimits: RateLimits
  publicUrl: string
  /** What a provider is told of the buyer; phone '' where there is none. */
  buyerOf(ctx: Context, userId: string): Promise<{ email: string; name: string; phone: string }>
  /** Whether the buyer's account is there still; it is then until the transaction ends. */
  keepBuyer(ctx: Context, userId: string): Promise<boolean>
  /** Where the events of browsers are passed on to; null: nowhere. */
  trackingUrl: string | null
  receipts: Receipts
}
