import type { SignedInContext } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { pagesOf } from '../platform/pages.ts'
import type { TableFile } from '../platform/table-file.ts'
import { usageHistory } from './history.ts'

/** What was asked, by the ref of the entry that paid for it. Refs that name no question are left out. */
export type AskedByRef = (
  ctx: SignedInContext,
  refs: readonly string[],
) => Promise<ReadonlyMap<string, string>>

const rowsAtOnce = 1_000

/** The account's entries as a file, newest first: the screen's columns, what was spent below zero, so that they sum up. */
export const usageFile = (ctx: SignedInContext, span: TimeSpan, askedByRef: AskedByRef): TableFile => ({
  name: 'soko-usage',
  title: 'Usage',
  columns: [
    { label: 'Type', width: 14 },
    { label: 'Date (UTC)', width: 20 },
    { label: 'Amount', width: 12, format: '+#,##0;-#,##0;0' },
    { label: 'Narrative', width: 60 },
    { label: 'Reference', width: 66 },
  ],
  rows: rowsOf(ctx, span, askedByRef),
})

async function* rowsOf(ctx: SignedInContext, span: TimeSpan, askedByRef: AskedByRef) {
  const { id: userId } = ctx.user
  const pages = pagesOf(cursor => usageHistory(ctx, { userId, cursor, span, limit: rowsAtOnce }))
  for await (const page of pages) {
    const asked = await askedByRef(
      ctx,
      page.map(({ ref }) => ref),
    )
    for (const { created_at, type, amount, narrative, ref } of page)
      yield [
        narrative,
        new Date(created_at),
        type === 'credit' ? amount : -amount,
        asked.get(ref) ?? narrative,
        ref,
      ]
  }
}
