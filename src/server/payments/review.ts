import { asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { findAttempt, lockAttempt, moveAttempt, noteStep } from './attempts.ts'
import { creditAttempt, takeBack } from './ledger-effects.ts'
import { type Finding, type ProviderAdapter, ProviderError, type ToAsk } from './provider.ts'
import { adapterOf } from './providers.ts'
import { type Balance, type SettleParts, showBalance } from './settle.ts'
import { type Attempt, paymentAttempt } from './tables.ts'

/** What a person decides about a purchase. */
export interface OperatorInput {
  attemptId: string
  actor: string
  reason: string
  /** Written with the deed, in its transaction, and only where there is one. No provider is waited for in it. */
  also?: (tx: Context, done: Decided) => Promise<void>
}

export interface Decided {
  state: Attempt['state']
  /** False where it was so already. */
  isNew: boolean
}

/** Purchases that wait for a person, oldest first: those in review, and credited ones that something was said against. */
export function reviewQueue(ctx: Context): Promise<Attempt[]> {
  const { state, reviewReason, updatedAt } = paymentAttempt
  return ctx.db
    .select()
    .from(paymentAttempt)
    .where(or(eq(state, 'review'), isNotNull(reviewReason)))
    .orderBy(asc(updatedAt))
}

/**
 * Credits what a purchase agreed to: where its provider says that it was paid, also differently, or on the operator's word
 * with the provider's number of the payment. A credited purchase is only taken off the queue.
 * @throws AppError('not_found'), 'invalid' where nobody says that it was paid, where the number was credited before, or for
 * a purchase that was given back; ProviderError where the provider could not be asked and no number is given
 */
export async function approve(
  ctx: Context,
  parts: SettleParts,
  { transactionId: told, ...input }: OperatorInput & { transactionId?: string | undefined },
): Promise<Decided> {
  const attempt = await decidable(ctx, input)
  if (attempt.state === 'credited') return closeReview(ctx, input)
  if (attempt.state === 'refunded' || attempt.state === 'reversed')
    throw refusal('This purchase was given back: it cannot be credited again.')
  const transactionId = told ?? (await paidTransaction(parts, attempt))
  await refuseUsed(ctx, attempt, transactionId)
  const credited = await inTransaction(ctx, async (tx): Promise<Balance | null> => {
    const locked = await lockAttempt(tx, attempt.id)
    if (locked.state === 'credited') return null
    if (locked.state !== attempt.state) throw refusal('This purchase was changed in the meantime.')
    const { actor, reason } = input
    const step = { cause: 'operator' as const, words: reason, actor, transactionId }
    const credits = await creditAttempt(tx, parts, locked, step)
    await input.also?.(tx, { state: 'credited', isNew: true })
    return { userId: locked.userId, credits }
  })
  if (credited) await showBalance(ctx, credited)
  return { state: 'credited', isNew: credited !== null }
}

/** The provider's number of the payment, where it says that there was one. */
async function paidTransaction({ providers }: SettleParts, attempt: Attempt): Promise<string> {
  const toAsk = askable(attempt)
  const finding = toAsk && (await adapterOf(providers, attempt).query(toAsk))
  if (finding?.state === 'paid' && !finding.isOtherMerchant && finding.transactionId !== null)
    return finding.transactionId
  const said = finding ? `The provider says: ${finding.state}.` : 'It never reached the provider.'
  throw refusal(`${said} To credit it all the same, name the provider's number of the payment.`)
}

/** One payment at the provider credits one purchase, whoever says so. */
async function refuseUsed(ctx: Context, attempt: Attempt, transactionId: string): Promise<void> {
  if (transactionId.trim() === '') throw refusal("The provider's number of the payment is empty.")
  const { provider, isSandbox, transactionId: used, id } = paymentAttempt
  const [other] = await ctx.db
    .select({ reference: paymentAttempt.reference })
    .from(paymentAttempt)
    .where(
      sql`${provider} = ${attempt.provider} and ${isSandbox} = ${attempt.isSandbox}
          and ${used} = ${transactionId} and ${id} <> ${attempt.id}`,
    )
  if (other) throw refusal(`This payment was credited to purchase ${other.reference} already.`)
}

/**
 * Takes a purchase off the queue as it is: a credited one keeps its credits, one in review ends without any.
 * @throws AppError('not_found' | 'invalid')
 */
export async function closeReview(ctx: Context, input: OperatorInput): Promise<Decided> {
  await decidable(ctx, input)
  return inTransaction(ctx, async tx => {
    const { actor, reason } = input
    const attempt = await lockAttempt(tx, input.attemptId)
    if (attempt.state !== 'review' && attempt.reviewReason === null)
      return { state: attempt.state, isNew: false }
    const to = attempt.state === 'review' ? ('declined' as const) : attempt.state
    const step = { to, cause: 'operator' as const, words: reason, actor }
    if (to === attempt.state) await noteStep(tx, attempt, step)
    if (to === attempt.state)
      await tx.db
        .update(paymentAttempt)
        .set({ reviewReason: null, updatedAt: sql`now()` })
        .where(eq(paymentAttempt.id, attempt.id))
    else await moveAttempt(tx, attempt, step, { reviewReason: null, nextPollAt: null })
    const done = { state: to, isNew: true }
    await input.also?.(tx, done)
    return done
  })
}

export interface Refunded extends Decided {
  takenCredits: number
  /** Spent already: a debt, and the account's spending is paused. */
  owedCredits: number
  /** False where the provider has no call for it: the money has to be sent back by hand, in its own console. */
  isByProvider: boolean
}

/**
 * Gives a credited purchase back, whole and once: the money through the provider where it has a call for it, then the
 * credits. Repeated, it changes nothing.
 * @throws AppError('not_found'), 'invalid' for what was not credited or not given back, ProviderError
 */
export async function refundPurchase(
  ctx: Context,
  parts: SettleParts,
  input: OperatorInput,
): Promise<Refunded> {
  const attempt = await decidable(ctx, input)
  const nothing = { takenCredits: 0, owedCredits: 0, isByProvider: false, isNew: false }
  if (attempt.state === 'refunded' || attempt.state === 'reversed')
    return { ...nothing, state: attempt.state }
  if (attempt.state !== 'credited') throw refusal('Only a credited purchase can be given back.')
  const isByProvider = wasForNothing(parts, attempt)
    ? false
    : await refundAtProvider(adapterOf(parts.providers, attempt), attempt)
  const done = await inTransaction(ctx, async tx => {
    const locked = await lockAttempt(tx, attempt.id)
    // Its notification may have come first: the money went back by this act all the same.
    const isNew = locked.state === 'credited'
    if (isNew || isByProvider) await input.also?.(tx, { state: 'refunded', isNew })
    if (!isNew) return null
    const { actor, reason } = input
    return takeBack(tx, locked, { to: 'refunded', cause: 'operator', words: reason, actor })
  })
  if (!done) return { ...nothing, state: 'refunded', isByProvider }
  await showBalance(ctx, { userId: attempt.userId, credits: done.balanceCredits })
  const { takenCredits, owedCredits } = done
  return { ...{ takenCredits, owedCredits, isByProvider }, state: 'refunded', isNew: true }
}

/** Paid in a sandbox that is none any more: there is no money to send back, and nobody to ask. */
const wasForNothing = ({ providers }: SettleParts, { provider, isSandbox }: Attempt) =>
  isSandbox && providers.get(provider)?.isSandbox !== true

async function refundAtProvider(adapter: ProviderAdapter, attempt: Attempt): Promise<boolean> {
  const toAsk = askable(attempt)
  if (!adapter.refund || !toAsk) return false
  const finding: Finding = await adapter.refund(toAsk)
  if (finding.state === 'refunded' || finding.state === 'reversed') return true
  throw new ProviderError('rejected', `The refund is ${finding.state} at the provider`)
}

const askable = ({ id, reference, providerRef, transactionId }: Attempt): ToAsk | null =>
  providerRef === null ? null : { attemptId: id, reference, providerRef, transactionId }

const refusal = (message: string) => new AppError('invalid', { message })

/** @throws AppError('not_found' | 'invalid') */
async function decidable(ctx: Context, { attemptId, actor, reason }: OperatorInput): Promise<Attempt> {
  if (actor.trim() === '' || reason.trim() === '') throw refusal('This needs a reason and an actor.')
  const attempt = await findAttempt(ctx, attemptId)
  if (!attempt) throw new AppError('not_found')
  return attempt
}
