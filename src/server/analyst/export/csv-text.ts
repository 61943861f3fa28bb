import type { AnswerDocument } from '../../../contract/answer.ts'
import type { Cell, Table } from '../../../contract/result.ts'
import { byteOrderMark, csvLine } from '../../platform/csv-file.ts'
import { columnHead, tableNotes } from './file-notes.ts'

/**
 * Tables as CSV: heads and rows as computed, at full precision, and below each table what must travel with it. Several
 * tables stand one below the other, each under its title.
 */
export function csvText(document: AnswerDocument, tables: readonly Table[]): string {
  const parts = tables.map(table => {
    const rows: Cell[][] = [table.columns.map(columnHead), ...table.rows]
    const titled: Cell[][] = tables.length > 1 ? [[table.title], ...rows] : rows
    return [...titled, [], ...tableNotes(document, table)]
  })
  const lines = parts.flatMap((part, index) => (index === 0 ? part : [[], [], ...part]))
  return byteOrderMark + lines.map(csvLine).join('')
}
