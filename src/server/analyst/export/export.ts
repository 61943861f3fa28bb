import { fileName } from '../../../charts/file-name.ts'
import { renderPicture } from '../../../charts/render-picture.ts'
import { svgText } from '../../../charts/svg-node.ts'
import type { AnswerDocument } from '../../../contract/answer.ts'
import { AppError } from '../../platform/errors.ts'
import { csvText } from './csv-text.ts'
import { pngPicture } from './png-picture.ts'
import { xlsxWorkbook } from './xlsx-workbook.ts'

export interface ExportWish {
  readonly format: 'csv' | 'xlsx' | 'svg' | 'png'
  /** Only this table (csv, xlsx); all tables without it. */
  readonly table?: string | undefined
  /** This chart (svg, png); the first one without it. */
  readonly chart?: string | undefined
}

export interface ExportedFile {
  readonly body: Buffer | string
  /** The Content-Type header. */
  readonly type: string
  readonly filename: string
}

/** An answer's tables or one of its charts as a file, with sources and labels inside. Throws not_found for an id it lacks. */
export async function exportAnswer(document: AnswerDocument, wish: ExportWish): Promise<ExportedFile> {
  if (wish.format === 'svg' || wish.format === 'png') return chartFile(document, wish)
  const tables = wish.table ? document.tables.filter(table => table.id === wish.table) : document.tables
  const [first] = tables
  if (!first) throw new AppError('not_found')
  const filename = fileName(tables.length === 1 ? first.title : headlineOf(document), wish.format)
  if (wish.format === 'csv') {
    return { body: csvText(document, tables), type: 'text/csv; charset=utf-8', filename }
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { body: await xlsxWorkbook(document, tables), type, filename }
}

async function chartFile(document: AnswerDocument, { format, chart: id }: ExportWish): Promise<ExportedFile> {
  const charts = document.blocks.flatMap(block => (block.type === 'chart' ? [block.chart] : []))
  const chart = id ? charts.find(one => one.id === id) : charts[0]
  const table = chart && document.tables.find(one => one.id === chart.table)
  if (!chart || !table) throw new AppError('not_found')
  const picture = svgText(renderPicture(chart, table))
  const filename = fileName(chart.title, format)
  if (format === 'svg') {
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n${picture}\n`
    return { body, type: 'image/svg+xml; charset=utf-8', filename }
  }
  return { body: await pngPicture(picture), type: 'image/png', filename }
}

function headlineOf(document: AnswerDocument): string {
  const headline = document.blocks.find(block => block.type === 'headline')
  return headline?.spans.map(span => span.text).join('') ?? document.tables[0]?.title ?? 'answer'
}
