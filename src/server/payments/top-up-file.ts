import type { SignedInContext } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { itemsOf } from '../platform/pages.ts'
import type { TableFile } from '../platform/table-file.ts'
import { topUpHistory } from './history.ts'

const rowsAtOnce = 1_000

/** What a user bought and tried to buy as a file, newest first. */
export const topUpFile = (ctx: SignedInContext, span: TimeSpan): TableFile => ({
  name: 'soko-top-ups',
  title: 'Top-ups',
  columns: [
    { label: 'Date (UTC)', width: 25 },
    { label: 'Amount', width: 14, format: '#,##0.00#' },
    { label: 'Currency', width: 10 },
    { label: 'Platform', width: 14 },
    { label: 'Product', width: 24 },
    { label: 'Credits', width: 12, format: '#,##0' },
    { label: 'Status', width: 12 },
    { label: 'Reference', width: 18 },
  ],
  rows: rowsOf(ctx, span),
})

async function* rowsOf(ctx: SignedInContext, span: TimeSpan) {
  const { id: userId } = ctx.user
  const entries = itemsOf(cursor => topUpHistory(ctx, { userId, cursor, span, limit: rowsAtOnce }))
  for await (const { created_at, amount, currency, source, credit_product, ...rest } of entries)
    yield [
      created_at,
      amount,
      currency,
      source,
      credit_product.name,
      rest.credit_amount,
      rest.status,
      rest.ref,
    ]
}
