import { navigate } from 'wouter/use-browser-location'
import type { SessionEvent } from '../../contract/auth.ts'
import { forgetDrafts } from '../chat/drafts.ts'
import { liveTurns } from '../chat/live-turns.ts'
import { beginThread, refreshHistory, refreshThread } from '../chat/queries.ts'
import { leaveTurns, listenToTurns } from '../chat/run-turn.ts'
import { greetOtherTabs } from '../chat/tab-channel.ts'
import { noteBalance, refreshCredits } from '../credits/queries.ts'
import { tellSuperseded } from '../platform/api.ts'
import { followEvents } from '../platform/follow-events.ts'
import { onNextFrame } from '../platform/next-frame.ts'
import { paths } from '../platform/paths.ts'
import { queryClient } from '../platform/query-client.ts'
import { getSession } from '../platform/session-store.ts'

/**
 * Keeps the signed-in screens in step with what happens elsewhere: other tabs, other devices, the server, the turns of
 * this page. Runs as long as they are open; gives back the way to end it.
 */
export function keepInStep(): () => void {
  const controller = new AbortController()
  const leaveChannel = greetOtherTabs(tellSuperseded)
  listenToTurns({ started: onTurnStarted, over: onTurnOver })
  followEvents({
    request: () => ({ method: 'GET', path: '/session/events' }),
    signal: controller.signal,
    onEvent: ({ event, data }) => onSessionEvent({ event, data: JSON.parse(data) } as SessionEvent),
  }).catch(() => {
    // Refused for good: the calls that follow meet the same refusal and act on it.
  })
  return () => {
    controller.abort()
    leaveChannel()
    leaveTurns()
    if (getSession()) {
      void queryClient.invalidateQueries()
    } else {
      forgetDrafts()
      queryClient.clear()
    }
  }
}

/** A new chat has its key: the address follows, if the reader is still there. */
function onTurnStarted(_turnId: string, sessionKey: string) {
  beginThread(sessionKey)
  if (window.location.pathname === paths.app) navigate(paths.chat(sessionKey), { replace: true })
  void refreshHistory()
}

function onTurnOver() {
  // The answer's last words are drawn first.
  onNextFrame(() => {
    void refreshCredits()
    void refreshHistory()
  })
}

function onSessionEvent(event: SessionEvent): 'more' {
  if (event.event === 'session_superseded') tellSuperseded()
  else if (event.event === 'credits') noteBalance(event.data.credits)
  else if (event.event === 'turn' && liveTurns.get(event.data.turn_id) === null) {
    void refreshThread(event.data.session_key)
    void refreshHistory()
  }
  return 'more'
}
