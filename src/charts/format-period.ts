import type { Period } from '../contract/plan.ts'
import type { Cell, Column } from '../contract/result.ts'
import { formatNumber, missing, type NumberStyle } from './format.ts'
import { shortMonths } from './month-names.ts'

/** '2025' stays, '2025-03' is 'Mar 2025'; any other text stays as it is. */
export function formatPeriodCell(text: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  return year && month && shortMonths[Number(month) - 1] ? `${shortMonths[Number(month) - 1]} ${year}` : text
}

/** 'Jan–Dec 2025', '2019–2025', 'Nov 2024–Mar 2025'. */
export function formatPeriod(period: Period): string {
  if (period.from === period.to) return formatPeriodCell(period.from)
  const from = formatPeriodCell(period.from)
  const to = formatPeriodCell(period.to)
  const isOneYear = period.grain === 'month' && period.from.slice(0, 4) === period.to.slice(0, 4)
  return `${isOneYear ? from.slice(0, 3) : from}–${to}`
}

/** A cell as its column is read: figures with their unit, periods in words, a dash for what is missing. */
export function formatCell(cell: Cell, column: Column, style: NumberStyle = {}): string {
  if (cell === null) return missing
  if (typeof cell === 'number') return formatNumber(cell, column.unit, column.decimals, style)
  return column.kind === 'period' ? formatPeriodCell(cell) : cell
}
