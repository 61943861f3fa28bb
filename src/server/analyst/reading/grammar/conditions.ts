import { isDeepStrictEqual } from 'node:util'
import type { Cond, Expr, Time } from '../../../../contract/query.ts'
import type { DataModel } from '../../../insights/insights.ts'
import { type Rule, rule } from '../chart.ts'
import type { Sem, SemOf, Test } from '../sem.ts'
import { calc, fits, perOf } from './measures.ts'

/** 'above 20%', 'between 40 and 60', 'inflation under 5%', 'more than 30 million inhabitants'. */
const thresholds: Rule[] = [
  rule('cmp qty', 'cmp', 'qty', (a, b) =>
    a.after ? null : pred(b.own ? { ...a, own: b.own } : a, b.value, b.unit),
  ),
  // 'Narrower than in 2010' compares with a year.
  rule(
    'cmp num',
    'cmp',
    'num',
    (a, b) => (a.after || (isYear(b.value) && !b.scale) ? null : pred(a, b.value, null)),
    0.1,
  ),
  rule('qty cmp', 'qty', 'cmp', (a, b) => (isBound(b) ? pred(b, a.value, a.unit) : null), 0.1),
  rule('num cmp', 'num', 'cmp', (a, b) => (isBound(b) ? pred(b, a.value, null) : null), 0.2),
  // 'Cheaper than', 'more populous than': what is compared is in the word.
  rule('comp than', 'comp', 'op', (a, b) =>
    b.op === 'than' && a.own && !a.quality
      ? { c: 'cmp', op: a.end === 'high' ? '>' : '<', own: a.own }
      : null,
  ),
  // 'How much dearer'
  rule('how much comp', 'op', 'comp', (a, b) =>
    a.op === 'how much'
      ? {
          ...{ c: 'relate', how: 'difference', reference: false },
          ...(b.own && { own: b.own }),
          ...(b.end === 'low' && { less: true }),
        }
      : null,
  ),
  rule('cmp factor', 'cmp', 'factor', (a, b) =>
    b.value < 1 && !b.verb ? pred(a, 100 * b.value, '%') : null,
  ),
  rule('between qty', 'op', 'qty', (a, b) =>
    a.op === 'between' ? { c: 'open', op: 'between', held: b } : null,
  ),
  rule('between num', 'op', 'num', (a, b) =>
    a.op === 'between' && !isYear(b.value)
      ? { c: 'open', op: 'between', held: { ...b, c: 'qty', unit: null } }
      : null,
  ),
  rule('between and qty', 'open', 'op', (a, b) =>
    a.op === 'between' && a.held.c === 'qty' && ['and', 'to'].includes(b.op)
      ? { ...a, op: 'between and' }
      : null,
  ),
  // 'Fewer than half of the people have power'
  rule('pred of people', 'pred', 'meas', (a, b) =>
    b.of.k === 'measure' && b.of.id === 'population' && a.tests.every(({ unit }) => unit === '%') ? a : null,
  ),
  rule('range', 'open', 'qty', (a, b) => range(a, b)),
  rule('range num', 'open', 'num', (a, b) => range(a, { ...b, unit: null })),
]

/** 'grew by more than 8%', 'lost over half', 'at least doubled', 'less than half of its 2014 level'. */
const changes: Rule[] = [
  rule('change pred', 'change', 'pred', (a, b) => (b.on || b.goal ? null : { ...b, on: a.dir })),
  rule('pred change', 'pred', 'change', (a, b) => (a.on || a.goal ? null : { ...a, on: b.dir }), 0.3),
  rule(
    'change qty',
    'change',
    'qty',
    (a, b) => {
      if (!b.unit?.startsWith('%') || a.as === 'points') return null
      const unit = b.unit === '% points' ? b.unit : '%'
      return { c: 'pred', on: a.dir, tests: [{ op: '>=', value: b.value, unit }] }
    },
    0.8,
  ),
  rule('multiple', 'cmp', 'factor', (a, b) => (b.verb ? multiple(a.op, b.value) : null)),
  rule('cmp of level', 'cmp', 'factor', (a, b) => level(a.op, b.value)),
  // 'Higher than in 2015'
  rule('cmp year', 'cmp', 'time', (a, b) => (isPoint(b.time) ? { ...level(a.op, 1), at: b.time } : null)),
  rule('level of year', 'predExpr', 'time', (a, b) =>
    a.of === null && a.at === null && isPoint(b.time) ? { ...a, at: b.time } : null,
  ),
  rule('factor of year', 'factor', 'time', (a, b) =>
    a.verb || !isPoint(b.time) ? null : { ...level(a.value < 1 ? '<=' : '>=', a.value), at: b.time },
  ),
]

/** 'exports above imports', 'grew faster than GDP', 'tea outsells coffee', 'larger than Angola's'. */
const comparisons: Rule[] = [
  rule('cmp meas', 'cmp', 'meas', (a, b) =>
    a.after ? null : { c: 'predExpr', op: a.op, of: b.of, times: 1, at: null, change: a.change === true },
  ),
  rule(
    'cmp factor meas',
    'predExpr',
    'meas',
    (a, b) => (a.of === null && a.at === null ? { ...a, of: b.of } : null),
    1,
  ),
  // 'Became dearer than inflation'
  rule('change predExpr', 'change', 'predExpr', (a, b) =>
    b.of && !b.change ? { ...b, change: true, ...(a.own && { own: a.own }) } : null,
  ),
  rule('cmp set', 'cmp', 'set', (a, b) =>
    a.after
      ? null
      : {
          ...{ c: 'rival', op: a.op, of: b, change: a.change === true },
          ...(a.own && { own: a.own }),
        },
  ),
  rule('than set', 'op', 'set', (a, b) => (a.op === 'than' ? { c: 'rival', op: 'than', of: b } : null)),
  rule('times set', 'relate', 'set', (a, b) => (a.reference ? { c: 'rival', op: 'times', of: b } : null)),
  rule('share of set', 'op', 'set', (a, b) =>
    a.op === 'as share of' && b.dim === 'country' ? { c: 'rival', op: 'share', of: b } : null,
  ),
]

const joined = (model: DataModel): Rule[] => [
  rule('meas pred', 'meas', 'pred', (a, b) => fitting(a.of, b, model)),
  rule('pred meas', 'pred', 'meas', (a, b) => fitting(b.of, a, model), 0.2),
  rule('meas predExpr', 'meas', 'predExpr', (a, b) => {
    if (!b.of || b.change || b.at) return null
    const { subject } = b
    // 'An economy larger than the economy of Egypt': the second one is Egypt's.
    const isRival = subject !== undefined && isDeepStrictEqual(a.of, b.of)
    const of: Expr = isRival ? { k: 'at', of: b.of, cut: { [subject.dim]: subject.of }, time: null } : b.of
    const cond: Cond = { k: 'compare', op: b.op, a: a.of, b: timesOf(of, b.times) }
    return { c: 'cond', cond, ...(subject && !isRival && { subject }) }
  }),
  // 'Spend more than $50 per capita'
  rule('cond per', 'cond', 'per', (a, b) => ({ ...a, cond: eachOf(a.cond, b.by, model) })),
  // Where the verb comes first: 'exceeds inflation 20%', 'exceeded the population of Egypt 100 million'.
  rule('verb meas', 'op', 'meas', (a, b) => {
    const op = verbs[a.op]
    return op ? { c: 'open', op: 'verb', held: { ...level(op, 1), of: b.of } } : null
  }),
  rule('verb meas set', 'open', 'set', (a, b) => (a.op === 'verb' ? ofWhom(a, b) : null), 0.2),
  rule(
    'predExpr of set',
    'predExpr',
    'set',
    (a, b) => (isOpen(a) && !a.subject ? { ...a, subject: b } : null),
    0.2,
  ),
  rule('verb meas qty', 'open', 'qty', (a, b) =>
    a.op === 'verb' ? bounded(a.held, b.value, b.unit, model) : null,
  ),
  rule(
    'verb meas num',
    'open',
    'num',
    (a, b) => (a.op === 'verb' ? bounded(a.held, b.value, null, model) : null),
    0.1,
  ),
  rule('predExpr qty', 'predExpr', 'qty', (a, b) => bounded(a, b.value, b.unit, model), 0.1),
  rule('predExpr num', 'predExpr', 'num', (a, b) => bounded(a, b.value, null, model), 0.2),
  rule('not pred', 'op', 'pred', (a, b) => (a.op === 'not' ? negated(b) : null)),
  rule('not cond', 'op', 'cond', (a, b) =>
    a.op === 'not' ? { c: 'cond', cond: { k: 'not', of: b.cond } } : null,
  ),
  rule('cond and', 'cond', 'op', (a, b) =>
    b.op === 'and' || b.op === 'or' || b.op === 'but' ? { c: 'open', op: b.op, held: a } : null,
  ),
  rule('cond and cond', 'open', 'cond', (a, b) => {
    if (a.held.c !== 'cond' || !['and', 'or', 'but'].includes(a.op)) return null
    return { c: 'cond', cond: { k: a.op === 'or' ? 'or' : 'and', a: a.held.cond, b: b.cond } }
  }),
  rule('pred and', 'pred', 'op', (a, b) => (b.op === 'and' ? { c: 'open', op: 'and', held: a } : null), 0.3),
  rule('pred and pred', 'open', 'pred', (a, b) =>
    a.held.c === 'pred' && a.op === 'and' && !a.held.on && !b.on && sameUnit(a.held, b)
      ? { c: 'pred', tests: [...a.held.tests, ...b.tests] }
      : null,
  ),
]

export const conditionRules = (model: DataModel): Rule[] => [
  ...thresholds,
  ...changes,
  ...comparisons,
  ...joined(model),
]

/** '80 or more', '40% at most': the bound may follow its number. */
const isBound = ({ op }: SemOf<'cmp'>) => op === '>=' || op === '<='

const sameUnit = (a: SemOf<'pred'>, b: SemOf<'pred'>) =>
  a.tests.every(one => b.tests.every(other => one.unit === other.unit)) &&
  a.tests[0]?.op[0] !== b.tests[0]?.op[0]

const fitting = (of: Expr, { tests, on, own, ahead }: SemOf<'pred'>, model: DataModel) =>
  !on && (own === undefined || isDeepStrictEqual(own, of)) && tests.every(test => fits(of, test.unit, model))
    ? { ...cond(of, tests), ...(ahead && { ahead }) }
    : null

const isOpen = ({ of, change, at, times }: SemOf<'predExpr'>) =>
  of !== null && !change && at === null && times === 1

/** Verbs that stand before what they compare. */
const verbs: Partial<Record<string, Test['op']>> = {
  exceeds: '>',
  'falls short of': '<',
  reaches: '>=',
  'stays within': '<=',
}

const ofWhom = (a: SemOf<'open'>, subject: SemOf<'set'>): Sem | null =>
  a.held.c === 'predExpr' && !a.held.subject ? { ...a, held: { ...a.held, subject } } : null

/** A measure said before the number it is compared with. */
function bounded(a: Sem, value: number, unit: string | null, model: DataModel): Sem | null {
  if (a.c !== 'predExpr' || !a.of || !isOpen(a) || (unit === null && isYear(value))) return null
  const test = fitting(a.of, { c: 'pred', tests: [{ op: a.op, value, unit }] }, model)
  return test && a.subject ? { ...test, subject: a.subject } : test
}

function pred(cmp: SemOf<'cmp'>, value: number, unit: string | null): SemOf<'pred'> {
  const { op, own, change, ahead } = cmp
  return {
    ...{ c: 'pred', tests: [{ op, value, unit }] },
    ...(change && { on: 'any' }),
    ...(own && { own }),
    ...(ahead && { ahead }),
  }
}

const multiple = (op: Test['op'], value: number): Sem => ({
  ...{ c: 'pred', on: 'times', tests: [{ op: value < 1 ? '<=' : op, value, unit: null }] },
})

const level = (op: Test['op'], times: number): SemOf<'predExpr'> => ({
  ...{ c: 'predExpr', op, of: null, times, at: null, change: false },
})

export const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '=': '=' } as const

/** 'Not above 5': one threshold can be turned round. */
function negated(of: SemOf<'pred'>): Sem | null {
  const [test] = of.tests
  if (!test || of.tests.length > 1 || test.op === '=') return null
  return { ...of, tests: [{ ...test, op: opposites[test.op] }] }
}

function range(
  open: SemOf<'open'>,
  { value, unit, scale }: Pick<SemOf<'qty'>, 'value' | 'unit' | 'scale'>,
): Sem | null {
  if (open.op !== 'between and' || open.held.c !== 'qty') return null
  // 'Between 10 and 20 million', 'kati ya milioni 10 na 20'
  const { held } = open
  const first = scale && !held.scale && held.value < scale ? held.value * scale : held.value
  const last = held.scale && !scale && value < held.scale ? value * held.scale : value
  const shared = unit ?? held.unit
  return {
    c: 'pred',
    tests: [
      { op: '>=', value: first, unit: held.unit ?? shared },
      { op: '<=', value: last, unit: shared },
    ],
  }
}

export const timesOf = (of: Expr, times: number): Expr =>
  times === 1 ? of : calc('*', { k: 'number', value: times, unit: null }, of)

/** The unit of a rate of growth: told from a percentage only in what a change is. */
export const yearly = '% a year'

/** A condition on amounts as one on what each person has of them. */
function eachOf(of: Cond, by: Expr, model: DataModel): Cond {
  if (of.k === 'compare') return { ...of, a: perOf(of.a, by, model) }
  if (of.k === 'and' || of.k === 'or')
    return { ...of, a: eachOf(of.a, by, model), b: eachOf(of.b, by, model) }
  return of.k === 'not' ? { ...of, of: eachOf(of.of, by, model) } : of
}

/** All tests of one measure. */
export function cond(of: Expr, tests: readonly Test[]): SemOf<'cond'> {
  const all = tests.map(
    ({ op, value, unit }): Cond => ({
      ...{ k: 'compare', op, a: of, b: { k: 'number', value, unit: unit === yearly ? '%' : unit } },
    }),
  )
  return { c: 'cond', cond: all.reduce((a, b): Cond => ({ k: 'and', a, b })) }
}

const isPoint = (time: Time) => time.k === 'span' && time.from === time.to

/** 'between 2010 and 2024' is a time. */
const isYear = (value: number) => Number.isInteger(value) && value >= 1990 && value <= 2040
