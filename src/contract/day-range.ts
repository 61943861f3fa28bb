import * as z from 'zod/mini'

const pattern = /^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** True for a day of the calendar as it is written here: '2026-02-28', not '2026-02-30'. */
export const isDay = (text: string): boolean =>
  pattern.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

const day = z.string().check(z.refine(isDay, 'must be a day, as 2026-11-21'))

/** What a history can be asked for: the days from `from` to `to`, both of them too, in the caller's zone (X-Timezone). */
export const dayRange = { from: z.optional(day), to: z.optional(day) }
