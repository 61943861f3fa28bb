import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { AnswerDocument, Block } from '../../contract/answer.ts'
import type { Share, SharedAnswer } from '../../contract/shares.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { isUnderWay } from './accept-turn.ts'
import { answerShare, conversation, turn } from './tables.ts'
import { readTurn } from './transcript.ts'

/** Links a list shows at most. */
const listedMax = 500

const makeCode = (): string => randomBytes(32).toString('base64url')

/** A link as it is stored; its address is made where the product's own is known. */
export type StoredShare = Omit<Share, 'url'>

/** Makes a link to an answer, or finds the one that stands. @throws AppError('not_found') where there is no whole answer */
export async function shareTurn(ctx: SignedInContext, turnId: string): Promise<StoredShare> {
  const { document, state, sessionKey, question } = await readTurn(ctx, turnId)
  if (!document || isUnderWay(state)) throw new AppError('not_found')
  const [row] = await ctx.db
    .insert(answerShare)
    .values({ code: makeCode(), turnId, userId: ctx.user.id })
    // Nothing changes, but the row comes back.
    .onConflictDoUpdate({ target: answerShare.turnId, set: { turnId } })
    .returning()
  if (!row) throw new Error('A link was neither made nor found')
  return storedShare({ ...row, sessionKey, question })
}

type ShareRow = typeof answerShare.$inferSelect & { sessionKey: string; question: string }

const storedShare = ({ code, turnId, sessionKey, question, createdAt }: ShareRow): StoredShare => ({
  code,
  turn_id: turnId,
  session_key: sessionKey,
  question,
  created_at: createdAt.toISOString(),
})

const ofTurn = eq(turn.id, answerShare.turnId)
const ofConversation = and(eq(conversation.sessionKey, turn.sessionKey), isNull(conversation.deletedAt))

/** The user's links that stand, newest first. */
export async function listShares(ctx: SignedInContext): Promise<StoredShare[]> {
  const { code, turnId, userId, createdAt } = answerShare
  const rows = await ctx.db
    .select({ code, turnId, userId, createdAt, sessionKey: turn.sessionKey, question: turn.question })
    .from(answerShare)
    .innerJoin(turn, ofTurn)
    .innerJoin(conversation, ofConversation)
    .where(eq(userId, ctx.user.id))
    .orderBy(desc(createdAt))
    .limit(listedMax)
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

/** What stands behind a link, for whoever has it. @throws AppError('not_found') */
export async function readShared(ctx: Context, code: string): Promise<SharedAnswer> {
  const [row] = await ctx.db
    .select({
      question: turn.question,
      document: turn.document,
      endedAt: turn.endedAt,
      createdAt: turn.createdAt,
    })
    .from(answerShare)
    .innerJoin(turn, ofTurn)
    .innerJoin(conversation, ofConversation)
    .where(eq(answerShare.code, code))
  if (!row?.document) throw new AppError('not_found')
  return {
    question: row.question,
    document: forReaders(row.document),
    answered_at: (row.endedAt ?? row.createdAt).toISOString(),
  }
}

/** The same answer without what only its owner can do: ask on. */
const forReaders = (document: AnswerDocument): AnswerDocument => ({
  ...document,
  blocks: document.blocks
    .filter(block => block.type !== 'followups' && block.type !== 'ask')
    .map((block): Block => (block.type === 'gap' ? { ...block, ask: null } : block)),
})
