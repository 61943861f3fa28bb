import { sql } from 'drizzle-orm'
import type { TurnState } from '../../contract/turn-event.ts'
import type { Context } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { type EventLine, splitLines } from './event-lines.ts'
import type { Chunk } from './live-turn.ts'

/** Told after each flush, with the owner that flushed: readers on other instances look. */
export const eventsChannel = 'turn_events'

/** In no line of JSON: it escapes control characters. One text is quoted once, an array twice for each of its marks. */
const separator = '\u001e'

/** An array of what needs no quotes. */
const listOf = (values: readonly (string | number)[]) => `{${values.join(',')}}`

/**
 * Stores new events of turns that `owner` still answers, and tells the other instances.
 * @returns the last stored seq by turn; a turn that is missing has lost its lease
 */
export async function storeChunks(
  ctx: Context,
  owner: string,
  chunks: readonly Chunk[],
): Promise<Map<string, number>> {
  const { rows } = await ctx.db.execute<{ count: number; ids: string[] | null }>(sql`
    with stored as (
      insert into turn_event (turn_id, first_seq, last_seq, lines)
      select chunk.*
      from unnest(
        ${listOf(chunks.map(chunk => chunk.turnId))}::uuid[],
        ${listOf(chunks.map(chunk => chunk.firstSeq))}::int[],
        ${listOf(chunks.map(chunk => chunk.lastSeq))}::int[],
        string_to_array(${chunks.map(chunk => chunk.lines).join(separator)}, ${separator})
      ) as chunk (turn_id, first_seq, last_seq, lines)
      join turn on turn.id = chunk.turn_id and turn.lease_owner = ${owner} and turn.state = 'running'
      order by chunk.turn_id
      on conflict do nothing
      returning turn_id
    )
    select
      count(*)::int as count,
      case when count(*) < ${chunks.length} then array_agg(turn_id::text) end as ids,
      pg_notify(${eventsChannel}, ${owner})
    from stored`)
  const seqsOf = (stored: readonly Chunk[]) => new Map(stored.map(({ turnId, lastSeq }) => [turnId, lastSeq]))
  if (rows[0]?.count === chunks.length) return seqsOf(chunks)
  const inserted = new Set(rows[0]?.ids)
  const storedSeqs = seqsOf(chunks.filter(({ turnId }) => inserted.has(turnId)))
  const missing = chunks.map(({ turnId }) => turnId).filter(id => !inserted.has(id))
  return new Map([...storedSeqs, ...(await storedSeqsOf(ctx, owner, missing))])
}

/** An earlier try may have been committed although its answer was lost: how far the owner's turns are stored. */
async function storedSeqsOf(
  ctx: Context,
  owner: string,
  turnIds: readonly string[],
): Promise<[string, number][]> {
  const rows = await rowsOf<{ id: string; seq: number }>(
    ctx.db,
    sql`
      select turn.id, max(last_seq) as seq
      from turn join turn_event on turn_id = turn.id
      where turn.id = any(${sql.param(turnIds)}::uuid[]) and lease_owner = ${owner} and state = 'running'
      group by turn.id`,
  )
  return rows.map(({ id, seq }) => [id, seq])
}

/** The seq of the last stored event, 0 without any. */
export async function lastStoredSeq(ctx: Context, turnId: string): Promise<number> {
  const row = await rowOf<{ seq: number }>(
    ctx.db,
    sql`select coalesce(max(last_seq), 0) as seq from turn_event where turn_id = ${turnId}`,
  )
  return row?.seq ?? 0
}

export interface StoredEvents {
  turnId: string
  /** The seq of the first line. */
  firstSeq: number
  lines: EventLine[]
}

/** The stored events of each turn after the given seq, in order, cut to what is new. */
export async function readEvents(ctx: Context, afters: ReadonlyMap<string, number>): Promise<StoredEvents[]> {
  const rows = await rowsOf<{ turn_id: string; first_seq: number; lines: string }>(
    ctx.db,
    sql`
      select turn_id, first_seq, lines
      from unnest(
        ${sql.param([...afters.keys()])}::uuid[], ${sql.param([...afters.values()])}::int[]
      ) as wanted (id, after)
      join turn_event on turn_id = wanted.id and last_seq > wanted.after
      order by turn_id, first_seq`,
  )
  return rows.map(row => {
    const skipped = Math.max(0, (afters.get(row.turn_id) ?? 0) + 1 - row.first_seq)
    return {
      turnId: row.turn_id,
      firstSeq: row.first_seq + skipped,
      lines: splitLines(row.lines).slice(skipped),
    }
  })
}

/** All events of a turn that are stored. */
export async function readTurnLines(ctx: Context, turnId: string): Promise<EventLine[]> {
  return (await readEvents(ctx, new Map([[turnId, 0]]))).flatMap(({ lines }) => lines)
}

/** The states of those of the turns that still exist. */
export async function readStates(ctx: Context, turnIds: readonly string[]): Promise<Map<string, TurnState>> {
  const rows = await rowsOf<{ id: string; state: TurnState }>(
    ctx.db,
    sql`select id, state from turn where id = any(${sql.param(turnIds)}::uuid[])`,
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

export interface HeldLease {
  id: string
  isStopAsked: boolean
}

/** A sign of life for turns; answers those that are still the owner's, and whether someone asked to stop them. */
export async function beatHeart(
  ctx: Context,
  owner: string,
  turnIds: readonly string[],
): Promise<HeldLease[]> {
  const rows = await rowsOf<{ id: string; stop: boolean }>(
    ctx.db,
    sql`
      update turn set heartbeat_at = now()
      where id = any(${sql.param(turnIds)}::uuid[]) and lease_owner = ${owner} and state = 'running'
      returning id, stop_requested_at is not null as stop`,
  )
  return rows.map(({ id, stop }) => ({ id, isStopAsked: stop }))
}
