import { type ContextColumn, contextColumns } from './context-of-ask.ts'
import { item } from './say-rows.ts'
import type { Shown } from './view.ts'
import type { Said, Writing } from './writing.ts'

/** A place among fewer countries than this says little of a continent. */
const manyCountries = 30
/** From this many rows on the last one is worth a word. */
const longOrder = 8
const ratios: readonly [number, string][] = [
  [10, 'ten'],
  [5, 'five'],
  [3, 'three'],
  [2, 'two'],
  [1.5, 'half'],
]

/** How far the first is ahead of the second, in words: 'That is more than twice the figure of Kenya.' */
export function sayGap({ view, messages }: Writing, rows: readonly number[], shown: Shown): Said {
  const [first, second] = rows
  if (first === undefined || second === undefined || shown.of.k === 'change') return []
  const unit = shown.unit ?? '%'
  const [a, b] = [view.value(first, shown), view.value(second, shown)]
  if (a === null || b === null || b <= 0 || unit.startsWith('%') || unit === 'points') return []
  const size = ratios.find(([from]) => a / b >= from)?.[1]
  return size === undefined
    ? []
    : messages.say('gap', { size, first: view.name(first), second: view.name(second) })
}

/** Who stands at the other end of an order that is shown whole. */
export function sayOtherEnd(w: Writing, rows: readonly number[], shown: Shown): Said {
  const last = rows.at(-1)
  if (last === undefined || rows.length < longOrder || w.view.query.take !== null) return []
  return w.messages.say('other.end', { item: item(w, last, shown) })
}

/** That the latest figure is old, where it is older than figures of its kind should be. */
export function sayAge({ view, messages, names, catalogue }: Writing, row: number, shown: Shown): Said {
  const { of } = shown
  if (view.query.time.k !== 'latest' || of.k !== 'measure') return []
  const [year, age] = [Number(view.span(row, shown)?.to.slice(0, 4)), names.maxAge(of.id)]
  const years = catalogue.lastYear - year
  return age !== null && Number.isInteger(years) && years >= Math.min(age, 3)
    ? messages.say('say.age', { years })
    : []
}

/** What the figure was a year before and its place in Africa, from the query beside its own. */
export function sayBeside({ view, messages }: Writing): Said {
  const columns = contextColumns(view.query)
  const figures = new Map(
    view.shown.map((shown, at) => {
      const style = { brief: true, bare: columns[at] === 'count' }
      return [columns[at], view.figure(0, shown, style)]
    }),
  )
  const figure = (column: ContextColumn) => figures.get(column) ?? []
  const [before, rank, count] = [figure('before'), figure('rank'), figure('count')]
  if (before.length === 0) return []
  const counted = view.shown.find((_, at) => columns[at] === 'count')
  const isOfMany = counted !== undefined && (view.value(0, counted) ?? 0) >= manyCountries
  if (isOfMany && rank.length > 0) return messages.say('beside.both', { before, rank, count })
  return messages.say('beside.before', { before })
}

/** Whether a query beside those asked has the latest figures of what has none at the time asked for. */
export const isInstead = ({ view }: Writing): boolean => view.query.time.k === 'latest'

/** 'The latest figure is 736% (2024)', with its country where there are several. */
export function sayInstead({ view, messages }: Writing): Said {
  const [shown] = view.shown
  if (!shown) return []
  const isOne = view.rows.length === 1
  const items = view.rows.flatMap(row => {
    const [figure, year] = [view.figure(row, shown), view.period(row, shown)]
    if (figure.length === 0) return []
    // Where years differ the figures have theirs already.
    const dated = year !== null ? messages.say('figure.dated', { figure, year }) : figure
    return [isOne ? dated : messages.say('item.named', { name: view.name(row), figure: dated })]
  })
  return items.length === 0
    ? []
    : messages.say('say.instead', { n: items.length, items: messages.list(items) })
}
