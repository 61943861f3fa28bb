import { isDeepStrictEqual } from 'node:util'
import type { Expr } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { numberOf } from '../claims/result-set.ts'
import { figureOf, mostSeries, periodOf, seriesOf, subjectWith } from './statistic-table.ts'
import type { Shown } from './view.ts'
import { direction, inPeriod, type Said, subjectOf, type Writing } from './writing.ts'

/** What the first column comes to: the assumption, the figure as it is, the figure as it would be. */
export function saySupposed(w: Writing, table: Table): Said[] {
  const { messages, view } = w
  const { stat } = view.query
  const [shown] = view.shown
  if (stat?.k !== 'suppose' || !shown) return []
  return seriesOf(table)
    .slice(0, mostSeries)
    .map(rows => {
      const row = rows.at(-1) ?? 0
      const values = {
        ...{
          of: stat.of,
          way: direction(stat.change),
          change: figureOf(w, table, row, 'change', { size: true }),
        },
        ...{ base: figureOf(w, table, row, 'base'), value: figureOf(w, table, row, 'value') },
        difference: figureOf(w, table, row, 'difference', { size: true }),
      }
      if (shown.of.k === 'number') return messages.say('suppose.own', values)
      const subject = subjectWith(w, subjectOf(w, shown), table, row)
      const now = inPeriod(w, 0, shown)
      return stat.to === null
        ? messages.say('suppose', { ...values, subject, now })
        : messages.say('suppose.until', { ...values, subject, now, period: periodOf(w, table, row) })
    })
}

/** What a change of price does to volume and value, and how sure its elasticity is. */
export function sayPrice(w: Writing, table: Table, row: number): Said {
  const { messages, view } = w
  if (!view.shown[0]) return []
  const size = (key: string) => figureOf(w, table, row, key, { size: true })
  const way = (key: string) => direction(numberOf(table, row, key))
  const where = messages.phrase('price.subject', { where: w.words.restriction(view.query.cut) })
  const isGiven = numberOf(table, row, 'n') === null
  const main = messages.say('price', {
    ...{ subject: subjectWith(w, where, table, row), priceWay: way('price'), price: size('price') },
    ...{ volumeWay: way('volume'), volume: size('volume'), valueWay: way('value_change') },
    ...{ value: size('value_change'), elasticity: figureOf(w, table, row, 'elasticity') },
    given: String(isGiven),
  })
  if (isGiven) return [...main, { text: ' ' }, ...messages.say('price.given')]
  const [low, high] = [figureOf(w, table, row, 'volume_low'), figureOf(w, table, row, 'volume_high')]
  return low.length > 0 && high.length > 0
    ? [...main, { text: ' ' }, ...messages.say('price.range', { low, high })]
    : main
}

/** Columns of what would be, beside what is: a number in the place of a measure, or the rate of another place. */
export function sayInstead(w: Writing): Said[] | null {
  const { messages, view, words } = w
  const [would, is, there, here] = view.shown
  if (!would || !is || !there || would.of.k !== 'calc') return null
  const figure = (shown: Shown) => view.figure(0, shown)
  const period = inPeriod(w, 0, would)
  const values = { figure: figure(would), actual: figure(is), period, subject: subjectOf(w, is) }
  const { a } = would.of
  if (
    here &&
    isDeepStrictEqual(a, there.of) &&
    there.of.k === 'at' &&
    isDeepStrictEqual(there.of.of, here.of)
  ) {
    const place = there.of.cut.country
    const like = messages.say('instead.like', {
      ...{ ...values, rate: words.noun(here.of), place: place ? words.set(place) : '' },
      ...{ there: figure(there), here: figure(here) },
    })
    return [like]
  }
  const number = numberIn(would.of)
  if (is.of.k !== 'measure' || there.of.k !== 'measure' || number === null) return null
  const instead = { input: words.noun(there.of), number: words.noun(number), inputNow: figure(there) }
  return [messages.say('instead.number', { ...values, ...instead })]
}

/** The number with a unit of its own that stands for a measure. */
function numberIn(of: Expr): Extract<Expr, { k: 'number' }> | null {
  if (of.k === 'number') return of.unit === null ? null : of
  return of.k === 'calc' ? (numberIn(of.a) ?? numberIn(of.b)) : null
}
