import { setTimeout as sleep } from 'node:timers/promises'
import { type PaymentProvider, paymentProviders } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import type { ScheduledJob } from '../platform/jobs.ts'
import { sweepNotifications } from './notifications.ts'
import { msUntilDue, pollDueOf } from './poller.ts'
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

/** Asks providers about purchases as they become due, for as long as the server runs: none waits for a slow other one. */
export function startPolling(base: Context, parts: SettleParts): Polling {
  const ending = new AbortController()
  const loops = paymentProviders.map(provider => pollFor(base, parts, provider, ending.signal))
  return {
    jobs: [
      { name: 'sweep-payment-notices', cron: '13 4 * * *', run: sweepNotifications },
      { name: 'sweep-payment-tracking', cron: '23 4 * * *', run: sweepTracking },
    ],
    async close() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function pollFor(
  base: Context,
  parts: SettleParts,
  provider: PaymentProvider,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    const waitMs = await round(base, parts, provider, ending)
    // An ending wakes it.
    await sleep(waitMs, undefined, { signal: ending }).catch(() => undefined)
  }
}

/** How long to wait after it, in ms. */
async function round(
  base: Context,
  parts: SettleParts,
  provider: PaymentProvider,
  ending: AbortSignal,
): Promise<number> {
  try {
    await pollDueOf(base, parts, provider, ending)
    const dueMs = (await msUntilDue(base, provider)) ?? longestMs
    return Math.min(Math.max(dueMs, shortestMs), longestMs)
  } catch (error) {
    base.log.error({ err: error }, 'Purchases that are due could not be read; trying again')
    return longestMs
  }
}
