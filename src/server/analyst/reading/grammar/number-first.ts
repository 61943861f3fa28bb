import { type Rule, rule } from '../chart.ts'
import type { Sem } from '../sem.ts'
import { isCount, isDim } from './orders.ts'

/** 'Les cinq dernières années', 'il y a dix ans': the number before 'last', 'ago' before the years; a place in an order. */
export const numberFirstRules = (lastYear: number): Rule[] => [
  rule(
    'num last',
    'num',
    'op',
    (a, b) => (b.op === 'last' && isCount(a.value) ? { c: 'open', op: 'last', held: a } : null),
    0,
    0,
  ),
  rule('num last grain', 'open', 'grain', (a, b): Sem | null => {
    if (a.op !== 'last' || a.held.c !== 'num' || b.adverb) return null
    return { c: 'time', time: { k: 'last', n: a.held.value, grain: b.grain, to: null }, vague: false }
  }),
  // 'Le deuxième marché', 'a terceira economia'
  rule('ordinal dim', 'ordinal', 'dim', (a, b) => {
    if (!isDim(b.dim)) return null
    return {
      ...{ c: 'sup', end: 'high', own: b.own, n: 1, skip: a.n - 1, both: false, change: false, of: b.dim },
    }
  }),
  rule('ago dur', 'op', 'dur', (a, b): Sem | null => {
    if (a.op !== 'ago' || b.grain !== 'year') return null
    const year = String(lastYear - b.n)
    return { c: 'time', time: { k: 'span', from: year, to: year }, vague: false }
  }),
]
