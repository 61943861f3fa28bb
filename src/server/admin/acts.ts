import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { operatorAct } from './tables.ts'

export interface Act {
  actor: string
  /** The command, e.g. 'users disable'. */
  act: string
  /** An id, a part of a setting or a file; never an address. */
  subject: string
  reason?: string | undefined
  detail?: Record<string, unknown>
}

/** Writes down what an operator does, in the same transaction as the deed. */
export async function noteAct(
  ctx: Context,
  { actor, act, subject, reason, detail = {} }: Act,
): Promise<void> {
  await ctx.db.insert(operatorAct).values({ actor, act, subject, reason: reason ?? null, detail })
}

/** What operators did to a subject, or at all, newest first. */
export async function readActs(ctx: Context, subject: string | null, limit = 20) {
  return ctx.db
    .select()
    .from(operatorAct)
    .where(subject === null ? undefined : eq(operatorAct.subject, subject))
    .orderBy(desc(operatorAct.id))
    .limit(limit)
}

/** What operators did after a moment, oldest first: a restore takes it back. */
export async function actsSince(ctx: Context, since: Date) {
  return ctx.db.select().from(operatorAct).where(gt(operatorAct.createdAt, since)).orderBy(operatorAct.id)
}

/** Whether a grant under this ref was noted before. Ask after the ledger's verb: its lock makes two of them follow each other. */
export async function wasGranted(ctx: Context, ref: string): Promise<boolean> {
  const found = await ctx.db
    .select({ id: operatorAct.id })
    .from(operatorAct)
    .where(and(eq(operatorAct.act, 'users grant'), sql`${operatorAct.detail} ->> 'ref' = ${ref}`))
    .limit(1)
  return found.length > 0
}
