import { isDeepStrictEqual } from 'node:util'
import { aboveMeanOf, cutWithout, isPlural } from './expression-facts.ts'
import type { Phrase } from './phrase.ts'
import { rowDims } from './row-names.ts'
import { pointOf, sayMoved } from './say-moved.ts'
import { areNamed, followed } from './say-rows.ts'
import type { Shown } from './view.ts'
import { direction, looksImplausible, type Said, type Writing, wholeSubjectOf } from './writing.ts'

const mostNamed = 4
const mostPaired = 9

/** The rows of a member, or of all together, in order of time. */
interface Run {
  name: Phrase
  rows: number[]
}

/** The runs of the rows: those that were named in the order of the query, others by their last figure, the rest of a market last. */
export function runsOf({ view, names }: Writing, shown: Shown): Run[] {
  const rows = view.rows.filter(row => view.value(row, shown) !== null)
  const byMember = Map.groupBy(rows, row => view.name(row).text)
  const runs = [...byMember].map(
    ([, own]): Run => ({
      name: view.name(own[0] ?? 0),
      rows: own.toSorted((a, b) => (view.periodId(a) < view.periodId(b) ? -1 : 1)),
    }),
  )
  if (areNamed(view.query)) return runs
  const place = ({ name, rows: own }: Run) =>
    names.isRest(name.text) ? Number.NEGATIVE_INFINITY : (view.value(own.at(-1) ?? 0, shown) ?? 0)
  return runs.toSorted((a, b) => place(b) - place(a))
}

/** 'value sales of beer in Kenya rose from US$ 1.1bn in 2019 to US$ 1.7bn in 2025'. */
export function sayTrend(w: Writing, shown: Shown): Said {
  const [run] = runsOf(w, shown)
  if (!run) return []
  const moved = movedIn(w, run.rows, shown)
  return moved.length === 0 ? [] : w.messages.say('trend', { subject: wholeSubjectOf(w, shown), moved })
}

function movedIn(w: Writing, rows: readonly number[], shown: Shown): Said {
  const [first, last] = [rows[0], rows.at(-1)]
  const points = [first, last].map(row => (row === undefined ? null : pointOf(w, row, shown)))
  const [one, other] = points
  if (!one || !other) return []
  const subject = wholeSubjectOf(w, shown)
  return first === last
    ? w.messages.say('moved.once', { subject, figure: one.print({}), period: one.period })
    : sayMoved(w, subject, one, other)
}

/** The highest and the lowest period between the ends. */
export function sayExtremes(w: Writing, shown: Shown): Said {
  const { view, messages } = w
  const [run] = runsOf(w, shown)
  if (!run || run.rows.length < 4) return []
  const plausible = run.rows.filter(row => !looksImplausible(w, row, shown))
  const sorted = plausible.toSorted((a, b) => (view.value(a, shown) ?? 0) - (view.value(b, shown) ?? 0))
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
  const [first, last] = [run.rows[0], run.rows.at(-1)]
  const isInside = (row: number) => row !== first && row !== last
  const say = (row: number) => ({
    ...{ figure: view.figure(row, shown, { brief: true }), period: view.period(row) ?? '' },
  })
  const [peak, trough] = [say(high), say(low)]
  const values = {
    ...{ high: peak.figure, highPeriod: peak.period, low: trough.figure, lowPeriod: trough.period },
  }
  if (isInside(high) && isInside(low)) return messages.say('extremes.both', values)
  if (isInside(high)) return messages.say('extremes.high', values)
  return isInside(low) ? messages.say('extremes.low', values) : []
}

/** Each member over time: 'rose from … in Kenya and fell from … in Ghana'. */
export function sayTrends(w: Writing, shown: Shown): Said {
  const { messages } = w
  const runs = runsOf(w, shown)
  const items = runs.slice(0, mostNamed).flatMap(({ name, rows }) => {
    const moved = movedIn(w, rows, shown)
    return moved.length === 0
      ? []
      : [messages.say('moved.in', { moved, name, key: w.view.naming[0] ?? 'country' })]
  })
  if (items.length === 0) return []
  const others = runs.length - items.length
  return messages.say('trends', { subject: wholeSubjectOf(w, shown), items: messages.list(items), others })
}

/** Periods put in an order: 'was lowest in 2016, at US$ 17.5bn'. */
export function sayBestPeriod(w: Writing, shown: Shown, end: 'high' | 'low'): Said {
  const { view, messages } = w
  const [first, ...rest] = view.rows
  if (first === undefined) return []
  const next = rest
    .slice(0, 2)
    .map(row => messages.say('item.named', { name: view.period(row) ?? '', figure: view.figure(row, shown) }))
  const above = aboveMeanOf(shown.of)
  const level = above && view.shown.find(({ of }) => isDeepStrictEqual(of, above.of))
  if (above && level)
    return messages.say('period.above', {
      ...{ subject: wholeSubjectOf(w, level), end, period: view.period(first) ?? '' },
      ...{ figure: view.figure(first, shown, { size: true }), way: direction(view.value(first, shown)) },
      ...{ grain: above.over.grain, over: w.words.time(above.over.time), level: view.figure(first, level) },
      ...{ after: followed(w, next), nth: messages.text('nth', { skip: (view.query.take?.skip ?? 0) + 1 }) },
      plural: String(isPlural(level.of, w.names)),
    })
  return messages.say('period.best', {
    ...{
      subject: wholeSubjectOf(w, shown),
      end,
      period: view.period(first) ?? '',
      figure: view.figure(first, shown),
    },
    ...{ after: followed(w, next), nth: messages.text('nth', { skip: (view.query.take?.skip ?? 0) + 1 }) },
    plural: String(isPlural(shown.of, w.names)),
  })
}

/** 'In 2 periods GDP growth in Kenya was below 0%: 2008 (0.2%) and 2020 (−0.3%)'. */
export function sayPeriodsWhere(w: Writing, shown: Shown): Said {
  const { view, messages, words } = w
  const { where } = view.query
  if (!where) return []
  const items = view.rows.slice(0, 6).map(row =>
    messages.say('item.named', {
      name:
        view.naming.length > 0
          ? messages.text('name.period', { name: view.name(row), period: view.period(row) ?? '' })
          : (view.period(row) ?? ''),
      figure: view.figure(row, shown, { brief: true }),
    }),
  )
  const others = view.rows.length - items.length
  const list = messages.list(
    others > 0 ? [...items, [{ text: messages.text('others', { n: others }) }]] : items,
  )
  return messages.say('periods.where', {
    n: view.rows.length,
    grain: view.query.rows.find(row => row.k === 'periods')?.grain ?? 'year',
    test: words.condition(where, cutWithout(view.query.cut, rowDims(view.query))),
    list,
  })
}

/** Rows that pair a member with a period: '4.1% in Botswana in 2023'. */
export function sayPaired(w: Writing, shown: Shown): Said {
  const { view, messages } = w
  const items = view.rows.slice(0, mostPaired).flatMap(row => {
    const figure = view.figure(row, shown, { brief: true })
    const name = messages.text('name.period', { name: view.name(row), period: view.period(row) ?? '' })
    const key = view.naming[0] ?? 'country'
    return figure.length === 0 ? [] : [messages.say('item.figure', { figure, name, key })]
  })
  return messages.say('say.each', {
    subject: wholeSubjectOf(w, shown),
    period: '',
    items: messages.list(items),
  })
}
