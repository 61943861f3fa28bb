import type { SignedInContext } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { pagesOf } from '../platform/pages.ts'
import type { TableFile } from '../platform/table-file.ts'
import { usageHistory } from './history.ts'
import { type EntryWords, toldEntries } from './told-entries.ts'

const rowsAtOnce = 1_000

/** The account's entries as a file, newest first: the screen's columns, what was spent below zero, so that they sum up. */
export const usageFile = (ctx: SignedInContext, span: TimeSpan, words: EntryWords): TableFile => ({
  name: 'soko-usage',
  title: 'Usage',
  columns: [
    { label: 'Type', width: 14 },
    { label: 'Date (UTC)', width: 20 },
    { label: 'Amount', width: 12, format: '+#,##0;-#,##0;0' },
    { label: 'Narrative', width: 60 },
    { label: 'Reference', width: 66 },
  ],
  rows: rowsOf(ctx, span, words),
})

async function* rowsOf(ctx: SignedInContext, span: TimeSpan, words: EntryWords) {
  const { id: userId } = ctx.user
  const pages = pagesOf(cursor => usageHistory(ctx, { userId, cursor, span, limit: rowsAtOnce }))
  for await (const page of pages)
    for (const entry of await toldEntries(ctx, page, words))
      yield [
        entry.narrative,
        new Date(entry.created_at),
        entry.type === 'credit' ? entry.amount : -entry.amount,
        entry.question ?? entry.detail ?? entry.narrative,
        entry.ref,
      ]
}
