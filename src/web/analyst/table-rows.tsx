import { use, useMemo, useState } from 'react'
import { columnFormat } from '../../charts/column-format.ts'
import { columnInRow, factPlaces, isFactFigure } from '../../charts/fact-rows.ts'
import { formatCell } from '../../charts/format-period.ts'
import type { Cell, Column, Table } from '../../contract/result.ts'
import styles from './table-rows.module.css'
import { Unfolded } from './unfolded.ts'

interface TableRowsProps {
  table: Table
  /** Keys of the columns to show, in order. */
  columns: readonly string[]
  /** The row a figure stands in, and its column. */
  hit?: { row: number; column: string }
}

/** Rows shown at first, the others on demand; rows of words are tall. */
const mostRows = 12
const mostWordyRows = 8

/** Rows as they were computed, each column in one scale. */
export function TableRows({ table, columns, hit }: TableRowsProps) {
  const [isWhole, setIsWhole] = useState(use(Unfolded))
  const formats = useMemo(() => tableColumns(table, columns), [table, columns])
  const isWordy = formats.some(format => format.form !== 'plain')
  const { from, to } = isWhole
    ? { from: 0, to: table.rows.length }
    : windowOf(table.rows.length, isWordy ? mostWordyRows : mostRows, hit?.row ?? 0)
  const shown = table.rows.slice(from, to)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll inside their frame, by keyboard too
    <section className={styles.frame} tabIndex={0} aria-label={table.title}>
      <table className={styles.table} data-wordy={isWordy}>
        <thead>
          <tr>
            {formats.map(format => (
              <th key={format.key} scope="col" data-number={format.isNumber}>
                <bdi>{format.head}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, place) => {
            const at = from + place
            return (
              <tr key={at} data-hit={at === hit?.row} aria-current={at === hit?.row || undefined}>
                {formats.map(format => (
                  <td
                    key={format.key}
                    data-number={format.isNumber}
                    data-form={format.form}
                    data-head={format.head}
                    data-cell={format.key === hit?.column}
                  >
                    <bdi dir={format.isNumber ? 'ltr' : 'auto'}>{format.write(row)}</bdi>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {shown.length < table.rows.length && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          Show all {table.rows.length} rows
        </button>
      )}
    </section>
  )
}

interface ShownColumn {
  key: string
  head: string
  isNumber: boolean
  /** Long texts need room, addresses may be cut. */
  form: 'plain' | 'long' | 'address'
  write: (row: readonly Cell[]) => string
}

function tableColumns(table: Table, keys: readonly string[]): ShownColumn[] {
  const facts = factPlaces(table)
  return keys.flatMap(key => {
    const index = table.columns.findIndex(column => column.key === key)
    const column = table.columns[index]
    // A fact is written with the unit of its row, so the columns that say it need not be shown.
    if (!column || (facts && (index === facts.unit || index === facts.decimals))) return []
    const cells = table.rows.map(row => row[index] ?? null)
    if (saysNothing(column, cells, table.title)) return []
    const form = formOf(cells)
    if (facts && isFactFigure(column)) {
      const write = (row: readonly Cell[]) =>
        formatCell(row[index] ?? null, columnInRow(column, row, facts), { compact: true, withUnit: true })
      return [{ key, head: column.label, isNumber: true, form, write }]
    }
    const { head, isNumber, write } = columnFormat(column, cells)
    const text = (row: readonly Cell[]) => write(row[index] ?? null)
    const short = (row: readonly Cell[]) => text(row).replace(/^https?:\/\/(www\.)?/, '')
    return [{ key, head, isNumber, form, write: form === 'address' ? short : text }]
  })
}

/** An empty column, or one that repeats in each row what the title says of all of them. */
function saysNothing({ kind }: Column, cells: readonly Cell[], title: string): boolean {
  if (cells.every(cell => cell === null || cell === '')) return true
  const [first] = cells
  if (cells.some(cell => cell !== first)) return false
  return kind !== 'number' && cells.length > 1 && title.toLowerCase().includes(String(first).toLowerCase())
}

const longText = 60

function formOf(cells: readonly Cell[]): ShownColumn['form'] {
  const texts = cells.filter(cell => typeof cell === 'string')
  if (texts.some(text => /^https?:/.test(text))) return 'address'
  return texts.some(text => text.length > longText) ? 'long' : 'plain'
}

/** As many rows as fit, with the one pointed at among them; a few more are shown rather than hidden. */
function windowOf(count: number, most: number, row: number): { from: number; to: number } {
  if (count <= most + 2) return { from: 0, to: count }
  const from = Math.min(Math.max(0, row - Math.floor(most / 2)), count - most)
  return { from, to: from + most }
}
