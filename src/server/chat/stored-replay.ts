import { eq } from 'drizzle-orm'
import type { TurnEvent } from '../../contract/turn-event.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { type EventLine, eventLine } from './event-lines.ts'
import { readStoredDocument } from './stored-document.ts'
import { turn } from './tables.ts'

/** A turn whose events are gone, told by what is stored of it: no steps, plan or words on their way; none when it is gone. */
export async function readStoredReplay(ctx: Context, turnId: string): Promise<EventLine[]> {
  const [row] = await ctx.db
    .select({
      sessionKey: turn.sessionKey,
      state: turn.state,
      errorCode: turn.errorCode,
      credits: turn.credits,
      document: turn.document,
      createdAt: turn.createdAt,
    })
    .from(turn)
    .where(eq(turn.id, turnId))
  if (!row) return []
  const { sessionKey: session_key, createdAt, errorCode, credits, state } = row
  const stored = readStoredDocument(row.document)
  const document = stored.kind === 'whole' ? stored.document : null
  const events: TurnEvent[] = [
    { event: 'started', data: { turn_id: turnId, session_key, created_at: createdAt.toISOString() } },
    ...(document?.blocks ?? []).map(
      (block, index): TurnEvent => ({ event: 'block', data: { index, block } }),
    ),
    ...(document ? [{ event: 'claims' as const, data: { claims: document.claims } }] : []),
    ...(errorCode ? [{ event: 'error' as const, data: errorOf(errorCode) }] : []),
    { event: 'charge', data: { credits } },
    { event: 'done', data: { state } },
  ]
  return events.map(eventLine)
}

function errorOf(code: AppError['code']) {
  return { code, message: new AppError(code).message }
}
