import { fileName } from '../../charts/file-name.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { keepFile } from '../platform/keep-file.ts'
import { showNotice } from '../ui/notice.tsx'
import { readFile } from './answer-calls.ts'

export type FileFormat = 'csv' | 'xlsx' | 'svg' | 'png'

interface FileWish {
  turnId: string
  format: FileFormat
  /** What the file's name says: a chart's or table's title. */
  name: string
  /** Only this table (csv, xlsx) or chart (svg, png). */
  table?: string
  chart?: string
}

/** Fetches a file of an answer and hands it to the browser to keep; says so where it fails. */
export async function saveFile({ turnId, format, name, table, chart }: FileWish): Promise<void> {
  try {
    const file = await readFile(turnId, { format, ...(table ? { table } : {}), ...(chart ? { chart } : {}) })
    keepFile(file, fileName(name, format))
  } catch (error) {
    const why = error instanceof ApiError ? errorText[error.code] : 'The file could not be made.'
    showNotice(why, { durationMs: 5000 })
  }
}
