import type { SignedInContext } from '../platform/context.ts'
import type { EventStream } from '../platform/http.ts'
import type { UserEvents } from '../platform/user-events.ts'
import { sessionState } from './session.ts'

/** Sends a session its user's events until it is superseded or ended. */
export function followSession(ctx: SignedInContext, events: UserEvents, stream: EventStream): void {
  // Its reader left while the session was looked up.
  if (stream.closed.aborted) return
  const { id, sessionId } = ctx.user
  const judge = async () => {
    const state = await sessionState(ctx, sessionId)
    if (state === 'superseded') stream.send(null, 'session_superseded', '{}')
    if (state !== 'active') stream.end()
  }
  const judgeOrEnd = () => {
    judge().catch(error => {
      ctx.log.warn({ err: error }, 'A session could not be judged; its stream ends and will be opened again')
      stream.end()
    })
  }
  const stop = events.subscribe(
    id,
    event => {
      // The news is for whoever lost the place; the session that took it hears it too and stays.
      if (event.event === 'session_superseded') judgeOrEnd()
      else stream.send(null, event.event, JSON.stringify(event.data))
    },
    judgeOrEnd,
  )
  stream.closed.addEventListener('abort', stop, { once: true })
  // What happened between the look-up of the session and the subscription.
  judgeOrEnd()
}
