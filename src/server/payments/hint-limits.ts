import { AppError } from '../platform/errors.ts'

const windowMs = 60_000

export interface HintLimits {
  /**
   * Counts one hint of a network; answers how to uncount it, for one that turned out to be genuine.
   * @throws AppError('rate_limited') before anything is asked of the database
   */
  take(network: string): () => void
}

/**
 * How many unproved hints are looked at in a minute, by one network and in all. Kept in memory: a flood of them must cost
 * nothing but this. What is turned away here is found by polling.
 */
export function createHintLimits(
  now: () => number,
  { perNetwork = 60, inAll = 600 }: { perNetwork?: number; inAll?: number } = {},
): HintLimits {
  let endsAt = 0
  let total = 0
  const byNetwork = new Map<string, number>()
  return {
    take(network) {
      const at = now()
      if (at >= endsAt) {
        endsAt = at + windowMs
        total = 0
        byNetwork.clear()
      }
      const count = (byNetwork.get(network) ?? 0) + 1
      if (total >= inAll || count > perNetwork)
        throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil((endsAt - at) / 1_000) })
      // Never more networks than hints in all.
      total += 1
      byNetwork.set(network, count)
      const mine = endsAt
      return () => {
        if (mine !== endsAt) return
        total -= 1
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left > 0) byNetwork.set(network, left)
        else byNetwork.delete(network)
      }
    },
  }
}

/**
 * Counts what is refused, by provider, and says when it is time to say so: at the first, then once a minute with how many
 * came since. A forged flood must not fill the log, and a wrong secret must be seen in it.
 */
export function createRefusalCount(now: () => number): (provider: string) => number | null {
  const seen = new Map<string, { count: number; quietUntil: number }>()
  return provider => {
    const known = seen.get(provider) ?? { count: 0, quietUntil: 0 }
    seen.set(provider, known)
    known.count += 1
    if (now() < known.quietUntil) return null
    const { count } = known
    seen.set(provider, { count: 0, quietUntil: now() + windowMs })
    return count
  }
}

const turnMs = 5_000

/**
 * Whether a provider is asked about an attempt because of a hint now: once in five seconds, since anybody who knows its
 * two names may send as many. The others are left to the poll.
 */
export function createHintTurns(now: () => number): (attemptId: string) => boolean {
  // In the order in which they were taken.
  const takenAt = new Map<string, number>()
  return attemptId => {
    for (const [id, at] of takenAt) {
      if (now() - at < turnMs) break
      takenAt.delete(id)
    }
    if (takenAt.has(attemptId)) return false
    takenAt.set(attemptId, now())
    return true
  }
}
