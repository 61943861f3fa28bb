import { type Dim, dims, type Expr } from '../../../../contract/query.ts'
import { type Rule, rule } from '../chart.ts'
import type { Sem, SemOf } from '../sem.ts'
import { cond } from './conditions.ts'

export const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= 60

/** 'top 5', 'five fastest', 'second largest', 'fell most', 'highest and lowest', 'by channel'. */
export const orderRules: Rule[] = [
  rule('sup num', 'sup', 'num', (a, b) => (isCount(b.value) && a.n === null ? { ...a, n: b.value } : null)),
  rule('num sup', 'num', 'sup', (a, b) => (isCount(a.value) && b.n === null ? { ...b, n: a.value } : null)),
  rule('ordinal sup', 'ordinal', 'sup', (a, b) => (b.n === null ? { ...b, n: 1, skip: a.n - 1 } : null)),
  rule('change sup', 'change', 'sup', (a, b) => changed(a, b)),
  rule('sup change', 'sup', 'change', (a, b) => changed(b, a)),
  // 'The largest fall and the largest rise' are both ends.
  rule('sup and', 'sup', 'op', (a, b) => (b.op === 'and' ? { c: 'open', op: 'and', held: a } : null)),
  rule('sup and sup', 'open', 'sup', (a, b) =>
    a.op === 'and' && a.held.c === 'sup' && a.held.end !== b.end
      ? { ...a.held, both: true, own: a.held.own ?? b.own, n: a.held.n ?? b.n }
      : null,
  ),
  // 'The ten largest economies' may be a set of its own.
  rule(
    'sup of dim',
    'sup',
    'dim',
    (a, b) =>
      a.n !== null && a.n > 1 && isDim(b.dim) && !a.of && !a.change && a.skip === 0
        ? { ...a, of: b.dim, nounOwn: a.quality ? null : b.own }
        : null,
    0.3,
  ),
  // 'Size, growth and price'
  rule('list growth', 'op', 'change', (a, b) => (b.noun && a.op === ',' ? { ...b, noun: 'listed' } : null)),
  rule(
    'list and growth',
    'op',
    'change',
    (a, b) => (b.noun && a.op === 'and' ? { ...b, noun: 'listed' } : null),
    0.7,
  ),
  rule('growth list', 'change', 'op', (a, b) => (a.noun && b.op === ',' ? { ...a, noun: 'listed' } : null)),
  // 'The top three's share', 'leader below 45%'
  rule(
    'top share',
    'sup',
    'share',
    (a, b) => (a.end === 'high' && b.c === 'share' ? topShare(a) : null),
    0,
    1,
  ),
  rule('lead share', 'lead', 'share', () => topShare({ n: 1 })),
  rule('lead pred', 'lead', 'pred', (_, b) => (b.on ? null : cond(topOf(1), b.tests))),
  rule('by dim', 'op', 'dim', (a, b) => (isEach(a.op) ? { c: 'slice', by: b.dim, own: b.own } : null)),
  // 'EAC countries by inflation' is a list.
  rule('by meas', 'op', 'meas', (a, b) => (a.op === 'by' ? { ...b, listed: true } : null), 0.1, 0),
  rule('with meas', 'op', 'meas', (a, b) => (a.op === 'with' ? { ...b, beside: true } : null), 0.1),
  // 'Brand shares in Kenya' are a list.
  rule(
    'dim share',
    'dim',
    'share',
    a => (a.dim === 'brand' || a.dim === 'channel' ? { c: 'slice', by: a.dim, share: true } : null),
    0.1,
    0,
  ),
  rule('by grain', 'op', 'grain', (a, b) => (isEach(a.op) ? { c: 'slice', by: b.grain } : null)),
  rule('num dim', 'num', 'dim', (a, b) => (isCount(a.value) ? { ...b, n: a.value } : null), 0.2, 1),
  rule(
    'which dim',
    'want',
    'dim',
    (a, b) => (a.want === 'who' ? { c: 'slice', by: b.dim, n: b.n, own: b.own } : null),
    0.1,
  ),
]

const isEach = (op: string) => ['by', 'each', 'per'].includes(op)

export const isDim = (dim: string): dim is Dim => dims.includes(dim as Dim)

const topOf = (n: number): Expr => ({
  ...{ k: 'concentration', of: { k: 'measure', id: 'panel_value_usd' }, dim: 'brand', how: 'top', n },
})

/** The share of the largest brands; without a number 'top share' is no such thing. */
function topShare({ n }: { n: number | null }): Sem | null {
  return n === null ? null : { c: 'meas', of: topOf(n), panel: true }
}

function changed({ dir, quality, own, as }: SemOf<'change'>, sup: SemOf<'sup'>): Sem | null {
  if (sup.change) return null
  const end = dir === 'down' ? (sup.end === 'high' ? 'low' : 'high') : sup.end
  const said = { ...(quality && { quality }), ...(as === 'points' && { share: true as const }) }
  return { ...sup, end, change: true, own: sup.own ?? own, ...said }
}
