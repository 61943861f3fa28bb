import type { Context } from '../platform/context.ts'
import type { ScheduledJob } from '../platform/jobs.ts'
import type { Notices } from '../platform/notices.ts'
import type { Crm } from './crm.ts'
import { handOverLeads, leadChannel } from './leads.ts'

export interface LeadDelivery {
  /** What the clock does, for tickets whose next try is due. */
  jobs: ScheduledJob[]
  /** Ends after what is being handed over. */
  close(): Promise<void>
}

/** Hands tickets to the CRM: at once when one comes in, and by the clock what has to wait. */
export function startLeadDelivery(base: Context, notices: Notices, crm: Crm): LeadDelivery {
  let isClosed = false
  let running: Promise<unknown> = Promise.resolve()
  // One after the other: a second run at the same time would only find what the first has not taken.
  const run = (ctx: Context) => {
    const next = running.then(() => (isClosed ? 0 : handOverLeads(ctx, crm)))
    running = next.catch(() => undefined)
    return next
  }
  const stopListening = notices.listen(leadChannel, () => {
    run(base).catch(error => base.log.error({ err: error }, 'Tickets could not be handed over'))
  })
  return {
    jobs: [{ name: 'hand-over-leads', cron: '* * * * *', run }],
    async close() {
      isClosed = true
      stopListening()
      await running
    },
  }
}
