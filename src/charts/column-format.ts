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

/**
 * One scale for the whole column, taken from its smallest figure, so that none is rounded away;
 * percent signs stay at the figures.
 */
export function columnFormat(column: Column, cells: readonly Cell[]): ColumnFormat {
  if (column.kind !== 'number') {
    const write = (cell: Cell) => (cell === null ? missing : formatPeriodCell(String(cell)))
    return { head: column.label, write, isNumber: false }
  }
  const sizes = cells
    .filter(cell => typeof cell === 'number' && cell !== 0)
    .map(cell => Math.abs(Number(cell)))
  const smallest = Math.min(...sizes, Math.max(...sizes, 0))
  const scale = scaleUnit(smallest, column.unit, column.decimals, { thousandsFrom: Number.POSITIVE_INFINITY })
  return {
    head: headOf(column, scale.caption, scale.divisor),
    write: cell => (typeof cell === 'number' ? scale.write(cell) : (cell ?? missing)),
    isNumber: true,
  }
}

function headOf({ label, unit }: Column, caption: string, divisor: number): string {
  if (caption === '' || caption === '%') return label
  const said = label.toLowerCase()
  if (unit?.startsWith('%'))
    return said.includes(unit.split(' ').at(-1) ?? unit) ? label : `${label}, ${caption}`
  const isSaid = unit !== null && said.includes(unit.toLowerCase())
  if (isSaid && divisor === 1) return label
  return isSaid ? `${label}, ${caption.replace(unit ?? '', '').trim()}` : `${label}, ${caption}`
}
