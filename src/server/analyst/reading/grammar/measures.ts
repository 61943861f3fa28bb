import type { Expr } from '../../../../contract/query.ts'
import type { DataModel } from '../../../insights/insights.ts'
import { type Rule, rule } from '../chart.ts'
import type { SemOf } from '../sem.ts'

const hundred: Expr = { k: 'number', value: 100, unit: '%' }
export const percentOf = (a: Expr, b: Expr): Expr => ({
  ...{ k: 'calc', op: '/', a: { k: 'calc', op: '*', a: hundred, b: a }, b },
})
export const calc = (op: '+' | '-' | '*' | '/', a: Expr, b: Expr): Expr => ({ k: 'calc', op, a, b })

/** Whether a measure of the panel is anywhere in an expression. */
export const isPanel = (of: Expr) => JSON.stringify(of).includes('"panel_')

/** A measure turned round, as a deficit is a balance: '0 - gov_balance_gdp'. */
const isTurned = (of: Expr): of is Extract<Expr, { k: 'calc' }> =>
  of.k === 'calc' && of.op === '-' && of.a.k === 'number'

/** The unit of a measure, also turned round; null where an expression makes its own. */
function unitOf(of: Expr, model: DataModel): string | null {
  if (isTurned(of)) return unitOf(of.b, model)
  return of.k === 'measure' ? (model.measure(of.id)?.unit ?? null) : null
}

/** Whether a number said with a unit can be compared with the measure. */
export function fits(of: Expr, unit: string | null, model: DataModel): boolean {
  const own = unitOf(of, model)
  if (own === null || unit === null) return true
  if (unit.startsWith('%')) return own.includes('%')
  if (unit === 'years') return own.includes('years')
  if (unit === 'US$' || unit === 'lcu') return own.startsWith('US$') || own.startsWith('lcu')
  return true
}

/** True of what adds up: sales, GDP, people; not of a rate, a share or a price. */
export function isAmount(of: Expr, model: DataModel): boolean {
  if (isTurned(of)) return isAmount(of.b, model)
  if (of.k === 'concentration' || of.k === 'share' || of.k === 'index' || of.k === 'rank') return false
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known === undefined || ['amount', 'count'].includes(known.rules.kind)
}

const isGdp = (of: Expr) => of.k === 'measure' && of.id === 'gdp_usd'

/** A measure for each person; what is a rate already stays. */
export const perOf = (of: Expr, by: Expr, model: DataModel): Expr => {
  if (!isAmount(of, model)) return of
  // 'Per adult instead': one kind of people gives way to the other.
  const isOfPeople = of.k === 'calc' && of.op === '/' && isCount(of.b, model)
  return calc('/', isOfPeople ? of.a : of, by)
}

const isCount = (of: Expr, model: DataModel) =>
  of.k === 'measure' && model.measure(of.id)?.rules.kind === 'count'

/** 'sales per head', 'imports as a share of GDP'; a share of GDP by itself takes 'of GDP' in. */
export const measureRules = (model: DataModel): Rule[] => [
  rule('meas per', 'meas', 'per', (a, b) => ({ ...a, of: perOf(a.of, b.by, model) })),
  rule('as share of meas', 'op', 'meas', (a, b) =>
    a.op === 'as share of' && !isPanel(b.of) ? { c: 'of', of: b.of } : null,
  ),
  // Of 'how much do exports represent' they are the part.
  rule('share of meas', 'share', 'meas', (a, b) =>
    !a.verb && isAmount(b.of, model) && !isPanel(b.of) ? { c: 'of', of: b.of } : null,
  ),
  // 'The ratio of exports to imports'
  rule('of to', 'of', 'op', (a, b) => (b.op === 'to' ? { c: 'open', op: 'ratio to', held: a } : null)),
  rule('of to meas', 'open', 'meas', (a, b) =>
    a.op === 'ratio to' && a.held.c === 'of' ? { ...b, of: percentOf(a.held.of, b.of) } : null,
  ),
  rule('meas of meas', 'meas', 'of', (a, b) => ofMeasure(a, b.of, model)),
  // 'Debt above 80% of GDP', 'a deficit of over 5% of GDP'
  rule('pred of gdp', 'pred', 'meas', (a, b) =>
    isGdp(b.of) && a.tests.every(test => test.unit?.startsWith('%')) ? a : null,
  ),
  // 'The median, not the mean'
  rule('not fold', 'op', 'fold', a => (a.op === 'not' ? { c: 'filler' } : null), 0.1),
  // 'The price of petrol', 'cigarette sales': a measure of goods that have none.
  rule('meas of nothing', 'meas', 'unavailable', (a, b) => (a.panel && b.of === 'goods' ? b : null), 0, 1),
  rule('nothing meas', 'unavailable', 'meas', (a, b) => (b.panel && a.of === 'goods' ? a : null), 0, 0),
  rule('meas between', 'relate', 'meas', (a, b) => (b.panel ? null : { c: 'open', op: a.how, held: b }), 0.4),
]

/** 'Debt as a share of GDP' is the measure itself; 'imports as a share of GDP', 'debt as a share of revenue' are ratios. */
export function ofMeasure(
  a: Pick<SemOf<'meas'>, 'of' | 'panel'>,
  by: Expr,
  model: DataModel,
): SemOf<'meas'> | null {
  const [unit, whole] = [unitOf(a.of, model), unitOf(by, model)]
  if (unit?.includes('%') && isGdp(by)) return { ...a, c: 'meas' }
  if (unit?.includes('%') || whole?.includes('%'))
    return unit === whole ? { c: 'meas', of: percentOf(a.of, by), panel: false } : null
  return isAmount(a.of, model) ? { c: 'meas', of: percentOf(a.of, by), panel: a.panel || isPanel(by) } : null
}
