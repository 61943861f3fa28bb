import type { Dim, Expr, Query, SetOf } from '../../../contract/query.ts'
import type { Cell } from './check-cell.ts'
import { ExpressionCheck } from './check-expression.ts'
import type { QueryFault } from './check-faults.ts'
import { idFaults, sizeFaults, timeFaults } from './check-ids.ts'
import { baseCell, cellFaults, clauseFaults, grainFaults, rowCell } from './check-rows.ts'
import type { ValueType } from './check-type.ts'
import { dimOf, dimOfRow } from './dim-of.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import { printExpr } from './text/print-expression.ts'
import { textOf } from './units.ts'

export type { QueryFault } from './check-faults.ts'

/** What a column shows. */
export interface ExprType extends Pick<ValueType, 'kind' | 'decimals' | 'changeAs' | 'mayBeNegative'> {
  /** As printed: 'US$', 'lcu a kg', '% of GDP', 'points'; '' for a plain number. */
  unit: string
}

/** The type of an expression at a cell. */
export function typeOf(model: CatalogueModel, of: Expr, cell: Cell): ExprType {
  const { unit, kind, decimals, changeAs, mayBeNegative } = new ExpressionCheck(model, () => cell).visit(
    of,
    cell,
  )
  return { unit: textOf(unit), kind, decimals, changeAs, mayBeNegative }
}

/** The types of the columns of a query that passed the check. */
export const columnTypes = (model: CatalogueModel, query: Query): ExprType[] =>
  query.show.map(({ of }) => typeOf(model, of, rowCell(model, query, [of])))

/** What is wrong with a query by the type rules of docs/query-language.md; nothing where it can be run. */
export function checkQuery(model: CatalogueModel, query: Query): QueryFault[] {
  const written = [...sizeFaults(query), ...timeFaults(query), ...idFaults(model, query)]
  if (written.length > 0) return written
  const check = new ExpressionCheck(model, of => baseCell(model, query, of))
  const cellOf = (of: readonly Expr[]) => rowCell(model, query, of)
  for (const fault of [...clauseFaults(query), ...grainFaults(model, query), ...cellFaults(model, query)])
    check.fault(fault.rule, fault.at, fault.message)
  const inSets = [
    check.cut(query.cut),
    ...query.rows.map(row => (row.k === 'members' ? check.set(row.of) : noDims)),
  ]
  const shown = query.show.map(({ of }) => check.visit(of, cellOf([of])))
  const tested = query.where ? check.condition(query.where, cellOf) : noDims
  const ordered = orderedBy(query, check, cellOf)
  checkDims(query, check, shown, [...inSets, tested, ordered?.dims ?? noDims])
  checkFigures(query, check, shown, ordered)
  return [...check.faults, ...totalFaults(model, query)]
}

const noDims: ReadonlySet<Dim> = new Set()

function orderedBy(
  query: Query,
  check: ExpressionCheck,
  cellOf: (of: readonly Expr[]) => Cell,
): ValueType | null {
  if (query.order === null) return null
  const { by } = query.order
  const cell = cellOf([by])
  const type = check.visit(by, cell)
  for (const row of query.rows) {
    const dim = dimOfRow(row)
    if (dim && dim !== query.take?.per) check.ordered(type, dim, cell, `order ${printExpr(by)}`)
  }
  return type
}

/** Rule 9: each row has figures of its own, and each set restricts some. */
function checkDims(
  query: Query,
  check: ExpressionCheck,
  shown: ValueType[],
  others: ReadonlySet<Dim>[],
): void {
  const inColumns = new Set(shown.flatMap(({ dims }) => [...dims]))
  const inQuery = new Set([...inColumns, ...others.flatMap(dims => [...dims])])
  for (const row of query.rows) {
    const dim = dimOfRow(row)
    if (dim && !inColumns.has(dim))
      check.fault(9, 'rows', `Nothing shown is available by ${dim}: leave the rows of ${dim} out.`)
  }
  for (const dim of Object.keys(query.cut) as Dim[])
    if (!inQuery.has(dim))
      check.fault(9, `cut ${dim}`, `Nothing shown is available by ${dim}: leave ${dim} out of the cut.`)
}

/** Rule 12: there may be figures in the time asked. */
function checkFigures(
  query: Query,
  check: ExpressionCheck,
  shown: ValueType[],
  ordered: ValueType | null,
): void {
  const instead = 'ask a time within it, or the latest'
  if (shown.every(({ empty }) => empty !== null))
    query.show.forEach(({ of }, at) => {
      check.fault(12, printExpr(of), `${shown[at]?.empty}: ${instead}.`)
    })
  else if (ordered?.empty) check.fault(12, 'order', `${ordered.empty}: ${instead}.`)
}

/** A total is refused where no column has one. */
function totalFaults(model: CatalogueModel, query: Query): QueryFault[] {
  if (!query.total) return []
  const whole = totalOf(query)
  const faults = whole.show.map(({ of }) => {
    const check = new ExpressionCheck(model, exprs => baseCell(model, query, exprs))
    check.visit(of, baseCell(model, whole, [of]))
    return check.faults
  })
  if (faults.some(ofColumn => ofColumn.length === 0)) return []
  return faults.flat().map(({ rule, at, message }) => ({ rule, at: `total of ${at}`, message }))
}

/** What the total of a query is, as a query of its own: the rows' sets in the cut. For checking; the SQL keeps the rows' own sets. */
function totalOf(query: Query): Query {
  const cut = { ...query.cut }
  for (const row of query.rows) {
    if (row.k === 'members') cut[dimOf(row.of)] = row.of
    if (row.k !== 'groups' && row.k !== 'departments') continue
    const dim = row.k === 'groups' ? 'country' : 'segment'
    const sets = row.ids.map((id): SetOf => ({ k: 'in', dim, id }))
    cut[dim] = sets.reduce((a, b) => ({ k: 'or', a, b }))
  }
  return { ...query, rows: [], zip: false, cut, where: null, order: null, take: null, total: false }
}
