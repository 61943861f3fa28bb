import type { Query, SetOf, Time } from '../../../../contract/query.ts'
import { dims } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'

/** Whether each member, measure and year that was said is in the queries: what a builder passed over is no answer. */
export function saysAll(queries: readonly Query[], draft: Draft, model: CatalogueModel): boolean {
  const text = JSON.stringify(queries)
  const has = (id: string) => text.includes(`"${id}"`)
  const members = dims.every(dim => draft.sets[dim].every(({ of }) => idsOf(of).every(has)))
  const left = draft.minus.every(({ of }) => idsOf(of).every(has))
  // A rate may have become the number that it is a part of.
  const measures =
    draft.number ||
    draft.measures.every(({ of }) => measureIds(JSON.stringify(of)).every(id => isMeasured(id, text)))
  const isPanel = text.includes('"panel_')
  const first = isPanel ? Math.floor(model.panel.from / 12) : model.years.from
  // Local money was asked for: figures in dollars are not it.
  const { money } = draft
  // 'If the kwanza lost 20%': the currency is what is supposed.
  const isSupposed = queries.some(({ stat }) => stat?.k === 'suppose' && stat.of === 'currency')
  const isLocal = money === null || money.money === 'usd' || isSupposed || localMoney.test(text)
  if (!isLocal || queries.some(isOfItself)) return false
  return (
    members &&
    left &&
    measures &&
    draft.times.every(time => yearsOf(time, first).every(year => hasYear(text, year)))
  )
}

/** A share of what it is the whole of: always 100%. */
const isOfItself = ({ show, rows, cut }: Query): boolean =>
  rows.every(row => row.k === 'periods') &&
  show.some(
    ({ of }) =>
      of.k === 'share' &&
      dims.every(
        dim => of.whole[dim] === undefined || JSON.stringify(of.whole[dim]) === JSON.stringify(cut[dim]),
      ),
  )

/** Measures that are in local money or are its worth. */
const localMoney = /_lcu"|exchange_rate|currency_value|"of":"currency"/

function idsOf(of: SetOf): string[] {
  if (of.k === 'ids') return of.ids
  if (of.k === 'in') return of.id === 'africa' ? [] : [of.id]
  return 'a' in of ? [...idsOf(of.a), ...idsOf(of.b)] : []
}

const measureIds = (text: string) =>
  [...text.matchAll(/"k":"measure","id":"(\w+)"/g)].map(match => match[1] ?? '')

/** Money and yearly growth stand for the measure they are of: 'gdp_growth' for 'gdp_usd'. */
const isMeasured = (id: string, text: string) =>
  text.includes(`"${id.replace(/_(usd|lcu|gdp|gni)$/, '_')}`) || text.includes(`"${id}"`)

/** The years that a time names, those before the figures left out. */
function yearsOf(time: Time, first: number): number[] {
  const named = time.k === 'span' ? [time.from, time.to] : time.k === 'since' ? [time.from] : []
  return named.map(period => Number(period.slice(0, 4))).filter(year => year >= first)
}

/** Rates are compounded from the year after the first. */
const hasYear = (text: string, year: number) =>
  text.includes(`"${year}`) || text.includes(`"${year + 1}`) || text.includes(`:${year}`)
