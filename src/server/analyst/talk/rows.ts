import type { Dim, Expr, Query } from '../../../contract/query.ts'
import { dims } from '../../../contract/query.ts'
import type { Shown } from '../answer/view.ts'
import type { Writing } from '../answer/writing.ts'
import type { TalkContext } from './talk-context.ts'

/** A figure of an answer with all that places it. */
export interface Figure {
  w: Writing
  row: number
  shown: Shown
}

/** Rows of the answer that a question names; all where it names none of them. */
export function namedRows({ view }: Writing, { talk }: TalkContext): number[] {
  const { named } = talk.parts
  const isNamed = (row: number) =>
    dims.every(dim => {
      const set = view.cut(row)[dim]
      const isOpen = named[dim].length === 0 || set?.k !== 'ids' || rowsHave(view.query, dim) === false
      return isOpen || (set.k === 'ids' && set.ids.some(id => named[dim].includes(id)))
    })
  const rows = view.rows.filter(isNamed)
  const years = talk.parts.times.flatMap(time =>
    time.k === 'span' && time.from === time.to ? [time.from] : [],
  )
  const inYears = rows.filter(row => years.includes(view.periodId(row)))
  return inYears.length > 0 ? inYears : rows
}

const rowsHave = ({ rows }: Query, dim: Dim): boolean =>
  rows.some(row => row.k === 'members' && 'dim' in row.of && row.of.dim === dim) ||
  rows.some(({ k }) => k !== 'periods')

/** The figure that 'that' means: the first of the rows named, over time the last. */
export function figureMeant(context: TalkContext): Figure | null {
  for (const w of context.writings) {
    const shown = w.view.ordered ?? w.view.shown[0]
    if (!shown) continue
    const rows = namedRows(w, context).filter(row => w.view.value(row, shown) !== null)
    const row = w.view.isOverTime && !w.view.query.order ? rows.at(-1) : rows[0]
    if (row !== undefined) return { w, row, shown }
  }
  return null
}

/** The single country of a row; null where it is of several. */
export function countryOf({ w, row }: Figure): string | null {
  const set = w.view.cut(row).country
  return set?.k === 'ids' && set.ids.length === 1 ? (set.ids[0] ?? null) : null
}

/** The last year that a figure is of; null where it is not known. */
export function yearOf({ w, row, shown }: Figure): number | null {
  const span = w.view.span(row, shown)
  return span ? Number(span.to.slice(0, 4)) : null
}

/** A query of one expression where a row is, without its rows. */
export const queryAt = ({ w, row }: Figure, of: readonly Expr[], rest: Partial<Query>): Query => ({
  ...w.view.query,
  ...{ show: of.map(one => ({ as: null, of: one })), rows: [], zip: false, cut: w.view.cut(row) },
  ...{ where: null, order: null, take: null, total: false, stat: null },
  ...rest,
})
