import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { type Db, isTransaction, pgErrorCode, transact } from './db.ts'
import { AppError } from './errors.ts'
import type { Logger } from './log.ts'

export interface SignedInUser {
  id: string
  sessionId: string
  roles: readonly string[]
}

/** Made once per request or job; a verb is `(ctx, input)`. */
export interface Context {
  db: Db
  user: SignedInUser | null
  log: Logger
  clock: Clock
  /** The request's id, or the job's. */
  requestId: string
}

/** What a verb behind an endpoint with `access: 'session'` gets. */
export type SignedInContext = Context & { user: SignedInUser }

const retriedCodes = new Set(['40001', '40P01'])
const triesAtMost = 5

/**
 * Runs `work` in one transaction; inside another one it joins it. A serialization failure or a deadlock is tried again,
 * so `work` must not have effects outside the database.
 * @throws AppError('busy') when it still fails after five tries
 */
export async function inTransaction<C extends Context, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (isTransaction(ctx.db)) return work(ctx)
  return retrying(ctx, () => transact(ctx.db, tx => work({ ...ctx, db: tx })))
}

/** The same for work that is one statement, so needs no transaction around it. Inside one, that one is tried again. */
export async function retrying<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  if (isTransaction(ctx.db)) return work()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!retriedCodes.has(pgErrorCode(error) ?? '')) throw error
      if (attempt === triesAtMost) throw new AppError('busy', { retryAfterSeconds: 1 })
      await sleep(5 * attempt + Math.random() * 10)
    }
  }
}
