import type { BaseMeasure, DataModel } from '../data-model.ts'
import { type Part, type Scope, within } from './scope.ts'
import type { SqlBuilder } from './sql-builder.ts'
import { countSql, lengthOf, linearSql, type Window, wholes, wholeYears } from './windows.ts'

/** SQL of a stored measure at a cell: rules 2 and 3 of the language. */
export function baseValue(builder: SqlBuilder, model: DataModel, measure: BaseMeasure, scope: Scope): string {
  return measure.store === 'panel'
    ? panelValue(builder, model, measure, scope)
    : macroValue(builder, model, measure, scope)
}

const guarded = (test: boolean | string, sql: string): string => {
  if (test === false) return 'NULL::DOUBLE'
  return test === true ? sql : `CASE WHEN ${test} THEN ${sql} END`
}

/** Sum of the panel's rows, from the smallest table that can answer. */
function panelValue(
  builder: SqlBuilder,
  model: DataModel,
  { column, rules }: BaseMeasure,
  { parts, time }: Scope,
): string {
  const byYear = wholeYears(time) === true
  const fine = parts.brand !== undefined || parts.channel !== undefined
  const table = fine ? (byYear ? 'yearly' : 'panel') : 'totals'
  const when = byYear
    ? `d.year BETWEEN ${linearSql(wholes(time.lo, 12))} AND ${linearSql(wholes(time.hi, 12))}`
    : `d.month BETWEEN ${monthSql(time, 'lo')} AND ${monthSql(time, 'hi')}`
  const country = parts.country ?? everywhere(builder, model)
  const where =
    when +
    within(country, 'd.country') +
    within(parts.segment, 'd.segment') +
    within(parts.brand, 'd.brand') +
    within(parts.channel, 'd.channel')
  const sum = `(SELECT sum(d.${column})::DOUBLE FROM ${table} d WHERE ${where})`
  const oneCountry = rules.fold.country !== 'none' || isOne(country)
  const oneUnit = rules.fold.segment !== 'none' || hasOneUnit(builder, model, parts.segment)
  return guarded(oneCountry, guarded(oneUnit, guarded(isInPanel(model, time), sum)))
}

const isOne = (part: Part): boolean | string => part.k === 'one' || `${part.size} = 1`

/** Whether all segments are sold in one unit of volume. */
function hasOneUnit(builder: SqlBuilder, model: DataModel, part: Part | undefined): boolean | string {
  if (part?.k === 'one') return true
  const units = model.members.segment.map(id => [id, model.volumeUnit(id) ?? ''] as const)
  if (!part) return new Set(units.map(([, unit]) => unit)).size === 1
  const table = builder.table('u', 'units', () => valuesSql(builder, units, ['id', 'unit']))
  return `(SELECT count(DISTINCT u.unit) FROM ${table} u WHERE u.id IN (${part.select})) = 1`
}

function isInPanel({ panel }: DataModel, time: Window): boolean | string {
  const { lo, hi } = time
  if (lo.base === null && hi.base === null)
    return lo.plus >= panel.from && hi.plus <= panel.to && lo.plus <= hi.plus
  const length = lengthOf(time)
  const inOrder = length === null ? ` AND ${linearSql(lo)} <= ${linearSql(hi)}` : ''
  return `${linearSql(lo)} >= ${panel.from} AND ${linearSql(hi)} <= ${panel.to}${inOrder}`
}

function monthSql(time: Window, end: 'lo' | 'hi'): string {
  const at = time[end]
  const year = linearSql(wholes(at, 12))
  if (at.base === null) return `make_date(${year}, ${(((at.plus % 12) + 12) % 12) + 1}, 1)`
  return `make_date((${year})::INTEGER, (${linearSql(at)} % 12 + 1)::INTEGER, 1)`
}

/** A year's figure of one country, or what the measure's rules make of several years and countries. */
function macroValue(builder: SqlBuilder, model: DataModel, measure: BaseMeasure, scope: Scope): string {
  const { time } = scope
  const country = scope.parts.country ?? everywhere(builder, model)
  const isWhole = wholeYears(time)
  if (isWhole === false) return 'NULL::DOUBLE'
  const byCountry = (of: BaseMeasure, only: string) =>
    `SELECT d.iso3, ${yearsFold(of, time)} AS v FROM figures d WHERE d.indicator = ${builder.param(of.column)}` +
    ` AND ${yearTest(time)}${only} GROUP BY d.iso3`
  if (country.k === 'one') {
    const one = `SELECT ${yearsFold(measure, time)} FROM figures d WHERE d.indicator = ${builder.param(measure.column)}`
    return guarded(isWhole, `(${one} AND ${yearTest(time)}${within(country, 'd.iso3')})`)
  }
  const only = within(country, 'd.iso3')
  const weight = measure.rules.weight === undefined ? undefined : model.measure(measure.rules.weight)
  const { size } = country
  const several = (value: string, known: string) =>
    `CASE WHEN ${size} = 1 THEN max(x.v) WHEN ${known} >= 0.6 * ${size} THEN ${value} END`
  let sql: string
  switch (measure.rules.fold.country) {
    case 'weighted': {
      if (weight?.k !== 'base') throw new Error(`${measure.id} has no stored weight`)
      const both = 'x.v IS NOT NULL AND w.v IS NOT NULL'
      const mean = `sum(x.v * w.v) FILTER (${both}) / nullif(sum(w.v) FILTER (${both}), 0)`
      sql =
        `(SELECT ${several(mean, `count(*) FILTER (${both})`)} FROM (${byCountry(measure, only)}) x` +
        ` LEFT JOIN (${byCountry(weight, only)}) w ON w.iso3 = x.iso3)`
      break
    }
    case 'sum':
    case 'median':
      sql = `(SELECT ${several(`${measure.rules.fold.country}(x.v)`, 'count(x.v)')} FROM (${byCountry(measure, only)}) x)`
      break
    default:
      sql = `(SELECT CASE WHEN ${size} = 1 THEN max(x.v) END FROM (${byCountry(measure, only)}) x)`
  }
  return guarded(isWhole, sql)
}

const yearTest = (time: Window): string => {
  const [first, last] = [linearSql(wholes(time.lo, 12)), linearSql(wholes(time.hi, 12))]
  return first === last ? `d.year = ${first}` : `d.year BETWEEN ${first} AND ${last}`
}

/** An aggregate over the rows of one country: its figure, or the fold over years that all have one. */
function yearsFold({ rules }: BaseMeasure, time: Window): string {
  const years = countSql(time, 12)
  if (years === '1') return 'max(d.value)'
  const last = linearSql(wholes(time.hi, 12))
  const folds: Partial<Record<BaseMeasure['rules']['fold']['time'], string>> = {
    sum: 'sum(d.value)',
    mean: 'avg(d.value)',
    last: `max(d.value) FILTER (d.year = ${last})`,
    chain: '100 * (product(1 + d.value / 100) - 1)',
  }
  const fold = folds[rules.fold.time] ?? 'NULL::DOUBLE'
  return `CASE WHEN count(*) <> ${years} THEN NULL WHEN count(*) = 1 THEN max(d.value) ELSE ${fold} END`
}

/** The set that a country dimension without restriction stands for. */
export function everywhere(builder: SqlBuilder, model: DataModel): Part {
  const table = builder.table('s', 'everywhere', () =>
    valuesSql(
      builder,
      model.everywhere.map(id => [id]),
      ['id'],
    ),
  )
  return { k: 'set', select: `SELECT id FROM ${table}`, size: String(model.everywhere.length) }
}

/** A table of texts. */
export function valuesSql(
  builder: SqlBuilder,
  rows: readonly (readonly (string | number)[])[],
  columns: readonly string[],
): string {
  const list = columns.join(', ')
  if (rows.length === 0) return `SELECT ${columns.map(name => `NULL AS ${name}`).join(', ')} WHERE false`
  const cell = (value: string | number) => (typeof value === 'number' ? String(value) : builder.param(value))
  return `SELECT * FROM (VALUES ${rows.map(row => `(${row.map(cell).join(', ')})`).join(', ')}) t(${list})`
}
