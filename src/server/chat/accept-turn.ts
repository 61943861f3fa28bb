import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { limits } from '../../contract/limits.ts'
import type { TurnState } from '../../contract/turn-event.ts'
import { hold, type Prices, prices } from '../credits/credits.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { brokenConstraint, rowOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { eventLine, joinLines } from './event-lines.ts'
import { firstMessageOf } from './question.ts'

/** Longer than any answer may take: what a crash left held is free again after it. */
const holdLifeMs = 20 * 60_000

export type Depth = 'quick' | 'deep'

export interface Ask {
  turnId: string
  userId: string
  message: string
  /** null opens a conversation. */
  sessionKey: string | null
  depth: Depth
  /** Of the suggestion that was picked. */
  suggestionId: string | null
}

export interface AcceptedTurn {
  id: string
  userId: string
  sessionKey: string
  question: string
  depth: Depth
  suggestionId: string | null
  opensConversation: boolean
  createdAt: string
  /** What is held for it: the most it can cost. */
  priceCredits: number
  /** The most it can cost where Deep Research adds no data. */
  quickPriceCredits: number
  perThousandTokens: number
}

export interface AcceptParts {
  /** The process that will answer. */
  owner: string
  /** @throws AppError('busy') when this process takes no more turns */
  admit: () => void
  /** Counts a question that is new; answers the refusal when the user has asked too many. */
  countQuestion: () => Promise<AppError | null>
}

interface Known extends Record<string, unknown> {
  turn_id: string | null
  turn_user: string
  turn_conversation: string
  turn_question: string
  turn_depth: Depth
  turn_opens: boolean
  turn_deleted: boolean
  conversation: string | null
}

/**
 * Stores question, turn and hold in one transaction. The same ask under the same id again is the same turn: null.
 * @throws AppError('not_found' | 'idempotency_mismatch' | 'insufficient_credits' | 'spending_paused' |
 *   'turn_in_progress' | 'rate_limited' | 'busy')
 */
export async function acceptTurn(ctx: Context, ask: Ask, parts: AcceptParts): Promise<AcceptedTurn | null> {
  const [known, list] = await Promise.all([findKnown(ctx, ask), prices(ctx)])
  if (isSameTurn(known, ask)) return null
  if (ask.sessionKey !== null && known?.conversation === null) throw new AppError('not_found')
  // Counted before the transaction, which would wait for a second connection; refused in its turn, after the rest.
  const refusal = await parts.countQuestion()
  const turn = await inTransaction(ctx, tx => storeTurn(tx, ask, list, { ...parts, refusal })).catch(
    (error: unknown) => {
      throw brokenConstraint(error) === 'turn_one_running' ? new AppError('turn_in_progress') : error
    },
  )
  if (turn) return turn
  // The same send came a moment earlier.
  if (isSameTurn(await findKnown(ctx, ask), ask)) return null
  throw new Error('A turn was neither stored nor found')
}

const findKnown = (ctx: Context, { turnId, sessionKey, userId }: Ask): Promise<Known | null> =>
  rowOf<Known>(
    ctx.db,
    sql`
      select turn.id as turn_id, turn.user_id as turn_user, turn.session_key as turn_conversation,
        turn.question as turn_question, turn.depth as turn_depth, turn.opens_conversation as turn_opens,
        home.deleted_at is not null as turn_deleted, conversation.session_key as conversation
      from (select 1) as one
      left join turn on turn.id = ${turnId}
      left join conversation home on home.session_key = turn.session_key
      left join conversation on conversation.session_key = ${sessionKey}
        and conversation.user_id = ${userId} and conversation.deleted_at is null`,
  )

/** @throws AppError('not_found' | 'idempotency_mismatch') when the id was used for something else */
function isSameTurn(known: Known | null, ask: Ask): boolean {
  if (!known || known.turn_id === null) return false
  if (known.turn_user !== ask.userId || known.turn_deleted) throw new AppError('not_found')
  const isSamePlace =
    ask.sessionKey === known.turn_conversation || (ask.sessionKey === null && known.turn_opens)
  const isSame = known.turn_question === ask.message && known.turn_depth === ask.depth && isSamePlace
  if (!isSame) throw new AppError('idempotency_mismatch')
  return true
}

async function storeTurn(
  ctx: Context,
  ask: Ask,
  list: Prices,
  { owner, admit, refusal }: AcceptParts & { refusal: AppError | null },
): Promise<AcceptedTurn | null> {
  const { turnId, userId, message, depth, suggestionId } = ask
  const priceCredits = list[depth]
  // First, and with it the account's lock: the sends of one user come one after the other from here on.
  const held = await hold(ctx, {
    id: turnId,
    userId,
    amountCredits: priceCredits,
    priceVersion: list.version,
    lifeMs: holdLifeMs,
  })
  const turn: AcceptedTurn = {
    id: turnId,
    userId,
    sessionKey: ask.sessionKey ?? `thread_${randomBytes(16).toString('base64url')}`,
    question: message,
    depth,
    suggestionId,
    opensConversation: ask.sessionKey === null,
    createdAt: ctx.clock.now().toISOString(),
    priceCredits,
    quickPriceCredits: list.quick,
    perThousandTokens: list.perThousandTokens,
  }
  const { made, is_busy, is_gone, running_count } = await insertTurn(ctx, turn, owner)
  if (is_busy) throw new AppError('turn_in_progress')
  if (running_count >= limits.runningTurnsPerUser)
    throw new AppError('rate_limited', {
      message: `At most ${limits.runningTurnsPerUser} questions can be answered at the same time.`,
      retryAfterSeconds: 5,
    })
  if (is_gone) throw new AppError('not_found')
  if (refusal && made) throw refusal
  // The conversation that this id was first used in is gone, the spent hold is not: it pays for nothing again.
  if (made && held.state !== 'open') throw new AppError('idempotency_mismatch')
  admit()
  return made ? turn : null
}

interface Inserted extends Record<string, unknown> {
  made: boolean
  is_busy: boolean
  /** The conversation was deleted a moment ago. */
  is_gone: boolean
  running_count: number
}

/** One statement: what stands in the way, and the rows if nothing does. */
async function insertTurn(ctx: Context, turn: AcceptedTurn, owner: string): Promise<Inserted> {
  const { id, userId, sessionKey, question, depth, opensConversation, createdAt } = turn
  const started = eventLine({
    event: 'started',
    data: { turn_id: id, session_key: sessionKey, created_at: createdAt },
  })
  const running = sql`state in ('queued', 'running')`
  const inserted = await rowOf<Inserted>(
    ctx.db,
    sql`
      with now_running as (
        select count(*)::int as running_count, coalesce(bool_or(session_key = ${sessionKey}), false) as is_busy
        from turn where user_id = ${userId} and id <> ${id} and ${running}
      ), may_start as (
        select 1 from now_running where not is_busy and running_count < ${limits.runningTurnsPerUser}
      ), new_conversation as (
        insert into conversation (session_key, user_id, first_message, created_at, updated_at)
        select ${sessionKey}, ${userId}::uuid, ${firstMessageOf(question)}, ${createdAt}::timestamptz, ${createdAt}::timestamptz
        from may_start where ${opensConversation}
          and not exists (select from turn where id = ${id})
      ), touched as (
        update conversation set updated_at = ${createdAt}::timestamptz
        from may_start where session_key = ${sessionKey} and deleted_at is null and not ${opensConversation}
        returning session_key
      ), new_turn as (
        insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, created_at)
        select ${id}::uuid, ${sessionKey}, ${userId}::uuid, ${question}, ${depth}, ${opensConversation}, 'running',
          ${owner}::uuid, ${createdAt}::timestamptz
        from may_start where ${opensConversation} or exists (select from touched)
        on conflict (id) do nothing returning id
      ), first_event as (
        insert into turn_event (turn_id, first_seq, last_seq, lines)
        select id, 1, 1, ${joinLines([started])} from new_turn
      )
      select running_count, is_busy, exists (select from new_turn) as made,
        not ${opensConversation} and not exists (select from touched) as is_gone
      from now_running`,
  )
  if (!inserted) throw new Error('The turn was not stored')
  return inserted
}

/** True while a turn is not over. */
export const isUnderWay = (state: TurnState): boolean => state === 'queued' || state === 'running'
