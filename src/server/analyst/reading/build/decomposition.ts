import type { Expr, Query, SetOf, Time } from '../../../../contract/query.ts'
import { type CatalogueModel, checkQuery } from '../../../insights/insights.ts'
import type { Draft, Slice } from '../draft.ts'
import { calc, isPanel } from '../grammar/measures.ts'
import { asksForParts } from '../unused.ts'
import type { Asked } from './base-query.ts'
import { baseQuery, column } from './base-query.ts'
import { yearsOf } from './columns.ts'
import { inMoney, measure, sales, unique } from './measures.ts'
import { isSingle } from './rows.ts'
import { lastYear, point, timeOf, type Window, windowOf } from './times.ts'

const volume = measure('panel_volume')
const price = measure('panel_price_lcu')
const one: Expr = { k: 'number', value: 1, unit: null }
/** Dollars for local money. */
const currency = calc('/', one, measure('panel_exchange_rate'))

/** 'Split the growth into price and volume', 'why did beer grow': what each part brought, in money; of dollars the currency is one. */
export const decomposed: Asked = (draft, model) => {
  if (!asksForParts(draft) || draft.measures.some(({ of }) => !isPanel(of) && !isCurrency(of))) return null
  if (draft.sets.segment.length === 0 && draft.measures.length === 0) return null
  const isLocal = draft.money?.money === 'lcu' && !draft.effects.includes('currency')
  const sets = isLocal
    ? [[volume, price]]
    : [
        [volume, price, currency],
        [measure('panel_value_lcu'), currency],
      ]
  const queries = windowsOf(draft, model).map(window => {
    const base = baseQuery(withoutParts(draft), window.to)
    // Litres and kilos do not add up: of goods of both only money and currency are told apart.
    return sets
      .map(factors => taken(base, factors, window, isLocal))
      .find(query => checkQuery(model, query).length === 0)
  })
  return queries.every(query => query !== undefined) ? queries : null
}

/** The change of the product of the factors, what each added, and how each moved. */
function taken(base: Query, factors: Expr[], { from }: Window, isLocal: boolean): Query {
  const value = isLocal ? measure('panel_value_lcu') : sales
  const change = (of: Expr, as: 'percent' | 'difference'): Expr => ({ k: 'change', of, from, as })
  const effects = factors.map((_, at): Expr => ({ k: 'effect', factors, pick: at + 1, from }))
  const moved = factors.filter(of => of !== currency)
  const rates = unique([value, ...(isLocal ? [] : [measure('panel_value_lcu')]), ...moved])
  const show = [change(value, 'difference'), ...effects, ...rates.map(of => change(of, 'percent')), value]
  return { ...base, show: show.map(column) }
}

const isCurrency = (of: Expr) =>
  of.k === 'measure' && ['exchange_rate', 'currency_value', 'population'].includes(of.id)

/** Growth itself is no order, and price and volume are parts. */
const withoutParts = (draft: Draft): Draft => ({
  ...{ ...draft, measures: [], order: null, change: null, wants: [], share: false, preds: [], slices: [] },
  nouns: draft.nouns.filter(noun => noun === 'country' && draft.sets.country.length > 0),
})

const back = (years: number): Time => ({ k: 'shift', by: -years, grain: 'year' })

/** The time said, with its last year beside a longer one; without one the last year, and the last five beside it. */
function windowsOf(draft: Draft, model: CatalogueModel): Window[] {
  if (draft.times.length > 0 || draft.against || draft.duration) {
    const time = timeOf({ ...draft, slices: [], compared: false }, [sales], null, model)
    const window = windowOf(draft, time, sales, model)
    return yearsOf(window) > 1 ? [window, { from: back(1), to: window.to }] : [window]
  }
  const to = point(lastYear(model))
  return [
    { from: back(1), to },
    { from: back(5), to },
  ]
}

const parts = ['segment', 'brand', 'channel', 'country'] as const

/** 'Which categories brought most of the growth': what each added, and its part of what all added. */
export const contributed: Asked = (draft, model) => {
  if (!draft.stats.includes('contribution')) return null
  const said: readonly Slice[] = [...draft.slices, ...draft.nouns]
  const dim = parts.find(one => said.includes(one)) ?? (draft.lead ? 'brand' : null)
  if (dim === null) return null
  const money = draft.measures.find(({ of }) => isPanel(of))?.of ?? sales
  const [of = sales] = inMoney(money, draft)
  const [window] = windowsOf(draft, model)
  if (!window) return null
  const base = baseQuery({ ...withoutParts(draft), slices: [dim], nouns: [], lead: false }, window.to)
  const whole: SetOf = setOf(base, dim)
  const added: Expr = { k: 'change', of, from: window.from, as: 'difference' }
  const all: Expr = {
    k: 'at',
    of: added,
    cut: { [dim]: dim === 'brand' ? { k: 'all', dim } : whole },
    time: null,
  }
  const hundred: Expr = { k: 'number', value: 100, unit: '%' }
  const part = calc('/', calc('*', hundred, added), all)
  const growth: Expr = { ...added, as: 'percent' }
  const n = draft.order?.n ?? draft.count ?? 5
  return [
    {
      ...{ ...base, show: [added, part, growth, of].map(column) },
      order: { by: added, end: draft.order?.end ?? 'high' },
      take: { n, skip: draft.order?.skip ?? 0, ends: 'one', per: null },
    },
  ]
}

function setOf({ rows }: Query, dim: (typeof parts)[number]): SetOf {
  const row = rows.find(one => one.k === 'members')
  return row?.k === 'members' && !isSingle(row.of) ? row.of : { k: 'all', dim }
}
