import type { Cell, Column } from '../contract/result.ts'
import { missing } from './format.ts'
import { formatPeriodCell } from './format-period.ts'
import { scaleUnit } from './scale-unit.ts'

/** How a table column is printed: its head with unit and scale, and each of its cells. */
export interface ColumnFormat {
  /** 'Value, US$ million', 'Share', 'Year'. */
  readonly head: string
  readonly write: (cell: Cell) => string
  readonly isNumber: boolean
}

/** A figure that would be read as 0.00 keeps a column from being scaled. */
const leastScaled = 0.01

/** One scale for the whole column, taken from its largest figure; percent signs stay at the figures. */
export function columnFormat(column: Column, cells: readonly Cell[]): ColumnFormat {
  if (column.kind !== 'number') {
    const write = (cell: Cell) => (cell === null ? missing : formatPeriodCell(String(cell)))
    return { head: column.label, write, isNumber: false }
  }
  const sizes = cells.filter(cell => typeof cell === 'number').map(Math.abs)
  const largest = Math.max(...sizes, 0)
  const smallest = Math.min(...sizes.filter(size => size > 0), largest)
  const scaled = scaleUnit(largest, column.unit, column.decimals, {
    smallest,
    thousandsFrom: Number.POSITIVE_INFINITY,
  })
  const isFair = scaled.divisor === 1 || smallest / scaled.divisor >= leastScaled
  const scale = isFair ? scaled : scaleUnit(0, column.unit, column.decimals)
  return {
    head: headOf(column, scale.caption, scale.divisor),
    write: cell => (typeof cell === 'number' ? scale.write(cell) : (cell ?? missing)),
    isNumber: true,
  }
}

function headOf({ label, unit }: Column, caption: string, divisor: number): string {
  const isSaid = unit !== null && label.toLowerCase().includes(unit.toLowerCase())
  if (caption === '' || caption === '%' || (isSaid && divisor === 1)) return label
  return isSaid ? `${label}, ${caption.replace(unit ?? '', '').trim()}` : `${label}, ${caption}`
}
