import writeWorkbook, { type CellObject, type Sheet } from 'write-excel-file/node'
import { columnInRow, factPlaces } from '../../../charts/fact-rows.ts'
import type { AnswerDocument } from '../../../contract/answer.ts'
import { modelledLabel } from '../../../contract/modelled-label.ts'
import type { Cell, Column, Table } from '../../../contract/result.ts'
import { columnHead, tableNotes } from './file-notes.ts'

type SheetRow = (CellObject | null)[]

/** A workbook: a sheet for each table, and one that says what each rests on. Figures are numbers, texts are never formulas. */
export async function xlsxWorkbook(document: AnswerDocument, tables: readonly Table[]): Promise<Buffer> {
  const names = sheetNames(tables)
  const sheets = tables.map((table, index) => tableSheet(table, names[index] ?? `Table ${index + 1}`))
  return await writeWorkbook([...sheets, sourcesSheet(document, tables)], {
    fontFamily: 'Calibri',
    fontSize: 11,
  }).toBuffer()
}

function tableSheet(table: Table, sheet: string): Sheet<never> {
  const heading: SheetRow[] = [[textCell(table.title, { fontWeight: 'bold', fontSize: 13 })]]
  if (table.modelled) heading.push([textCell(modelledLabel, { textColor: '#9A6400' })])
  const head = table.columns.map(column =>
    textCell(columnHead(column), {
      fontWeight: 'bold',
      wrap: true,
      align: column.kind === 'number' ? 'right' : 'left',
      bottomBorderStyle: 'thin',
      bottomBorderColor: '#D5CEBE',
    }),
  )
  const facts = factPlaces(table)
  const rows = table.rows.map(row =>
    table.columns.map((column, index) => valueCell(row[index] ?? null, columnInRow(column, row, facts))),
  )
  return {
    sheet,
    data: [...heading, [], head, ...rows],
    columns: table.columns.map((column, index) => ({ width: columnWidth(column, index, table) })),
    stickyRowsCount: heading.length + 2,
  }
}

/** Characters that XML refuses would make Excel call the whole file broken. */
const textCell = (value: string, style: Partial<CellObject> = {}): CellObject =>
  ({ ...style, type: String, value: value.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '') }) as CellObject

function valueCell(cell: Cell, column: Column): CellObject | null {
  if (cell === null) return null
  if (typeof cell === 'string') return textCell(cell)
  return { type: Number, value: cell, format: numberFormat(column), align: 'right' }
}

/** '#,##0.0' with the column's decimals; without any, as many as the figure has. */
const numberFormat = ({ decimals }: Column): string => {
  if (decimals === null) return '#,##0.###'
  return decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0'
}

/** In characters: wide enough for most names, heads wrap. */
function columnWidth(column: Column, index: number, table: Table): number {
  if (column.kind === 'number') return 18
  const longest = Math.max(column.label.length, ...table.rows.map(row => String(row[index] ?? '').length))
  return Math.min(44, Math.max(12, longest + 2))
}

function sourcesSheet(document: AnswerDocument, tables: readonly Table[]): Sheet<never> {
  const data = tables.flatMap((table): SheetRow[] => [
    [textCell(table.title, { fontWeight: 'bold' })],
    ...tableNotes(document, table).map(([label, value]) => [
      textCell(label, { textColor: '#6A665B', alignVertical: 'top' }),
      textCell(value, { wrap: true }),
    ]),
    [],
  ])
  return { sheet: 'Sources', data, columns: [{ width: 16 }, { width: 90 }] }
}

/** Sheet names: at most 31 characters, none of `[]:*?/\`, no two alike. */
function sheetNames(tables: readonly Table[]): string[] {
  const used = new Set(['sources'])
  return tables.map((table, index) => {
    const plain = table.title
      .replace(/[[\]:*?/\\']/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 31)
      .trim()
    const name =
      plain !== '' && !used.has(plain.toLowerCase())
        ? plain
        : `${plain.slice(0, 26).trim()} ${index + 1}`.trim()
    used.add(name.toLowerCase())
    return name
  })
}
