import { formatNumber } from '../../charts/format.ts'
import { decimalsOf, unitOf } from '../analyst/claims/result-set.ts'
import { type Draft, writeMarkup } from '../analyst/markup/write-markup.ts'
import type { WriteAsk } from '../analyst/write-ask.ts'

/** Writes the first figure of each table as a headline and the table below it, then offers the first query again. */
export const plainWriter: WriteAsk = ({ queries, result }) => {
  const [first] = queries
  const label = 'The same once more'
  return writeMarkup([
    ...result.tables.flatMap((table): Draft[] => {
      const { id, title, columns } = table
      const at = columns.findIndex(({ kind }) => kind === 'number')
      const column = columns[at]?.key ?? ''
      const value = table.rows[0]?.[at]
      if (typeof value !== 'number') return [{ type: 'headline', pieces: [{ text: `${title}: none.` }] }]
      const shown = formatNumber(value, unitOf(table, 0, column), decimalsOf(table, 0, column), {
        compact: true,
      })
      return [
        { type: 'headline', pieces: [{ text: `${title}: ` }, { shown, ref: { table: id, row: 0, column } }] },
        { type: 'table', table: id, caption: title, columns: columns.map(({ key }) => key) },
      ]
    }),
    ...(first
      ? [{ type: 'followups' as const, items: [{ label, question: `${label}?`, ask: first.text }] }]
      : []),
  ])
}
