import type { AnswerDocument } from '../../../contract/answer.ts'
import type { Cell, Table } from '../../../contract/result.ts'
import { columnHead, tableNotes } from './file-notes.ts'

/** So that Excel reads the file as UTF-8. */
const byteOrderMark = '\uFEFF'

/**
 * Tables as CSV (RFC 4180): heads and rows as computed, at full precision, and below each table what must travel with it.
 * Several tables stand one below the other, each under its title.
 */
export function csvText(document: AnswerDocument, tables: readonly Table[]): string {
  const parts = tables.map(table => {
    const rows: Cell[][] = [table.columns.map(columnHead), ...table.rows]
    const titled: Cell[][] = tables.length > 1 ? [[table.title], ...rows] : rows
    return [...titled, [], ...tableNotes(document, table)]
  })
  const lines = parts.flatMap((part, index) => (index === 0 ? part : [[], [], ...part]))
  return byteOrderMark + lines.map(line => `${line.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = harmless(cell)
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A text that a spreadsheet would run as a formula gets a mark before it that makes it text. */
function harmless(text: string): string {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text
}
