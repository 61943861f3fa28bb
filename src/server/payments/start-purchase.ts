import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PaymentProvider } from '../../contract/payments.ts'
import { isPaused } from '../credits/credits.ts'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import { createAttempt, findAttempt, findByKey, findOpen, lockAttempt, moveAttempt } from './attempts.ts'
import { type Offer, offerOf } from './catalogue.ts'
import type { PaymentParts } from './parts.ts'
import { type ProviderAdapter, ProviderError, type Started } from './provider.ts'
import type { Attempt } from './tables.ts'

const starts: RateLimit = { name: 'payment-starts', points: 60, windowSeconds: 3_600 }
/** Without a key two presses this close together are one double click. */
const doublePressMs = 1_000
/** Longer than any provider takes to answer. */
const startMaxMs = 15_000
/** A press may wait for as long as a provider takes, and each look is a query. */
const lookAgainMs = 500
const firstPollSeconds = 15

/** What is bought now could not be used, and would be taken for what is owed. */
const pausedWords =
  'Nothing was charged. Your account is paused while we check its balance, and cannot buy credits until then. Please contact support.'

export interface StartInput {
  provider: PaymentProvider
  productId: string
  /** One for each press of the button; null where the client sends none. */
  idempotencyKey: string | null
  /** Without a key: for how long the purchase that is still open is the same one. */
  sameWithinMs?: number
}

/** A purchase that a provider waits for. */
export interface StartedPurchase {
  providerRef: string
  redirectUrl: string
  checkout: Attempt['checkout']
}

/**
 * Starts a purchase at a provider: one attempt and one order, however often it is pressed.
 * @throws AppError('not_found') for what is not sold this way, 'idempotency_mismatch' for a key of another purchase,
 * 'spending_paused', 'rate_limited', 'unavailable' where the provider could not be asked: nothing was charged then
 */
export async function startPurchase(
  ctx: SignedInContext,
  parts: PaymentParts,
  input: StartInput,
): Promise<StartedPurchase> {
  const adapter = parts.providers.get(input.provider)
  if (!adapter) throw new AppError('not_found')
  if (await isPaused(ctx, ctx.user.id)) throw new AppError('spending_paused', { message: pausedWords })
  const asked = { ...input, userId: ctx.user.id, isSandbox: adapter.isSandbox }
  const known = await findKnown(ctx, asked, adapter)
  if (known) return whenStarted(ctx, known)
  await parts.rateLimits.take(starts, ctx.user.id)
  const { attempt, isNew } = await inTransaction(ctx, async tx => {
    // One after the other for one user: of two presses the second finds the first one's attempt.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${tx.user.id}`}, 0))`)
    const known = await findKnown(tx, asked, adapter)
    if (known) return { attempt: known, isNew: false }
    const offer = await offered(tx, input.productId, adapter)
    const idempotencyKey = input.idempotencyKey ?? randomUUID()
    return { attempt: await createAttempt(tx, { ...asked, idempotencyKey, offer }), isNew: true }
  })
  return isNew ? startAtProvider(ctx, parts, adapter, attempt) : whenStarted(ctx, attempt)
}

type Asked = StartInput & { userId: string; isSandbox: boolean }

/** The attempt that this very press, or the one just before it, has made. */
async function findKnown(ctx: Context, asked: Asked, adapter: ProviderAdapter): Promise<Attempt | null> {
  const { userId, idempotencyKey, provider, productId, isSandbox, sameWithinMs = doublePressMs } = asked
  if (idempotencyKey !== null) {
    const known = await findByKey(ctx, userId, idempotencyKey)
    const isSame = known?.provider === provider && known.productId === productId
    if (known && !isSame) throw new AppError('idempotency_mismatch')
    return known
  }
  const offer = await offered(ctx, productId, adapter)
  // A double press finds it merely started; who comes back after minutes may have been looked for by then.
  const states = [
    'created',
    'redirected',
    ...(sameWithinMs > doublePressMs ? ['pending' as const] : []),
  ] as const
  return findOpen(ctx, { userId, provider, isSandbox, offer }, sameWithinMs, states)
}

/** @throws AppError('not_found') */
async function offered(ctx: Context, productId: string, adapter: ProviderAdapter): Promise<Offer> {
  const offer = await offerOf(ctx, productId, adapter.currency)
  if (!offer) throw new AppError('not_found')
  return offer
}

async function startAtProvider(
  ctx: Context,
  parts: PaymentParts,
  adapter: ProviderAdapter,
  attempt: Attempt,
): Promise<StartedPurchase> {
  const { id, reference, amountMinor, currency, productName, userId } = attempt
  try {
    const started = await adapter.start({
      attemptId: id,
      reference,
      price: { amountMinor, currency },
      productName,
      buyer: await parts.buyerOf(ctx, userId),
      returnUrl: `${parts.publicUrl}/app`,
      notifyUrl: `${parts.publicUrl}/api/payments/${adapter.name}/webhook`,
    })
    return await keepStarted(ctx, parts, attempt, started)
  } catch (error) {
    await giveUp(ctx, attempt, error instanceof ProviderError ? error.fault : 'failed')
    if (!(error instanceof ProviderError)) throw error
    const { fault, message } = error
    const fields = { provider: adapter.name, fault, reason: message, reference }
    if (fault === 'misconfigured' || fault === 'rejected')
      ctx.log.error({ alarm: 'payment_start_refused', ...fields }, 'A provider refused a purchase')
    else ctx.log.warn(fields, 'A provider could not start a purchase')
    throw notStarted()
  }
}

const notStarted = () =>
  new AppError('unavailable', {
    message:
      'This way to pay cannot be used at the moment. Nothing was charged. Please try again or pay another way.',
    retryAfterSeconds: 5,
  })

async function keepStarted(
  ctx: Context,
  { keepBuyer }: PaymentParts,
  attempt: Attempt,
  started: Started,
): Promise<StartedPurchase> {
  const { providerRef, redirectUrl, checkout = null } = started
  const clock = { nextPollAt: sql`now() + make_interval(secs => ${firstPollSeconds})` }
  await inTransaction(ctx, async tx => {
    // Whoever was deleted meanwhile leaves no name behind, which the widget is opened with.
    const isKept = await keepBuyer(tx, attempt.userId)
    // This server may have stood still for so long that another took the start for dead.
    if ((await lockAttempt(tx, attempt.id)).state !== 'created') throw notStarted()
    const step = { to: 'redirected' as const, cause: 'start' as const, words: '' }
    const kept = { providerRef, redirectUrl, checkout: isKept ? checkout : null }
    await moveAttempt(tx, attempt, step, { ...kept, ...clock })
  })
  return { providerRef, redirectUrl, checkout }
}

/** Nobody was sent to pay. */
async function giveUp(ctx: Context, attempt: Attempt, words: string): Promise<void> {
  await endUnstarted(ctx, attempt.id, { cause: 'start', words }).catch(error => {
    ctx.log.error({ err: error, reference: attempt.reference }, 'A purchase that did not start was left open')
  })
}

/** What another press started, or is starting at this moment. @throws AppError('unavailable') */
async function whenStarted(ctx: Context, attempt: Attempt): Promise<StartedPurchase> {
  const giveUpAt = performance.now() + startMaxMs
  for (let now: Attempt | null = attempt; now !== null; now = await findAttempt(ctx, attempt.id)) {
    const { state, providerRef, redirectUrl, checkout } = now
    if (providerRef !== null && redirectUrl !== null) return { providerRef, redirectUrl, checkout }
    if (state !== 'created' || performance.now() > giveUpAt) break
    await sleep(lookAgainMs)
  }
  throw notStarted()
}

/** Ends an attempt that was cut off before its provider answered; true where it was one. */
export const abandon = (ctx: Context, attemptId: string): Promise<boolean> =>
  endUnstarted(ctx, attemptId, { cause: 'poll', words: 'never started' })

/** The key is free again, so that trying the same press again can succeed. */
function endUnstarted(
  ctx: Context,
  attemptId: string,
  why: { cause: 'start' | 'poll'; words: string },
): Promise<boolean> {
  return inTransaction(ctx, async tx => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt.state !== 'created') return false
    const freed = { idempotencyKey: randomUUID(), nextPollAt: null }
    await moveAttempt(tx, attempt, { to: 'cancelled', ...why }, freed)
    return true
  })
}
