import type { TurnEvent } from '../../contract/turn-event.ts'
import { ApiError } from '../platform/api-error.ts'
import { followEvents } from '../platform/follow-events.ts'
import { dropSentDraft, getDraft, setDraft } from './drafts.ts'
import { liveTurns } from './live-turns.ts'

const notSent = 'This was not sent yet.'
const notKnown = 'It is not known yet whether this was sent: the server cannot be reached.'

/**
 * Asks the server about a draft that went out and of which this page has heard nothing since, as after a reload. Gives
 * the conversation that has the question, whose draft is gone by then; null where there was nothing to ask or the server
 * does not know it. Asks again for as long as the server cannot be reached.
 */
export async function checkDraft(sessionKey: string | null, signal: AbortSignal): Promise<string | null> {
  const { turnId, problem } = getDraft(sessionKey)
  if (turnId === null || (problem !== null && problem !== notKnown)) return null
  const isStillOpen = () => getDraft(sessionKey).turnId === turnId && liveTurns.get(turnId) === null
  const say = (words: string) => {
    if (isStillOpen()) setDraft(sessionKey, { ...getDraft(sessionKey), problem: words })
  }
  if (!isStillOpen()) return null

  let foundIn: string | null = null
  try {
    await followEvents({
      request: () => ({ method: 'GET', path: '/chat/turns/:turn_id/events', params: { turn_id: turnId } }),
      signal,
      onConnection: state => state === 'lost' && say(notKnown),
      onEvent: ({ event, data }) => {
        const one = { event, data: JSON.parse(data) } as TurnEvent
        if (one.event !== 'started') return 'more'
        foundIn = one.data.session_key
        return 'over'
      },
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') say(notSent)
  }
  if (foundIn === null || !isStillOpen()) return null
  dropSentDraft(turnId, foundIn)
  return foundIn
}
