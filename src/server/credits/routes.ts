import { getCredits, getUsageHistory, setCreditWarning } from '../../contract/credits.ts'
import { exportUsageHistory } from '../../contract/payments.ts'
import { daySpan } from '../platform/day-span.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { filesPerUser, type RateLimits } from '../platform/rate-limit.ts'
import { sendTableFile } from '../platform/table-file.ts'
import { balance, isWarnedByMail, lowBelow, prices, setWarnedByMail, usageHistory } from './credits.ts'
import { type AskedByRef, usageFile } from './usage-file.ts'

export interface CreditsParts {
  askedByRef: AskedByRef
  rateLimits: RateLimits
}

export function mountCredits(app: HttpApp, { askedByRef, rateLimits }: CreditsParts): void {
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

  mount(app, getUsageHistory, async (ctx, { query: { cursor, limit, from, to }, timezone }) => {
    const { data, next_cursor } = await usageHistory(ctx, {
      userId: ctx.user.id,
      cursor,
      limit: limit === undefined ? undefined : Number(limit),
      span: daySpan({ from, to }, timezone),
    })
    const asked = await askedByRef(
      ctx,
      data.map(({ ref }) => ref),
    )
    const told = data.map(entry => ({ ...entry, question: asked.get(entry.ref) }))
    return { history: { data: told, next_cursor } }
  })

  mount(app, exportUsageHistory, async (ctx, { query: { from, to, format }, timezone, reply }) => {
    await rateLimits.take(filesPerUser, ctx.user.id)
    return sendTableFile(reply, format, usageFile(ctx, daySpan({ from, to }, timezone), askedByRef))
  })
}
