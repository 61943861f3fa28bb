import type { Expr, Query, SetOf, Time } from '../../../contract/query.ts'
import { parseExpr } from '../../insights/insights.ts'
import { sayFigure } from '../answer/say-cell.ts'
import type { Writing } from '../answer/writing.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { measuresOf } from './past-answer.ts'
import { countryOf, type Figure, figureMeant, queryAt, yearOf } from './rows.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const [history, fewPeers] = [10, 5]

/** Whether a figure is high: its place among the countries of Africa, their median, and its own past. */
export const position: Operation = async context => {
  const { messages } = context
  const figure = figureMeant(context)
  if (!figure) return { drafts: [{ type: 'headline', pieces: messages.say('talk.position.none') }] }
  const [among, past] = await context.run(queriesFor(context, figure))
  const place = among ? sayPlace(context, among) : []
  const own = past ? sayHistory(context, past) : []
  const first =
    place.length > 0
      ? place
      : messages.say('talk.position.alone', {
          said: sayFigure(figure.w, figure.row, figure.shown),
        })
  const drafts: Draft[] = [{ type: 'headline', pieces: messages.capital(first) }]
  const rest = [own, sayJudgement(context, comparable(context, figure.shown.of))].filter(
    said => said.length > 0,
  )
  if (rest.length > 0) drafts.push({ type: 'paragraph', heading: null, pieces: joined(rest) })
  return { drafts, showsSources: true }
}

/** The countries that a figure is placed among: those that the question names, or all. */
const groupOf = ({ talk, catalogue }: TalkContext): string =>
  talk.parts.groups.find(id => catalogue.group(id)) ?? 'africa'

/** Its place among its peers, and the years up to it; null where it has none. */
function queriesFor(context: TalkContext, figure: Figure): (Query | null)[] {
  const of = comparable(context, figure.shown.of)
  const [year, country] = [yearOf(figure), countryOf(figure)]
  if (year === null) return [null, null]
  const group = groupOf(context)
  const peers: SetOf = { k: 'in', dim: 'country', id: group }
  const over = { k: 'members', of: peers } as const
  const columns: Expr[] = [
    of,
    { k: 'rank', of, among: peers, end: 'high' },
    { k: 'fold', of, over, how: 'count', by: null },
    { k: 'fold', of, over, how: 'median', by: null },
  ]
  const isPeer = country !== null && context.catalogue.group(group)?.members.includes(country)
  const to = String(year)
  const from = String(Math.max(year - history, firstYear(context, of)))
  const time: Time = { k: 'span', from, to }
  return [
    isPeer ? queryAt(figure, columns, { time: spanOf(figure, year) }) : null,
    of.k === 'change' || from === to
      ? null
      : queryAt(figure, [of], { rows: [{ k: 'periods', grain: 'year' }], time }),
  ]
}

/** A number of people says more of the size of a country: its share of them is what compares; growth does so in US$. */
function comparable(context: TalkContext, of: Expr): Expr {
  const { catalogue } = context
  // Growth in local currency holds each country's inflation: countries are put beside one another in US$.
  if (of.k === 'change') return { ...of, of: inDollars(context, of.of) }
  const row = of.k === 'measure' ? catalogue.derived.find(({ id }) => id === of.id) : undefined
  if (row?.unit !== 'people') return of
  const shares = measuresOf(parseExpr(row.expression)).filter(id =>
    catalogue.measure(id)?.unit.startsWith('%'),
  )
  const [only, ...more] = shares
  return only !== undefined && more.length === 0 ? { k: 'measure', id: only } : of
}

/** A measure in local currency as the same in US$. */
function inDollars({ catalogue }: TalkContext, of: Expr): Expr {
  const id = of.k === 'measure' ? of.id.replace(/_lcu$/, '_usd') : ''
  return catalogue.measures.some(one => one.id === id) ? { k: 'measure', id } : of
}

/** The stretch that the figure is of. */
function spanOf({ w, row, shown }: Figure, year: number): Time {
  const span = w.view.span(row, shown)
  return span
    ? { k: 'span', from: span.from, to: span.to }
    : { k: 'span', from: String(year), to: String(year) }
}

const firstYear = ({ names, catalogue }: TalkContext, of: Expr): number => {
  const ids = measuresOf(of)
  if (ids.some(id => names.isPanel(id))) return Number(catalogue.panel.from.slice(0, 4))
  return Math.max(...ids.map(id => catalogue.measure(id)?.coverage.firstYear ?? 0), 2000)
}

function sayPlace(context: TalkContext, w: Writing): Piece[] {
  const { messages } = context
  const { view } = w
  const [own, rank, count, median] = view.shown
  if (!own || !rank || !count || !median) return []
  const [place, of] = [view.value(0, rank), view.value(0, count)]
  if (place === null || of === null || of < fewPeers) return []
  const third = of / 3
  const way = place <= third ? 'high' : place > 2 * third ? 'low' : 'middle'
  return messages.say('talk.position', {
    ...{ way, said: sayFigure(w, 0, own), among: context.names.bundle('country', groupOf(context)) },
    ...{ rank: view.figure(0, rank), count: view.figure(0, count), median: view.figure(0, median) },
  })
}

/** The lowest and highest of the years up to the figure, and whether it is one of them. */
function sayHistory({ messages }: TalkContext, { view }: Writing): Piece[] {
  const [shown] = view.shown
  if (!shown) return []
  const rows = view.rows.filter(row => view.value(row, shown) !== null)
  const sorted = rows.toSorted((a, b) => (view.value(a, shown) ?? 0) - (view.value(b, shown) ?? 0))
  const [low, high, first, last] = [sorted[0], sorted.at(-1), rows[0], rows.at(-1)]
  if (low === undefined || high === undefined || first === undefined || rows.length < 3) return []
  const end = last === high ? 'high' : last === low ? 'low' : 'between'
  return messages.say('talk.position.history', {
    ...{ end, low: view.figure(low, shown), high: view.figure(high, shown) },
    ...{
      lowYear: view.period(low) ?? '',
      highYear: view.period(high) ?? '',
      since: view.period(first) ?? '',
    },
  })
}

/** Whether more of it is good, where that can be said at all. */
function sayJudgement({ messages, catalogue, names }: TalkContext, of: Expr): Piece[] {
  const [id, ...more] = measuresOf(of)
  const measure = id !== undefined && more.length === 0 ? catalogue.measure(id) : undefined
  const higherIs = measure?.kind === 'figure' ? measure.higherIs : undefined
  if (id === undefined || higherIs === undefined || higherIs === 'neutral') return []
  return messages.capital(messages.say('talk.position.good', { higherIs, measure: names.measure(id) }))
}
