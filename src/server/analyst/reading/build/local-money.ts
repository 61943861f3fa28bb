import type { Expr, Query, Time } from '../../../../contract/query.ts'
import { type CatalogueModel, checkQuery, dimOf } from '../../../insights/insights.ts'
import { type Draft, isChanged, isTested } from '../draft.ts'
import { calc } from '../grammar/measures.ts'
import { columnsOf } from './columns.ts'
import { growth, localOf, measure, same, unique, volume } from './measures.ts'
import type { Window } from './times.ts'

/** An exchange rate that moved by no more than this a year leaves growth in US$ first. */
const plainMove = 0.1

/** What the columns of a change are made from. */
interface Change {
  draft: Draft
  query: Query
  window: Window
  model: CatalogueModel
}

/**
 * The columns of growth in one country whose currency moved by more than 10% a year: local currency and volume first, US$
 * beside. Null where growth is not asked for, the money is said, or the currency did not move so.
 */
export function localFirst(shown: readonly Expr[], change: Change): Expr[] | null {
  const { draft, query, window, model } = change
  const isPlain = draft.money === null && !draft.real && draft.rivals.length === 0 && !draft.change?.listed
  // What lost most is looked for in the money that it is compared in.
  const isDown = draft.change?.dir === 'down' || (draft.order?.change && draft.order.end === 'low')
  const isLoss = isDown && query.rows.some(row => row.k === 'members')
  const isGrowth = isPlain && !isLoss && (isChanged(draft) || draft.against !== null) && !isTested(draft)
  const converted = shown.filter(of => !same(localOf(of), of))
  if (!isGrowth || converted.length === 0 || !hasMoved(change)) return null
  const columnsFor = (list: readonly Expr[]) => columnsOf(list, draft, query, window, model)
  const goes = (of: Expr) =>
    checkQuery(model, { ...query, show: [{ as: null, of }], order: null }).length === 0
  const first = unique(
    shown.flatMap(of => {
      const local = localOf(of)
      if (same(local, of)) return [of]
      const amount = draft.nominal ? null : amountOf(of)
      return [local, ...(amount && goes(amount) ? [amount] : [])]
    }),
  )
  if (!converted.every(of => goes(localOf(of)))) return null
  const columns = columnsFor(unique([...first, ...converted])).filter(of => !same(of, growth))
  // Each change as a whole comes before what it is a year, which US$ beside them need not have.
  const moves = Map.groupBy(columns.filter(isMove), of => JSON.stringify(of.k === 'change' ? of.of : of))
  const wholes = [...moves.values()].flatMap(list => list.slice(0, 1))
  const yearly = [...moves.values()].flatMap(list => list.slice(1))
  return [
    ...wholes,
    ...yearly.filter(of => !converted.some(one => of.k === 'change' && same(one, of.of))),
    ...columns.filter(of => !isMove(of)),
  ]
}

const isMove = (of: Expr) => of.k === 'change' || of.k === 'fold'

/** What grows without prices and the exchange rate: litres sold, the economy in real terms; null of anything else. */
function amountOf(of: Expr): Expr | null {
  if (of.k === 'measure') return of.id in amounts ? measure(amounts[of.id] as string) : null
  if (of.k !== 'calc' || of.op !== '/') return null
  const sold = amountOf(of.a)
  return sold && same(sold, volume) ? calc('/', sold, of.b) : null
}

const amounts: Record<string, string> = {
  panel_value_usd: 'panel_volume',
  panel_value_pc_usd: 'panel_volume_pc',
  gdp_usd: 'gdp_growth',
}

/** Whether the query is of one country, whose exchange rate moved over the window. */
function hasMoved({ query, window, model }: Change): boolean {
  const { country } = query.cut
  const isOne = country?.k === 'ids' && country.ids.length === 1
  const isListed = query.rows.some(
    row => row.k === 'groups' || (row.k === 'members' && dimOf(row.of) === 'country'),
  )
  const [from, to] = yearsOf(window, query.time, model)
  if (!isOne || isListed || from === null || to === null) return false
  const move = model.exchangeRateMove(country.ids[0] as string, from, to)
  return move !== null && Math.max(move, 1 / (1 + move) - 1) > plainMove
}

/** First and last year of a change; null where the time names none. */
function yearsOf({ from, to }: Window, time: Time, model: CatalogueModel): [number | null, number | null] {
  const last = endOf(to.k === 'latest' ? time : to, model)
  if (last === null) return [null, null]
  if (from.k === 'shift') {
    const years = { year: 1, half: 2, quarter: 4, month: 12 }[from.grain]
    return [last + Math.floor(from.by / years), last]
  }
  return [endOf(from, model), last]
}

function endOf(time: Time, model: CatalogueModel): number | null {
  if (time.k === 'span') return Number(time.to.slice(0, 4))
  if (time.k === 'latest') return Math.floor(model.panel.to / 12)
  if ((time.k === 'last' || time.k === 'ytd') && time.to !== null) return Number(time.to.slice(0, 4))
  return time.k === 'last' || time.k === 'ytd' ? Math.floor(model.panel.to / 12) : null
}
