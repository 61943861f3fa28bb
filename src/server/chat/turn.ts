import { setTimeout as sleep } from 'node:timers/promises'
import type { Analyst, AnalystOutcome } from '../analyst/analyst.ts'
import type { Context } from '../platform/context.ts'
import { brokenConstraint } from '../platform/db.ts'
import { isDiskFull } from '../platform/error-causes.ts'
import { toAppError } from '../platform/error-mapper.ts'
import { AppError } from '../platform/errors.ts'
import type { AcceptedTurn } from './accept-turn.ts'
import { readHistory, readSuggestion } from './answer-memory.ts'
import { chargeForPart, chargeForWhole } from './charge.ts'
import type { EventFlusher } from './event-flusher.ts'
import { type Ended, type Ending, finishTurn, LeaseLost } from './finish-turn.ts'
import type { LiveTurn } from './live-turn.ts'
import { countOpenPoints } from './open-points.ts'
import { partialDocument } from './partial-document.ts'
import { lastStoredSeq } from './turn-store.ts'

/** Why a turn is cut short. `lost`: another process closed it; `full`: what it made cannot be kept. */
export type CutReason = 'stop' | 'drain' | 'time' | 'lost' | 'full'

/** After a cut the analyst may hand over what it has this long; then its events speak for it. */
const handOverMs = 500

/** On a full disk a finished answer waits only so long: room is made by people, and its reader waits. */
const roomMaxMs = 1_000

export interface TurnParts {
  analyst: Analyst
  renderHtml: (document: NonNullable<Ending['document']>) => string
  flusher: EventFlusher
  owner: string
  /** How long a finished answer waits for a database that is away. */
  saveMaxMs: number
  /** Whether there is no room to store anything. */
  isDiskFull: () => boolean
  /** Counts an answer that costs nothing, before its reader hears of its end. */
  onFree: (userId: string) => Promise<void>
}

export interface TurnRun {
  turn: AcceptedTurn
  live: LiveTurn
  /** The date where the asker is: 'YYYY-MM-DD'. */
  today: string
  /** Its reason is a CutReason. */
  signal: AbortSignal
}

/** The conductor: asks the analyst, hands its events on, and stores what came of it. null: nothing could be stored. */
export async function runTurn(ctx: Context, parts: TurnParts, run: TurnRun): Promise<Ended | null> {
  const { live, signal } = run
  const answer = await hearAnalyst(ctx, parts.analyst, run)
  await parts.flusher.leave(live)
  if (signal.reason === 'lost') return null
  if (signal.reason === 'full') return notSaved(live)
  const ending = endingOf(ctx, parts, run, answer)
  if (isFree(ending)) await countFree(ctx, parts, run.turn)
  const ended = await save(ctx, parts, run, ending)
  if (ended && answer && 'outcome' in answer) await countOpen(ctx, answer.outcome, run.turn)
  return ended
}

/** What went wrong on our side costs nothing either, but nobody can bring that about at will. */
const isFree = ({ state, chargeCredits }: Ending): boolean =>
  chargeCredits === 0 && (state === 'complete' || state === 'stopped')

/** Where it cannot be counted, the answer is worth more than the count. */
const countFree = (ctx: Context, { onFree }: TurnParts, { id, userId }: AcceptedTurn): Promise<void> =>
  onFree(userId).catch(error =>
    ctx.log.warn({ err: error, turn_id: id }, 'A free answer could not be counted'),
  )

/** What of a question stayed open is counted for the operator once its answer is stored; a count that fails is only logged. */
const countOpen = (ctx: Context, { open = [] }: AnalystOutcome, { id }: AcceptedTurn): Promise<void> =>
  countOpenPoints(ctx, open).catch(error =>
    ctx.log.warn({ err: error, turn_id: id }, 'What stayed open of a question could not be counted'),
  )

type Answer = { outcome: AnalystOutcome } | { error: unknown } | null

/** The analyst's answer, its failure, or null when it was cut and handed nothing over. */
async function hearAnalyst(
  ctx: Context,
  analyst: Analyst,
  { turn, live, today, signal }: TurnRun,
): Promise<Answer> {
  let isHeard = true
  const answering = async (): Promise<Answer> => {
    try {
      const { question, depth } = turn
      const [history, suggestion] = await conversationSoFar(ctx, turn)
      const asked = { question, depth, history, suggestion, today, signal }
      const outcome = await analyst.answer(asked, event => {
        if (isHeard) live.append(event)
      })
      return { outcome }
    } catch (error) {
      return { error }
    }
  }
  const cut = new Promise<null>(resolve => {
    const giveUp = () => setTimeout(() => resolve(null), handOverMs)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
  const answer = await Promise.race([answering(), cut])
  isHeard = false
  // A failure that comes of the cut says nothing of its own.
  return signal.aborted && answer && 'error' in answer ? null : answer
}

/** What went before, and the queries behind the question where it is a suggestion that was picked. */
function conversationSoFar(
  ctx: Context,
  { opensConversation, sessionKey, question, suggestionId }: AcceptedTurn,
) {
  if (opensConversation) return [[], null] as const
  const picked = suggestionId === null ? null : { id: suggestionId, question }
  return Promise.all([readHistory(ctx, sessionKey), picked && readSuggestion(ctx, sessionKey, picked)])
}

function endingOf(ctx: Context, { renderHtml }: TurnParts, run: TurnRun, answer: Answer): Ending {
  const { turn, live, signal } = run
  const outcome = answer && 'outcome' in answer ? answer.outcome : null
  const document = outcome?.document ?? partialDocument(live.lines())
  const html = document ? renderHtml(document) : ''
  const ending = { document, html, chargeCredits: 0, error: null }
  if (outcome && (outcome.state === 'complete' || !signal.aborted))
    return { ...ending, state: 'complete', chargeCredits: chargeForWhole(turn, outcome) }
  if (signal.reason === 'stop')
    return { ...ending, state: 'stopped', chargeCredits: chargeForPart(turn, outcome, document) }
  if (signal.aborted) return { ...ending, state: 'incomplete' }
  const error = answer && 'error' in answer ? answer.error : null
  const failure = toAppError(error)
  const level = failure.code === 'internal' ? 'error' : 'warn'
  ctx.log[level]({ err: error, turn_id: turn.id }, 'An answer failed')
  const hasPart = document !== null && document.blocks.length > 0
  return {
    ...ending,
    state: hasPart ? 'incomplete' : 'failed',
    error: { code: failure.code, message: failure.message },
  }
}

/** Tries until it is stored, another process has closed the turn, or it has waited long enough. */
async function save(
  ctx: Context,
  { owner, saveMaxMs, isDiskFull: isKnownFull }: TurnParts,
  run: TurnRun,
  ending: Ending,
): Promise<Ended | null> {
  const { turn, live } = run
  const begunAt = performance.now()
  let isOver = false
  const saving = async (): Promise<Ended | null | 'late'> => {
    for (let waitMs = 100; !isOver; waitMs = Math.min(2 * waitMs, 2_000)) {
      try {
        const chunk = live.unstored()
        const { lastSeq } = live
        const ended = await finishTurn(ctx, { turn, owner, chunk, lastSeq, ending, isGivenUp: () => isOver })
        for (const event of ended.closing) live.appendStored(event)
        return ended
      } catch (error) {
        if (error instanceof LeaseLost) return null
        ctx.log.warn({ err: error, turn_id: turn.id }, 'An answer could not be stored yet')
        const isFull = isDiskFull(error) || isKnownFull()
        if (isFull && performance.now() - begunAt > roomMaxMs) return 'late'
        await sleep(isFull ? Math.min(waitMs, 300) : waitMs)
        await catchUp(ctx, live, error)
      }
    }
    return null
  }
  const late = sleep(saveMaxMs, 'late' as const, { ref: false })
  const saved = await Promise.race([saving(), late])
  isOver = true
  return saved === 'late' ? notSaved(live) : saved
}

/** A flush whose commit was not heard of stands in the way of the last events: count from what is stored. */
async function catchUp(ctx: Context, live: LiveTurn, error: unknown): Promise<void> {
  if (brokenConstraint(error) !== 'turn_event_pkey') return
  const seq = await lastStoredSeq(ctx, live.id).catch(() => 0)
  live.markStored(seq)
}

/** Told to those who read along; the hold goes back when the turn is swept. */
function notSaved(live: LiveTurn): null {
  const { code, message } = new AppError('not_saved')
  live.append({ event: 'error', data: { code, message } })
  return null
}
