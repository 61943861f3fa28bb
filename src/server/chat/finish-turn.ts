import { sql } from 'drizzle-orm'
import type { AnswerDocument } from '../../contract/answer.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { TurnEvent, TurnState } from '../../contract/turn-event.ts'
import { release, settle } from '../credits/credits.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { memoryOf } from './answer-memory.ts'
import { spendRef } from './asked-by-ref.ts'
import { eventLine, joinLines } from './event-lines.ts'
import type { Chunk } from './live-turn.ts'
import { readStoredDocument } from './stored-document.ts'

export type FinalState = Extract<TurnState, 'complete' | 'stopped' | 'incomplete' | 'failed'>

/** How a turn ends. */
export interface Ending {
  state: FinalState
  document: AnswerDocument | null
  /** Safe HTML. */
  html: string
  /** 0 gives the hold back. */
  chargeCredits: number
  error: { code: ErrorCode; message: string } | null
}

/** What was stored of it. */
export interface Ended {
  state: FinalState
  /** What was charged. */
  credits: number
  /** The account after it; null where the turn had ended before. */
  balanceCredits: number | null
  /** The last events of the turn, stored with the rest. */
  closing: TurnEvent[]
}

/** Another process closed the turn, or this one gave it up: it has nothing more to say about it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export interface FinishInput {
  turn: { id: string; userId: string; sessionKey: string }
  /** Who holds the lease; `now` ends it for a lease whose holder is silent for so long. */
  owner: string
  silentForMs?: number
  /** Events not stored yet; `lastSeq` counts on from there. */
  chunk: Chunk | null
  lastSeq: number
  ending: Ending
  /** Asked last before the commit: true when readers were told meanwhile that nothing was stored and nothing charged. */
  isGivenUp?: () => boolean
}

/**
 * Stores the answer, takes its price and writes the last events, all or nothing: who reads `done` reads what is stored.
 * Called again for a turn it has ended, it answers the same.
 * @throws LeaseLost
 */
export async function finishTurn(ctx: Context, input: FinishInput): Promise<Ended> {
  const { turn } = input
  const ending = readableEnding(ctx, input)
  const { id: holdId, userId } = turn
  return inTransaction(ctx, async tx => {
    // The account is locked first, here as everywhere.
    const closed =
      ending.chargeCredits > 0
        ? await settle(tx, {
            holdId,
            userId,
            amountCredits: ending.chargeCredits,
            ref: spendRef(turn),
          })
        : await release(tx, { holdId, userId })
    const credits = closed.chargedCredits
    const closing = closingEvents(ending, credits)
    const storing = { ...input, ending }
    if (!(await storeEnding(tx, storing, credits, closing))) return endedBefore(tx, storing)
    if (input.isGivenUp?.()) throw new LeaseLost()
    return { state: ending.state, credits, balanceCredits: closed.balanceCredits, closing }
  })
}

/** A document that could not be read again is not stored: what counted as an answer then failed, at no charge. */
function readableEnding(ctx: Context, { turn, ending }: FinishInput): Ending {
  const read = readStoredDocument(ending.document)
  if (read.kind !== 'unreadable') return ending
  ctx.log.error({ problem: read.problem, turn_id: turn.id }, 'An answer does not fit its schema')
  const { code, message } = new AppError('internal')
  const state = ending.state === 'incomplete' ? ending.state : 'failed'
  const error = ending.error ?? { code, message }
  return { state, document: null, html: '', chargeCredits: 0, error }
}

function closingEvents({ state, error }: Ending, credits: number): TurnEvent[] {
  return [
    ...(error ? [{ event: 'error' as const, data: error }] : []),
    { event: 'charge', data: { credits } },
    { event: 'done', data: { state } },
  ]
}

async function storeEnding(
  ctx: Context,
  { turn, owner, silentForMs, chunk, lastSeq, ending }: FinishInput,
  credits: number,
  closing: TurnEvent[],
): Promise<boolean> {
  const { plan, asks, entities, text } = memoryOf(ending.document)
  const lease =
    silentForMs === undefined
      ? sql`lease_owner = ${owner}`
      : sql`heartbeat_at < now() - ${`${silentForMs} milliseconds`}::interval`
  const lines = joinLines(closing.map(eventLine))
  const [html, answerText] = [storable(ending.html), storable(text)]
  const row = await rowOf<{ ended: boolean }>(
    ctx.db,
    sql`
      with ended as (
        update turn set state = ${ending.state}, error_code = ${ending.error?.code ?? null}, credits = ${credits},
          document = ${ending.document && JSON.stringify(ending.document)}::json, html = ${html},
          plan = ${plan && JSON.stringify(plan)}::json, asks = ${asks && JSON.stringify(asks)}::json,
          entities = ${sql.param(entities.map(storable))}::text[],
          answer_text = ${answerText}, ended_at = now(), lease_owner = ${owner}
        where id = ${turn.id} and state = 'running' and ${lease}
        returning id
      ), last_events as (
        insert into turn_event (turn_id, first_seq, last_seq, lines)
        select id, ${chunk?.firstSeq ?? lastSeq + 1}::int, ${lastSeq + closing.length}::int,
          ${chunk ? `${chunk.lines}\n${lines}` : lines}
        from ended
      )
      select exists (select from ended) as ended`,
  )
  return row?.ended === true
}

/** PostgreSQL's text holds neither NUL nor half a character; a model may write both. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** The answer of an earlier call whose commit was not heard of. @throws LeaseLost, which undoes what this call took */
async function endedBefore(ctx: Context, { turn, owner, ending }: FinishInput): Promise<Ended> {
  const row = await rowOf<{ state: TurnState; credits: number }>(
    ctx.db,
    sql`select state, credits from turn where id = ${turn.id} and lease_owner = ${owner} and ended_at is not null`,
  )
  if (!row) throw new LeaseLost()
  const { state, credits } = row as { state: FinalState; credits: number }
  return { state, credits, balanceCredits: null, closing: closingEvents({ ...ending, state }, credits) }
}
