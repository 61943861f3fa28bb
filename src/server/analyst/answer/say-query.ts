import type { Cond } from '../../../contract/query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { effectTime, endsOf, sayDistance, sayFigure, sayFigures, sayStep } from './say-cell.ts'
import { sayAge, sayGap, sayOtherEnd } from './say-context.ts'
import { sayFilter, sayNone } from './say-filter.ts'
import { sayTwoTimes } from './say-moved.ts'
import {
  sayBestPeriod,
  sayExtremes,
  sayPaired,
  sayPeriodsWhere,
  sayTrend,
  sayTrends,
} from './say-over-time.ts'
import { sayContributions, sayParts } from './say-parts.ts'
import {
  areNamed,
  sayColumn,
  sayEach,
  sayFirst,
  sayHiddenOrder,
  sayLeaders,
  sayMissing,
  sayRanking,
} from './say-rows.ts'
import { sayStatistic, sayWhyNot } from './say-statistics.ts'
import { sayInstead } from './say-supposition.ts'
import type { Shown } from './view.ts'
import { looksImplausible, type Said, type Writing } from './writing.ts'

/** What is said about a query: the answer in one sentence, and what else its rows show. */
export interface SaidOfQuery {
  first: Said
  context: Said[]
}

const mostContext = 2

/** The sentences about a query, by the form of its rows. */
export function sayQuery(w: Writing): SaidOfQuery {
  const { view } = w
  const statistic = sayStatistic(w).filter(said => said.length > 0)
  const own = sayRows(w)
  const [first, ...more] = statistic.length > 0 ? statistic : [own.first]
  const rest = statistic.length > 0 ? more : own.context
  return {
    first: [
      ...sayWhyNot(w),
      ...(view.stat?.rows.length === 0 ? [{ text: ' ' }] : []),
      ...sentence(w, first ?? []),
    ],
    context: [...sayTotal(w), ...rest]
      .filter(said => said.length > 0)
      .slice(0, view.shown.length > 2 ? mostContext + 1 : mostContext)
      .map(said => sentence(w, said)),
  }
}

const sentence = ({ messages }: Writing, said: Said): Said => messages.capital(said)

function sayRows(w: Writing): SaidOfQuery {
  const { view } = w
  const { query, rows } = view
  const [main] = view.shown
  const hasFigure = rows.some(row => view.shown.some(shown => view.value(row, shown) !== null))
  if (!main || rows.length === 0 || !hasFigure) return { first: sayNone(w), context: [] }
  const [whole, ...context] = sayParts(w) ?? sayContributions(w) ?? sayInstead(w) ?? []
  if (whole) return { first: whole, context }
  if (query.rows.length === 0) return sayCell(w, rows[0] ?? 0)
  if (rows.length === 1 && areNamed(query) && !query.where && !view.isOverTime) {
    const cell = sayCell(w, rows[0] ?? 0)
    return { first: cell.first, context: [sayMissing(w), ...cell.context] }
  }
  return view.isOverTime ? sayTimes(w, main) : sayMembers(w, main)
}

/** One cell: a figure, or several. */
function sayCell(w: Writing, row: number): SaidOfQuery {
  const { view, messages } = w
  const shown = view.shown.filter(one => view.value(row, one) !== null)
  // A change that stands between its two ends says all three.
  const change = shown.find(one => endsOf(w, one) !== null)
  const [main, ...others] = change ? [change, ...shown.filter(one => one !== change)] : shown
  if (!main) return { first: [], context: [] }
  if (view.shown.every(({ of }) => of.k === 'effect')) {
    const effects = shown.map(one => sayFigure(w, row, one))
    const values = { time: effectTime(w, row, view.shown[0]?.of), items: messages.list(effects) }
    return { first: messages.say('say.effects', values), context: sayCoverage(w) }
  }
  const ends = endsOf(w, main)
  const isOther = (one: Shown) => one !== ends?.from && one !== ends?.to
  const rest = others.filter(isOther)
  const steps = rest.filter(({ of }) => of.k === 'at' && of.of.k === 'change')
  const moved = sayTwoTimes(
    w,
    row,
    [main, ...rest].filter(one => !steps.includes(one)),
  )
  if (moved)
    return { first: moved, context: [...steps.map(step => sayStep(w, row, step)), ...sayCoverage(w)] }
  const distance = sayDistance(w, row, [main, ...rest])
  if (distance) return { first: distance, context: [sayAge(w, row, main), ...sayCoverage(w)] }
  const figure = sayFigure(w, row, main)
  const changes = rest.filter(({ of }) => of.k === 'change' || of.k === 'effect')
  const levels = rest.filter(shown => !changes.includes(shown))
  const first =
    levels.length === 0
      ? figure
      : messages.say('say.with', { first: figure, items: sayFigures(w, row, levels) })
  return {
    first: [...first, { text: '.' }],
    context: [
      sayAge(w, row, main),
      ...changes.map(shown => [...sayFigure(w, row, shown), { text: '.' }]),
      ...sayCoverage(w),
    ],
  }
}

/** How many members of a group a figure over it rests on. */
function sayCoverage({ view, messages, names }: Writing): Said[] {
  const { coverage } = view.table
  if (!coverage || view.query.rows.length > 0 || coverage.held >= coverage.of) return []
  const missing = (coverage.missing ?? []).slice(0, 6).map(names.called)
  return [
    messages.say('say.coverage', {
      ...{ held: coverage.held, of: coverage.of, missing: messages.textList(missing), n: missing.length },
    }),
  ]
}

/** Rows of periods, alone or for each member. */
function sayTimes(w: Writing, main: Shown): SaidOfQuery {
  const { view } = w
  const { query } = view
  const others = view.shown.slice(1)
  const isPicked = query.where !== null && picksPeriods(query.where)
  if (query.where && !isPicked) return { first: sayPeriodsWhere(w, main), context: [] }
  if (query.zip || isPicked)
    return { first: sayPaired(w, main), context: others.map(shown => sayPaired(w, shown)) }
  if (view.naming.length > 0)
    return { first: sayTrends(w, main), context: others.map(shown => sayTrends(w, shown)) }
  if (query.order && query.take)
    return { first: sayBestPeriod(w, view.ordered ?? main, query.order.end), context: [] }
  return {
    first: sayTrend(w, main),
    context: [sayExtremes(w, main), ...others.map(shown => sayTrend(w, shown))],
  }
}

/** A condition that a figure is a certain one picks periods: the first, the highest. */
const picksPeriods = (of: Cond): boolean =>
  of.k === 'compare' ? of.op === '=' : 'a' in of ? picksPeriods(of.a) && picksPeriods(of.b) : false

const unitsDiffer = ({ view }: Writing) => view.table.columns.some(({ key }) => /^u\d+$/.test(key))

/** Rows of members: a filtered list, an order, or entities side by side. */
function sayMembers(w: Writing, main: Shown): SaidOfQuery {
  const { view } = w
  const { query, ordered } = view
  const others = view.shown.filter(shown => shown !== (ordered ?? main))
  const columns = others.map(shown => sayColumn(w, shown))
  const missing = query.where ? [] : [sayMissing(w)]
  if ((ordered ?? main).unit === null && unitsDiffer(w))
    return { first: sayEach(w, ordered ?? main), context: missing }
  if (query.where && !query.take) return { first: sayFilter(w, query.where), context: columns }
  if (query.take?.per && query.order)
    return { first: sayLeaders(w, ordered ?? main, query.take.per, query.order.end), context: [] }
  if (query.order && !ordered) return { first: sayHiddenOrder(w), context: [...missing, ...columns] }
  const end = query.order?.end ?? 'high'
  if (query.order) {
    const by = ordered ?? main
    const facts = end === 'high' ? [sayGap(w, view.rows, by)] : []
    const last = sayOtherEnd(w, view.rows, by)
    return { first: sayRanking(w, by, end), context: [...missing, ...facts, ...columns, last] }
  }
  const sorted = view.rows
    .filter(row => view.value(row, main) !== null && !looksImplausible(w, row, main))
    .toSorted((a, b) => (view.value(b, main) ?? 0) - (view.value(a, main) ?? 0))
  return {
    first: sayFirst(w, sorted, main, 'high'),
    context: [...missing, sayGap(w, sorted, main), ...columns],
  }
}

function sayTotal({ view, messages }: Writing): Said[] {
  const [main] = view.shown
  if (view.total === null || !main || view.value(view.total, main) === null) return []
  const figure: Piece[] = view.figure(view.total, main)
  return [messages.say('say.total', { figure })]
}
