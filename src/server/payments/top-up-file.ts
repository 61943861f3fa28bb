import type { SignedInContext } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { pagesOf } from '../platform/pages.ts'
import type { TableFile } from '../platform/table-file.ts'
import { topUpHistory } from './history.ts'
import { receiptNumbers } from './receipts.ts'

const rowsAtOnce = 1_000

/** What a user bought and tried to buy as a file, newest first. */
export const topUpFile = (ctx: SignedInContext, span: TimeSpan): TableFile => ({
  name: 'soko-top-ups',
  title: 'Top-ups',
  columns: [
    { label: 'Date (UTC)', width: 20 },
    { label: 'Amount', width: 14, format: '#,##0.00#' },
    { label: 'Currency', width: 10 },
    { label: 'Platform', width: 14 },
    { label: 'Product', width: 24 },
    { label: 'Credits', width: 12, format: '#,##0' },
    { label: 'Status', width: 12 },
    { label: 'Reference', width: 18 },
    { label: 'Receipt', width: 14 },
  ],
  rows: rowsOf(ctx, span),
})

async function* rowsOf(ctx: SignedInContext, span: TimeSpan) {
  const { id: userId } = ctx.user
  const pages = pagesOf(cursor => topUpHistory(ctx, { userId, cursor, span, limit: rowsAtOnce }))
  for await (const page of pages) {
    const receipts = await receiptNumbers(
      ctx,
      page.map(({ id }) => id),
    )
    for (const { id, created_at, amount, currency, source, credit_product, ...rest } of page)
      yield [
        new Date(created_at),
        amount,
        currency,
        source,
        credit_product.name,
        rest.credit_amount,
        rest.status,
        rest.ref,
        receipts.get(id) ?? null,
      ]
  }
}
