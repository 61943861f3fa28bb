import { isDeepStrictEqual } from 'node:util'
import type { ChatMessage } from '../../src/contract/chat.ts'
import { applyTurnEvent, emptyTurnView } from '../../src/contract/turn-view.ts'
import { type ReadEvent, readEvents } from '../../src/server/testing/event-reader.ts'
import { askApi, askJson } from '../ask-api.ts'
import type { AskedTurn } from './asked-turn.ts'
import type { Problems } from './problems.ts'
import type { StoredTurn } from './stored-turns.ts'

/** What a sweep writes after the events that a killed server had stored: the charge of 0, and the end. */
const sweptEvents = 2

export interface TurnCheck {
  /** The server's origin. */
  url: string
  turn: AskedTurn
  stored: StoredTurn
  problems: Problems
}

/**
 * Compares a turn that is over with what its client read: row, ledger, thread and replay.
 * Answers how much time's text a killed server took with it, in ms; 0 for none.
 */
export async function checkTurn(check: TurnCheck): Promise<number> {
  const { turn, stored, problems } = check
  const { ended } = turn
  const name = `${turn.id} (${stored.state})`
  if (stored.question !== turn.question) problems.add('lost', `${name}: another question is stored`)
  if (ended && (ended.state !== stored.state || ended.credits !== stored.credits))
    problems.add(
      'lost',
      `${name}: ${JSON.stringify(ended)} was acknowledged, ${stored.credits} credits stored`,
    )
  if (stored.hold === 'open' || stored.hold === null)
    problems.add('hold', `${name}: its hold is ${stored.hold}`)
  const isCharged = stored.credits > 0
  if (stored.spends !== (isCharged ? 1 : 0) || stored.spent !== stored.credits)
    problems.add(
      'charge',
      `${name}: ${stored.spends} entries of ${stored.spent} for ${stored.credits} credits`,
    )
  if (isCharged && (stored.state === 'incomplete' || stored.state === 'failed'))
    problems.add('charge', `${name}: it cost ${stored.credits}`)
  const replay = await replayOf(check, 0)
  checkReplay(check, replay)
  await checkThread(check, replay)
  return lostTextMs(turn, stored, replay)
}

const replayOf = async ({ url, turn }: TurnCheck, after: number): Promise<ReadEvent[]> =>
  readEvents(
    await askApi(`${url}/api/chat/turns/${turn.id}/events`, {
      headers: { ...turn.asker.headers, ...(after > 0 && { 'last-event-id': String(after) }) },
    }),
  )

function checkReplay({ turn, stored, problems }: TurnCheck, replay: readonly ReadEvent[]): void {
  const name = `${turn.id} (${stored.state})`
  if (!replay.every(({ id }, at) => id === at + 1)) problems.add('replay', `${name}: its events have gaps`)
  const [charge, done] = replay.slice(-sweptEvents)
  if (done?.event !== 'done' || done.data.state !== stored.state)
    problems.add('replay', `${name}: its events end with ${JSON.stringify(done)}`)
  if (charge?.event !== 'charge' || charge.data.credits !== stored.credits)
    problems.add('replay', `${name}: its events charge ${JSON.stringify(charge)}`)
  // Of a swept turn its reader may have seen a little more than the killed server had stored.
  const isSwept = stored.state === 'incomplete'
  const alike = isSwept ? Math.min(turn.seen.length, replay.length - sweptEvents) : turn.seen.length
  if (!turn.ended && !isDeepStrictEqual(turn.seen.slice(0, alike), replay.slice(0, alike)))
    problems.add('replay', `${name}: its events are others than those that were read`)
  if (turn.ended && !isDeepStrictEqual(turn.seen, replay))
    problems.add('replay', `${name}: it was read to its end and is replayed otherwise`)
}

/** The conversation shows the question as it was sent, and the answer that the events tell. */
async function checkThread({ url, turn, stored, problems }: TurnCheck, replay: readonly ReadEvent[]) {
  const { thread } = await askJson<{ thread: ChatMessage[] }>(`${url}/api/chat/thread`, {
    method: 'POST',
    headers: { ...turn.asker.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ session_key: stored.session_key }),
  })
  const name = `${turn.id} (${stored.state})`
  const [question, answer, more] = thread.filter(message => message.turn_id === turn.id)
  if (question?.text !== turn.question || more) problems.add('replay', `${name}: its thread asks otherwise`)
  if (answer?.state !== stored.state || answer.credits !== stored.credits)
    problems.add('replay', `${name}: its thread says ${answer?.state} for ${answer?.credits} credits`)
  const view = replay.reduce(applyTurnEvent, emptyTurnView)
  const told = view.blocks.filter(block => block !== null)
  const shown = answer?.document?.blocks ?? []
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(told)), shown))
    problems.add('replay', `${name}: its thread shows another answer than its events`)
}

/** From the first event that was read and is gone to the kill. */
function lostTextMs(turn: AskedTurn, stored: StoredTurn, replay: readonly ReadEvent[]): number {
  const { killedAtMs, lostDatabase, seenAtMs } = turn
  const firstLostAtMs = seenAtMs[replay.length - sweptEvents]
  const isCutByServer = stored.state === 'incomplete' && !lostDatabase && killedAtMs !== null
  return isCutByServer && firstLostAtMs !== undefined ? Math.max(0, killedAtMs - firstLostAtMs) : 0
}
