import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Conversation } from '../../contract/chat.ts'
import type { SignedInContext } from '../platform/context.ts'
import { inTransaction } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { historyLabel, localDays } from './history-labels.ts'
import { conversation } from './tables.ts'

/** Conversations a list shows at most; pinned ones come first. */
const listedMax = 5_000

const isMine = (ctx: SignedInContext, sessionKey: string) =>
  and(
    eq(conversation.sessionKey, sessionKey),
    eq(conversation.userId, ctx.user.id),
    isNull(conversation.deletedAt),
  )

/** @throws AppError('not_found') for a conversation that is unknown, deleted or another user's */
export async function checkConversation(ctx: SignedInContext, sessionKey: string): Promise<void> {
  const found = await ctx.db
    .select({ sessionKey: conversation.sessionKey })
    .from(conversation)
    .where(isMine(ctx, sessionKey))
  if (found.length === 0) throw new AppError('not_found')
}

/** The user's conversations by label, newest first; reads no message. */
export async function listConversations(
  ctx: SignedInContext,
  timezone: string,
): Promise<Record<string, Conversation[]>> {
  const rows = await ctx.db
    .select()
    .from(conversation)
    .where(and(eq(conversation.userId, ctx.user.id), isNull(conversation.deletedAt)))
    .orderBy(desc(conversation.pinned), desc(conversation.updatedAt))
    .limit(listedMax)
  const dayOf = localDays(timezone)
  const today = dayOf(ctx.clock.now())
  return Object.groupBy(rows.map(wireConversation), ({ pinned, updated_at }) =>
    pinned ? 'Pinned' : historyLabel(dayOf(new Date(updated_at)), today),
  ) as Record<string, Conversation[]>
}

const wireConversation = (row: typeof conversation.$inferSelect): Conversation => ({
  session_key: row.sessionKey,
  first_message: row.firstMessage,
  title: row.title,
  pinned: row.pinned,
  updated_at: row.updatedAt.toISOString(),
})

/** Renames or pins; what is left out stays. An empty title takes the name away. @throws AppError('not_found') */
export async function editConversation(
  ctx: SignedInContext,
  sessionKey: string,
  { title, pinned }: { title?: string | null | undefined; pinned?: boolean | undefined },
): Promise<Conversation> {
  const change = {
    ...(title !== undefined && { title: title?.trim() || null }),
    ...(pinned !== undefined && { pinned }),
  }
  if (Object.keys(change).length === 0) {
    const [row] = await ctx.db.select().from(conversation).where(isMine(ctx, sessionKey))
    if (!row) throw new AppError('not_found')
    return wireConversation(row)
  }
  const [row] = await ctx.db.update(conversation).set(change).where(isMine(ctx, sessionKey)).returning()
  if (!row) throw new AppError('not_found')
  return wireConversation(row)
}

/**
 * Deletes a conversation with its turns. One that is being answered is hidden at once and goes when its answer, which
 * the caller stops, has ended and was paid for. Answers the ids of turns to stop. @throws AppError('not_found')
 */
export async function deleteConversation(ctx: SignedInContext, sessionKey: string): Promise<string[]> {
  return inTransaction(ctx, async tx => {
    // Hidden first: no question comes in from here on.
    const hidden = await tx.db
      .update(conversation)
      .set({ deletedAt: sql`now()` })
      .where(isMine(tx, sessionKey))
      .returning()
    if (hidden.length === 0) throw new AppError('not_found')
    const running = await rowsOf<{ id: string }>(
      tx.db,
      sql`
        select id from turn where session_key = ${sessionKey} and state in ('queued', 'running')
        for update`,
    )
    if (running.length === 0) await tx.db.delete(conversation).where(eq(conversation.sessionKey, sessionKey))
    return running.map(({ id }) => id)
  })
}
