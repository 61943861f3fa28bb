import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { sweepPuzzles, sweepSessions, sweepUnproved } from './auth/auth.ts'
import { pruneConversations, pruneEvents, pruneOpenPoints } from './chat/chat.ts'
import {
  archiveHolds,
  checkInvariants,
  checkTouchedAccounts,
  sweepHolds,
  type WarningParts,
  warnWhoWasForgotten,
} from './credits/credits.ts'
import { startPolling } from './payments/jobs.ts'
import type { SettleParts } from './payments/payments.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Jobs, type ScheduledJob, startJobs } from './platform/jobs.ts'
import type { Logger } from './platform/log.ts'
import {
  localMailbox,
  type MailWorker,
  type MakeFile,
  smtpSender,
  startMailWorker,
  sweepMails,
} from './platform/mail-worker.ts'
import type { Notices } from './platform/notices.ts'
import { sweepRateLimits } from './platform/rate-limit.ts'
import { sweepNonces } from './social/social.ts'
import { startLeadDelivery } from './support/jobs.ts'
import type { Crm } from './support/support.ts'

const retryMs = 2_000

export interface Worker {
  /** Ends what runs now, at most after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export interface WorkerParts {
  base: Context
  pool: Pool
  notices: Notices
  config: Config
  crm: Crm | null
  warning: WarningParts
  makeFile: MakeFile
  payments: SettleParts
}

/**
 * What happens by itself: mails leave, tickets go to the CRM, providers are asked about purchases, holds are swept, credits
 * are checked, old rows go.
 */
export function startWorker(parts: WorkerParts): Worker {
  const { base, pool, notices, crm, warning, payments } = parts
  const mails = startMails(parts)
  const leads = crm && startLeadDelivery(base, notices, crm)
  const polling = startPolling(base, payments)
  const ending = new AbortController()
  const schedule = [...(leads?.jobs ?? []), ...polling.jobs, ...jobsOver(pool, warning)]
  const jobs = startedJobs(() => startJobs(pool, base, base.log, schedule), base.log, ending.signal)
  // What the time without a server may have left; what fails is tried again by the clock.
  const catchUp = Promise.allSettled([sweepHolds(base), checkInvariants(base)])
  return {
    async stop(timeoutMs) {
      ending.abort()
      const stopJobs = async () => (await jobs)?.stop(timeoutMs)
      await Promise.all([mails.close(), leads?.close(), polling.close(), stopJobs(), catchUp])
    },
  }
}

/** Tries until the queue runs: a database that was away at the start must not leave holds unswept until the next one. */
async function startedJobs(
  start: () => Promise<Jobs>,
  log: Logger,
  signal: AbortSignal,
): Promise<Jobs | null> {
  while (!signal.aborted) {
    try {
      return await start()
    } catch (error) {
      log.error({ err: error }, 'The job queue could not start; trying again')
    }
    await sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
  return null
}

function startMails({ base, pool, notices, config, makeFile }: WorkerParts): MailWorker {
  const { smtpUrl } = config
  const send = smtpUrl === null ? localMailbox : smtpSender({ ...config, smtpUrl }, makeFile)
  return startMailWorker(pool, notices, send, base.log, { keepsBodies: smtpUrl === null })
}

/** What one instance does by the clock, whatever providers there are. */
export function jobsOver(pool: Pool, warning: WarningParts): ScheduledJob[] {
  return [
    { name: 'sweep-holds', cron: '* * * * *', run: sweepHolds },
    { name: 'prune-conversations', cron: '* * * * *', run: pruneConversations },
    { name: 'prune-events', cron: '* * * * *', run: ctx => pruneEvents(ctx) },
    { name: 'prune-open-points', cron: '37 3 * * *', run: pruneOpenPoints },
    { name: 'archive-holds', cron: '* * * * *', run: ctx => archiveHolds(ctx) },
    { name: 'check-credits', cron: '7 * * * *', run: checkTouchedAccounts },
    { name: 'check-all-credits', cron: '27 3 * * *', run: checkInvariants },
    { name: 'warn-of-low-balances', cron: '57 * * * *', run: ctx => warnWhoWasForgotten(ctx, warning) },
    { name: 'sweep-puzzles', cron: '17 * * * *', run: sweepPuzzles },
    { name: 'sweep-nonces', cron: '19 * * * *', run: sweepNonces },
    { name: 'sweep-rate-limits', cron: '27 * * * *', run: () => sweepRateLimits(pool) },
    { name: 'sweep-sessions', cron: '47 3 * * *', run: sweepSessions },
    { name: 'sweep-unproved', cron: '57 3 * * *', run: sweepUnproved },
    { name: 'sweep-mails', cron: '37 3 * * *', run: () => sweepMails(pool) },
  ]
}
