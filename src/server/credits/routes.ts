import { getCredits, getUsageHistory } from '../../contract/credits.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { balance, prices, usageHistory } from './credits.ts'

export function mountCredits(app: HttpApp): void {
  mount(app, getCredits, async ctx => {
    const { quick, deep } = await prices(ctx)
    return { credits: await balance(ctx, ctx.user.id), prices: { quick, deep } }
  })

  mount(app, getUsageHistory, async (ctx, { query: { cursor, limit } }) => ({
    history: await usageHistory(ctx, {
      userId: ctx.user.id,
      cursor,
      limit: limit === undefined ? undefined : Number(limit),
    }),
  }))
}
