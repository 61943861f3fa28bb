import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'
import { isPanel } from '../grammar/measures.ts'
import type { Asked } from './base-query.ts'
import { baseQuery, column, levelsOf } from './base-query.ts'
import { localOf } from './measures.ts'
import { isSingle } from './rows.ts'
import { everyYear } from './times.ts'

/** 'Which month sells most', 'is it like that every year': the seasons of all years; a year that is named is looked at by itself. */
export const seasonal: Asked = (draft, model) => {
  if (!isSeasonal(draft, model)) return null
  const isOne = draft.sets.country.length === 1 && draft.sets.country.every(set => isSingle(set.of))
  // A currency that falls through the year is no season.
  const of = levelsOf(draft, model)
    ?.filter(isPanel)
    .map(one => (isOne && !draft.money ? localOf(one) : one))
  if (!of || of.length === 0) return null
  const grain = draft.grain === 'quarter' || draft.slices.includes('quarter') ? 'quarter' : 'month'
  const slices = draft.slices.filter(by => by !== 'month' && by !== 'quarter' && by !== 'year')
  const plain: Draft = { ...draft, slices, times: [], order: null, grain: null, freq: null, wants: [] }
  return of.slice(0, 2).map(one => {
    const base = baseQuery(plain, everyYear([one], model))
    return {
      ...{ ...base, show: [column(one)], rows: [...base.rows, { k: 'periods', grain }] },
      ...{ order: draft.order?.end === 'low' ? { by: one, end: 'low' } : null },
      stat: { k: 'seasonality' },
    }
  })
}

/** Asked for by its name, or as the best month or quarter of no year. */
function isSeasonal({ stats, order, grain, times, slices, change }: Draft, _: CatalogueModel): boolean {
  if (stats.includes('seasonality')) return true
  const isSeason = (by: unknown) => by === 'month' || by === 'quarter'
  const isOpen = times.length === 0 && change === null
  return isOpen && order !== null && !order.change && (isSeason(grain) || slices.some(isSeason))
}
