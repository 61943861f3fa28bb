import type { Pool } from 'pg'
import { systemClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openDb } from '../platform/db.ts'
import { createLog } from '../platform/log.ts'

/** A context as a request of nobody has it, over a test's database, with a log that says nothing. */
export function testContext(pool: Pool, with_: Partial<Context> = {}): Context {
  return {
    db: openDb(pool),
    user: null,
    log: createLog('silent'),
    clock: systemClock,
    requestId: 'test',
    ...with_,
  }
}
