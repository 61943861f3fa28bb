import type { Expr, Query } from '../../../../contract/query.ts'
import { type CatalogueModel, dimOf } from '../../../insights/insights.ts'
import { measure, same, unique } from './measures.ts'

const [worldBank, imf] = [measure('inflation_cpi'), measure('inflation_cpi_imf')]
/** A longer list keeps one figure each; what differs is said below it. */
const mostNamed = 4

/** Inflation of a year and of named countries by the World Bank and by the IMF, where the two differ for one of them. */
export function withOtherInflation(columns: readonly Expr[], query: Query, model: CatalogueModel): Expr[] {
  const { time, cut, rows } = query
  const at = columns.findIndex(of => same(of, worldBank))
  const isYear = time.k === 'span' && time.from === time.to && rows.every(row => row.k === 'members')
  const set = rows.flatMap(row => (row.k === 'members' && dimOf(row.of) === 'country' ? [row.of] : []))[0]
  const named = set ?? cut.country
  if (at < 0 || !isYear || named?.k !== 'ids' || named.ids.length > mostNamed) return [...columns]
  const year = Number(time.from.slice(0, 4))
  const differ = named.ids.some(id => model.hasOtherFigure('inflation_cpi', id, year, year))
  return differ ? unique([...columns.slice(0, at + 1), imf, ...columns.slice(at + 1)]) : [...columns]
}
