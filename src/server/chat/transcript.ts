import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { AnswerDocument } from '../../contract/answer.ts'
import type { ChatMessage, Evidence, thread } from '../../contract/chat.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { unreadableAnswer } from '../../contract/unreadable-answer.ts'
import type { SignedInContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { checkConversation } from './conversations.ts'
import { evidenceOf } from './evidence.ts'
import { escapeText } from './question.ts'
import { readStoredDocument } from './stored-document.ts'
import { conversation, turn } from './tables.ts'

/** Turns of a conversation that one call answers: the newest ones. */
const turnsShown = 10

type Thread = AnswerOf<typeof thread>
type StoredRow = Pick<
  typeof turn.$inferSelect,
  'id' | 'question' | 'state' | 'errorCode' | 'credits' | 'document' | 'html' | 'createdAt' | 'endedAt'
>

const shown = {
  id: turn.id,
  question: turn.question,
  state: turn.state,
  errorCode: turn.errorCode,
  credits: turn.credits,
  document: turn.document,
  html: turn.html,
  createdAt: turn.createdAt,
  endedAt: turn.endedAt,
}

const isMine = (ctx: SignedInContext) => and(eq(turn.userId, ctx.user.id), isNull(conversation.deletedAt))

const ofConversation = eq(conversation.sessionKey, turn.sessionKey)

export interface ThreadInput {
  sessionKey: string
  /** Only turns before this one. */
  before?: string | undefined
}

/** The newest messages of a conversation, oldest first, a page at a time. @throws AppError('not_found') */
export async function readThread(ctx: SignedInContext, { sessionKey, before }: ThreadInput): Promise<Thread> {
  const isEarlier = before
    ? sql`${turn.place} < (select place from turn where id = ${before} and session_key = ${sessionKey})`
    : undefined
  const rows = await ctx.db
    .select(shown)
    .from(turn)
    .innerJoin(conversation, ofConversation)
    .where(and(eq(turn.sessionKey, sessionKey), isMine(ctx), isEarlier))
    .orderBy(desc(turn.place))
    .limit(turnsShown + 1)
  if (rows.length === 0) await checkConversation(ctx, sessionKey)
  const page = rows.slice(0, turnsShown).reverse()
  return {
    thread: page.map(readRow).flatMap(row => [questionOf(row), answerOf(row)]),
    ...(rows.length > turnsShown && { earlier: true }),
  }
}

type TurnRow = ReturnType<typeof readRow>

/** A row with its document checked, and what stands in the answer's place as safe HTML. */
function readRow<Row extends StoredRow>(row: Row) {
  const stored = readStoredDocument(row.document)
  return {
    ...row,
    document: stored.kind === 'whole' ? stored.document : null,
    isUnreadable: stored.kind === 'unreadable',
    message: stored.kind === 'unreadable' ? escapeText(unreadableAnswer) : messageOf(row),
  }
}

const questionOf = (row: TurnRow): ChatMessage => ({
  id: `${row.id}:q`,
  message: escapeText(row.question),
  text: row.question,
  from: 'user',
  from_user: true,
  created_at: row.createdAt.toISOString(),
  turn_id: row.id,
})

const answerOf = (row: TurnRow): ChatMessage => ({
  id: `${row.id}:a`,
  message: row.message,
  from: 'assistant',
  from_user: false,
  created_at: (row.endedAt ?? row.createdAt).toISOString(),
  turn_id: row.id,
  document: row.document,
  credits: row.credits,
  state: row.state,
})

/** What stands in an answer's place when nothing of it came. */
const messageOf = (row: StoredRow): string =>
  row.html || (row.errorCode ? escapeText(new AppError(row.errorCode).message) : '')

/** A turn as far as it is stored. @throws AppError('not_found') for an unknown one, and for another user's */
export async function readTurn(
  ctx: SignedInContext,
  turnId: string,
): Promise<TurnRow & { sessionKey: string }> {
  const [row] = await ctx.db
    .select({ ...shown, sessionKey: turn.sessionKey })
    .from(turn)
    .innerJoin(conversation, ofConversation)
    .where(and(eq(turn.id, turnId), isMine(ctx)))
  if (!row) throw new AppError('not_found')
  return readRow(row)
}

/** @throws AppError('not_found') for an unknown turn, and for another user's */
export async function checkTurn(ctx: SignedInContext, turnId: string): Promise<void> {
  const found = await ctx.db
    .select({ id: turn.id })
    .from(turn)
    .innerJoin(conversation, ofConversation)
    .where(and(eq(turn.id, turnId), isMine(ctx)))
  if (found.length === 0) throw new AppError('not_found')
}

/** The stored document of an answer. @throws AppError('not_found') when there is none, or none that can be read */
export async function readDocument(ctx: SignedInContext, turnId: string): Promise<AnswerDocument> {
  const { document, isUnreadable } = await readTurn(ctx, turnId)
  if (!document) throw new AppError('not_found', isUnreadable ? { message: unreadableAnswer } : {})
  return document
}

/** What a claim of an answer stands on. @throws AppError('not_found') for an unknown turn or claim */
export const readEvidence = async (
  ctx: SignedInContext,
  { turnId, claimId }: { turnId: string; claimId: string },
): Promise<Evidence> => evidenceOf(await readDocument(ctx, turnId), claimId)
