import type { Table } from '../../../contract/result.ts'
import { numberOf, textOf } from '../claims/result-set.ts'
import { figureOf, subjectWith } from './statistic-table.ts'
import { seasonName } from './time-words.ts'
import { type Said, subjectOf, type Writing } from './writing.ts'

/** The seasons of a series: the highest and the lowest, and in how many years each was the highest. */
export function saySeasons(w: Writing, table: Table, rows: readonly number[]): Said[] {
  const { messages, view } = w
  const [shown] = view.shown
  const by = (key: string) =>
    rows.toSorted((a, b) => (numberOf(table, b, key) ?? 0) - (numberOf(table, a, key) ?? 0))
  const sorted = by('index')
  const [high, low] = [sorted[0], sorted.at(-1)]
  if (!shown || high === undefined || low === undefined) return []
  const season = (row: number) => seasonName(textOf(table, row, 'season') ?? '', messages)
  const main = messages.say(view.query.order?.end === 'low' ? 'seasons.low' : 'seasons', {
    subject: subjectWith(w, subjectOf(w, shown), table, high),
    ...{ high: season(high), highFigure: figureOf(w, table, high, 'index') },
    ...{ low: season(low), lowFigure: figureOf(w, table, low, 'index') },
  })
  const items = by('peaks').flatMap((row): Said[] => {
    const n = numberOf(table, row, 'peaks') ?? 0
    const figure = figureOf(w, table, row, 'peaks')
    return n > 0 ? [messages.say('seasons.item', { season: season(row), figure, n })] : []
  })
  const same = items.length === 1
  return [
    main,
    items.length > 0
      ? messages.say('seasons.years', {
          items: messages.list(items),
          same: String(same),
          season: season(by('peaks')[0] ?? high),
        })
      : [],
  ]
}
