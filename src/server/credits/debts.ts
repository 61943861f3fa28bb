import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { askLedger } from './ledger-answer.ts'
import { creditAccount, creditDebt } from './tables.ts'

export interface Debt {
  /** That of the reversal. */
  ref: string
  userId: string
  amountCredits: number
  since: Date
}

/** What is owed, oldest first: of one user or of all. */
export async function openDebts(ctx: Context, userId?: string): Promise<Debt[]> {
  const isOpen = isNull(creditDebt.closedAt)
  const rows = await ctx.db
    .select()
    .from(creditDebt)
    .where(userId === undefined ? isOpen : and(isOpen, eq(creditDebt.userId, userId)))
    .orderBy(asc(creditDebt.createdAt), asc(creditDebt.ref))
  return rows.map(({ ref, userId, amount, createdAt }) => ({
    ...{ ref, userId },
    amountCredits: amount,
    since: createdAt,
  }))
}

/** Whether an account may spend nothing at the moment. */
export async function isPaused(ctx: Context, userId: string): Promise<boolean> {
  const [account] = await ctx.db
    .select({ pausedAt: creditAccount.pausedAt })
    .from(creditAccount)
    .where(eq(creditAccount.userId, userId))
  return account !== undefined && account.pausedAt !== null
}

export interface OperatorWord {
  userId: string
  actor: string
  reason: string
}

export interface ClosedDebts {
  owedCredits: number
  /** What of it was taken from the account now; the rest was made good in another way. */
  takenCredits: number
  balanceCredits: number
}

/**
 * Closes what a user owes and lets the account spend again. What is free of it is taken first: credits that a hold kept
 * from the reversal, or that came since. Tell the balance once it is committed.
 * @throws AppError('not_found') where nothing is owed, 'invalid' as `resume`, and while a hold may still set free what is owed
 */
export async function closeDebts(ctx: Context, word: OperatorWord): Promise<ClosedDebts> {
  checkWord(word)
  return inTransaction(ctx, async tx => {
    const { balance, held } = await lockAccount(tx, word.userId)
    const debts = await openDebts(tx, word.userId)
    if (debts.length === 0) throw new AppError('not_found', { message: 'This user owes nothing.' })
    const owedCredits = debts.reduce((sum, { amountCredits }) => sum + amountCredits, 0)
    if (held > 0 && balance - held < owedCredits)
      throw new AppError('invalid', {
        message:
          'Credits of this user are set aside for an answer that still runs: try again when it has ended.',
      })
    const takenCredits = await takeRest(tx, debts, { ...word, freeCredits: balance - held })
    await tx.db
      .update(creditDebt)
      .set({ closedAt: sql`now()`, closedBy: word.actor, closingReason: word.reason })
      .where(and(eq(creditDebt.userId, word.userId), isNull(creditDebt.closedAt)))
    await resume(tx, word)
    return { owedCredits, takenCredits, balanceCredits: balance - takenCredits }
  })
}

/** Takes what is free, up to what is owed, as a further part of each reversal. Answers what was taken. */
async function takeRest(
  ctx: Context,
  debts: readonly Debt[],
  { userId, actor, reason, freeCredits }: OperatorWord & { freeCredits: number },
): Promise<number> {
  let taken = 0
  for (const { ref, amountCredits } of debts) {
    const part = Math.min(amountCredits, freeCredits - taken)
    if (part <= 0) break
    await askLedger(ctx, 'post_credits', [userId, 'reversal', `${ref}:rest`, -part, reason, actor])
    taken += part
  }
  return taken
}

/**
 * Lets a paused account spend again; false where it was not paused.
 * @throws AppError('invalid') while something is owed, or while the books of the account do not agree
 */
export async function resume(ctx: Context, word: OperatorWord): Promise<boolean> {
  checkWord(word)
  return inTransaction(ctx, async tx => {
    const { pausedAt } = await lockAccount(tx, word.userId)
    if (pausedAt === null) return false
    if ((await openDebts(tx, word.userId)).length > 0)
      throw new AppError('invalid', { message: 'This user still owes credits: close the debt.' })
    if (!(await booksAgree(tx, word.userId)))
      throw new AppError('invalid', { message: 'The books of this account do not agree.' })
    await tx.db.update(creditAccount).set({ pausedAt: null }).where(eq(creditAccount.userId, word.userId))
    return true
  })
}

function checkWord({ actor, reason }: OperatorWord): void {
  if (actor.trim() === '' || reason.trim() === '')
    throw new AppError('invalid', { message: 'This needs a reason and an actor.' })
}

/** @throws AppError('not_found') */
async function lockAccount(ctx: Context, userId: string): Promise<typeof creditAccount.$inferSelect> {
  const [account] = await ctx.db
    .select()
    .from(creditAccount)
    .where(eq(creditAccount.userId, userId))
    .for('update')
  if (!account) throw new AppError('not_found', { message: 'This user has no credit account.' })
  return account
}

async function booksAgree(ctx: Context, userId: string): Promise<boolean> {
  const row = await rowOf<{ agree: boolean }>(
    ctx.db,
    sql`select balance = (select coalesce(sum(amount), 0) from credit_entry where user_id = ${userId})
          and held = (select coalesce(sum(amount), 0) from credit_hold where user_id = ${userId} and state = 'open') as agree
        from credit_account where user_id = ${userId}`,
  )
  return row?.agree === true
}
