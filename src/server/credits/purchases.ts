import { and, asc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { checkAmount, type PostInput } from './ledger.ts'
import { askLedger } from './ledger-answer.ts'
import { creditDebt, creditEntry } from './tables.ts'

export interface Purchased {
  balanceCredits: number
  /** False where the same ref was posted before. */
  isNew: boolean
}

/**
 * Adds what was bought, once per `ref`; opens the account at need. It does not tell the user's screens, as `settle` does
 * not: call `tellBalance` once it is committed.
 * @throws AppError('idempotency_mismatch') where the ref stands for another amount or user, 'malformed'
 */
export async function purchase(ctx: Context, input: PostInput & { reason: string }): Promise<Purchased> {
  const { userId, ref, amountCredits, reason } = input
  checkAmount(amountCredits)
  const answer = await askLedger(ctx, 'post_credits', [userId, 'purchase', ref, amountCredits, reason, null])
  return { balanceCredits: answer.balance ?? 0, isNew: answer.outcome === 'posted' }
}

export interface Reversed {
  takenCredits: number
  /** What was spent already: a debt, and spending is paused until it is closed. */
  owedCredits: number
  balanceCredits: number
  isNew: boolean
}

/**
 * Takes a purchase back, once per `ref`: what is free of it now, the rest becomes a debt. Tell the balance as above.
 * @throws AppError('idempotency_mismatch' | 'malformed')
 */
export async function reverse(
  ctx: Context,
  input: PostInput & { reason: string; actor: string | null },
): Promise<Reversed> {
  const { userId, ref, amountCredits, reason, actor } = input
  checkAmount(amountCredits)
  return inTransaction(ctx, async tx => {
    const answer = await askLedger(tx, 'reverse_credits', [userId, ref, amountCredits, reason, actor])
    const owedCredits = amountCredits - answer.amount
    const isNew = answer.outcome === 'posted'
    if (isNew && owedCredits > 0)
      tx.log.error(
        { alarm: 'credit_debt', user_id: userId, ref, owed_credits: owedCredits },
        'A purchase was taken back whose credits are spent; spending is paused',
      )
    return { takenCredits: answer.amount, owedCredits, balanceCredits: answer.balance ?? 0, isNew }
  })
}

/** What stands in the ledger for purchases or reversals, by ref; refs that were never posted are left out. */
export async function postedAmounts(
  ctx: Context,
  kind: 'purchase' | 'reversal',
  refs: readonly string[],
): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map()
  const entries = await ctx.db
    .select({ ref: creditEntry.ref, amount: creditEntry.amount })
    .from(creditEntry)
    .where(and(eq(creditEntry.kind, kind), inArray(creditEntry.ref, [...refs])))
  const amounts = new Map(entries.map(({ ref, amount }) => [ref, Math.abs(amount)]))
  if (kind === 'purchase') return amounts
  const debts = await ctx.db
    .select({ ref: creditDebt.ref, amount: creditDebt.amount })
    .from(creditDebt)
    .where(inArray(creditDebt.ref, [...refs]))
  for (const { ref, amount } of debts) amounts.set(ref, (amounts.get(ref) ?? 0) + amount)
  return amounts
}

/** The refs of all purchases that were posted in a span. */
export async function purchaseRefs(ctx: Context, span: TimeSpan): Promise<string[]> {
  const conditions: SQL[] = [eq(creditEntry.kind, 'purchase')]
  if (span.since) conditions.push(gte(creditEntry.createdAt, span.since))
  if (span.until) conditions.push(lt(creditEntry.createdAt, span.until))
  const entries = await ctx.db
    .select({ ref: creditEntry.ref })
    .from(creditEntry)
    .where(and(...conditions))
    .orderBy(asc(creditEntry.createdAt))
  return entries.map(({ ref }) => ref)
}
