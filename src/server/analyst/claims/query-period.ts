import { formatPeriodCell } from '../../../charts/format-period.ts'
import type { Expr, Query, Time } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { periodOf } from './claim-book.ts'
import { queryColumn } from './result-set.ts'

/** The time a figure of a query's table speaks of, in words: its row's, but for a column that names times of its own. */
export function queryPeriod(query: Query | undefined, table: Table, row: number, column: string): string {
  const cell = periodOf(table, row, column)
  const shown = queryColumn.test(column) ? query?.show[Number(column.slice(1)) - 1] : undefined
  return shown ? timeOf(shown.of, cell) : cell
}

/** The time of an expression at a cell of a time, both in words. */
function timeOf(of: Expr, cell: string): string {
  switch (of.k) {
    case 'measure':
    case 'number':
      return cell
    case 'at':
      return timeOf(of.of, of.time ? wordsOf(of.time, cell) : cell)
    case 'calc': {
      const sides = [of.a, of.b].filter(({ k }) => k !== 'number').map(side => timeOf(side, cell))
      return [...new Set(sides)].join(' and ') || cell
    }
    case 'change':
      return fromTo(wordsOf(of.from, cell), timeOf(of.of, cell))
    case 'effect':
      return fromTo(wordsOf(of.from, cell), cell)
    case 'fold':
      return of.over.k === 'periods' ? wordsOf(of.over.time, cell) : timeOf(of.of, cell)
    case 'when':
      return wordsOf(of.over.time, cell)
    default:
      return timeOf(of.of, cell)
  }
}

function wordsOf(time: Time, cell: string): string {
  switch (time.k) {
    case 'span':
      return fromTo(formatPeriodCell(time.from), formatPeriodCell(time.to))
    case 'since':
      return fromTo(formatPeriodCell(time.from), cell)
    case 'shift':
      return time.grain === 'year' ? cell.replace(year, found => String(Number(found) + time.by)) : cell
    case 'last': {
      const to = time.to === null ? lastOf(cell) : formatPeriodCell(time.to)
      if (time.grain === 'year' && yearAlone.test(to)) return fromTo(String(Number(to) - time.n + 1), to)
      return `${time.n} ${time.grain}${time.n === 1 ? '' : 's'} to ${to}`
    }
    case 'ytd': {
      const to = time.to === null ? lastOf(cell) : formatPeriodCell(time.to)
      return yearAlone.test(to) ? to : `January to ${to}`
    }
    case 'latest':
      return cell
  }
}

const year = /\b(?:19|20)\d\d\b/g
const yearAlone = /^\d{4}$/
const dash = '–'

/** '2019–2025' from the start of the first to the end of the second. */
const fromTo = (from: string, to: string): string => {
  const [first, last] = [from.split(dash)[0] ?? from, lastOf(to)]
  return first === last ? last : `${first}${dash}${last}`
}

const lastOf = (period: string): string => period.split(dash).at(-1) ?? period
