import { isDeepStrictEqual } from 'node:util'
import type { Cut, Query, SetOf } from '../../../contract/query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { cutWithout, dimOfSet } from './expression-facts.ts'
import type { FigureStyle } from './figures.ts'
import { rowDims } from './row-names.ts'
import type { Shown } from './view.ts'
import {
  direction,
  fromTo,
  inPeriod,
  nounOf,
  type Said,
  subjectOf,
  topicOf,
  type Writing,
} from './writing.ts'

/** So many rows are named beside the first. */
const followers = 2
/** Rows that were named in the question are all said, up to so many. */
const mostCompared = 6
const mostMissing = 5

/** 'Malawi (28.4%)'. */
export function item({ view, messages }: Writing, row: number, shown: Shown, style: FigureStyle = {}): Said {
  const figure = view.figure(row, shown, { brief: true, ...style })
  const name = view.name(row)
  return figure.length === 0 ? [{ text: name.text }] : messages.say('item.named', { name, figure })
}

/** The set that the rows are members of, where one clause makes them. */
export function rowSet({ rows }: Query): SetOf | null {
  const [row] = rows
  return rows.length === 1 && row?.k === 'members' ? row.of : null
}

/** True where the rows were named one by one. */
export const areNamed = ({ rows, take }: Query): boolean =>
  take === null && rows.some(row => row.k === 'groups' || row.k === 'departments' || isNamed(row))

const isNamed = (row: Query['rows'][number]) => row.k === 'members' && row.of.k === 'ids'

/** 'of the 45 African countries with a figure': who was compared; 'none' where it goes without saying. */
export function universe({ view, messages, words }: Writing): string {
  const { query, table } = view
  const set = rowSet(query)
  const { coverage } = table
  if (!set || !coverage || coverage.held < 2 || set.k === 'ids') return 'none'
  // The first of an order by the column itself are the answer, not who was compared.
  if (set.k === 'top' && isDeepStrictEqual(set.by, query.order?.by ?? view.shown[0]?.of)) return 'none'
  const members = words.members(set)
  if (query.where)
    return messages.text('universe.where', { members, test: words.condition(query.where, cutOfRows(query)) })
  const isFull = coverage.held >= coverage.of || !hasGaps(set)
  return messages.text('universe', { n: coverage.held, members, isFull: String(isFull) })
}

/** A brand or channel without a figure is not sold there; a country without one has not reported. */
const hasGaps = (set: SetOf) => ['country', 'segment'].includes(dimOfSet(set))

/** What all rows are restricted to. */
export const cutOfRows = (query: Query): Cut => cutWithout(query.cut, rowDims(query))

/** 'There is no figure for Zimbabwe, Sudan and South Sudan.' */
export function sayMissing({ view, messages, names }: Writing): Said {
  const { coverage } = view.table
  const set = rowSet(view.query)
  const missing = coverage?.missing ?? []
  const absent = coverage ? coverage.of - coverage.held - (coverage.left_out?.length ?? 0) : 0
  if (!coverage || absent === 0 || missing.length === 0 || (set && !hasGaps(set))) return []
  const named = (missing.length <= mostMissing + 1 ? missing : missing.slice(0, mostMissing)).map(
    names.called,
  )
  const others = absent - named.length
  const list = messages.textList(others > 0 ? [...named, messages.text('others', { n: others })] : named)
  return messages.say('say.missing', { list })
}

type Way = 'up' | 'down' | 'flat'

/** Who comes first by the column, by how much, and who follows: '… grew fastest in Zimbabwe: by 34.2%, followed by …'. */
export function sayFirst(
  w: Writing,
  rows: readonly number[],
  shown: Shown,
  end: 'high' | 'low',
  skip = 0,
): Said {
  const { view, messages, names } = w
  const [first, ...rest] = rows
  if (first === undefined) return []
  const next = rest.slice(0, areNamed(view.query) ? mostCompared - 1 : followers)
  const isChange = shown.of.k === 'change' && shown.of.as !== 'times' && shown.as === null
  const ways = rows.map(row => direction(view.value(row, shown)))
  const isOneWay = ways.slice(0, 1 + next.length).every(way => way === ways[0])
  const style = isChange ? { size: isOneWay, signed: !isOneWay } : {}
  const values = {
    ...{ name: view.name(first), figure: view.figure(first, shown, { size: isChange }), end },
    ...{
      nth: messages.text('nth', { skip: skip + 1 }),
      universe: universe(w),
      key: view.naming[0] ?? 'country',
    },
    after: followed(
      w,
      next.map(row => item(w, row, shown, style)),
    ),
  }
  if (isChange && shown.of.k === 'change') {
    return messages.say('first.change', {
      ...values,
      ...{ subject: subjectOf(w, shown), as: shown.of.as, time: fromTo(w, first, shown) },
      verb: changeVerb(shown.of.as, ways[0] ?? 'flat', end),
    })
  }
  const size = isSizeWord(shown, names) ? 'large' : 'high'
  return messages.say('first.level', {
    ...values,
    size,
    topic: nounOf(w, shown),
    period: inPeriod(w, first, shown),
  })
}

/** ', followed by Malawi (28.4%)'. */
export const followed = ({ messages, view }: Writing, items: readonly Said[]): Said =>
  messages.say('after', {
    ...{ n: items.length, next: messages.list(items) },
    named: String(areNamed(view.query) && items.length === 1),
  })

/** Growth is fast or slow; what moved by points or an amount rose or fell most or least. */
function changeVerb(as: string, way: Way, end: 'high' | 'low'): string {
  const isGrowth = as === 'percent' || as === 'cagr'
  if (way === 'down') return end === 'low' ? 'fell_most' : 'fell_least'
  if (isGrowth) return end === 'high' ? 'grew_fastest' : 'grew_slowest'
  return end === 'high' ? 'rose_most' : 'rose_least'
}

/** Sales and populations are large or small, all else is high or low. */
const isSizeWord = ({ of, as }: Shown, names: Writing['names']): boolean =>
  as === null && (of.k === 'share' || (of.k === 'measure' && names.isAmount(of.id)))

/** The first sentence of rows in an order: one end or both. */
export function sayRanking(w: Writing, shown: Shown, end: 'high' | 'low'): Said {
  const { view, messages } = w
  const { take } = view.query
  if (take?.ends === 'both' && view.rows.length > 1) {
    const [top, bottom] = [view.rows[0] ?? 0, view.rows.at(-1) ?? 0]
    return messages.say('first.both', {
      first: sayFirst(w, [top], shown, end),
      second: sayOtherEnd(w, bottom, shown, end === 'high' ? 'low' : 'high'),
    })
  }
  return sayFirst(w, view.rows, shown, end, take?.skip ?? 0)
}

/** The second of two ends, short: what was said of the first is not said again. */
function sayOtherEnd(w: Writing, row: number, shown: Shown, end: 'high' | 'low'): Said {
  const { view, messages, names } = w
  const name = view.name(row)
  if (shown.of.k === 'change' && shown.as === null && shown.of.as !== 'times') {
    const way = direction(view.value(row, shown))
    const figure = view.figure(row, shown, { size: true })
    return messages.say('second.change', { way, name, figure, as: shown.of.as })
  }
  const size = isSizeWord(shown, names) ? 'large' : 'high'
  return messages.say('second.level', { name, size, end, figure: view.figure(row, shown) })
}

/** The order is of something that no column shows: the first column's figures in that order. */
export function sayHiddenOrder(w: Writing): Said {
  const { view, messages, words } = w
  const [shown] = view.shown
  const [first, ...rest] = view.rows
  const { order } = view.query
  if (!shown || first === undefined || !order) return []
  return messages.say('first.hidden', {
    ...{
      by: words.subject(order.by, cutOfRows(view.query)),
      end: order.end,
      nth: messages.text('nth', { skip: (view.query.take?.skip ?? 0) + 1 }),
      name: view.name(first),
      universe: universe(w),
    },
    ...{ topic: nounOf(w, shown), figure: view.figure(first, shown), period: inPeriod(w, first, shown) },
    after: followed(
      w,
      rest.slice(0, followers).map(row => item(w, row, shown)),
    ),
  })
}

/** The leader of each member of a dimension: 'In Kenya, Brand A has …; in Ghana …'. */
export function sayLeaders(w: Writing, shown: Shown, per: string, end: 'high' | 'low'): Said {
  const { view, messages } = w
  const groups = Map.groupBy(view.rows, row => view.name(row, [per]).text)
  const items = [...groups.values()].slice(0, mostCompared).map((rows): Piece[] => {
    const [first] = rows
    if (first === undefined) return []
    return messages.say('item.leader', {
      ...{
        per: view.name(first, [per]),
        dim: per,
        name: view.name(
          first,
          view.naming.filter(key => key !== per),
        ),
      },
      figure: view.figure(first, shown),
    })
  })
  const [first = 0] = view.rows
  return messages.say('first.each', {
    ...{ topic: nounOf(w, shown), end, period: inPeriod(w, first, shown), items: messages.list(items) },
  })
}

/** Rows in different units: each with its own figure, in the order of the query. */
export function sayEach(w: Writing, shown: Shown): Said {
  const { view, messages } = w
  const [first = 0] = view.rows
  const items = view.rows.slice(0, mostCompared).flatMap(row => {
    const figure = view.figure(row, shown)
    return figure.length === 0
      ? []
      : [messages.say('item.figure', { figure, name: view.name(row), key: view.naming[0] ?? 'country' })]
  })
  return messages.say('say.each', {
    ...{ subject: subjectOf(w, shown), period: inPeriod(w, first, shown), items: messages.list(items) },
  })
}

/** A further column over the same rows: who is first and who is last by it. */
export function sayColumn(w: Writing, shown: Shown): Said {
  const { view, messages } = w
  const rows = view.rows.filter(row => view.value(row, shown) !== null)
  const sorted = rows.toSorted((a, b) => (view.value(b, shown) ?? 0) - (view.value(a, shown) ?? 0))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  if (view.value(first, shown) === view.value(last, shown)) return []
  const topic = topicOf(w, shown)
  const isPair = rows.length === 2
  return messages.say('say.column', {
    topic,
    first: item(w, first, shown),
    last: item(w, last, shown),
    isPair: String(isPair),
  })
}
