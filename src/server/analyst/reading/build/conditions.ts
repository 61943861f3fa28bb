import type { Cond, Expr, Query } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { columnTypes } from '../../../insights/insights.ts'
import { asksWhich } from '../asks-which.ts'
import { asksWhen, type Draft } from '../draft.ts'
import { cond, timesOf, yearly } from '../grammar/conditions.ts'
import type { SemOf, Test } from '../sem.ts'
import { chained, changeOf, formOf } from './columns.ts'
import { isGrowthRate, localOf } from './measures.ts'
import type { Window } from './times.ts'

/** What the conditions of a question are tested on. */
export interface Tested {
  draft: Draft
  /** The measures as they are shown, without their changes. */
  shown: readonly Expr[]
  columns: readonly Expr[]
  query: Query
  window: Window
  model: CatalogueModel
}

/** All conditions of a question as one; null where there is none; undefined where one fits no measure. */
export function conditionOf(tested: Tested): Cond | null | undefined {
  const { draft, shown } = tested
  const [main] = shown
  if (!main) return null
  const predicates = draft.preds.map(({ pred, at }) => predicate(pred, at, main, tested))
  const fitting = predicates.filter(of => of !== null)
  if (fitting.length < predicates.length) return undefined
  const all: Cond[] = [
    ...draft.conds,
    ...fitting,
    ...draft.predExprs.map(of => comparison(of, main, tested)),
    ...draft.rivals.flatMap(of =>
      rivalry(of, of.change ? changeOf(main, tested.window, null, tested.model) : main),
    ),
    ...fallen(draft, main, tested),
  ]
  return all.length > 0 ? all.reduce((a, b): Cond => ({ k: 'and', a, b })) : null
}

function predicate(pred: SemOf<'pred'>, at: number, main: Expr, tested: Tested): Cond | null {
  const { window, model, draft } = tested
  if (pred.on === 'times') return cond(changeOf(main, window, 'times', model), pred.tests).cond
  if (pred.on) {
    // What is a rate already does not grow by so many per cent.
    const isOfRate =
      pred.tests.some(({ unit }) => unit?.startsWith('%')) &&
      formOf(main, model) !== 'percent' &&
      !isGrowthRate(main, model)
    if (isOfRate && pred.on !== 'down') return null
    const isYearly = pred.tests.some(({ unit }) => unit === yearly)
    const said = pred.on === 'down' || (pred.on === 'any' && draft.change?.dir === 'down')
    // 'Grew by more than 5% every year': each year's rate is tested, not that of all years.
    const isEach = draft.freq !== null && isGrowthRate(main, model)
    const change = isEach
      ? main
      : changeOf(main, window, isYearly ? 'cagr' : (draft.change?.as ?? null), model)
    return cond(change, said ? pred.tests.map(mirrored) : pred.tests).cond
  }
  const of = fittingColumn(pred, at, tested)
  // 'Fell in Tanzania by more than 10%'
  const isFall = of?.k === 'change' && draft.change?.dir === 'down'
  return of && cond(of, isFall ? pred.tests.map(mirrored) : pred.tests).cond
}

const turned = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' } as const

/** A fall of more than 30% is a change below −30%. */
const mirrored = ({ op, value, unit }: Test): Test => ({ op: turned[op], value: -value, unit })

/** Against another measure, or against the own value of another year. */
function comparison(of: SemOf<'predExpr'>, said: Expr, { window, model }: Tested): Cond {
  // Prices and sales are compared with inflation in the money it is of.
  const main = isInflation(of.of) ? localOf(said) : said
  if (of.at)
    return {
      k: 'compare',
      op: of.op,
      a: main,
      b: timesOf({ k: 'at', of: main, cut: {}, time: of.at }, of.times),
    }
  const other = of.of ?? main
  if (!of.change) return { k: 'compare', op: of.op, a: main, b: timesOf(other, of.times) }
  return {
    ...{ k: 'compare', op: of.op },
    a: changeOf(main, window, 'percent', model),
    b: timesOf(rateOver(other, window, model), of.times),
  }
}

const isInflation = (of: Expr | null) => of?.k === 'measure' && of.id.startsWith('inflation_')

/** What is a yearly rate already is compounded; what is an amount changes. */
function rateOver(of: Expr, window: Window, model: CatalogueModel): Expr {
  return isGrowthRate(of, model) ? chained(of, window) : changeOf(of, window, 'percent', model)
}

/** 'Larger than Angola's'. */
function rivalry({ op, of }: SemOf<'rival'>, main: Expr): Cond[] {
  if (op === 'share' || op === 'times' || op === 'than') return []
  return [{ k: 'compare', op, a: main, b: { k: 'at', of: main, cut: { [of.dim]: of.of }, time: null } }]
}

/** 'Which economies contracted': those with a change below zero, where nothing else is tested or ordered. */
function fallen(draft: Draft, main: Expr, { window, model }: Tested): Cond[] {
  const { change, order } = draft
  const isTested = draft.preds.some(({ pred }) => pred.on) || draft.predExprs.some(one => one.change)
  const isAsked = asksWhich(draft) || asksWhen(draft) || draft.freq !== null || draft.wants.includes('count')
  if (!change || change.dir === 'any' || order || isTested || !isAsked) return []
  const test: Test = { op: change.dir === 'down' ? '<' : '>', value: 0, unit: null }
  return [cond(changeOf(main, window, null, model), [test]).cond]
}

/** Both sides of what a condition compares, numbers left out. */
export function sidesOf(of: Cond): Expr[] {
  if (of.k === 'compare') return [of.a, of.b].filter(({ k }) => k !== 'number')
  if (of.k === 'and' || of.k === 'or') return [...sidesOf(of.a), ...sidesOf(of.b)]
  return of.k === 'not' ? sidesOf(of.of) : []
}

/** What a threshold without a measure beside it is about: of what is shown, what fits its unit and was said last before it. */
function fittingColumn(
  pred: SemOf<'pred'>,
  at: number,
  { draft, columns, query, model }: Tested,
): Expr | null {
  const unit = pred.tests[0]?.unit ?? null
  const shown = columns.map(of => ({ as: null, of }))
  const units = columnTypes(model, { ...query, show: shown }).map(type => type.unit)
  const isMoney = (text: string) => /^(US\$|lcu)/.test(text)
  const fitting = columns.filter((_, place) => {
    const own = units[place] ?? ''
    if (unit?.startsWith('%')) return own.includes('%')
    // 'People over 40' are no population of more than 40 years.
    if (unit === 'years') return own === 'years'
    return unit === 'US$' || unit === 'lcu' ? isMoney(own) : !own.includes('%')
  })
  const before = draft.measures.filter(one => one.at < at).at(-1)?.of
  const said = fitting.find(of => JSON.stringify(of) === JSON.stringify(before))
  return said ?? fitting[0] ?? (unit === null ? (columns[0] ?? null) : null)
}
