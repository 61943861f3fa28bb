import { useMutation } from '@tanstack/react-query'
import { errorWords } from '../platform/error-text.ts'
import { keepFile } from '../platform/keep-file.ts'
import { Button } from '../ui/button.tsx'
import { today } from '../ui/day.ts'
import { type DayRange, rangeQuery } from './day-range-filter.tsx'
import styles from './history-files.module.css'

export interface HistoryFile {
  format: 'csv' | 'xlsx'
  from?: string
  to?: string
}

interface HistoryFilesProps {
  /** There is nothing to put into a file. */
  isEmpty: boolean
  range: DayRange
  /** How the files begin: 'soko-usage'. */
  name: string
  readFile: (wish: HistoryFile) => Promise<Blob>
}

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const

/** The chosen days as a file: all of them, not only what is on the screen. */
export function HistoryFiles({ isEmpty, range, name, readFile }: HistoryFilesProps) {
  const saving = useMutation({
    mutationFn: (format: HistoryFile['format']) => readFile({ format, ...rangeQuery(range) }),
    onSuccess: (file, format) => {
      const days = [range.from, range.to || today()].filter(Boolean).join('-to-')
      keepFile(file, `${name}-${days}.${format}`)
    },
  })
  return (
    <div className={styles.files}>
      <div className={styles.buttons}>
        {formats.map(({ format, label }) => (
          <Button
            key={format}
            aria-label={`Download as ${label}`}
            busy={saving.isPending}
            disabled={isEmpty}
            onClick={() => saving.mutate(format)}
          >
            {label}
          </Button>
        ))}
      </div>
      {saving.isError && (
        <p className={styles.problem} role="alert">
          {errorWords(saving.error)}
        </p>
      )}
    </div>
  )
}
