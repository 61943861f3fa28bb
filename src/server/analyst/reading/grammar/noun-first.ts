import { type Rule, rule } from '../chart.ts'
import type { SemOf } from '../sem.ts'
import { isCount } from './orders.ts'
import { isYear } from './times.ts'

/** Languages that say the noun before its number, question word and adjective: 'milioni 50', 'miaka mitano', 'nchi gani'. */
export const nounFirstRules: Rule[] = [
  rule('scale num', 'scale', 'num', (a, b) => scaled(a, b.value), 0, 0),
  rule(
    'percent num',
    'unit',
    'num',
    (a, b) => (a.unit === '%' && b.value < 1000 ? { c: 'qty', value: b.value, unit: '%' } : null),
    0,
    0,
  ),
  rule(
    'grain num',
    'grain',
    'num',
    (a, b) => (isDuration(b.value) && !a.adverb ? { c: 'dur', n: b.value, grain: a.grain } : null),
    0,
    0,
  ),
  // 'Mwaka 2019', 'l'année 2019'
  rule(
    'grain year',
    'grain',
    'time',
    (a, b) => (a.grain === 'year' && !a.adverb && isYear(b.time) ? b : null),
    0,
    1,
  ),
  rule('grain month', 'grain', 'month', (a, b) => (a.grain === 'month' ? b : null), 0, 1),
  rule('dim num', 'dim', 'num', (a, b) => (isCount(b.value) && !a.n ? { ...a, n: b.value } : null), 0.2, 0),
  rule(
    'dim which',
    'dim',
    'want',
    (a, b) => (b.want === 'who' ? { c: 'slice', by: a.dim, n: a.n, own: a.own } : null),
    0,
    0,
  ),
  // 'كم سنة'
  rule(
    'count grain',
    'want',
    'grain',
    (a, b) => (a.want === 'count' ? { ...b, counted: true } : null),
    -0.8,
    0,
  ),
  // 'Nchi ngapi' counts countries; 'watu wangapi' asks for a figure.
  rule('dim count', 'dim', 'want', (a, b) => (b.want === 'count' ? { ...a, counted: true } : null), -0.8, 0),
  // 'Nepi ngapi' asks for an amount of goods.
  rule(
    'goods count',
    'set',
    'want',
    (a, b) => (b.want === 'count' && a.dim === 'segment' ? { ...a, counted: true } : null),
    -0.8,
    0,
  ),
  rule(
    'grain count',
    'grain',
    'want',
    (a, b) => (b.want === 'count' ? { ...a, counted: true } : null),
    -0.8,
    0,
  ),
]

/** Periods, or an age. */
const isDuration = (value: number) => Number.isInteger(value) && value >= 1 && value <= 120

const scaled = (scale: SemOf<'scale'>, value: number): SemOf<'num'> | null =>
  value < 1000 ? { c: 'num', value: value * scale.value, scale: scale.value } : null
