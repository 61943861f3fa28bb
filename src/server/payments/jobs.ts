import type { Context } from '../platform/context.ts'
import type { ScheduledJob } from '../platform/jobs.ts'
import { sweepNotifications } from './notifications.ts'
import { msUntilDue, pollDue } from './poller.ts'
import type { SettleParts } from './settle.ts'
import { sweepTracking } from './tracking.ts'

export interface Polling {
  /** What the clock does besides: old rows go. */
  jobs: ScheduledJob[]
  /** Ends after what is being asked now. */
  close(): Promise<void>
}

const shortestMs = 100
/** A purchase that was started meanwhile is due after a quarter of a minute at the earliest. */
const longestMs = 5_000

/** Asks providers about purchases as they become due, for as long as the server runs. */
export function startPolling(base: Context, parts: SettleParts): Polling {
  const ending = Promise.withResolvers<void>()
  let isClosed = false
  const loop = (async () => {
    while (!isClosed) {
      const waitMs = await round(base, parts)
      let timer: NodeJS.Timeout | undefined
      const waited = new Promise<void>(resolve => {
        timer = setTimeout(resolve, waitMs)
      })
      await Promise.race([waited, ending.promise])
      clearTimeout(timer)
    }
  })()
  return {
    jobs: [
      { name: 'sweep-payment-notices', cron: '13 4 * * *', run: sweepNotifications },
      { name: 'sweep-payment-tracking', cron: '23 4 * * *', run: sweepTracking },
    ],
    async close() {
      isClosed = true
      ending.resolve()
      await loop
    },
  }
}

/** How long to wait after it, in ms. */
async function round(base: Context, parts: SettleParts): Promise<number> {
  try {
    await pollDue(base, parts)
    const dueMs = (await msUntilDue(base)) ?? longestMs
    return Math.min(Math.max(dueMs, shortestMs), longestMs)
  } catch (error) {
    base.log.error({ err: error }, 'Purchases that are due could not be read; trying again')
    return longestMs
  }
}
