import type { SessionEvent } from '../../contract/auth.ts'
import type { Context } from './context.ts'
import { type Notices, notify } from './notices.ts'

const channel = 'user_events'

type OnEvent = (event: SessionEvent) => void

interface Subscriber {
  onEvent: OnEvent
  onGap: () => void
}

export interface UserEvents {
  /** Hears a user's events from any instance; `onGap` when some may have been missed. Returns how to stop. */
  subscribe(userId: string, onEvent: OnEvent, onGap: () => void): () => void
}

/** Tells every open screen of a user, once the context's transaction commits. */
export async function tellUser(ctx: Context, userId: string, event: SessionEvent): Promise<void> {
  await notify(ctx, channel, JSON.stringify([userId, event]))
}

/** One listener for the process, handed on by user. */
export function createUserEvents(notices: Notices): UserEvents {
  const byUser = new Map<string, Set<Subscriber>>()
  notices.listen(
    channel,
    payload => {
      const [userId, event] = JSON.parse(payload) as [string, SessionEvent]
      for (const subscriber of byUser.get(userId) ?? []) subscriber.onEvent(event)
    },
    () => {
      for (const subscribers of byUser.values()) for (const subscriber of subscribers) subscriber.onGap()
    },
  )
  return {
    subscribe(userId, onEvent, onGap) {
      const subscriber = { onEvent, onGap }
      const subscribers = byUser.get(userId) ?? new Set()
      subscribers.add(subscriber)
      byUser.set(userId, subscribers)
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0 && byUser.get(userId) === subscribers) byUser.delete(userId)
      }
    },
  }
}
