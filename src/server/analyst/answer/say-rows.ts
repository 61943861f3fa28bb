import type { Query, SetOf } from '../../../contract/query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Shown } from './view.ts'
import {
  direction,
  fromTo,
  inPeriod,
  isPlural,
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
export function item({ view, messages }: Writing, row: number, shown: Shown, isSize = false): Said {
  const figure = view.figure(row, shown, { size: isSize })
  const name = view.name(row)
  return figure.length === 0 ? [{ text: name }] : messages.say('item.named', { name, figure })
}

/** The set that the rows are members of, where one clause makes them. */
export function rowSet({ rows }: Query): SetOf | null {
  const sets = rows.flatMap(row => (row.k === 'members' ? [row.of] : []))
  return sets.length === 1 && rows.length === 1 ? (sets[0] ?? null) : null
}

/** True where the rows were named one by one. */
export const areNamed = (query: Query): boolean =>
  query.rows.some(
    row => row.k === 'groups' || row.k === 'departments' || (row.k === 'members' && row.of.k === 'ids'),
  ) && query.take === null

/** 'of the 45 African countries with a figure': who was compared. */
export function universe({ view, messages, words }: Writing): string {
  const { query, table } = view
  const set = rowSet(query)
  const { coverage } = table
  if (!set || !coverage || coverage.held < 2 || set.k === 'ids') return 'none'
  const members = words.members(set)
  const isFull = coverage.held >= coverage.of
  return messages.text('universe', {
    ...{ n: coverage.held, members, isFull: String(isFull) },
  })
}

/** 'There is no figure for Zimbabwe, Sudan and South Sudan.' */
export function sayMissing({ view, messages }: Writing): Said {
  const { coverage } = view.table
  const missing = coverage?.missing ?? []
  const absent = coverage ? coverage.of - coverage.held : 0
  if (!coverage || absent === 0 || missing.length === 0) return []
  const named = missing.length <= mostMissing + 1 ? missing : missing.slice(0, mostMissing)
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
  const isSize = isChange && ways.slice(0, 1 + next.length).every(way => way === ways[0])
  const after = next.map(row => item(w, row, shown, isSize))
  const values = {
    ...{ name: view.name(first), figure: view.figure(first, shown, { size: isChange }), end },
    ...{
      nth: messages.text('nth', { skip: skip + 1 }),
      universe: universe(w),
      key: view.naming[0] ?? 'country',
    },
    after: followed(w, after),
  }
  if (isChange && shown.of.k === 'change') {
    return messages.say('first.change', {
      ...values,
      ...{ subject: subjectOf(w, shown), as: shown.of.as },
      ...{ verb: changeVerb(shown.of.as, ways[0] ?? 'flat', end), time: fromTo(w, first, shown) },
    })
  }
  const period = inPeriod(w, first, shown)
  const subject = subjectOf(w, shown)
  if (isSizeWord(shown, names)) return messages.say('first.amount', { ...values, topic: subject, period })
  return messages.say('first.level', {
    ...values,
    subject,
    period,
    plural: String(isPlural(shown.of, names)),
  })
}

/** ', followed by Malawi (28.4%)'. */
export const followed = ({ messages }: Writing, items: readonly Said[]): Said =>
  messages.say('after', { n: items.length, next: messages.list(items) })

/** Growth is fast or slow; what moved by points or an amount rose or fell most or least. */
function changeVerb(as: string, way: Way, end: 'high' | 'low'): string {
  const isGrowth = as === 'percent' || as === 'cagr'
  if (way === 'down') return end === 'low' ? 'fell_most' : 'fell_least'
  if (isGrowth) return end === 'high' ? 'grew_fastest' : 'grew_slowest'
  return end === 'high' ? 'rose_most' : 'rose_least'
}

/** Sales and populations are large or small, all else is high or low. */
const isSizeWord = ({ of, as }: Shown, names: Writing['names']): boolean =>
  as === null && of.k === 'measure' && names.isAmount(of.id)

/** The first sentence of rows in an order: one end or both. */
export function sayRanking(w: Writing, shown: Shown, end: 'high' | 'low'): Said {
  const { view } = w
  const { take } = view.query
  if (take?.ends === 'both' && view.rows.length > 1) {
    const [top, bottom] = [view.rows[0] ?? 0, view.rows.at(-1) ?? 0]
    return w.messages.say('first.both', {
      first: sayFirst(w, [top], shown, end),
      second: sayFirst(w, [bottom], shown, end === 'high' ? 'low' : 'high'),
    })
  }
  return sayFirst(w, view.rows, shown, end, take?.skip ?? 0)
}

/** The order is of something that no column shows: the first column's figures in that order. */
export function sayHiddenOrder(w: Writing): Said {
  const { view, messages, words } = w
  const [shown] = view.shown
  const [first, ...rest] = view.rows
  const { order } = view.query
  if (!shown || first === undefined || !order) return []
  return messages.say('first.hidden', {
    ...{ by: words.topic(order.by), end: order.end, name: view.name(first), universe: universe(w) },
    ...{ topic: subjectOf(w, shown), figure: view.figure(first, shown), period: inPeriod(w, first, shown) },
    after: followed(
      w,
      rest.slice(0, followers).map(row => item(w, row, shown)),
    ),
  })
}

/** The leader of each member of a dimension: 'In Kenya, Brand A has …; in Ghana …'. */
export function sayLeaders(w: Writing, shown: Shown, per: string, end: 'high' | 'low'): Said {
  const { view, messages } = w
  const groups = Map.groupBy(view.rows, row => view.part(row, per))
  const items = [...groups].slice(0, mostCompared).map(([name, rows]): Piece[] => {
    const [first] = rows
    if (first === undefined) return []
    return messages.say('item.leader', {
      ...{ per: name, dim: per, name: view.partsWithout(first, per) },
      figure: view.figure(first, shown),
    })
  })
  const [first = 0] = view.rows
  return messages.say('first.each', {
    ...{ topic: subjectOf(w, shown), end, period: inPeriod(w, first, shown), items: messages.list(items) },
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
