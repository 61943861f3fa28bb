import {
  exportTopUpHistory,
  getBillingDetails,
  setBillingDetails,
  topUpReceipt,
} from '../../contract/payments.ts'
import { daySpan } from '../platform/day-span.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { filesPerUser, type RateLimits } from '../platform/rate-limit.ts'
import { sendTableFile } from '../platform/table-file.ts'
import { billingOf, setBilling } from './billing.ts'
import type { Receipts } from './receipts.ts'
import { topUpFile } from './top-up-file.ts'

export interface ReceiptRouteParts {
  rateLimits: RateLimits
  receipts: Pick<Receipts, 'fileOfBuyer'>
}

/** What a buyer keeps: receipts, what they say of the buyer, and the history as a file. */
export function mountReceipts(app: HttpApp, { rateLimits, receipts }: ReceiptRouteParts): void {
  mount(app, topUpReceipt, async (ctx, { params: { id }, reply }) => {
    await rateLimits.take(filesPerUser, ctx.user.id)
    const file = await receipts.fileOfBuyer(ctx, { userId: ctx.user.id, attemptId: id })
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('x-content-type-options', 'nosniff')
      .send(file.content)
  })

  mount(app, getBillingDetails, ctx => billingOf(ctx, ctx.user.id))

  mount(app, setBillingDetails, async (ctx, { body }) => {
    await setBilling(ctx, ctx.user.id, body)
    return body
  })

  mount(
    app,
    exportTopUpHistory,
    async (ctx, { query: { from, to, format }, timezone, reply }) => {
      await rateLimits.take(filesPerUser, ctx.user.id)
      return sendTableFile(reply, format, topUpFile(ctx, daySpan({ from, to }, timezone)))
    },
    { expensive: app.expensiveCalls },
  )
}
