import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Context } from './context.ts'
import type { Logger } from './log.ts'

/** Work that one instance at a time does by the clock. It may run twice, so its effects must bear that. */
export interface ScheduledJob {
  /** Unique, letters and dashes. */
  name: string
  /** Five fields of cron, UTC, e.g. '5 * * * *' for five past every hour. */
  cron: string
  run(ctx: Context): Promise<unknown>
}

export interface Jobs {
  /** Ends when the jobs that run now have ended, at most after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

const pollSeconds = 10

/**
 * Starts the queue (its own schema `jobs` in the same database) and keeps the schedule as given: a job that is no longer
 * in it is forgotten. A job that fails is logged and tried twice more.
 * @throws when the database does not let it start; nothing of it runs then
 */
export async function startJobs(
  pool: Pool,
  base: Context,
  log: Logger,
  schedule: readonly ScheduledJob[],
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    clockMonitorIntervalSeconds: 600,
    maintenanceIntervalSeconds: 3_600,
  })
  boss.on('error', error => log.error({ err: error }, 'The job queue failed'))
  try {
    await boss.start()
    await work(boss, base, log, schedule)
  } catch (error) {
    await boss.stop({ graceful: false, close: false }).catch(() => undefined)
    throw error
  }
  return {
    stop: timeoutMs => boss.stop({ graceful: true, close: false, timeout: timeoutMs }),
  }
}

async function work(
  boss: PgBoss,
  base: Context,
  log: Logger,
  schedule: readonly ScheduledJob[],
): Promise<void> {
  const known = new Set(schedule.map(job => job.name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
  for (const { name, cron, run } of schedule) {
    await boss.createQueue(name, { retryLimit: 2, retryDelay: 5, expireInSeconds: 600 })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async jobs => {
      for (const job of jobs) await runLogged({ ...base, requestId: job.id }, name, run, log)
    })
  }
}

async function runLogged(ctx: Context, name: string, run: ScheduledJob['run'], log: Logger): Promise<void> {
  try {
    await run(ctx)
  } catch (error) {
    log.error({ err: error, job: name, job_id: ctx.requestId }, 'A job failed')
    throw error
  }
}
