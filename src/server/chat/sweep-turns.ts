import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { notify } from '../platform/notices.ts'
import { tellUser } from '../platform/user-events.ts'
import type { EventLine } from './event-lines.ts'
import { type Ending, finishTurn, LeaseLost } from './finish-turn.ts'
import { partialDocument } from './partial-document.ts'
import type { TurnParts } from './turn.ts'
import { eventsChannel, lastStoredSeq, readTurnLines } from './turn-store.ts'

export interface SweepParts extends Pick<TurnParts, 'renderHtml' | 'owner'> {
  /** Without a sign of life for so long a turn counts as abandoned. */
  silentForMs: number
  /** Turns that run here: slow they may be, abandoned they are not. */
  running: () => readonly string[]
}

interface Silent extends Record<string, unknown> {
  id: string
  user_id: string
  session_key: string
}

/**
 * Closes turns whose process is gone: their text is kept, they cost nothing, and their readers get `done`. Several
 * sweepers at once close each turn once. Returns how many this one closed.
 */
export async function sweepTurns(ctx: Context, parts: SweepParts): Promise<number> {
  const silent = await rowsOf<Silent>(
    ctx.db,
    sql`
      select id, user_id, session_key from turn
      where state in ('queued', 'running') and id <> all(${sql.param(parts.running())}::uuid[])
        and heartbeat_at < now() - ${`${parts.silentForMs} milliseconds`}::interval
      order by id limit 500`,
  )
  let closedCount = 0
  for (const turn of silent) if (await closeTurn(ctx, parts, turn)) closedCount += 1
  if (closedCount > 0) ctx.log.warn({ closedCount }, 'Closed answers whose process was gone')
  return closedCount
}

async function closeTurn(
  ctx: Context,
  { owner, silentForMs, renderHtml }: SweepParts,
  { id, user_id: userId, session_key: sessionKey }: Silent,
): Promise<boolean> {
  try {
    const lines = await readTurnLines(ctx, id)
    const part = partOf(ctx, id, lines, renderHtml)
    const ending = { state: 'incomplete' as const, ...part, chargeCredits: 0, error: null }
    const turn = { id, userId, sessionKey }
    const ended = await finishTurn(ctx, {
      turn,
      owner,
      silentForMs,
      chunk: null,
      // Not the number of lines: a row that was damaged may hold fewer than it says.
      lastSeq: await lastStoredSeq(ctx, id),
      ending,
    })
    // Another sweeper of this very process had it.
    if (ended.balanceCredits === null) return false
    await notify(ctx, eventsChannel, 'sweeper')
    await tellUser(ctx, userId, {
      event: 'turn',
      data: { turn_id: id, session_key: sessionKey, state: ended.state },
    })
    return true
  } catch (error) {
    if (!(error instanceof LeaseLost))
      ctx.log.error({ err: error, turn_id: id }, 'A turn could not be closed')
    return false
  }
}

/** What is there of an answer. Events that cannot be read, e.g. of another version, must not keep the turn open. */
function partOf(
  ctx: Context,
  turnId: string,
  lines: readonly EventLine[],
  renderHtml: SweepParts['renderHtml'],
): Pick<Ending, 'document' | 'html'> {
  try {
    const document = partialDocument(lines)
    return { document, html: document ? renderHtml(document) : '' }
  } catch (error) {
    ctx.log.error({ err: error, turn_id: turnId }, 'The part of an answer could not be read')
    return { document: null, html: '' }
  }
}
