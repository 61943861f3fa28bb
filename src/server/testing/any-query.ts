import fc from 'fast-check'
import {
  type Ask,
  type Cond,
  type Cut,
  calcOps,
  changeForms,
  comparisons,
  type Dim,
  dims,
  type Expr,
  ends,
  folds,
  functions,
  type Over,
  type Periods,
  type Query,
  type Row,
  type SetOf,
  type Stat,
  supposed,
  type Time,
  timeGrains,
} from '../../contract/query.ts'
import { dimOf } from '../insights/query/dim-of.ts'

/** Ids as they are, words of the language, and signs that need care in quotes. */
export const anyId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('population', 'panel_value_usd', 'NGA', 'beer', 'Brand A', 'x1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('all', 'time', '2019', '7up', "d'Ivoire", '---', 'a\n---\nb', '→'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
)
const count = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 600 }))
const skip = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(600) })
const number = fc.oneof(
  fc.integer({ min: -9, max: 3_000_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const kind = <K extends string>(k: K) => fc.constant(k)

export const anyPeriod = fc
  .tuple(fc.integer({ min: 1960, max: 2030 }), fc.constantFrom('', '-H2', '-Q1', '-Q3', '-07', '-12'))
  .map(([year, part]) => `${year}${part}`)
const grain = fc.constantFrom(...timeGrains)
export const anyTime: fc.Arbitrary<Time> = fc.oneof(
  fc.record({ k: kind('span'), from: anyPeriod, to: anyPeriod }),
  anyPeriod.map(at => ({ k: 'span' as const, from: at, to: at })),
  fc.record({ k: kind('last'), n: count, grain, to: maybe(anyPeriod) }),
  fc.record({ k: kind('ytd'), to: maybe(anyPeriod) }),
  fc.record({ k: kind('since'), from: anyPeriod }),
  fc.record({ k: kind('shift'), by: fc.integer({ min: -600, max: 600 }), grain }),
  fc.record({ k: kind('latest'), within: maybe(fc.nat(50)) }),
)
const periods: fc.Arbitrary<Periods> = fc.record({ k: kind('periods'), grain, time: anyTime })

const cutOf = (sets: SetOf[]): Cut => Object.fromEntries(sets.map(set => [dimOf(set), set]))

interface Parts {
  expr: Expr
  cond: Cond
  country: SetOf
  segment: SetOf
  brand: SetOf
  channel: SetOf
}

/** Every form of expression, condition and set, a few levels deep; each set is of its dimension. */
const parts = fc.letrec<Parts>((tie: fc.LetrecTypedTie<Parts>) => {
  const expr = tie('expr')
  const cond = tie('cond')
  const anySet = fc.oneof(...dims.map(dim => tie(dim)))
  const cut = fc.array(anySet, { maxLength: 2 }).map(cutOf)
  const someCut = fc.array(anySet, { minLength: 1, maxLength: 2 }).map(cutOf)
  const over: fc.Arbitrary<Over> = fc.oneof(periods, fc.record({ k: kind('members'), of: anySet }))
  const plainFolds = folds.filter(how => how !== 'weighted')
  const leaves = fc.oneof(
    fc.record({ k: kind('measure'), id: anyId }),
    fc.record({ k: kind('number'), value: number, unit: maybe(anyId) }),
  )
  const setsOf = (dim: Dim): fc.Arbitrary<SetOf> => {
    const set = tie(dim)
    const ids = fc.array(anyId, { minLength: 1, maxLength: 3 })
    return fc.oneof(
      { depthSize: 'small', maxDepth: 3, depthIdentifier: 'query' },
      fc.oneof(
        fc.record({ k: kind('ids'), dim: kind(dim), ids }),
        fc.record({ k: kind('all'), dim: kind(dim) }),
        fc.record({ k: kind('in'), dim: kind(dim), id: anyId }),
      ),
      fc.record({ k: fc.constantFrom('and' as const, 'or' as const, 'except' as const), a: set, b: set }),
      fc.record({ k: kind('where'), of: set, test: cond }),
      fc.record({ k: kind('top'), of: set, by: expr, end: fc.constantFrom(...ends), n: count, skip }),
    )
  }
  return {
    expr: fc.oneof(
      { depthSize: 'small', maxDepth: 3, depthIdentifier: 'query' },
      leaves,
      fc.record({ k: kind('calc'), op: fc.constantFrom(...calcOps), a: expr, b: expr }),
      fc.record({ k: kind('calc'), op: fc.constantFrom(...calcOps), a: expr, b: expr }),
      fc.record({ k: kind('fn'), fn: fc.constantFrom(...functions), of: expr }),
      fc.record({ k: kind('at'), of: expr, cut, time: anyTime }),
      fc.record({ k: kind('at'), of: expr, cut: someCut, time: fc.constant(null) }),
      fc.record({ k: kind('share'), of: expr, whole: someCut }),
      fc.record({ k: kind('change'), of: expr, from: anyTime, as: fc.constantFrom(...changeForms) }),
      fc.record({ k: kind('index'), of: expr, base: anyTime }),
      fc.record({ k: kind('real'), of: expr, base: anyPeriod }),
      fc.record({
        k: kind('fold'),
        of: expr,
        over,
        how: fc.constantFrom(...plainFolds),
        by: fc.constant(null),
      }),
      fc.record({ k: kind('fold'), of: expr, over, how: kind('weighted'), by: expr }),
      fc.record({
        k: kind('when'),
        test: cond,
        over: periods,
        find: fc.constantFrom('first' as const, 'last' as const, 'count' as const),
      }),
      fc.record({ k: kind('rank'), of: expr, among: anySet, end: fc.constantFrom(...ends) }),
      fc.record({
        k: kind('concentration'),
        of: expr,
        dim: fc.constantFrom(...dims),
        how: kind('hhi'),
        n: fc.constant(null),
      }),
      fc.record({
        k: kind('concentration'),
        of: expr,
        dim: fc.constantFrom(...dims),
        how: kind('top'),
        n: fc.integer({ min: 1, max: 20 }),
      }),
      fc
        .tuple(fc.array(expr, { minLength: 1, maxLength: 3 }), fc.nat(), anyTime)
        .map(([factors, at, from]) => ({
          k: 'effect' as const,
          factors,
          pick: 1 + (at % factors.length),
          from,
        })),
    ),
    cond: fc.oneof(
      { depthSize: 'small', maxDepth: 3, depthIdentifier: 'query' },
      fc.oneof(
        fc.record({ k: kind('compare'), a: leaves, op: fc.constantFrom(...comparisons), b: leaves }),
        fc.record({ k: kind('known'), of: leaves }),
      ),
      fc.record({ k: kind('compare'), a: expr, op: fc.constantFrom(...comparisons), b: expr }),
      fc.record({ k: kind('known'), of: expr }),
      fc.record({ k: fc.constantFrom('and' as const, 'or' as const), a: cond, b: cond }),
      fc.record({ k: kind('not'), of: cond }),
    ),
    country: setsOf('country'),
    segment: setsOf('segment'),
    brand: setsOf('brand'),
    channel: setsOf('channel'),
  }
})

export const anyExpr = parts.expr
export const anyCond = parts.cond
export const anySet = fc.oneof(...dims.map(dim => parts[dim]))

const ids = fc.array(anyId, { minLength: 1, maxLength: 3 })
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({ k: kind('members'), of: anySet }),
  fc.record({ k: fc.constantFrom('groups' as const, 'departments' as const), ids }),
  fc.record({ k: kind('periods'), grain }),
)
const stat: fc.Arbitrary<Stat> = fc.oneof(
  fc.record({ k: fc.constantFrom('correlation' as const, 'seasonality' as const) }),
  fc.record({ k: kind('forecast'), to: anyPeriod }),
  fc.record({ k: kind('reach'), target: number }),
  fc.record({ k: kind('price'), change: number, elasticity: maybe(number) }),
  fc.record({ k: kind('suppose'), change: number, of: fc.constantFrom(...supposed), to: maybe(anyPeriod) }),
)

/** A query that the schema accepts, with unknown ids and any units: right in form only. */
export const anyQuery: fc.Arbitrary<Query> = fc.record({
  show: fc.array(fc.record({ as: maybe(anyId), of: anyExpr }), { minLength: 1, maxLength: 2 }),
  rows: fc.array(row, { maxLength: 3 }),
  zip: fc.boolean(),
  cut: fc.array(anySet, { maxLength: 2 }).map(cutOf),
  time: anyTime,
  where: maybe(anyCond),
  order: maybe(fc.record({ by: anyExpr, end: fc.constantFrom(...ends) })),
  take: maybe(
    fc.record({
      n: count,
      skip,
      ends: fc.constantFrom('one' as const, 'both' as const),
      per: maybe(fc.constantFrom(...dims)),
    }),
  ),
  total: fc.boolean(),
  stat: maybe(stat),
})

export const anyAsk: fc.Arbitrary<Ask> = fc.record({
  queries: fc.array(anyQuery, { minLength: 1, maxLength: 3 }),
})
