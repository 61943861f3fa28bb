import { fileName } from '../../charts/file-name.ts'
import type { exportTurn } from '../../contract/chat.ts'
import { download } from '../platform/api.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { showNotice } from '../ui/notice.tsx'

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
    const file = await download<typeof exportTurn>({
      method: 'GET',
      path: '/chat/turns/:turn_id/export',
      params: { turn_id: turnId },
      query: { format, ...(table ? { table } : {}), ...(chart ? { chart } : {}) },
    })
    keep(file, fileName(name, format))
  } catch (error) {
    const why = error instanceof ApiError ? errorText[error.code] : 'The file could not be made.'
    showNotice(why, { durationMs: 5000 })
  }
}

function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start reading only after the click returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
