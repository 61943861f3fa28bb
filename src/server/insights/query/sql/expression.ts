import type { Cond, Cut, Expr, Time } from '../../../../contract/query.ts'
import { type DataModel, deflator, lastYearOf } from '../data-model.ts'
import { baseValue } from './base-value.ts'
import { maxAgeOf, usesCellTime } from './leaves.ts'
import { isLatest, type LatestScope, type Scope, type SetSql, withPart } from './scope.ts'
import { Level, type SqlBuilder } from './sql-builder.ts'
import {
  countSql,
  greatest,
  least,
  linearSql,
  monthsBetween,
  monthsOf,
  periodWindow,
  wholes,
  window,
  windowAt,
} from './windows.ts'

/** SQL of a value, and of the year that it was found in where `latest` looked for one. */
interface Column {
  value: string
  year: string | null
}

/** What was written at each level. */
type Written<Sql> = WeakMap<Level, Map<string, Sql>>

/** Writes expressions and conditions as SQL over the columns of a level. */
export class ExpressionSql {
  readonly builder: SqlBuilder
  readonly model: DataModel
  private readonly sets: SetSql
  private readonly columns: Written<Column> = new WeakMap()
  private readonly values: Written<string> = new WeakMap()

  constructor(builder: SqlBuilder, model: DataModel, sets: SetSql) {
    this.builder = builder
    this.model = model
    this.sets = sets
  }

  /** An expression as a column: under `latest` it finds its own year, which `year` gives. */
  column(of: Expr, scope: Scope | LatestScope, level: Level): Column {
    return this.once(this.columns, level, [of, scope], () => this.columnSql(of, scope, level))
  }

  /** SQL of an expression at a cell. */
  value(of: Expr, scope: Scope, level: Level): string {
    return this.once(this.values, level, [of, scope], () => this.valueSql(of, scope, level))
  }

  /** What was written of the same expression at the same place: its aliases would make another text of it. */
  private once<Sql>(known: Written<Sql>, level: Level, key: unknown, write: () => Sql): Sql {
    const ofLevel = known.get(level) ?? new Map<string, Sql>()
    known.set(level, ofLevel)
    const id = JSON.stringify(key)
    const sql = ofLevel.get(id) ?? write()
    ofLevel.set(id, sql)
    return sql
  }

  private columnSql(of: Expr, scope: Scope | LatestScope, level: Level): Column {
    if (!isLatest(scope)) return { value: level.bind(this.value(of, scope, level)), year: null }
    if (!usesCellTime(of, this.model))
      return { value: level.bind(this.value(of, { ...scope, time: this.lastYear() }, level)), year: null }
    const within = scope.time.within ?? maxAgeOf(of, this.model)
    const last = lastYearOf(this.model)
    const inner = new Level(this.builder.alias('y'))
    const year = `${inner.alias}.y`
    const time = periodWindow(year, 'year', [last - within, last])
    const value = inner.bind(this.value(of, { ...scope, time }, inner))
    const years = `(SELECT unnest(range(${last - within}, ${last + 1})) AS y)`
    const found = level.bind(
      `(SELECT struct_pack(v := arg_max(${value}, ${year}), y := max(${year}))` +
        ` FROM ${inner.over(years)} WHERE ${value} IS NOT NULL)`,
    )
    return { value: `${found}['v']`, year: `${found}['y']` }
  }

  private lastYear() {
    const last = lastYearOf(this.model)
    return window(12 * last, 12 * last + 11)
  }

  private valueSql(of: Expr, scope: Scope, level: Level): string {
    switch (of.k) {
      case 'measure': {
        const measure = this.model.measure(of.id)
        if (!measure) throw new Error(`unknown measure ${of.id}`)
        if (measure.k === 'derived') return this.value(measure.of, scope, level)
        return level.bind(baseValue(this.builder, this.model, measure, scope))
      }
      case 'number':
        return this.builder.param(of.value)
      case 'calc': {
        const [a, b] = [this.value(of.a, scope, level), this.value(of.b, scope, level)]
        return of.op === '/' ? `(${a} / nullif(${b}, 0))` : `(${a} ${of.op} ${b})`
      }
      case 'fn': {
        const x = level.bind(this.value(of.of, scope, level))
        if (of.fn === 'ln') return `CASE WHEN ${x} > 0 THEN ln(${x}) END`
        return of.fn === 'exp' ? `CASE WHEN ${x} <= 700 THEN exp(${x}) END` : `abs(${x})`
      }
      case 'at':
        return this.at(of.of, of.cut, of.time, scope, level)
      case 'share': {
        const part = this.value(of.of, scope, level)
        return `(100 * (${part} / nullif(${this.at(of.of, of.whole, null, scope, level)}, 0)))`
      }
      case 'change':
        return this.change(of, scope, level)
      case 'index': {
        const x = level.bind(this.value(of.of, scope, level))
        const base = level.bind(this.at(of.of, {}, of.base, scope, level))
        return `CASE WHEN ${x} > 0 AND ${base} > 0 THEN 100 * (${x} / ${base}) END`
      }
      case 'real':
        return this.real(of, scope, level)
      case 'fold':
        return of.over.k === 'members' ? this.memberFold(of, scope, level) : this.periodFold(of, scope, level)
      case 'when':
        return this.when(of, scope, level)
      case 'rank':
        return this.rank(of, scope, level)
      case 'concentration':
        return this.concentration(of, scope, level)
      case 'effect':
        return this.effect(of, scope, level)
    }
  }

  /** SQL of a condition; NULL is unknown. */
  condition(of: Cond, scope: Scope | LatestScope, level: Level): string {
    switch (of.k) {
      case 'compare': {
        const side = (expr: Expr) => this.column(expr, scope, level).value
        return `(${side(of.a)} ${of.op} ${side(of.b)})`
      }
      case 'and':
      case 'or':
        return `(${this.condition(of.a, scope, level)} ${of.k.toUpperCase()} ${this.condition(of.b, scope, level)})`
      case 'not':
        return `(NOT ${this.condition(of.of, scope, level)})`
      case 'known':
        return `(${this.column(of.of, scope, level).value} IS NOT NULL)`
    }
  }

  private at(of: Expr, cut: Cut, time: Time | null, scope: Scope, level: Level): string {
    const place = this.sets.cutOf(cut, scope)
    if (time?.k === 'latest') return this.column(of, { ...place, time }, level).value
    if (time === null) return this.value(of, place, level)
    return this.value(of, { ...place, time: windowAt(time, scope.time, this.model.panel.to) }, level)
  }

  private change(of: Extract<Expr, { k: 'change' }>, scope: Scope, level: Level): string {
    const b = level.bind(this.value(of.of, scope, level))
    const a = level.bind(this.at(of.of, {}, of.from, scope, level))
    const bothAbove = `${a} > 0 AND ${b} > 0`
    switch (of.as) {
      case 'percent':
        return `CASE WHEN ${bothAbove} THEN 100 * (${b} / ${a} - 1) END`
      case 'times':
        return `CASE WHEN ${bothAbove} THEN ${b} / ${a} END`
      case 'cagr': {
        if (of.from.k === 'latest') return 'NULL::DOUBLE'
        const start = windowAt(of.from, scope.time, this.model.panel.to).lo
        const months = monthsBetween(start, scope.time.lo)
        return `CASE WHEN ${bothAbove} AND ${months} > 0 THEN 100 * (power(${b} / ${a}, 12.0 / ${months}) - 1) END`
      }
      default:
        return `(${b} - ${a})`
    }
  }

  /** Value at the prices of the base year: each year's inflation lies between the end of one and the end of the next. */
  private real(of: Extract<Expr, { k: 'real' }>, scope: Scope, level: Level): string {
    const x = this.value(of.of, scope, level)
    const country = scope.parts.country
    if (country === undefined) return 'NULL::DOUBLE'
    const only = country.k === 'one' ? `d.iso3 = ${country.id}` : `d.iso3 IN (${country.select})`
    const base = Number(of.base.slice(0, 4))
    const [first, year] = [linearSql(wholes(scope.time.lo, 12)), linearSql(wholes(scope.time.hi, 12))]
    const factor = level.bind(
      `(SELECT CASE WHEN count(*) = abs(${year} - ${base}) THEN coalesce(product(1 + d.value / 100), 1) END` +
        ` FROM figures d WHERE d.indicator = ${this.builder.param(deflator)} AND ${only}` +
        ` AND d.year > least(${year}, ${base}) AND d.year <= greatest(${year}, ${base}))`,
    )
    const oneYear = first === year ? '' : ` AND ${first} = ${year}`
    const oneCountry = country.k === 'one' ? '' : ` AND ${country.size} = 1`
    return (
      `CASE WHEN ${factor} <> 0${oneYear}${oneCountry} THEN` +
      ` CASE WHEN ${year} >= ${base} THEN ${x} / ${factor} ELSE ${x} * ${factor} END END`
    )
  }

  private memberFold(of: Extract<Expr, { k: 'fold' }>, scope: Scope, level: Level): string {
    if (of.over.k !== 'members') throw new Error('not a fold over members')
    const { dim, part } = this.sets.setOf(of.over.of)
    const inner = new Level(this.builder.alias('m'))
    const place = withPart(scope, dim, { k: 'one', id: `${inner.alias}.id` })
    const x = inner.bind(this.value(of.of, place, inner))
    const by = of.by ? inner.bind(this.value(of.by, place, inner)) : null
    const source = `(${part.k === 'one' ? `SELECT ${part.id} AS id` : part.select})`
    return level.bind(`(SELECT ${foldSql(of.how, x, by, null)} FROM ${inner.over(source)})`)
  }

  private periodFold(of: Extract<Expr, { k: 'fold' }>, scope: Scope, level: Level): string {
    if (of.over.k !== 'periods') throw new Error('not a fold over periods')
    const { inner, place, source, count } = this.periods(of.over, scope)
    const x = inner.bind(this.value(of.of, place, inner))
    const by = of.by ? inner.bind(this.value(of.by, place, inner)) : null
    const fold = foldSql(of.how, x, by, `${inner.alias}.p`)
    if (of.how === 'count') return level.bind(`(SELECT ${fold} FROM ${inner.over(source)})`)
    const known = by === null ? `count(${x})` : `count(${x} + ${by})`
    return level.bind(`(SELECT CASE WHEN ${known} = ${count} THEN ${fold} END FROM ${inner.over(source)})`)
  }

  private when(of: Extract<Expr, { k: 'when' }>, scope: Scope, level: Level): string {
    const { inner, place, source } = this.periods(of.over, scope)
    const test = inner.bind(this.condition(of.test, place, inner))
    const year = `${inner.alias}.p`
    const found = { first: `min(${year})`, last: `max(${year})`, count: 'count(*)' }[of.find]
    return level.bind(`(SELECT ${found} FILTER (${test}) FROM ${inner.over(source)})`)
  }

  /** The periods of a grain wholly within a time, as a level with column `p`; `count` is how many there are. */
  private periods(over: { grain: keyof typeof monthsOf; time: Time }, scope: Scope) {
    if (over.time.k === 'latest') throw new Error('latest is no window of periods')
    const months = monthsOf[over.grain]
    const within = windowAt(over.time, scope.time, this.model.panel.to)
    const inner = new Level(this.builder.alias('p'))
    const p = `${inner.alias}.p`
    const first = wholes({ ...within.lo, plus: within.lo.plus + months - 1 }, months)
    const last = wholes({ ...within.hi, plus: within.hi.plus + 1 }, months)
    const end = { ...last, plus: last.plus - 1 }
    const [from, to] = [least(first), greatest(end)]
    const all = `SELECT unnest(range(${from}, ${to + 1})) AS p`
    const isFixed = first.base === null && end.base === null
    const source = isFixed
      ? `(${all})`
      : `(SELECT t.p FROM (${all}) t WHERE t.p BETWEEN ${linearSql(first)} AND ${linearSql(end)})`
    const time = periodWindow(p, over.grain, [from, to])
    const count = `greatest(${countSql({ lo: first, hi: end }, 1)}, 1)`
    return { inner, place: { ...scope, time }, source, count }
  }

  private rank(of: Extract<Expr, { k: 'rank' }>, scope: Scope, level: Level): string {
    const { dim, part } = this.sets.setOf(of.among)
    const cell = scope.parts[dim]
    if (cell === undefined) return 'NULL::DOUBLE'
    const oneMember = cell.k === 'one' ? '' : ` AND ${cell.size} = 1`
    const own = level.bind(this.value(of.of, scope, level))
    const inner = new Level(this.builder.alias('m'))
    const x = inner.bind(
      this.value(of.of, withPart(scope, dim, { k: 'one', id: `${inner.alias}.id` }), inner),
    )
    const source = `(${part.k === 'one' ? `SELECT ${part.id} AS id` : part.select})`
    const ahead = of.end === 'high' ? '>' : '<'
    // Its own value, worked out once more, may differ in the last digit.
    const other = `${inner.alias}.id ${cell.k === 'one' ? `<> ${cell.id}` : `NOT IN (${cell.select})`}`
    const place = `1 + (SELECT count(*) FROM ${inner.over(source)} WHERE ${x} ${ahead} ${own} AND ${other})`
    return `CASE WHEN ${own} IS NOT NULL${oneMember} THEN ${place} END`
  }

  private concentration(of: Extract<Expr, { k: 'concentration' }>, scope: Scope, level: Level): string {
    const part = this.sets.membersOf(of.dim, scope.parts[of.dim])
    const inner = new Level(this.builder.alias('m'))
    const x = inner.bind(
      this.value(of.of, withPart(scope, of.dim, { k: 'one', id: `${inner.alias}.id` }), inner),
    )
    const residual = this.builder.param(this.model.residualBrand)
    const outer = this.builder.alias('q')
    const shares =
      `SELECT 100 * (${x} / sum(${x}) OVER ()) AS s, ${inner.alias}.id = ${residual} AS rest` +
      ` FROM ${inner.over(`(${part})`)} WHERE ${x} > 0`
    const largest = `SELECT s FROM (${shares}) WHERE NOT rest ORDER BY s DESC LIMIT ${of.n ?? 1}`
    return level.bind(
      of.how === 'hhi'
        ? `(SELECT sum(${outer}.s * ${outer}.s) FROM (${shares}) ${outer} WHERE NOT ${outer}.rest)`
        : `(SELECT sum(${outer}.s) FROM (${largest}) ${outer})`,
    )
  }

  private effect(of: Extract<Expr, { k: 'effect' }>, scope: Scope, level: Level): string {
    const now = of.factors.map(factor => level.bind(this.value(factor, scope, level)))
    const then = of.factors.map(factor => level.bind(this.at(factor, {}, of.from, scope, level)))
    const [v, w] = [level.bind(`(${now.join(' * ')})`), level.bind(`(${then.join(' * ')})`)]
    const [x, y] = [now[of.pick - 1], then[of.pick - 1]]
    const allAbove = [...now, ...then].map(factor => `${factor} > 0`).join(' AND ')
    const mean = `CASE WHEN ${v} = ${w} THEN ${v} ELSE (${v} - ${w}) / ln(${v} / ${w}) END`
    return `CASE WHEN ${allAbove} THEN (${mean}) * ln(${x} / ${y}) END`
  }
}

/** An aggregate over the column x; `at` orders first and last. */
function foldSql(how: Extract<Expr, { k: 'fold' }>['how'], x: string, by: string | null, at: string | null) {
  switch (how) {
    case 'mean':
      return `avg(${x})`
    case 'sd':
      return `stddev_samp(${x})`
    case 'first':
      return `arg_min(${x}, ${at})`
    case 'last':
      return `arg_max(${x}, ${at})`
    case 'chain':
      return `100 * (product(1 + ${x} / 100) - 1)`
    case 'weighted': {
      const both = `${x} IS NOT NULL AND ${by} IS NOT NULL`
      return `sum(${x} * ${by}) FILTER (${both}) / nullif(sum(${by}) FILTER (${both}), 0)`
    }
    default:
      return `${how}(${x})`
  }
}
