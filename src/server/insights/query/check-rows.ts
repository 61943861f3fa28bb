import type { Expr, Query, Row } from '../../../contract/query.ts'
import {
  type Cell,
  eachMember,
  eachNamed,
  membersOf,
  monthsOfPeriod,
  periodCount,
  periodsIn,
  type Windows,
  windowsAt,
  withCut,
  withPlace,
} from './check-cell.ts'
import { noPeriod, type QueryFault } from './check-faults.ts'
import { dimOf, dimOfRow } from './dim-of.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import { maxAgeOf } from './sql/leaves.ts'

/** Most cells of an answer, and most that are computed for it. */
const mostCells = { shown: 10_000, computed: 100_000 } as const

/** The cell of a query with rows left aside, for expressions that are evaluated there together. */
export function baseCell(model: CatalogueModel, query: Query, of: readonly Expr[]): Cell {
  const maxAge = Math.max(0, ...of.map(expr => maxAgeOf(expr, model)))
  return withCut(model, { places: {}, time: windowsAt(model, query.time, null, maxAge) }, query.cut)
}

/** The cells of a query's rows. */
export function rowCell(model: CatalogueModel, query: Query, of: readonly Expr[]): Cell {
  return query.rows.reduce((cell, row) => withRow(model, cell, row), baseCell(model, query, of))
}

function withRow(model: CatalogueModel, cell: Cell, row: Row): Cell {
  switch (row.k) {
    case 'members':
      return withPlace(cell, dimOf(row.of), eachMember(model, row.of))
    case 'groups':
      return withPlace(cell, 'country', eachNamed(model, 'country', row.ids))
    case 'departments':
      return withPlace(cell, 'segment', eachNamed(model, 'segment', row.ids))
    case 'periods':
      return { ...cell, time: periodsIn(cell.time, row.grain, false) ?? cell.time }
  }
}

/** Rules 10 and 11 of a query, whatever its measures are. */
export function clauseFaults(query: Query): QueryFault[] {
  const { time, rows, take, zip } = query
  const faults: QueryFault[] = []
  const refuse = (rule: number, at: string, message: string) => faults.push({ rule, at, message })
  const periods = rows.filter(row => row.k === 'periods')
  if (time.k === 'latest' && periods.length > 0)
    refuse(10, 'time', 'Rows of periods need a time of their own: write the years, 2015..2025.')
  const kinds = rows.map(row => dimOfRow(row) ?? 'time')
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) < at)
  if (twice) refuse(11, 'rows', `Two row clauses are of ${twice}: take one, or two queries.`)
  if (zip && rows.length < 2) refuse(11, 'zip', 'Only two row clauses can be paired: leave zip out.')
  if (take && rows.length === 0) refuse(11, 'take', 'There are no rows to take from: add rows.')
  if (take?.per && (rows.length < 2 || !kinds.includes(take.per)))
    refuse(11, 'take', `Rows for each ${take.per} need a row clause of ${take.per} and another one.`)
  return [...faults, ...statFaults(query)]
}

function statFaults({ stat, rows, show, time }: Query): QueryFault[] {
  if (stat === null) return []
  const refuse = (message: string): QueryFault[] => [{ rule: 11, at: 'stat', message }]
  const grain = rows.find(row => row.k === 'periods')?.grain
  switch (stat.k) {
    case 'correlation':
      if (show.length < 2) return refuse('A correlation is of two columns: show both.')
      return rows.length === 0 ? refuse('A correlation needs rows: add rows of countries or periods.') : []
    case 'forecast':
      if (grain === undefined)
        return refuse('A forecast goes on from rows of periods: add rows of years or months.')
      return time.k === 'span' && monthsOfPeriod(stat.to).to <= monthsOfPeriod(time.to).to
        ? refuse('The forecast ends before the rows do: give a later period.')
        : []
    case 'reach':
      return grain === undefined
        ? refuse('A pace is that of rows of periods: add rows of years or months.')
        : []
    case 'seasonality':
      return grain === undefined || grain === 'year'
        ? refuse('A season is seen in rows of months, quarters or halves: add them.')
        : []
    case 'price':
      return stat.elasticity === null && (show.length < 2 || rows.length === 0)
        ? refuse('An elasticity is found from rows of volume and price: show both, by month, or give it.')
        : []
    case 'suppose':
      if (stat.change <= -100) return refuse('Nothing is left after a fall by 100% or more.')
      return grain === undefined
        ? []
        : refuse('A supposition starts from one figure: leave the rows of periods out.')
  }
}

/** Rule 6 of rows of periods: one at least lies wholly within the time. */
export function grainFaults(model: CatalogueModel, query: Query): QueryFault[] {
  const { time } = baseCell(model, query, [])
  return query.rows.flatMap(row =>
    row.k === 'periods' && query.time.k !== 'latest' && periodCount(time, row.grain) === 0
      ? [{ rule: 6, at: 'rows', message: noPeriod(row.grain) }]
      : [],
  )
}

/** Rule 13 of cells: rows and columns of the answer, and those that are looked at for it. */
export function cellFaults(model: CatalogueModel, query: Query): QueryFault[] {
  const { rows, take, zip, show } = query
  const sizes = rows.map(row => rowCount(model, row, baseCell(model, query, []).time))
  const count = zip ? Math.min(...sizes) : sizes.reduce((product, size) => product * size, 1)
  const per = take?.per ? (sizes[rows.findIndex(row => dimOfRow(row) === take.per)] ?? 1) : 1
  const taken = take ? take.n * (take.ends === 'both' ? 2 : 1) * per : count
  const shown = Math.min(count, taken) * show.length
  const computed = count * show.length
  const refuse = (cells: number, limit: number) => ({
    rule: 13,
    at: 'rows',
    message: `The answer would have ${cells} cells, and may have ${limit}: take fewer rows, periods or columns.`,
  })
  if (shown > mostCells.shown) return [refuse(shown, mostCells.shown)]
  return computed > mostCells.computed ? [refuse(computed, mostCells.computed)] : []
}

function rowCount(model: CatalogueModel, row: Row, time: Windows): number {
  if (row.k === 'members') return membersOf(model, row.of).most
  return row.k === 'periods' ? periodCount(time, row.grain) : row.ids.length
}
