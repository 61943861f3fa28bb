import { eq, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { tellUser } from '../platform/user-events.ts'
import { askLedger, type LedgerAnswer } from './ledger-answer.ts'
import { creditAccount, creditEntry } from './tables.ts'

/** No account comes near it, and sums of such amounts stay exact numbers. */
const amountMax = 1_000_000_000_000

export interface Hold {
  state: 'open' | 'settled' | 'released'
  amountCredits: number
  priceVersion: number
  balanceCredits: number
}

export interface Closed {
  /** How the hold ended, now or earlier. */
  state: 'settled' | 'released'
  /** What was taken from the account, in credits; 0 when released. */
  chargedCredits: number
  balanceCredits: number
}

/** The balance in credits, open holds not taken off; 0 for a user without an account. */
export async function balance(ctx: Context, userId: string): Promise<number> {
  const [account] = await ctx.db
    .select({ balance: creditAccount.balance })
    .from(creditAccount)
    .where(eq(creditAccount.userId, userId))
  return account?.balance ?? 0
}

export interface HoldInput {
  /** The turn, or the step of a research. The same id again is the same hold. */
  id: string
  userId: string
  amountCredits: number
  priceVersion: number
  /** After this the sweeper releases it. */
  lifeMs: number
}

/**
 * Sets credits aside before anything is done for them.
 * @throws AppError('insufficient_credits' | 'spending_paused' | 'idempotency_mismatch' | 'malformed')
 */
export async function hold(ctx: Context, input: HoldInput): Promise<Hold> {
  const { id, userId, amountCredits, priceVersion, lifeMs } = input
  checkAmount(amountCredits)
  const answer = await askLedger(
    ctx,
    'hold_credits',
    [userId, id, amountCredits, priceVersion, `${lifeMs} milliseconds`],
    amountCredits,
  )
  return {
    state: answer.outcome as Hold['state'],
    amountCredits: answer.amount,
    priceVersion,
    balanceCredits: answer.balance ?? 0,
  }
}

export interface SettleInput {
  holdId: string
  userId: string
  amountCredits: number
  /** What the entry is for: session_key:turn_id for an answer. */
  ref: string
}

/**
 * Takes the price of what was delivered, at most the hold; the rest of the hold is free again. Repeated, or after a
 * release, it changes nothing and answers how the hold ended. It does not tell the user's screens: a notice inside the
 * transaction would make all spends commit one after the other. Call `tellBalance` once it is committed.
 * @throws AppError('not_found' | 'malformed')
 */
export async function settle(ctx: Context, input: SettleInput): Promise<Closed> {
  const { holdId, userId, amountCredits, ref } = input
  checkAmount(amountCredits)
  const answer = await askLedger(ctx, 'settle_credits', [userId, holdId, amountCredits, ref], amountCredits)
  const closed = closedHold(answer)
  if (closed.state === 'settled' && closed.chargedCredits < amountCredits) {
    const lossCredits = amountCredits - closed.chargedCredits
    ctx.log.warn({ holdId, lossCredits }, 'An answer cost more than was held for it')
  }
  return closed
}

/** Gives a hold back. Repeated, or after a settle, it changes nothing. @throws AppError('not_found') */
export async function release(ctx: Context, input: { holdId: string; userId: string }): Promise<Closed> {
  return closedHold(await askLedger(ctx, 'release_credits', [input.userId, input.holdId, false]))
}

/** True when the hold was open, is past its time, and is released now. */
export async function releaseExpired(
  ctx: Context,
  input: { holdId: string; userId: string },
): Promise<boolean> {
  const answer = await askLedger(ctx, 'release_credits', [input.userId, input.holdId, true])
  return answer.outcome === 'expired'
}

export interface PostInput {
  userId: string
  /** Names the cause; the same ref again posts nothing. */
  ref: string
  amountCredits: number
}

/** Shows a new balance on the user's open screens. */
export const tellBalance = (ctx: Context, userId: string, credits: number): Promise<void> =>
  tellUser(ctx, userId, { event: 'credits', data: { credits } })

/** Adds credits, once per `ref`; opens the account at need. @throws AppError('idempotency_mismatch' | 'malformed') */
export async function grant(ctx: Context, input: PostInput & { reason: string }): Promise<number> {
  checkAmount(input.amountCredits)
  return post(ctx, { ...input, kind: 'grant', actor: null })
}

export const starterRef = (userId: string): string => `starter:${userId}`

/** The starter credits of a new account, once; an amount of 0 gives none. */
export async function grantStarter(ctx: Context, userId: string, amountCredits: number): Promise<void> {
  if (amountCredits === 0) return
  await grant(ctx, { userId, ref: starterRef(userId), amountCredits, reason: 'Starter credits' })
}

/**
 * Gives back what an answer cost, or part of it, once per answer.
 * @throws AppError('not_found') for an unknown spend, 'invalid' for more than it took
 */
export async function refund(
  ctx: Context,
  input: { userId: string; spendRef: string; amountCredits: number; reason: string; actor: string },
): Promise<number> {
  const { userId, spendRef, amountCredits, reason, actor } = input
  checkAmount(amountCredits)
  return inTransaction(ctx, async tx => {
    const [spend] = await tx.db
      .select({ amount: creditEntry.amount })
      .from(creditEntry)
      .where(
        sql`${creditEntry.kind} = 'spend' and ${creditEntry.ref} = ${spendRef} and ${creditEntry.userId} = ${userId}`,
      )
    if (!spend) throw new AppError('not_found')
    if (amountCredits > -spend.amount)
      throw new AppError('invalid', { message: `At most ${-spend.amount} credits can be given back.` })
    return post(tx, { userId, ref: spendRef, amountCredits, kind: 'refund', reason, actor })
  })
}

/**
 * Corrects an account up or down; says why and who.
 * @throws AppError('insufficient_credits') when it would take more than is free
 */
export async function adjust(
  ctx: Context,
  input: PostInput & { reason: string; actor: string },
): Promise<number> {
  checkAmount(Math.abs(input.amountCredits))
  if (input.reason.trim() === '' || input.actor.trim() === '')
    throw new AppError('invalid', { message: 'An adjustment needs a reason and an actor.' })
  return post(ctx, { ...input, kind: 'adjustment' })
}

async function post(
  ctx: Context,
  entry: PostInput & { kind: 'grant' | 'refund' | 'adjustment'; reason: string; actor: string | null },
): Promise<number> {
  const { userId, kind, ref, amountCredits, reason, actor } = entry
  const answer = await askLedger(
    ctx,
    'post_credits',
    [userId, kind, ref, amountCredits, reason, actor],
    Math.abs(amountCredits),
  )
  const credits = answer.balance ?? 0
  if (answer.outcome === 'posted') await tellBalance(ctx, userId, credits)
  return credits
}

function closedHold(answer: LedgerAnswer): Closed {
  if (answer.outcome !== 'settled' && answer.outcome !== 'released')
    throw new Error(`A hold ended as ${answer.outcome}`)
  return { state: answer.outcome, chargedCredits: answer.amount, balanceCredits: answer.balance ?? 0 }
}

/** Whole credits above 0. @throws AppError('malformed') */
export function checkAmount(amountCredits: number): void {
  if (!Number.isSafeInteger(amountCredits) || amountCredits < 1 || amountCredits > amountMax)
    throw new AppError('malformed', { message: 'An amount is a whole number of credits above 0.' })
}
