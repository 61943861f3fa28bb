import { describe, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)
const log = createLog('silent')

const schedules = async () =>
  (await pool.query<{ name: string; cron: string }>('SELECT name, cron FROM jobs.schedule ORDER BY name'))
    .rows

describe('jobs', () => {
  test('two instances may start at once; the schedule is what the code says, old entries go', async () => {
    const old = await startJobs(pool, ctx, log, [
      { name: 'no-longer-there', cron: '0 0 * * *', run: async () => undefined },
    ])
    await old.stop(1_000)
    const schedule = [
      { name: 'first', cron: '* * * * *', run: async () => undefined },
      { name: 'second', cron: '5 * * * *', run: async () => undefined },
    ]
    const instances = await Promise.all([
      startJobs(pool, ctx, log, schedule),
      startJobs(pool, ctx, log, schedule),
    ])
    expect(await schedules()).toEqual([
      { name: 'first', cron: '* * * * *' },
      { name: 'second', cron: '5 * * * *' },
    ])
    await Promise.all(instances.map(instance => instance.stop(1_000)))
  })
})
