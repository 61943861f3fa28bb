import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Conversation } from '../../contract/chat.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import { inTransaction } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { withoutBidiControls } from '../platform/without-bidi-controls.ts'
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

/** Conversations by label, labels in the order of their newest. */
export type History = Record<string, Conversation[]>

/** The user's conversations by label, newest first; reads no message. */
export const listConversations = (ctx: SignedInContext, timezone: string): Promise<History> =>
  labelled(ctx, timezone, undefined, listedMax)

/** Those of the user's conversations that a condition picks, by label, newest first. */
export async function labelled(
  ctx: SignedInContext,
  timezone: string,
  picked: SQL | undefined,
  atMost: number,
): Promise<History> {
  const rows = await ctx.db
    .select()
    .from(conversation)
    .where(and(eq(conversation.userId, ctx.user.id), isNull(conversation.deletedAt), picked))
    .orderBy(desc(conversation.pinned), desc(conversation.updatedAt))
    .limit(atMost)
  const dayOf = localDays(timezone)
  const today = dayOf(ctx.clock.now())
  return Object.groupBy(rows.map(wireConversation), ({ pinned, updated_at }) =>
    pinned ? 'Pinned' : historyLabel(dayOf(new Date(updated_at)), today),
  ) as History
}

const wireConversation = (row: typeof conversation.$inferSelect): Conversation => ({
  session_key: row.sessionKey,
  first_message: withoutBidiControls(row.firstMessage),
  title: row.title === null ? null : withoutBidiControls(row.title),
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
    ...(title !== undefined && { title: withoutBidiControls(title ?? '').trim() || null }),
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
 * Hides a conversation from everywhere, at once; it goes for good some minutes later. Answers the ids of turns that are
 * being answered in it, for the caller to stop. @throws AppError('not_found')
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
      sql`select id from turn where session_key = ${sessionKey} and state in ('queued', 'running')`,
    )
    return running.map(({ id }) => id)
  })
}

/** Undoes a deletion; of one that is not deleted it changes nothing. @throws AppError('not_found') once it has gone for good */
export async function restoreConversation(ctx: SignedInContext, sessionKey: string): Promise<Conversation> {
  const [row] = await ctx.db
    .update(conversation)
    .set({ deletedAt: null })
    .where(and(eq(conversation.sessionKey, sessionKey), eq(conversation.userId, ctx.user.id)))
    .returning()
  if (!row) throw new AppError('not_found')
  return wireConversation(row)
}

/** How long a deleted conversation can be restored. */
const restorableMs = 10 * 60_000

/**
 * Removes what was deleted some minutes ago, with its turns, their events and the links to them. One whose answer is
 * still being ended, and paid for, goes another time. Returns how many went.
 */
export async function pruneConversations(ctx: Context, olderThanMs = restorableMs): Promise<number> {
  const gone = await rowsOf(
    ctx.db,
    sql`
      delete from conversation
      where deleted_at <= now() - ${`${olderThanMs} milliseconds`}::interval and not exists (
        select from turn where turn.session_key = conversation.session_key and state in ('queued', 'running')
      )
      returning session_key`,
  )
  return gone.length
}
