import { type Rule, rule } from '../chart.ts'

/** '2015 = 100', 'rebase to 2015', 'an elasticity of −0.5', 'rose to 80%', 'a 10% rise', 'the next five years'. */
export const statisticRules = (thisYear: number): Rule[] => [
  rule('index time', 'stat', 'time', (a, b) =>
    a.stat === 'index' && b.time.k === 'span' ? { c: 'base', time: b.time } : null,
  ),
  rule('time index', 'time', 'stat', (a, b) =>
    b.stat === 'index' && a.time.k === 'span' ? { c: 'base', time: a.time } : null,
  ),
  // 'Itafika milioni 100': it will reach them.
  rule('reach num', 'stat', 'num', (a, b) =>
    a.stat === 'reach' ? { ...b, c: 'qty', unit: null, reached: true } : null,
  ),
  rule('index base', 'stat', 'base', (a, b) => (a.stat === 'index' ? b : null)),
  // Demand falls as prices rise: an elasticity is below zero, whether its sign is said or not.
  rule('elasticity num', 'elasticity', 'num', (a, b) =>
    a.value === null ? { ...a, value: -Math.abs(b.value) } : null,
  ),
  rule(
    'to qty',
    'op',
    'qty',
    (a, b) =>
      a.op === 'to' ? { c: 'pred', goal: true, tests: [{ op: '>=', value: b.value, unit: b.unit }] } : null,
    0.2,
    0,
  ),
  rule('change goal', 'change', 'pred', (a, b) => {
    if (!b.goal) return null
    return { ...b, tests: b.tests.map(test => ({ ...test, op: a.dir === 'down' ? '<=' : '>=' })) }
  }),
  rule(
    'qty change',
    'qty',
    'change',
    (a, b) =>
      a.unit?.startsWith('%') && b.as !== 'points'
        ? { c: 'pred', on: b.dir, tests: [{ op: '>=', value: a.value, unit: a.unit }] }
        : null,
    0.9,
  ),
  rule('next dur', 'op', 'dur', (a, b) => {
    if (a.op !== 'next' || b.grain !== 'year') return null
    const time = { k: 'span', from: String(thisYear + 1), to: String(thisYear + b.n) } as const
    return { c: 'time', time, vague: false }
  }),
  rule('next year', 'op', 'grain', (a, b) => {
    if (a.op !== 'next' || b.grain !== 'year' || b.adverb) return null
    return {
      c: 'time',
      time: { k: 'span', from: String(thisYear + 1), to: String(thisYear + 1) },
      vague: false,
    }
  }),
]
