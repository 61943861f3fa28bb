import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { byteOrderMark, csvLine, type FileCell } from './csv-file.ts'
import { AppError } from './errors.ts'
import { dateCell, headCell, numberCell, type SheetRow, textCell, workbook } from './workbook.ts'

export interface FileColumn {
  label: string
  /** How figures are shown, e.g. '#,##0'; without it the column is text or moments. */
  format?: string
  /** In characters. */
  width: number
}

/** A list as a file: its columns, and its rows as they are read. */
export interface TableFile {
  /** Without its ending, e.g. 'soko-usage'. */
  name: string
  /** On the sheet's tab. */
  title: string
  columns: readonly FileColumn[]
  rows: AsyncIterable<readonly FileCell[]>
}

/** A workbook is made at one go, which keeps everybody else waiting: some 100 ms for so many rows. */
const sheetRowsAtMost = 5_000
const tooManyRows = 'That is more than 5,000 rows. Choose fewer days, or take CSV, which holds them all.'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/**
 * Answers a list as a file to keep. CSV is written as its reader takes it, however long.
 * @throws AppError('invalid') for a workbook of more than 5,000 rows
 */
export async function sendTableFile(
  reply: FastifyReply,
  format: keyof typeof types,
  file: TableFile,
): Promise<FastifyReply> {
  const body =
    format === 'csv'
      ? Readable.from(csvOf(file), { objectMode: false, highWaterMark: 65_536 })
      : await workbookOf(file)
  return reply
    .type(types[format])
    .header('content-disposition', `attachment; filename="${file.name}.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .send(body)
}

async function* csvOf({ columns, rows }: TableFile): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ label }) => label))
  for await (const row of rows) yield csvLine(row)
}

async function workbookOf({ title, columns, rows }: TableFile): Promise<Buffer> {
  const data: SheetRow[] = [columns.map(({ label, format }) => headCell(label, format ? 'right' : 'left'))]
  for await (const row of rows) {
    if (data.length > sheetRowsAtMost) throw new AppError('invalid', { message: tooManyRows })
    data.push(columns.map(({ format }, at) => sheetCell(row[at], format)))
  }
  return workbook([
    { sheet: title, data, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 },
  ])
}

function sheetCell(cell: FileCell | undefined, format: string | undefined) {
  if (cell === null || cell === undefined || cell === '') return null
  if (cell instanceof Date) return dateCell(cell)
  return typeof cell === 'number' ? numberCell(cell, format ?? '0') : textCell(cell)
}
