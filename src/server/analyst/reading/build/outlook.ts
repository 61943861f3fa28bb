import type { Expr, Query, Row, SetOf } from '../../../../contract/query.ts'
import { checkQuery } from '../../../insights/insights.ts'
import { asksWhen, type Draft } from '../draft.ts'
import type { Asked } from './base-query.ts'
import { baseQuery, column, levelsOf, timesOf } from './base-query.ts'
import { shaped } from './columns.ts'
import { rowDimsOf } from './rows.ts'
import { everyYear, lastYear, span } from './times.ts'

/** So many years ahead where none is named, so many series, so many years whose pace is held. */
const usual = { ahead: 3, series: 10, pace: 10 }

/** 'Where will X be in 2028', 'who will be largest by 2029': each series carried on, by months where there are months. */
export const carriedOn: Asked = (draft, model) => {
  if (!draft.stats.includes('forecast')) return null
  const { past, ahead } = timesOf(draft, model)
  const measures = levelsOf(draft, model)
  if (!measures || (past.length > 0 && ahead === null && draft.duration === null)) return null
  const last = lastYear(model)
  const to = String(ahead ?? last + (draft.duration?.n ?? usual.ahead))
  const rowDims = rowDimsOf(draft)
  return measures.slice(0, 3).map(of => {
    const one = shaped(of, draft, rowDims, model)
    const time = everyYear([one], model)
    const base = baseQuery(draft, time)
    const rows = base.rows.map(row => largest(row, of, draft))
    const query = (grain: 'month' | 'year'): Query => ({
      ...{ ...base, show: [column(one)], rows: [...rows, { k: 'periods', grain }] },
      stat: { k: 'forecast', to },
    })
    // Few years make no trend, their months do.
    const monthly = query('month')
    return checkQuery(model, monthly).length === 0 ? monthly : query('year')
  })
}

/** Of an open list the largest today. */
function largest(row: Row, by: Expr, draft: Draft): Row {
  if (row.k !== 'members' || row.of.k === 'ids' || row.of.k === 'or') return row
  const top: SetOf = { k: 'top', of: row.of, by, end: draft.order?.end ?? 'high', n: usual.series, skip: 0 }
  return { k: 'members', of: top }
}

/** 'When will it exceed 300 million' asks of the pace. */
export function withReach(draft: Draft): Draft {
  const asks = draft.ahead && asksWhen(draft) && !draft.supposed
  const wants = draft.wants.filter(want => want !== 'when')
  return asks ? { ...draft, wants, find: null, stats: [...draft.stats, 'reach'] } : draft
}

/** 'At this pace, when do they reach 50%': from the years said, else the last ten. */
export const reached: Asked = (draft, model) => {
  const target = draft.stats.includes('reach') ? targetOf(draft) : null
  const measures = target === null ? null : levelsOf(draft, model)
  const [of] = measures ?? []
  if (target === null || !of) return null
  const all = everyYear([of], model)
  const last = lastYear(model)
  const [said] = timesOf(draft, model).past
  const first = said?.k === 'since' ? said.from : said?.k === 'span' ? said.from : null
  const from = Math.max(
    Number(first?.slice(0, 4) ?? last - usual.pace),
    all.k === 'span' ? Number(all.from) : 0,
  )
  const to = said?.k === 'span' && said.to > said.from ? Number(said.to.slice(0, 4)) : last
  const base = baseQuery({ ...draft, preds: [], conds: [], wants: [], find: null }, span(from, to))
  return [
    {
      ...{ ...base, show: [column(of)], rows: [...base.rows, { k: 'periods', grain: 'year' }] },
      stat: { k: 'reach', target },
    },
  ]
}

/** The level that is to be reached. */
function targetOf({ preds, conds, amounts }: Draft): number | null {
  const level = preds.find(({ pred }) => !pred.on)?.pred.tests[0]?.value
  const [cond] = conds
  const tested = cond?.k === 'compare' && cond.b.k === 'number' ? cond.b.value : undefined
  return level ?? tested ?? amounts[0]?.value ?? null
}
