import { withoutBidiControls } from './without-bidi-controls.ts'

/** So that Excel reads the file as UTF-8; stands before the first line. */
export const byteOrderMark = '\uFEFF'

export type FileCell = string | number | Date | null

/** A row as a line of CSV (RFC 4180), its end included. No text in it is run as a formula. */
export const csvLine = (row: readonly FileCell[]): string => `${row.map(csvCell).join(',')}\r\n`

function csvCell(cell: FileCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString()
  const safe = harmless(withoutBidiControls(cell))
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A text that a spreadsheet would run as a formula gets a mark before it that makes it text. */
function harmless(text: string): string {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text
}
