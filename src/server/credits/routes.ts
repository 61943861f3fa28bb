import { getCredits, getUsageHistory, setCreditWarning } from '../../contract/credits.ts'
import { exportUsageHistory } from '../../contract/payments.ts'
import { daySpan } from '../platform/day-span.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { filesPerUser, type RateLimits } from '../platform/rate-limit.ts'
import { sendTableFile } from '../platform/table-file.ts'
import { balance, isWarnedByMail, lowBelow, prices, setWarnedByMail, usageHistory } from './credits.ts'
import { type EntryWords, toldEntries } from './told-entries.ts'
import { usageFile } from './usage-file.ts'

export interface CreditsParts extends EntryWords {
  rateLimits: RateLimits
}

export function mountCredits(app: HttpApp, { rateLimits, ...words }: CreditsParts): void {
  mount(app, getCredits, async ctx => {
    const { id } = ctx.user
    const { quick, deep } = await prices(ctx)
    return {
      credits: await balance(ctx, id),
      prices: { quick, deep },
      low_below: await lowBelow(ctx, id, { deep }),
      warns_by_mail: await isWarnedByMail(ctx, id),
    }
  })

  mount(app, setCreditWarning, async (ctx, { body: { by_mail } }) => {
    await setWarnedByMail(ctx, ctx.user.id, by_mail)
    return { by_mail }
  })

  mount(
    app,
    getUsageHistory,
    async (ctx, { query: { cursor, limit, from, to }, timezone }) => {
      const { data, next_cursor } = await usageHistory(ctx, {
        userId: ctx.user.id,
        cursor,
        limit: limit === undefined ? undefined : Number(limit),
        span: daySpan({ from, to }, timezone),
      })
      return { history: { data: await toldEntries(ctx, data, words), next_cursor } }
    },
    { expensive: app.expensiveCalls },
  )

  mount(
    app,
    exportUsageHistory,
    async (ctx, { query: { from, to, format }, timezone, reply }) => {
      await rateLimits.take(filesPerUser, ctx.user.id)
      return sendTableFile(reply, format, usageFile(ctx, daySpan({ from, to }, timezone), words))
    },
    { expensive: app.expensiveCalls },
  )
}
