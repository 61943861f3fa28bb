import type { Pool } from 'pg'
import { sweepPuzzles } from './auth/auth.ts'
import { checkInvariants, sweepHolds } from './credits/credits.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type ScheduledJob, startJobs } from './platform/jobs.ts'
import {
  localMailbox,
  type MailWorker,
  smtpSender,
  startMailWorker,
  sweepMails,
} from './platform/mail-worker.ts'
import type { Notices } from './platform/notices.ts'
import { sweepRateLimits } from './platform/rate-limit.ts'

export interface Worker {
  /** Ends what runs now, at most after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

/** What happens by itself: mails leave, holds are swept, credits are checked, old rows go. */
export async function startWorker(
  base: Context,
  pool: Pool,
  notices: Notices,
  config: Config,
): Promise<Worker> {
  const mails = startMails(base, pool, notices, config)
  const jobs = await startJobs(pool, base, base.log, scheduleOver(pool))
  // What the time without a server may have left; what fails is tried again by the clock.
  const catchUp = Promise.allSettled([sweepHolds(base), checkInvariants(base)])
  return {
    async stop(timeoutMs) {
      await Promise.all([mails.close(), jobs.stop(timeoutMs), catchUp])
    },
  }
}

function startMails(base: Context, pool: Pool, notices: Notices, config: Config): MailWorker {
  const { smtpUrl, mailFrom } = config
  const send = smtpUrl === null ? localMailbox : smtpSender(smtpUrl, mailFrom)
  return startMailWorker(pool, notices, send, base.log, { keepsBodies: smtpUrl === null })
}

function scheduleOver(pool: Pool): ScheduledJob[] {
  return [
    { name: 'sweep-holds', cron: '* * * * *', run: sweepHolds },
    { name: 'check-credits', cron: '7 * * * *', run: checkInvariants },
    { name: 'sweep-puzzles', cron: '17 * * * *', run: sweepPuzzles },
    { name: 'sweep-rate-limits', cron: '27 * * * *', run: () => sweepRateLimits(pool) },
    { name: 'sweep-mails', cron: '37 3 * * *', run: () => sweepMails(pool) },
  ]
}
