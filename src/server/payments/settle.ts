import { eq, sql } from 'drizzle-orm'
import type { PurchaseState } from '../../contract/payments.ts'
import { tellBalance } from '../credits/credits.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { brokenConstraint } from '../platform/db.ts'
import { type Cause, findAttempt, hasStep, lastMove, lockAttempt, moveAttempt, noteStep } from './attempts.ts'
import { creditAttempt, type IssueParts, takeBack } from './ledger-effects.ts'
import { disagreement, isOtherPayment, nextState, type ReviewReason, type Verdict } from './next-state.ts'
import type { PaymentParts } from './parts.ts'
import { type Finding, ProviderError, type ToAsk } from './provider.ts'
import { adapterOf } from './providers.ts'
import { type Attempt, paymentAttempt } from './tables.ts'

export interface SettleParts extends IssueParts {
  providers: PaymentParts['providers']
}

export interface SettleInput {
  attemptId: string
  cause: Exclude<Cause, 'start' | 'operator'>
  /** As a signed notification names it: which payment to ask about. */
  transactionId?: string | null
  /** False: money that is only agreed to is left with its payer. */
  mayCapture?: boolean
}

/** An attempt moves on twice at most before it has ended or is credited. */
const asksMax = 3

/**
 * The one way to credits: asks the provider what became of a purchase and does what follows, once, whoever asks and
 * however often. Nothing but the provider's own answer counts, and only one to how the purchase stands: one that was
 * overtaken is dropped, and asked for again. Answers the state after it.
 * @throws ProviderError where the provider could not be asked: the purchase is pending then, if it was not further
 */
export async function settle(ctx: Context, parts: SettleParts, input: SettleInput): Promise<PurchaseState> {
  for (let asks = 0; asks < asksMax; asks += 1) {
    const attempt = await findAttempt(ctx, input.attemptId)
    if (!attempt) throw new Error('An attempt to settle is gone')
    const { providerRef } = attempt
    if (providerRef === null || !isWorthAsking(attempt.state, input.cause)) return attempt.state
    const finding = await ask(ctx, parts, attempt, { ...input, providerRef }).catch(async error => {
      if (error instanceof ProviderError) await noteUnheard(ctx, attempt.id, error, input.cause)
      throw error
    })
    const state = await applyFinding(ctx, parts, attempt, finding, input.cause)
    if (state !== null) return state
  }
  throw new ProviderError('unavailable', 'The purchase was changed each time while its provider was asked')
}

/** Whoever comes back from a provider has been there: the purchase is pending, though the provider cannot be asked now. */
async function noteUnheard(
  ctx: Context,
  attemptId: string,
  { fault }: ProviderError,
  cause: SettleInput['cause'],
): Promise<void> {
  if (cause === 'poll') return
  await inTransaction(ctx, async tx => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt.state === 'redirected')
      await moveAttempt(tx, attempt, { to: 'pending', cause, words: `not asked: ${fault}` })
  })
}

/** What is credited is asked about again only where the provider says that something happened; ends of persons never. */
function isWorthAsking(state: PurchaseState, cause: SettleInput['cause']): boolean {
  if (state === 'review' || state === 'refunded' || state === 'reversed') return false
  return state !== 'credited' || cause === 'webhook' || cause === 'poll'
}

/** Outside any transaction: a provider may take its time. Money that is not as agreed is not captured, nor a closed account's. */
async function ask(
  ctx: Context,
  { providers, receipts }: SettleParts,
  attempt: Attempt,
  { providerRef, transactionId, mayCapture = true }: SettleInput & { providerRef: string },
): Promise<Finding> {
  const adapter = adapterOf(providers, attempt)
  const toAsk: ToAsk = {
    attemptId: attempt.id,
    reference: attempt.reference,
    providerRef,
    transactionId: transactionId ?? attempt.transactionId,
  }
  const finding = await adapter.query(toAsk)
  const isToCapture = mayCapture && finding.state === 'approved' && attempt.state !== 'credited'
  if (!isToCapture || !adapter.capture || disagreement(attempt, finding)) return finding
  return (await receipts.hasBuyer(ctx, attempt.userId)) ? adapter.capture(toAsk) : finding
}

/** Does what a finding calls for, all of it or nothing, under the attempt's lock; null where it was overtaken. */
async function applyFinding(
  ctx: Context,
  parts: IssueParts,
  asked: Attempt,
  finding: Finding,
  cause: SettleInput['cause'],
): Promise<PurchaseState | null> {
  try {
    const done = await inTransaction(ctx, async tx => {
      const attempt = await lockAttempt(tx, asked.id)
      if (!standsAs(attempt, asked)) return null
      const verdict = nextState(attempt, finding)
      if (attempt.state === 'declined' && verdict.kind !== 'stay' && (await wasClosed(tx, attempt.id)))
        return stayClosed(tx, attempt, finding, cause)
      return carryOut(tx, parts, attempt, finding, { cause, verdict })
    })
    if (done === null) return null
    if (done.balance) await showBalance(ctx, done.balance)
    return done.state
  } catch (error) {
    if (brokenConstraint(error) !== 'payment_attempt_transaction') throw error
    return inTransaction(ctx, async tx => {
      const attempt = await lockAttempt(tx, asked.id)
      if (!standsAs(attempt, asked)) return null
      return putToReview(tx, attempt, 'transaction-used-elsewhere', { cause, words: finding.words })
    })
  }
}

/** Whether an answer asked for then can be held against the attempt now; what is open is one stand. */
function standsAs({ state: now }: Attempt, { state: then }: Attempt): boolean {
  const isOpen = (state: PurchaseState) => state === 'redirected' || state === 'pending'
  return now === then || (isOpen(now) && isOpen(then))
}

/** Calls a person for a purchase that is credited, though a proven event told that its money went back. */
export function flagCredited(
  ctx: Context,
  attemptId: string,
  reason: ReviewReason,
  why: { cause: SettleInput['cause']; words: string },
): Promise<void> {
  return inTransaction(ctx, async tx => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt.state === 'credited') await flag(tx, attempt, reason, why)
  })
}

export interface Balance {
  userId: string
  credits: number
}

/** Shows a new balance on open screens; they read it again by themselves where this fails. */
export async function showBalance(ctx: Context, { userId, credits }: Balance): Promise<void> {
  await tellBalance(ctx, userId, credits).catch(error => {
    ctx.log.warn({ err: error }, 'A new balance could not be shown')
  })
}

interface Done {
  state: PurchaseState
  balance?: Balance
}

async function carryOut(
  ctx: Context,
  parts: IssueParts,
  attempt: Attempt,
  { words, transactionId: paidAs }: Finding,
  { cause, verdict }: { cause: SettleInput['cause']; verdict: Verdict },
): Promise<Done> {
  switch (verdict.kind) {
    case 'stay':
      await restIfOver(ctx, attempt)
      return { state: attempt.state }
    case 'move':
      await moveAttempt(ctx, attempt, { to: verdict.to, cause, words })
      return { state: verdict.to }
    case 'credit': {
      const { transactionId } = verdict
      const credits = await creditAttempt(ctx, parts, attempt, { cause, words, transactionId })
      if (!(await parts.receipts.hasBuyer(ctx, attempt.userId))) alarmOfClosed(ctx, attempt)
      return { state: 'credited', balance: { userId: attempt.userId, credits } }
    }
    case 'review':
      return { state: await putToReview(ctx, attempt, verdict.reason, { cause, words, paidAs }) }
    case 'flag':
      await flag(ctx, attempt, verdict.reason, { cause, words })
      return { state: attempt.state }
    case 'take-back': {
      const { balanceCredits } = await takeBack(ctx, attempt, { to: verdict.to, cause, words })
      return { state: verdict.to, balance: { userId: attempt.userId, credits: balanceCredits } }
    }
  }
}

/** What has ended for good is not asked about by itself any more; the clock of the others is the poller's. */
async function restIfOver(ctx: Context, { id, state, nextPollAt }: Attempt): Promise<void> {
  const isOpen = state !== 'credited' && state !== 'refunded' && state !== 'reversed'
  if (isOpen || nextPollAt === null) return
  await ctx.db.update(paymentAttempt).set({ nextPollAt: null }).where(eq(paymentAttempt.id, id))
}

/** Whether a person took it off the list of what waits: a person alone opens it again, by approving it. */
async function wasClosed(ctx: Context, attemptId: string): Promise<boolean> {
  const step = await lastMove(ctx, attemptId)
  return step?.cause === 'operator'
}

/** What a person has closed stays so. A payment that was not known then calls one again, once for each number. */
async function stayClosed(
  ctx: Context,
  attempt: Attempt,
  { state, transactionId }: Finding,
  cause: SettleInput['cause'],
): Promise<Done> {
  const stayed: Done = { state: attempt.state }
  if (state !== 'paid' || !isOtherPayment(attempt, transactionId)) return stayed
  const words = `paid after it was closed: ${transactionId}`
  if (await hasStep(ctx, attempt.id, words)) return stayed
  await noteStep(ctx, attempt, { to: attempt.state, cause, words })
  alarm(
    ctx,
    attempt,
    'payment_after_close',
    'paid-twice',
    'Another payment came in for a purchase that was closed',
  )
  return stayed
}

interface Why {
  cause: Cause
  words: string
  /** The provider's number of the payment, where it is surely one of this purchase. */
  paidAs?: string | null
}

/** In what a payment may differ and be one of this purchase all the same: its number is kept for whoever looks. */
const ofThisPurchase: readonly ReviewReason[] = ['other-amount', 'other-currency', 'no-amount']

/** Nothing is credited until a person has looked. */
async function putToReview(
  ctx: Context,
  attempt: Attempt,
  reason: ReviewReason,
  { cause, words, paidAs = null }: Why,
): Promise<PurchaseState> {
  if (attempt.state === 'credited') {
    await flag(ctx, attempt, reason, { cause, words })
    return attempt.state
  }
  if (attempt.state === 'review') return 'review'
  const step = { to: 'review' as const, cause, words: `${reason}: ${words}` }
  const known = ofThisPurchase.includes(reason) && paidAs !== null ? { transactionId: paidAs } : {}
  await moveAttempt(ctx, attempt, step, { ...known, reviewReason: reason, nextPollAt: null })
  alarm(ctx, attempt, 'payment_review', reason, 'A payment is not as it was agreed; nothing was credited')
  return 'review'
}

async function flag(
  ctx: Context,
  attempt: Attempt,
  reason: ReviewReason,
  { cause, words }: Why,
): Promise<void> {
  await ctx.db.update(paymentAttempt).set({ nextPollAt: null }).where(eq(paymentAttempt.id, attempt.id))
  if (attempt.reviewReason === reason) return
  await noteStep(ctx, attempt, { to: attempt.state, cause, words: `${reason}: ${words}` })
  await ctx.db
    .update(paymentAttempt)
    .set({ reviewReason: reason, updatedAt: sql`now()` })
    .where(eq(paymentAttempt.id, attempt.id))
  alarm(ctx, attempt, 'payment_flagged', reason, 'A credited payment needs a person to look at it')
}

function alarmOfClosed(ctx: Context, { reference, provider }: Attempt): void {
  const fields = { alarm: 'payment_of_closed_account', reference, provider }
  ctx.log.error(fields, 'Money came in for an account that is deleted: give it back')
}

function alarm(ctx: Context, attempt: Attempt, name: string, reason: ReviewReason, words: string): void {
  const { reference, provider } = attempt
  ctx.log.error({ alarm: name, reference, provider, reason }, words)
}
