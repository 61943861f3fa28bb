import { bareQuery, type Expr, type Query, type Time } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'
import { measuresOf } from './measures.ts'
import { rowDimsOf, rowsOf } from './rows.ts'
import { lastYear } from './times.ts'

/** Queries that one kind of question makes by itself, from the places, goods and times of the draft; null where it is no such question. */
export type Asked = (draft: Draft, model: CatalogueModel) => Query[] | null

/** The places, goods and brands of a draft as rows and cut, without rows of periods. */
export function baseQuery(draft: Draft, time: Time): Query {
  const { rows, cut } = rowsOf(draft, rowDimsOf(draft), time)
  return { ...bareQuery, rows: rows.filter(row => row.k !== 'periods'), cut, time }
}

export const column = (of: Expr) => ({ as: null, of })

/** The measures of a draft, with the order and the growth it asks for left aside. */
export function levelsOf(draft: Draft, model: CatalogueModel): Expr[] | null {
  const { predExprs: _, ...rest } = draft
  return measuresOf(
    { ...rest, predExprs: [], preds: [], conds: [], order: null, change: null, rivals: [] },
    model,
  )
}

/** The year that a time ends in; null where it has none of its own. */
export const endOf = (time: Time): number | null => (time.k === 'span' ? Number(time.to.slice(0, 4)) : null)

/** The times of a draft that lie behind the last figures, and the year ahead that it names. */
export function timesOf(draft: Draft, model: CatalogueModel): { past: Time[]; ahead: number | null } {
  const last = lastYear(model)
  const isAhead = (time: Time) => (endOf(time) ?? 0) > last
  const ahead = draft.times.filter(isAhead).map(time => endOf(time) ?? last)
  return {
    past: draft.times.filter(time => !isAhead(time) && time.k !== 'latest'),
    ahead: ahead.length > 0 ? Math.max(...ahead) : null,
  }
}
