import {
  adjust,
  balance,
  grant,
  hold,
  refund,
  release,
  settle,
  sweepHolds,
} from '../../src/server/credits/credits.ts'
import { type Context, inTransaction } from '../../src/server/platform/context.ts'
import { brokenConstraint } from '../../src/server/platform/db.ts'
import { AppError } from '../../src/server/platform/errors.ts'
import { type Answer, isRefusal, type Operation, refusedAs, type Task } from './operation.ts'

const said = { reason: 'Proof', actor: 'proof' }

/**
 * Asks the product's own verbs. Throws what is no answer: a broken connection, or an AppError 'busy'.
 * @param users the users' ids by account number
 */
export async function performTask(ctx: Context, users: readonly string[], task: Task): Promise<Answer[]> {
  const [first] = task.operations
  if (task.mode === 'single' && first) return [await perform(ctx, users, first)]
  if (task.mode === 'together') return performTogether(ctx, users, task.operations)
  return inTransaction(ctx, async tx => {
    const answers: Answer[] = []
    for (const one of task.operations) answers.push(await perform(tx, users, one))
    return answers
  })
}

/** Ends a transaction that must not be committed. */
class Undo extends Error {
  readonly at: number
  readonly answer: Answer

  constructor(at: number, answer: Answer) {
    super(answer.outcome)
    this.at = at
    this.answer = answer
  }
}

async function performTogether(
  ctx: Context,
  users: readonly string[],
  operations: readonly Operation[],
): Promise<Answer[]> {
  try {
    return await inTransaction(ctx, async tx => {
      const answers: Answer[] = []
      for (const [at, one] of operations.entries()) {
        const answer = await perform(tx, users, one)
        if (isRefusal(answer)) throw new Undo(at, answer)
        answers.push(answer)
      }
      return answers
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
    return operations.map((_, at) => (at === error.at ? error.answer : refusedAs('undone')))
  }
}

async function perform(ctx: Context, users: readonly string[], one: Operation): Promise<Answer> {
  try {
    return await callVerb(ctx, users, one)
  } catch (error) {
    if (brokenConstraint(error) === 'credit_entry_once') return refusedAs('ref_taken')
    if (!(error instanceof AppError)) throw error
    const { code, details } = error
    if (code === 'insufficient_credits') return refusedAs(code, details.balance)
    if (!isRefusalCode(code)) throw error
    return refusedAs(code)
  }
}

const isRefusalCode = (code: string) =>
  code === 'idempotency_mismatch' || code === 'not_found' || code === 'invalid' || code === 'malformed'

async function callVerb(ctx: Context, users: readonly string[], one: Operation): Promise<Answer> {
  if (one.verb === 'sweep') return done(null, await sweepHolds(ctx))
  const userId = users[one.account] ?? ''
  switch (one.verb) {
    case 'grant':
      return done(
        await grant(ctx, { userId, ref: one.ref, amountCredits: one.amountCredits, reason: 'Proof' }),
      )
    case 'adjust':
      return done(await adjust(ctx, { userId, ref: one.ref, amountCredits: one.amountCredits, ...said }))
    case 'refund':
      return done(await refund(ctx, { userId, spendRef: one.ref, amountCredits: one.amountCredits, ...said }))
    case 'balance':
      return done(await balance(ctx, userId))
    case 'hold': {
      const { holdId: id, amountCredits, lifeMs } = one
      const held = await hold(ctx, { id, userId, amountCredits, priceVersion: 1, lifeMs })
      return { outcome: held.state, amountCredits: 0, balanceCredits: held.balanceCredits }
    }
    case 'settle':
    case 'release': {
      const closed =
        one.verb === 'release'
          ? await release(ctx, { holdId: one.holdId, userId })
          : await settle(ctx, { holdId: one.holdId, userId, amountCredits: one.amountCredits, ref: one.ref })
      return {
        outcome: closed.state,
        amountCredits: closed.chargedCredits,
        balanceCredits: closed.balanceCredits,
      }
    }
  }
}

const done = (balanceCredits: number | null, amountCredits = 0): Answer => ({
  outcome: 'done',
  amountCredits,
  balanceCredits,
})
