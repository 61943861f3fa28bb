import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { AnswerDocument, Block } from '../../contract/answer.ts'
import { limits } from '../../contract/limits.ts'
import type { Share, SharedAnswer } from '../../contract/shares.ts'
import { unreadableAnswer } from '../../contract/unreadable-answer.ts'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { isUnderWay } from './accept-turn.ts'
import { readStoredDocument } from './stored-document.ts'
import { answerShare, conversation, turn } from './tables.ts'
import { readTurn } from './transcript.ts'

const makeCode = (): string => randomBytes(32).toString('base64url')

/** A link as it is stored; its address is made where the product's own is known. */
export type StoredShare = Omit<Share, 'url'>

/**
 * Makes a link to an answer, or finds the one that stands.
 * @throws AppError('not_found') where there is no whole answer, AppError('invalid') where there are as many as may be
 */
export async function shareTurn(ctx: SignedInContext, turnId: string): Promise<StoredShare> {
  const { document, state, sessionKey, question } = await readTurn(ctx, turnId)
  if (!document || isUnderWay(state)) throw new AppError('not_found')
  const row = (await findLink(ctx, turnId)) ?? (await inTransaction(ctx, tx => makeLink(tx, turnId)))
  return storedShare({ ...row, sessionKey, question })
}

type LinkRow = typeof answerShare.$inferSelect

async function findLink(ctx: Context, turnId: string): Promise<LinkRow | undefined> {
  const [row] = await ctx.db.select().from(answerShare).where(eq(answerShare.turnId, turnId))
  return row
}

async function makeLink(ctx: SignedInContext, turnId: string): Promise<LinkRow> {
  const { id: userId } = ctx.user
  // The links of one user are made one after the other, so that they can be counted.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`share ${userId}`}, 0))`)
  const known = await findLink(ctx, turnId)
  if (known) return known
  const [standing] = await ctx.db
    .select({ links: count() })
    .from(answerShare)
    .innerJoin(turn, ofTurn)
    .innerJoin(conversation, ofConversation)
    .where(eq(answerShare.userId, userId))
  if ((standing?.links ?? 0) >= limits.sharesMax)
    throw invalid({
      link: [`You share ${limits.sharesMax} answers, the most there can be. Stop sharing one of them first.`],
    })
  const [row] = await ctx.db.insert(answerShare).values({ code: makeCode(), turnId, userId }).returning()
  if (!row) throw new Error('A link was not made')
  return row
}

type ShareRow = LinkRow & { sessionKey: string; question: string }

const storedShare = ({ code, turnId, sessionKey, question, createdAt }: ShareRow): StoredShare => ({
  code,
  turn_id: turnId,
  session_key: sessionKey,
  question,
  created_at: createdAt.toISOString(),
})

const ofTurn = eq(turn.id, answerShare.turnId)
const ofConversation = and(eq(conversation.sessionKey, turn.sessionKey), isNull(conversation.deletedAt))

/** All of the user's links that stand, newest first: one that is not listed could not be taken back. */
export async function listShares(ctx: SignedInContext): Promise<StoredShare[]> {
  const { code, turnId, userId, createdAt } = answerShare
  const rows = await ctx.db
    .select({ code, turnId, userId, createdAt, sessionKey: turn.sessionKey, question: turn.question })
    .from(answerShare)
    .innerJoin(turn, ofTurn)
    .innerJoin(conversation, ofConversation)
    .where(eq(userId, ctx.user.id))
    .orderBy(desc(createdAt))
  return rows.map(storedShare)
}

/** Takes a link back. @throws AppError('not_found') for one that is unknown, taken back or another user's */
export async function revokeShare(ctx: SignedInContext, code: string): Promise<void> {
  const gone = await ctx.db
    .delete(answerShare)
    .where(and(eq(answerShare.code, code), eq(answerShare.userId, ctx.user.id)))
    .returning()
  if (gone.length === 0) throw new AppError('not_found')
}

/** Takes every link back: after a restore nobody knows which of them were taken back before. Answers how many. */
export async function revokeEveryShare(ctx: Context): Promise<number> {
  return (await ctx.db.delete(answerShare).returning({ code: answerShare.code })).length
}

/** Says whether an account was closed by the operator: what it shares is closed with it. */
export type IsDisabled = (ctx: Context, userId: string) => Promise<boolean>

/**
 * What stands behind a link, for whoever has it; the document is null where the stored one cannot be read.
 * @throws AppError('not_found'), also where its owner's account is disabled
 */
export async function readShared(ctx: Context, code: string, isDisabled: IsDisabled): Promise<SharedAnswer> {
  const [row] = await ctx.db
    .select({
      userId: answerShare.userId,
      question: turn.question,
      document: turn.document,
      endedAt: turn.endedAt,
      createdAt: turn.createdAt,
    })
    .from(answerShare)
    .innerJoin(turn, ofTurn)
    .innerJoin(conversation, ofConversation)
    .where(eq(answerShare.code, code))
  const stored = readStoredDocument(row?.document)
  if (!row || stored.kind === 'none' || (await isDisabled(ctx, row.userId))) throw new AppError('not_found')
  return {
    question: row.question,
    document: stored.kind === 'whole' ? forReaders(stored.document) : null,
    answered_at: (row.endedAt ?? row.createdAt).toISOString(),
  }
}

/** The answer behind a link. @throws AppError('not_found') as `readShared` does, and where it could not be shown */
export async function readSharedDocument(
  ctx: Context,
  code: string,
  isDisabled: IsDisabled,
): Promise<AnswerDocument> {
  const { document } = await readShared(ctx, code, isDisabled)
  if (!document) throw new AppError('not_found', { message: unreadableAnswer })
  return document
}

/** The same answer without what only its owner can do, ask on, and without rows that nothing in it shows or stands on. */
function forReaders(document: AnswerDocument): AnswerDocument {
  const blocks = document.blocks
    .filter(block => block.type !== 'followups' && block.type !== 'ask')
    .map((block): Block => (block.type === 'gap' ? { ...block, ask: null } : block))
  const named = new Set([...document.claims.map(({ table }) => table), ...blocks.flatMap(tablesOf)])
  const tables = document.tables.filter(({ id }) => named.has(id))
  if (document.version === 1)
    return { ...document, plan: { ...document.plan, ask: null, gaps: [] }, blocks, tables }
  const { suggestions: _, ...rest } = document
  return { ...rest, blocks, tables }
}

function tablesOf(block: Block): string[] {
  if (block.type === 'table') return [block.table]
  return block.type === 'chart' ? [block.chart.table] : []
}
