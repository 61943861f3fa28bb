import writeWorkbook, { type CellObject, type Sheet } from 'write-excel-file/node'
import { withoutBidiControls } from './without-bidi-controls.ts'

export type SheetRow = (CellObject | null)[]
export type WorkbookSheet = Sheet<never>

/** Sheets as the bytes of an .xlsx file. */
export const workbook = (sheets: WorkbookSheet[]): Promise<Buffer> =>
  writeWorkbook(sheets, { fontFamily: 'Calibri', fontSize: 11 }).toBuffer()

/** Characters that XML refuses would make Excel call the whole file broken. */
const sheetText = (value: string): string =>
  withoutBidiControls(value.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, ''))

/** A text, never a formula. */
export const textCell = (value: string, style: Partial<CellObject> = {}): CellObject =>
  ({ ...style, type: String, value: sheetText(value) }) as CellObject

/** A figure, e.g. with the format '#,##0.00'. */
export const numberCell = (value: number, format: string): CellObject => ({
  ...{ type: Number, value, format },
  align: 'right',
})

/** A moment that can be sorted and counted with, in UTC: its column's head says so. */
export const dateCell = (value: Date): CellObject => ({
  ...{ type: Date, value, format: 'yyyy-mm-dd hh:mm:ss' },
  align: 'left',
})

/** The head of a column. */
export const headCell = (label: string, align: 'left' | 'right'): CellObject =>
  textCell(label, {
    fontWeight: 'bold',
    wrap: true,
    align,
    bottomBorderStyle: 'thin',
    bottomBorderColor: '#D5CEBE',
  })
