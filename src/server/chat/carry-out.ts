import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { answerShare, conversation, turn } from './tables.ts'

/** Answers read at once: a document may be a few hundred kilobytes. */
const answersPerPage = 20

const ofUser = (userId: string) => and(eq(conversation.userId, userId), isNull(conversation.deletedAt))

/** The user's conversations without what was said in them, oldest first. */
export async function* everyConversation(ctx: Context, userId: string): AsyncGenerator<unknown> {
  const { sessionKey, title, firstMessage, pinned, createdAt, updatedAt } = conversation
  yield* await ctx.db
    .select({
      session_key: sessionKey,
      title,
      first_message: firstMessage,
      pinned,
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .from(conversation)
    .where(ofUser(userId))
    .orderBy(asc(createdAt), asc(sessionKey))
}

/** Each question with its answer, conversation by conversation, in their order. */
export async function* everyAnswer(ctx: Context, userId: string): AsyncGenerator<unknown> {
  const keys = await ctx.db
    .select({ sessionKey: conversation.sessionKey })
    .from(conversation)
    .where(ofUser(userId))
    .orderBy(asc(conversation.createdAt), asc(conversation.sessionKey))
  for (const { sessionKey } of keys) {
    let last = 0
    for (let page = await answersAfter(ctx, sessionKey, last); page.length > 0; ) {
      for (const { place, ...answer } of page) {
        last = place
        yield answer
      }
      page = page.length < answersPerPage ? [] : await answersAfter(ctx, sessionKey, last)
    }
  }
}

/** The links under which others can read an answer of the user's. */
export async function* everyShare(ctx: Context, userId: string): AsyncGenerator<unknown> {
  yield* await ctx.db
    .select({ code: answerShare.code, turn_id: answerShare.turnId, created_at: answerShare.createdAt })
    .from(answerShare)
    .where(eq(answerShare.userId, userId))
    .orderBy(asc(answerShare.createdAt))
}

const answersAfter = (ctx: Context, sessionKey: string, place: number) =>
  ctx.db
    .select({
      place: turn.place,
      session_key: turn.sessionKey,
      turn_id: turn.id,
      question: turn.question,
      asked_at: turn.createdAt,
      depth: turn.depth,
      state: turn.state,
      credits: turn.credits,
      answer: turn.answerText,
      answered_at: turn.endedAt,
      document: turn.document,
    })
    .from(turn)
    .where(and(eq(turn.sessionKey, sessionKey), gt(turn.place, place)))
    .orderBy(asc(turn.place))
    .limit(answersPerPage)

/**
 * Deletes all conversations of a user with their turns, in the caller's transaction, which is to be undone where this
 * answers false: a turn is running, and has to end, saved and paid for, first.
 */
export async function eraseConversations(ctx: Context, userId: string): Promise<boolean> {
  // Locked and hidden first: no question comes in from here on.
  await ctx.db.execute(
    sql`update conversation set deleted_at = coalesce(deleted_at, now()) where user_id = ${userId}`,
  )
  const running = await rowsOf(
    ctx.db,
    sql`select id from turn where user_id = ${userId} and state in ('queued', 'running') for update`,
  )
  if (running.length > 0) return false
  await ctx.db.execute(sql`delete from conversation where user_id = ${userId}`)
  return true
}
