import type { Expr } from '../../../../contract/query.ts'
import { type Rule, rule } from '../chart.ts'
import { calc } from './measures.ts'

/** Units that only packs are measured in. */
const packUnit = 'pack'
/** Hours of a day, which no figure has. */
const clock = 'clock'
const isGoods = (unit: string) => unit === 'L' || unit === 'kg'
const priceIn = (unit: string): Expr => ({
  ...{ k: 'measure', id: unit === 'lcu' ? 'panel_price_lcu' : 'panel_price_usd' },
})
const isMoney = (unit: string) => unit === 'US$' || unit === 'lcu'

/** '3.5 million', '$300m', '60 %', '4.50 dollars', 'at least four years'. */
export const quantityRules: Rule[] = [
  rule('num scale', 'num', 'scale', (a, b) => ({ c: 'num', value: a.value * b.value, scale: b.value }), 0, 0),
  // '750 ml', 'a bottle of 1.5 l': a size of pack.
  rule('pack size', 'num', 'unit', (_, b) => (b.unit === packUnit ? { c: 'restrictor' } : null), 0, 0),
  rule('pack of size', 'restrictor', 'qty', a => a, 0.2),
  rule('sized pack', 'restrictor', 'restrictor', a => a, 0.1),
  // 'Tomorrow at 9 h'
  rule('clock', 'num', 'unit', (_, b) => (b.unit === clock ? { c: 'filler' } : null), 0, 0),
  rule('num unit', 'num', 'unit', (a, b) => ({ ...a, c: 'qty', unit: b.unit || null }), 0, 0),
  rule(
    'unit num',
    'unit',
    'num',
    (a, b) => (isMoney(a.unit) ? { c: 'qty', value: b.value, unit: a.unit } : null),
    0,
    0,
  ),
  rule('qty scale', 'qty', 'scale', (a, b) => ({ ...a, value: a.value * b.value, scale: b.value })),
  // 'Dola 3 kwa lita' is a price.
  rule(
    'qty per unit',
    'qty',
    'unit',
    (a, b) =>
      a.unit !== null && isMoney(a.unit) ? { ...a, ...(isGoods(b.unit) && { own: priceIn(a.unit) }) } : null,
    0.2,
  ),
  // 'What is one dollar in kwacha'
  rule('dollars in money', 'qty', 'money', (a, b) => {
    if (a.unit !== 'US$' || b.money !== 'lcu') return null
    const rate: Expr = { k: 'measure', id: 'exchange_rate' }
    const of = a.value === 1 ? rate : calc('*', { k: 'number', value: a.value, unit: null }, rate)
    return { c: 'meas', of: b.country ? at(of, b.country) : of, panel: false }
  }),
  // '8% a year' as '50 per 1,000' keep the unit of the number.
  rule(
    'qty per year',
    'qty',
    'op',
    (a, b) => (b.op === 'per year' ? { ...a, unit: a.unit === '%' ? '% a year' : a.unit } : null),
    0.5,
  ),
  rule(
    'num grain',
    'num',
    'grain',
    // 'A hundred million' is no number of years.
    (a, b) => (b.adverb || a.scale ? null : { c: 'dur', n: a.value, grain: b.grain }),
    0,
    0,
  ),
  rule('num dur', 'num', 'dur', (a, b) =>
    b.n === 10 ? { c: 'dur', n: a.value * b.n, grain: b.grain } : null,
  ),
  rule('cmp dur', 'cmp', 'dur', (a, b) => {
    if (b.grain !== 'year') return null
    if (b.n <= maxPeriods) return { c: 'freq', op: a.op, n: b.n }
    return { c: 'pred', tests: [{ op: a.op, value: b.n, unit: 'years' }] }
  }),
]

const at = (of: Expr, id: string): Expr => ({
  ...{ k: 'at', of, cut: { country: { k: 'ids', dim: 'country', ids: [id] } }, time: null },
})

/** More years than there are figures of are an age, not a number of periods. */
const maxPeriods = 26
