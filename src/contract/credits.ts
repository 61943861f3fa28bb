import * as z from 'zod/mini'
import { dayRange } from './day-range.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'

export const getCredits = endpoint({
  method: 'GET',
  path: '/accounts/credits',
  summary: 'The balance (open holds not taken off) and the most a question can cost',
  access: 'session',
  answer: z.object({
    credits: z.number(),
    prices: z.object({ quick: z.number(), deep: z.number() }),
    /** A balance under it is low: 15% of the usual spend. */
    low_below: z.number(),
    /** Whether a mail says so when it becomes low. */
    warns_by_mail: z.boolean(),
  }),
})

export const setCreditWarning = endpoint({
  method: 'POST',
  path: '/accounts/credits/warning',
  summary: 'Turn the mail about a low balance on or off',
  access: 'session',
  body: z.object({ by_mail: z.boolean() }),
  answer: z.object({ by_mail: z.boolean() }),
})

export const usageEntry = z.object({
  id: z.string(),
  type: z.enum(['credit', 'debit']),
  created_at: z.string(),
  amount: z.number(),
  ref: z.string(),
  /** 'Chat prompt', 'Top up' or 'Other', by the ref and the type. */
  narrative: z.string(),
  /** What was asked, where the entry paid for an answer that is still there. */
  question: z.optional(z.string()),
  /** Where credits came from: 'Starter credits', 'Credits granted', or what was bought, as 'Starter, 150.00 GHS, expressPay'. */
  detail: z.optional(z.string()),
})
export type UsageEntry = z.output<typeof usageEntry>

export const getUsageHistory = endpoint({
  method: 'GET',
  path: '/accounts/usage/history',
  summary: 'What was spent and granted, newest first; all of it, or that of some days (X-Timezone)',
  access: 'session',
  query: z.object({
    ...dayRange,
    cursor: z.optional(z.string()),
    limit: z.optional(z.string().check(z.regex(new RegExp(`^(?:[1-9]\\d?|${limits.pageMaxRows})$`)))),
  }),
  answer: z.object({
    history: z.object({ data: z.array(usageEntry), next_cursor: z.nullable(z.string()) }),
  }),
})
