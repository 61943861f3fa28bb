import { limits } from '../../contract/limits.ts'
import { AppError } from './errors.ts'

/** Of a screen (what happens to its session), or of an answer. */
export type StreamKind = 'session' | 'turn'

export interface StreamPlaces {
  /**
   * Takes one of a user's places for event streams. Screens leave some of them to answers, so that many open tabs never
   * stand in the way of an answer. @returns how to give the place back
   * @throws AppError('rate_limited')
   */
  take(userId: string, kind: StreamKind): () => void
}

/** Long enough that a screen which is refused asks rarely: it is a background one more often than not. */
const retryAfterSeconds = 15
const unlimited: StreamPlaces = { take: () => () => undefined }

/** The places of this process; `areOn` false (RATE_LIMITS=off) lets everything through. */
export function createStreamPlaces(areOn: boolean): StreamPlaces {
  if (!areOn) return unlimited
  /** How many streams of each kind a user has open. */
  const places = new Map<string, Record<StreamKind, number>>()
  return {
    take(userId, kind) {
      const taken = places.get(userId) ?? { session: 0, turn: 0 }
      const isFull =
        taken.session + taken.turn >= limits.streamsPerUser ||
        (kind === 'session' && taken.session >= limits.sessionStreamsPerUser)
      if (isFull) {
        const message = `At most ${limits.streamsPerUser} event streams can be open at the same time.`
        throw new AppError('rate_limited', { message, retryAfterSeconds })
      }
      taken[kind] += 1
      places.set(userId, taken)
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        taken[kind] -= 1
        if (taken.session + taken.turn === 0) places.delete(userId)
      }
    },
  }
}
