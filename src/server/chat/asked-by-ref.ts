import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { SignedInContext } from '../platform/context.ts'
import { conversation, turn } from './tables.ts'

/** Under what an answer is paid for: it names the conversation and the turn. */
export const spendRef = (paid: { sessionKey: string; id: string }): string => `${paid.sessionKey}:${paid.id}`

/** The questions that were paid for under these refs; those of deleted conversations are forgotten. */
export async function askedByRef(
  ctx: SignedInContext,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = refs.flatMap(ref => /^thread_[^:]+:([0-9a-f-]{36})$/.exec(ref)?.[1] ?? [])
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: turn.id, sessionKey: turn.sessionKey, question: turn.question })
    .from(turn)
    .innerJoin(conversation, eq(conversation.sessionKey, turn.sessionKey))
    .where(and(inArray(turn.id, ids), eq(turn.userId, ctx.user.id), isNull(conversation.deletedAt)))
  return new Map(rows.map(row => [spendRef(row), row.question]))
}
