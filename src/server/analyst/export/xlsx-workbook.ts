import { columnInRow, factPlaces } from '../../../charts/fact-rows.ts'
import type { AnswerDocument } from '../../../contract/answer.ts'
import { modelledLabel } from '../../../contract/modelled-label.ts'
import type { Cell, Column, Table } from '../../../contract/result.ts'
import {
  headCell,
  numberCell,
  type SheetRow,
  textCell,
  type WorkbookSheet,
  workbook,
} from '../../platform/workbook.ts'
import { columnHead, tableNotes } from './file-notes.ts'

/** A workbook: a sheet for each table, and one that says what each rests on. Figures are numbers, texts are never formulas. */
export async function xlsxWorkbook(document: AnswerDocument, tables: readonly Table[]): Promise<Buffer> {
  const names = sheetNames(tables)
  const sheets = tables.map((table, index) => tableSheet(table, names[index] ?? `Table ${index + 1}`))
  return await workbook([...sheets, sourcesSheet(document, tables)])
}

function tableSheet(table: Table, sheet: string): WorkbookSheet {
  const heading: SheetRow[] = [[textCell(table.title, { fontWeight: 'bold', fontSize: 13 })]]
  if (table.modelled) heading.push([textCell(modelledLabel, { textColor: '#9A6400' })])
  const head = table.columns.map(column =>
    headCell(columnHead(column), column.kind === 'number' ? 'right' : 'left'),
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

function valueCell(cell: Cell, column: Column): SheetRow[number] {
  if (cell === null) return null
  if (typeof cell === 'string') return textCell(cell)
  return numberCell(cell, numberFormat(column))
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

function sourcesSheet(document: AnswerDocument, tables: readonly Table[]): WorkbookSheet {
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
