import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'

/** At most `points` in each window of `windowSeconds`, counted by key in PostgreSQL, so for all instances together. */
export interface RateLimit {
  /** Unique among limits, e.g. 'login-failures'. */
  name: string
  points: number
  windowSeconds: number
}

/** More files than anybody looks at; each takes the one thread that everybody's calls share. */
export const filesPerUser: RateLimit = { name: 'own-files', points: 20, windowSeconds: 60 }

export interface RateLimits {
  /** Counts one. @throws AppError('rate_limited') with Retry-After once there were more than the limit allows */
  take(limit: RateLimit, key: string): Promise<void>
  /** Counts one; false when there were more than the limit allows. */
  tryTake(limit: RateLimit, key: string): Promise<boolean>
  /** Counts nothing. @throws AppError('rate_limited') when the limit is used up */
  check(limit: RateLimit, key: string): Promise<void>
  /** How many were counted in the window that runs, also beyond the limit. */
  count(limit: RateLimit, key: string): Promise<number>
  /** Starts the count anew, e.g. after the right password. */
  forget(limit: RateLimit, key: string): Promise<void>
}

const unlimited: RateLimits = {
  take: async () => undefined,
  tryTake: async () => true,
  check: async () => undefined,
  count: async () => 0,
  forget: async () => undefined,
}

/** Keys are hashed: the table holds no address of a person, and a long key fits its column. */
const columnKey = (key: string) => createHash('sha256').update(key).digest('base64url')

const refusal = (waitMs: number) =>
  new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })

/** `areOn` false (RATE_LIMITS=off) lets everything through. */
export function createRateLimits(pool: Pool, areOn: boolean): RateLimits {
  if (!areOn) return unlimited
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, points, windowSeconds }: RateLimit) => {
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: windowSeconds,
      // One sweep is enough for all limits, and the platform's job does it.
      clearExpiredByTimeout: false,
    })
    limiters.set(name, limiter)
    return limiter
  }
  return {
    async take(limit, key) {
      await limiterOf(limit).consume(columnKey(key)).catch(refuse)
    },
    async tryTake(limit, key) {
      try {
        await limiterOf(limit).consume(columnKey(key))
        return true
      } catch (error) {
        if (error instanceof RateLimiterRes) return false
        throw error
      }
    },
    async check(limit, key) {
      const found = await limiterOf(limit).get(columnKey(key))
      if (found && found.consumedPoints >= limit.points) throw refusal(found.msBeforeNext)
    },
    async count(limit, key) {
      return (await limiterOf(limit).get(columnKey(key)))?.consumedPoints ?? 0
    },
    async forget(limit, key) {
      await limiterOf(limit).delete(columnKey(key))
    },
  }
}

function refuse(error: unknown): never {
  if (error instanceof RateLimiterRes) throw refusal(error.msBeforeNext)
  throw error
}

/** Drops counters that ended. */
export async function sweepRateLimits(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM rate_limits WHERE expire < $1', [Date.now()])
}
