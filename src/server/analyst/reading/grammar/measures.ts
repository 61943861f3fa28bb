import type { Cond, Expr } from '../../../../contract/query.ts'
import type { DataModel } from '../../../insights/query/data-model.ts'
import { type Rule, rule } from '../chart.ts'
import type { Sem } from '../sem.ts'

const hundred: Expr = { k: 'number', value: 100, unit: '%' }
export const percentOf = (a: Expr, b: Expr): Expr => ({
  ...{ k: 'calc', op: '/', a: { k: 'calc', op: '*', a: hundred, b: a }, b },
})
export const ratio = (a: Expr, b: Expr): Expr => ({ k: 'calc', op: '/', a, b })

/** The unit of a plain measure; null where an expression makes its own. */
const unitOf = (of: Expr, model: DataModel) =>
  of.k === 'measure' ? (model.measure(of.id)?.unit ?? null) : null

/** Whether a number said with a unit can be compared with the measure. */
export function fits(of: Expr, unit: string | null, model: DataModel): boolean {
  const own = unitOf(of, model)
  if (own === null || unit === null) return true
  if (unit === '%') return own.includes('%')
  if (unit === 'US$' || unit === 'lcu') return own.startsWith('US$') || own.startsWith('lcu')
  return true
}

/** 'sales per head', 'imports as a share of GDP'; a share of GDP by itself takes 'of GDP' in. */
export const measureRules = (model: DataModel): Rule[] => [
  rule('meas per', 'meas', 'per', (a, b) => ({ ...a, of: perOf(a.of, b.by, model) })),
  rule('meas as share', 'meas', 'op', (a, b) =>
    b.op === 'as share of' || b.op === 'vs' ? { c: 'open', op: b.op, held: a } : null,
  ),
  rule('meas as share of meas', 'open', 'meas', (a, b) => {
    if (a.held.c !== 'meas') return null
    if (isGdp(b.of) && unitOf(a.held.of, model)?.includes('% of G')) return a.held
    if (a.op !== 'as share of') return null
    return { c: 'meas', of: percentOf(a.held.of, b.of), panel: a.held.panel || b.panel }
  }),
  rule('not meas', 'op', 'meas', a => (a.op === 'not' ? { c: 'edit', edit: 'instead' } : null)),
  rule('pred of gdp', 'pred', 'meas', (a, b) =>
    isGdp(b.of) && a.tests.every(test => test.unit === '%') ? a : null,
  ),
]

const isGdp = (of: Expr) => of.k === 'measure' && of.id === 'gdp_usd'

/** A measure for each person; what is a rate already stays. */
export function perOf(of: Expr, by: Expr, model: DataModel): Expr {
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  if (known === undefined || ['amount', 'count'].includes(known.rules.kind)) return ratio(of, by)
  return of
}

/** 'above 20%', 'between 40 and 60', 'inflation under 5%', 'more than 30 million inhabitants'. */
export const conditionRules = (model: DataModel): Rule[] => [
  rule('cmp qty', 'cmp', 'qty', (a, b) => pred(a.op, b.value, b.unit)),
  rule('cmp num', 'cmp', 'num', (a, b) => pred(a.op, b.value, null), 0.1),
  rule('cmp factor', 'cmp', 'factor', (a, b) => (b.value < 1 ? pred(a.op, 100 * b.value, '%') : null)),
  rule('between qty', 'op', 'qty', (a, b) =>
    a.op === 'between' ? { c: 'open', op: 'between', held: b } : null,
  ),
  rule('between num', 'op', 'num', (a, b) =>
    a.op === 'between' && !isYear(b.value)
      ? { c: 'open', op: 'between', held: { c: 'qty', value: b.value, unit: null } }
      : null,
  ),
  rule('between and qty', 'open', 'op', (a, b) =>
    a.op === 'between' && a.held.c === 'qty' && b.op === 'and' ? { ...a, op: 'between and' } : null,
  ),
  rule('range', 'open', 'qty', (a, b) => range(a, b.value, b.unit)),
  rule('range num', 'open', 'num', (a, b) => range(a, b.value, null)),
  rule('meas pred', 'meas', 'pred', (a, b) => fitting(a.of, b, model)),
  rule('pred meas', 'pred', 'meas', (a, b) => fitting(b.of, a, model), 0.2),
  rule('cond and', 'cond', 'op', (a, b) =>
    b.op === 'and' || b.op === 'or' ? { c: 'open', op: b.op, held: a } : null,
  ),
  rule('cond and cond', 'open', 'cond', (a, b) =>
    a.held.c === 'cond' && (a.op === 'and' || a.op === 'or')
      ? { c: 'cond', cond: { k: a.op, a: a.held.cond, b: b.cond } }
      : null,
  ),
  rule('pred and', 'pred', 'op', (a, b) => (b.op === 'and' ? { c: 'open', op: 'and', held: a } : null), 0.3),
]

const fitting = (of: Expr, { tests }: Extract<Sem, { c: 'pred' }>, model: DataModel) =>
  tests.every(test => fits(of, test.unit, model)) ? cond(of, tests) : null

type Test = Extract<Sem, { c: 'pred' }>['tests'][number]
const pred = (op: Test['op'], value: number, unit: string | null): Sem => ({
  ...{ c: 'pred', tests: [{ op, value, unit }] },
})

function range(open: Extract<Sem, { c: 'open' }>, value: number, unit: string | null): Sem | null {
  if (open.op !== 'between and' || open.held.c !== 'qty') return null
  const shared = unit ?? open.held.unit
  return {
    c: 'pred',
    tests: [
      { op: '>=', value: open.held.value, unit: open.held.unit ?? shared },
      { op: '<=', value, unit: shared },
    ],
  }
}

export function cond(of: Expr, tests: readonly Test[]): Extract<Sem, { c: 'cond' }> {
  const all = tests.map(
    ({ op, value, unit }): Cond => ({
      ...{ k: 'compare', op, a: of, b: { k: 'number', value, unit } },
    }),
  )
  return { c: 'cond', cond: all.reduce((a, b): Cond => ({ k: 'and', a, b })) }
}

/** 'top 5', 'five fastest', 'second largest', 'fell most', 'highest and lowest', 'by channel'. */
export const orderRules: Rule[] = [
  rule('sup num', 'sup', 'num', (a, b) => (isCount(b.value) && a.n === null ? { ...a, n: b.value } : null)),
  rule('num sup', 'num', 'sup', (a, b) => (isCount(a.value) && b.n === null ? { ...b, n: a.value } : null)),
  rule('ordinal sup', 'ordinal', 'sup', (a, b) => (b.n === null ? { ...b, n: 1, skip: a.n - 1 } : null)),
  rule('change sup', 'change', 'sup', (a, b) => changed(a.dir, b)),
  rule('sup change', 'sup', 'change', (a, b) => changed(b.dir, a)),
  rule('sup and', 'sup', 'op', (a, b) => (b.op === 'and' ? { c: 'open', op: 'and', held: a } : null)),
  rule('sup and sup', 'open', 'sup', (a, b) =>
    a.op === 'and' && a.held.c === 'sup' && a.held.end !== b.end
      ? { ...a.held, both: true, own: a.held.own ?? b.own, n: a.held.n ?? b.n }
      : null,
  ),
  rule('by dim', 'op', 'dim', (a, b) =>
    a.op === 'by' || a.op === 'each' ? { c: 'slice', by: b.dim } : null,
  ),
  rule('by grain', 'op', 'grain', (a, b) =>
    a.op === 'by' || a.op === 'each' ? { c: 'slice', by: b.grain } : null,
  ),
  rule('which dim', 'want', 'dim', (a, b) => (a.want === 'who' ? { c: 'slice', by: b.dim } : null), 0.1),
]

/** 'between 2010 and 2024' is a time. */
const isYear = (value: number) => Number.isInteger(value) && value >= 1960 && value <= 2050
const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= 60

function changed(dir: 'up' | 'down' | 'any', sup: Extract<Sem, { c: 'sup' }>): Sem | null {
  if (sup.change) return null
  const end = dir === 'down' ? (sup.end === 'high' ? 'low' : 'high') : sup.end
  return { ...sup, end, change: true }
}
