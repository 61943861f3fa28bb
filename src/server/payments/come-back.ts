import type { PurchaseState } from '../../contract/payments.ts'
import type { SignedInContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import { findAttempt, findByProviderRef, findByReference } from './attempts.ts'
import type { PaymentParts } from './parts.ts'
import { ProviderError } from './provider.ts'
import { isReference } from './reference.ts'
import { settle } from './settle.ts'
import type { Attempt } from './tables.ts'

/** A person comes back a few times; more than that is told what is known without asking the provider again. */
const questions: RateLimit = { name: 'payment-questions', points: 60, windowSeconds: 600 }

type Verb<Input> = (ctx: SignedInContext, parts: PaymentParts, input: Input) => Promise<PurchaseState>

/**
 * Settles what a provider sent the browser back with: our reference and the provider's own must both be of one purchase of
 * this user. Where the provider cannot be asked now, the state so far: credits come by themselves later.
 * @throws AppError('not_found') for anybody else's, before any provider is asked
 */
export const verifyReturn: Verb<{ reference: string; providerRef: string }> = async (ctx, parts, input) => {
  const attempt = isReference(input.reference) ? await findByReference(ctx, input.reference) : null
  if (attempt?.userId !== ctx.user.id || attempt.providerRef !== input.providerRef)
    throw new AppError('not_found')
  return settleFor(ctx, parts, attempt, 'return')
}

/** Settles what the checkout widget spoke of, by our reference alone. @throws AppError('not_found') */
export const verifyWidget: Verb<{ reference: string }> = async (ctx, parts, { reference }) => {
  const attempt = isReference(reference) ? await findByReference(ctx, reference) : null
  if (attempt?.userId !== ctx.user.id || attempt.provider !== 'flutterwave') throw new AppError('not_found')
  return settleFor(ctx, parts, attempt, 'return')
}

/** Takes the money of a card order that its payer approved, and settles. @throws AppError('not_found') */
export const captureCardOrder: Verb<{ orderId: string }> = async (ctx, parts, { orderId }) => {
  const adapter = parts.providers.get('paypal')
  const attempt = adapter && (await findByProviderRef(ctx, 'paypal', adapter.isSandbox, orderId))
  if (attempt?.userId !== ctx.user.id) throw new AppError('not_found')
  return settleFor(ctx, parts, attempt, 'capture')
}

async function settleFor(
  ctx: SignedInContext,
  parts: PaymentParts,
  attempt: Attempt,
  cause: 'return' | 'capture',
): Promise<PurchaseState> {
  if (!(await parts.rateLimits.tryTake(questions, ctx.user.id))) return attempt.state
  try {
    return await settle(ctx, parts, { attemptId: attempt.id, cause })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { reference, provider } = attempt
    ctx.log.warn(
      { reference, provider, fault: error.fault, reason: error.message },
      'A provider could not be asked about a payment; it is asked again',
    )
    // Another call may have settled it in the meantime.
    return (await findAttempt(ctx, attempt.id))?.state ?? attempt.state
  }
}
