import * as z from 'zod/mini'

/**
 * The query language: what is computed from the figures, as data. Meaning, text form and examples: docs/query-language.md.
 * Ids come from the catalogue; an unknown id is an error, never a guess.
 */

/** What a figure belongs to. Macro figures have a country only; the retail panel has all four. */
export const dims = ['country', 'segment', 'brand', 'channel'] as const
export type Dim = (typeof dims)[number]

export const timeGrains = ['year', 'half', 'quarter', 'month'] as const
export type TimeGrain = (typeof timeGrains)[number]

/** '2019', '2019-H1', '2019-Q3' or '2019-07'. */
export const periodId = z.string().check(z.regex(/^\d{4}(-(H[12]|Q[1-4]|0[1-9]|1[0-2]))?$/))

/**
 * A stretch of time. `last`, `ytd` and `since` end with `to`; without it, where the cell ends, or at the top of a query where the
 * figures end. `shift` and `since` need a cell and stand inside expressions only; `latest` at the top and under `at`.
 */
export type Time =
  | { k: 'span'; from: string; to: string }
  | { k: 'last'; n: number; grain: TimeGrain; to: string | null }
  | { k: 'ytd'; to: string | null }
  | { k: 'since'; from: string }
  | { k: 'shift'; by: number; grain: TimeGrain }
  /** The newest year with a value, at most `within` years old; null: the measure's own maximum age. */
  | { k: 'latest'; within: number | null }

export const calcOps = ['+', '-', '*', '/'] as const
export const functions = ['abs', 'ln', 'exp'] as const
export const changeForms = ['percent', 'points', 'difference', 'cagr', 'times'] as const
export const folds = [
  'sum',
  'mean',
  'weighted',
  'median',
  'min',
  'max',
  'sd',
  'count',
  'first',
  'last',
  'chain',
] as const
export type Fold = (typeof folds)[number]
export const ends = ['high', 'low'] as const
export type End = (typeof ends)[number]

/** What an expression has at a cell: a number, or no value. */
export type Expr =
  | { k: 'measure'; id: string }
  /** A number said by the asker; without a unit it takes the unit of what it is compared with or added to. */
  | { k: 'number'; value: number; unit: string | null }
  | { k: 'calc'; op: (typeof calcOps)[number]; a: Expr; b: Expr }
  | { k: 'fn'; fn: (typeof functions)[number]; of: Expr }
  /** The same elsewhere: the named dimensions and the time of the cell are replaced, the others stay. */
  | { k: 'at'; of: Expr; cut: Cut; time: Time | null }
  /** 100 × of ÷ of at the cell with `whole`. */
  | { k: 'share'; of: Expr; whole: Cut }
  | { k: 'change'; of: Expr; from: Time; as: (typeof changeForms)[number] }
  /** 100 × of ÷ of at `base`. */
  | { k: 'index'; of: Expr; base: Time }
  /** Local money at the prices of the year `base`, by consumer prices. */
  | { k: 'real'; of: Expr; base: string }
  /** One number from the values at each member or period; `by` only and always with 'weighted'. */
  | { k: 'fold'; of: Expr; over: Over; how: Fold; by: Expr | null }
  /** The year in which the condition was true first or last, or how many periods it was true in. */
  | { k: 'when'; test: Cond; over: Periods; find: 'first' | 'last' | 'count' }
  /** Position of the cell's member of the set's dimension, 1 is `end`. */
  | { k: 'rank'; of: Expr; among: SetOf; end: End }
  /** HHI, or the share of the n largest, of the members of a dimension; 'All others' is left out. */
  | { k: 'concentration'; of: Expr; dim: Dim; how: 'hhi' | 'top'; n: number | null }
  /** Log-mean Divisia effect of one factor on the change of the product of all since `from`. */
  | { k: 'effect'; factors: Expr[]; pick: number; from: Time }

export interface Members {
  k: 'members'
  of: SetOf
}
export interface Periods {
  k: 'periods'
  grain: TimeGrain
  time: Time
}
export type Over = Members | Periods

/** Members of one dimension, evaluated once, at the query's own cut and time. */
export type SetOf =
  | { k: 'ids'; dim: Dim; ids: string[] }
  | { k: 'all'; dim: Dim }
  /** A group of countries, a department of segments, or the brands with a name ('named'). */
  | { k: 'in'; dim: Dim; id: string }
  | { k: 'and' | 'or' | 'except'; a: SetOf; b: SetOf }
  | { k: 'where'; of: SetOf; test: Cond }
  | { k: 'top'; of: SetOf; by: Expr; end: End; n: number; skip: number }

export const comparisons = ['<', '<=', '=', '>=', '>'] as const
/** True, false, or unknown where a side has no value; unknown is never kept. */
export type Cond =
  | { k: 'compare'; a: Expr; op: (typeof comparisons)[number]; b: Expr }
  | { k: 'and' | 'or'; a: Cond; b: Cond }
  | { k: 'not'; of: Cond }
  | { k: 'known'; of: Expr }

/** Sets that a cell is restricted to; each set is of the dimension it stands under. */
export type Cut = Partial<Record<Dim, SetOf>>

/** What the rows are. `groups` and `departments` are a row each, not a row a member. */
export type Row =
  | Members
  | { k: 'groups'; ids: string[] }
  | { k: 'departments'; ids: string[] }
  | { k: 'periods'; grain: TimeGrain }

/** What a supposition changes; of 'currency' it is the dollar value. */
export const supposed = ['price', 'volume', 'value', 'currency'] as const

/** What is worked out over the finished rows; the first column is y, the others x. */
export type Stat =
  | { k: 'correlation' }
  | { k: 'forecast'; to: string }
  | { k: 'seasonality' }
  /** When the first column reaches the target at its pace. */
  | { k: 'reach'; target: number }
  /** What a price change does; null: the elasticity is estimated from the rows (volume, price). */
  | { k: 'price'; change: number; elasticity: number | null }
  /** The first column, were `of` to change by so many per cent and all else to stay; each year until `to`, null: once. */
  | { k: 'suppose'; change: number; of: (typeof supposed)[number]; to: string | null }

export interface Take {
  n: number
  skip: number
  ends: 'one' | 'both'
  /** So many for each member of this row dimension; null: in all. */
  per: Dim | null
}

export interface Query {
  show: { as: string | null; of: Expr }[]
  rows: Row[]
  /** Rows pair up, first with first, instead of each with each. */
  zip: boolean
  cut: Cut
  time: Time
  where: Cond | null
  order: { by: Expr; end: End } | null
  take: Take | null
  total: boolean
  stat: Stat | null
}

/** One to eight queries, answered in order. */
export interface Ask {
  queries: Query[]
}

/** So many nodes deep and wide a query may be. */
export const queryLimits = { queries: 8, columns: 12, depth: 24, ids: 120, nodes: 400 } as const

const id = z.string().check(z.minLength(1), z.maxLength(80))
const count = z.int().check(z.gte(1), z.lte(600))
const skip = z.int().check(z.gte(0), z.lte(600))
const finite = z.number().check(z.refine(Number.isFinite))
const dim = z.enum(dims)
const timeGrain = z.enum(timeGrains)
const end = z.enum(ends)
const k = <const K extends string>(kind: K) => z.literal(kind)
const restricts = (of: Cut) => Object.values(of).some(set => set !== undefined)
const lazy = <T>(make: () => z.ZodMiniType<T>): z.ZodMiniType<T> => z.lazy(make)

export const time: z.ZodMiniType<Time> = z.discriminatedUnion('k', [
  z.strictObject({ k: k('span'), from: periodId, to: periodId }),
  z.strictObject({ k: k('last'), n: count, grain: timeGrain, to: z.nullable(periodId) }),
  z.strictObject({ k: k('ytd'), to: z.nullable(periodId) }),
  z.strictObject({ k: k('since'), from: periodId }),
  z.strictObject({ k: k('shift'), by: z.int().check(z.gte(-600), z.lte(600)), grain: timeGrain }),
  z.strictObject({ k: k('latest'), within: z.nullable(z.int().check(z.gte(0), z.lte(50))) }),
])

const periods = z.strictObject({ k: k('periods'), grain: timeGrain, time })
const members = z.strictObject({ k: k('members'), of: lazy(() => setOf) })
const over = z.discriminatedUnion('k', [members, periods])

export const expr: z.ZodMiniType<Expr> = lazy(() =>
  z.discriminatedUnion('k', [
    z.strictObject({ k: k('measure'), id }),
    z.strictObject({ k: k('number'), value: finite, unit: z.nullable(id) }),
    z.strictObject({ k: k('calc'), op: z.enum(calcOps), a: expr, b: expr }),
    z.strictObject({ k: k('fn'), fn: z.enum(functions), of: expr }),
    z
      .strictObject({ k: k('at'), of: expr, cut, time: z.nullable(time) })
      .check(z.refine(at => at.time !== null || restricts(at.cut), 'at needs a dimension or a time')),
    z
      .strictObject({ k: k('share'), of: expr, whole: cut })
      .check(z.refine(({ whole }) => restricts(whole), 'share needs a dimension of the whole')),
    z.strictObject({ k: k('change'), of: expr, from: time, as: z.enum(changeForms) }),
    z.strictObject({ k: k('index'), of: expr, base: time }),
    z.strictObject({ k: k('real'), of: expr, base: periodId }),
    z
      .strictObject({ k: k('fold'), of: expr, over, how: z.enum(folds), by: z.nullable(expr) })
      .check(
        z.refine(({ how, by }) => (how === 'weighted') === (by !== null), 'weighted, and only it, has by'),
      ),
    z.strictObject({ k: k('when'), test: cond, over: periods, find: z.enum(['first', 'last', 'count']) }),
    z.strictObject({ k: k('rank'), of: expr, among: setOf, end }),
    z
      .strictObject({
        k: k('concentration'),
        of: expr,
        dim,
        how: z.enum(['hhi', 'top']),
        n: z.nullable(z.int().check(z.gte(1), z.lte(20))),
      })
      .check(z.refine(({ how, n }) => (how === 'top') === (n !== null), 'top, and only it, has n')),
    z
      .strictObject({
        k: k('effect'),
        factors: z.array(expr).check(z.minLength(1), z.maxLength(6)),
        pick: z.int().check(z.gte(1), z.lte(6)),
        from: time,
      })
      .check(z.refine(({ factors, pick }) => pick <= factors.length, 'pick names one of the factors')),
  ]),
)

export const setOf: z.ZodMiniType<SetOf> = lazy(() =>
  z.discriminatedUnion('k', [
    z.strictObject({
      k: k('ids'),
      dim,
      ids: z.array(id).check(z.minLength(1), z.maxLength(queryLimits.ids)),
    }),
    z.strictObject({ k: k('all'), dim }),
    z.strictObject({ k: k('in'), dim, id }),
    z.strictObject({ k: z.enum(['and', 'or', 'except']), a: setOf, b: setOf }),
    z.strictObject({ k: k('where'), of: setOf, test: cond }),
    z.strictObject({ k: k('top'), of: setOf, by: expr, end, n: count, skip }),
  ]),
)

export const cond: z.ZodMiniType<Cond> = lazy(() =>
  z.discriminatedUnion('k', [
    z.strictObject({ k: k('compare'), a: expr, op: z.enum(comparisons), b: expr }),
    z.strictObject({ k: z.enum(['and', 'or']), a: cond, b: cond }),
    z.strictObject({ k: k('not'), of: cond }),
    z.strictObject({ k: k('known'), of: expr }),
  ]),
)

export const cut: z.ZodMiniType<Cut> = lazy(() =>
  z.strictObject({
    country: z.optional(setOf),
    segment: z.optional(setOf),
    brand: z.optional(setOf),
    channel: z.optional(setOf),
  }),
) as z.ZodMiniType<Cut>

const row: z.ZodMiniType<Row> = z.discriminatedUnion('k', [
  members,
  z.strictObject({ k: k('groups'), ids: z.array(id).check(z.minLength(1), z.maxLength(queryLimits.ids)) }),
  z.strictObject({
    k: k('departments'),
    ids: z.array(id).check(z.minLength(1), z.maxLength(queryLimits.ids)),
  }),
  z.strictObject({ k: k('periods'), grain: timeGrain }),
])

const stat: z.ZodMiniType<Stat> = z.discriminatedUnion('k', [
  z.strictObject({ k: k('correlation') }),
  z.strictObject({ k: k('forecast'), to: periodId }),
  z.strictObject({ k: k('seasonality') }),
  z.strictObject({ k: k('reach'), target: finite }),
  z.strictObject({ k: k('price'), change: finite, elasticity: z.nullable(finite) }),
  z.strictObject({ k: k('suppose'), change: finite, of: z.enum(supposed), to: z.nullable(periodId) }),
])

export const query: z.ZodMiniType<Query> = z.strictObject({
  show: z
    .array(z.strictObject({ as: z.nullable(id), of: expr }))
    .check(z.minLength(1), z.maxLength(queryLimits.columns)),
  rows: z.array(row).check(z.maxLength(3)),
  zip: z.boolean(),
  cut,
  time,
  where: z.nullable(cond),
  order: z.nullable(z.strictObject({ by: expr, end })),
  take: z.nullable(
    z.strictObject({ n: count, skip, ends: z.enum(['one', 'both']), per: z.nullable(z.enum(dims)) }),
  ),
  total: z.boolean(),
  stat: z.nullable(stat),
})

export const ask: z.ZodMiniType<Ask> = z.strictObject({
  queries: z.array(query).check(z.minLength(1), z.maxLength(queryLimits.queries)),
})

/** A query with nothing restricted: what a builder or the parser starts from. */
export const bareQuery: Query = {
  show: [],
  rows: [],
  zip: false,
  cut: {},
  time: { k: 'latest', within: null },
  where: null,
  order: null,
  take: null,
  total: false,
  stat: null,
}
