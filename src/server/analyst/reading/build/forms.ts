import {
  bareQuery,
  type Cond,
  type Dim,
  type Expr,
  type Query,
  type SetOf,
} from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { dimOf } from '../../../insights/insights.ts'
import { asksWhen, type Draft } from '../draft.ts'
import { calc } from '../grammar/measures.ts'
import { testedMeasures } from './measures.ts'
import { isSingle } from './rows.ts'
import { everyYear, isYear, lastYear, span } from './times.ts'

/** What some questions make of the query that their measures, rows and conditions gave; each leaves others as they are. */
type Form = (queries: Query[], draft: Draft, model: CatalogueModel) => Query[]

const column = (of: Expr) => ({ as: null, of })

/**
 * 'How many countries have …': the number before those that are counted. Where each has a year of its own no year has them all:
 * the list alone says how many there are.
 */
const counted: Form = (queries, draft) => {
  if (!draft.wants.includes('count') || asksWhen(draft)) return queries
  return queries.flatMap(query => {
    const [row] = query.rows
    const isOfYear = query.time.k !== 'latest'
    if (!isOfYear || query.where === null || query.rows.length !== 1 || row?.k !== 'members') return [query]
    const of = testedMeasures(query.where)[0] ?? (query.show[0]?.of as Expr)
    const members: SetOf = { k: 'where', of: row.of, test: query.where }
    const count: Expr = { k: 'fold', of, over: { k: 'members', of: members }, how: 'count', by: null }
    return [{ ...bareQuery, show: [column(count)], cut: query.cut, time: query.time }, query]
  })
}

/** 'In which year did it first fall below …', 'how many years': the year or the number before the years themselves. */
const whenTrue: Form = (queries, draft, model) => {
  if (!asksWhen(draft)) return queries
  return queries.flatMap(query => {
    if (query.where === null) return [query]
    const { where } = query
    const shown = query.show.map(({ of }) => of)
    const time = query.time.k === 'latest' ? everyYear(shown, model) : query.time
    const start = startOf(draft)
    const find = draft.wants.includes('count') && start === null ? 'count' : (draft.find ?? 'first')
    const found: Expr = { k: 'when', test: where, over: { k: 'periods', grain: 'year', time }, find }
    const when = start === null ? found : calc('-', found, { k: 'number', value: start, unit: null })
    const rows = query.rows.filter(row => row.k !== 'periods')
    const last = lastYear(model)
    const year = { ...query, show: [column(when)], rows, where: null, order: null, time: span(last, last) }
    const years: Query = {
      ...{ ...query, rows: [...rows, { k: 'periods', grain: 'year' }] },
      ...{ time, order: null, take: null },
    }
    // Years of several members do not stand in one list.
    return rows.length > 0 ? [year] : [year, years]
  })
}

/** 'How many years did it need to double its level of 2005': the year counted from. */
function startOf(draft: Draft): number | null {
  const at = draft.predExprs.find(one => one.at !== null)?.at
  return draft.wants.includes('count') && at && isYear(at) ? Number(at.from) : null
}

/** 'In at least four years', 'in every year since 2015': each member's number of years, and the value nearest the limit. */
const frequent: Form = (queries, draft, model) => {
  const { freq } = draft
  if (!freq || asksWhen(draft)) return queries
  return queries.map(query => {
    const { where } = query
    if (where === null) return query
    const shown = query.show.map(({ of }) => of)
    const time = query.time.k === 'latest' ? everyYear(shown, model) : query.time
    const over = { k: 'periods', grain: 'year', time } as const
    const years: Expr = { k: 'when', test: where, over, find: 'count' }
    const last = lastYear(model)
    const all =
      time.k === 'span' ? Number(time.to) - Number(time.from) + 1 : time.k === 'last' ? time.n : freq.n
    const [op, n] = freq.op === 'every' ? (['=', all] as const) : [freq.op, freq.n]
    const test: Cond = { k: 'compare', op, a: years, b: { k: 'number', value: n, unit: null } }
    const of = testedMeasures(where)[0] as Expr
    const how = where.k === 'compare' && where.op.startsWith('<') ? 'max' : 'min'
    const nearest: Expr = { k: 'fold', of, over, how, by: null }
    return {
      ...{ ...query, where: test, rows: query.rows.filter(row => row.k !== 'periods'), take: null },
      ...{ show: [years, nearest].map(column), order: { by: years, end: 'high' }, time: span(last, last) },
    }
  })
}

/** 'Where does Kenya rank', 'is Egypt the largest': the place of one among all. */
const ranked: Form = (queries, draft) => {
  if (draft.relate || draft.stats.includes('seasonality')) return queries
  const isAsked = draft.stats.includes('rank') || (draft.order !== null && draft.order.n === null)
  if (!isAsked) return queries
  return queries.map(query => {
    const dim = (['brand', 'country', 'segment'] as const).find(one => {
      const set = query.cut[one]
      return set && isSingle(set) && !query.rows.some(row => row.k === 'members' && dimOf(row.of) === one)
    })
    const [main] = query.show
    if (!dim || !main || query.rows.length > 0) return query
    const among = amongOf(draft, dim)
    const end = draft.order?.end ?? 'high'
    const rank: Expr = { k: 'rank', of: main.of, among, end }
    return { ...query, show: [column(rank), ...query.show], order: null, take: null }
  })
}

function amongOf(draft: Draft, dim: Dim): SetOf {
  const group = draft.sets[dim].find(set => set.group !== null)
  if (group) return group.of
  if (dim === 'country') return { k: 'in', dim, id: 'africa' }
  return dim === 'brand' ? { k: 'in', dim, id: 'named' } : { k: 'all', dim }
}

/** Sales of brands and channels stand beside their shares. */
const withShares: Form = (queries, draft, model) =>
  queries.map(query => {
    const part = query.rows
      .flatMap(row => (row.k === 'members' ? [dimOf(row.of)] : []))
      .find(dim => dim === 'brand' || dim === 'channel')
    const at = query.show.findIndex(
      ({ of }) => of.k === 'measure' && model.measure(of.id)?.rules.kind === 'amount',
    )
    const sold = query.show[at]
    if (!part || !sold || (at > 0 && !draft.besideShares)) return query
    const share: Expr = { k: 'share', of: sold.of, whole: { [part]: { k: 'all', dim: part } } }
    return { ...query, show: [...query.show.slice(0, at + 1), column(share), ...query.show.slice(at + 1)] }
  })

/** How measures go together over countries. */
const correlating: Form = (queries, draft) =>
  queries.map(query =>
    draft.stats.includes('correlation') && query.show.length > 1 ? correlated(query) : query,
  )

function correlated(query: Query): Query {
  const rows = query.rows.length > 0 ? query.rows : [everyone(query)]
  const { country: _, ...cut } = query.cut
  return { ...query, rows, cut, order: null, take: null, stat: { k: 'correlation' } }
}

const everyone = (query: Query): Query['rows'][number] => ({
  ...{ k: 'members', of: query.cut.country ?? { k: 'all', dim: 'country' } },
})

/** The distance of the first two brands, beside their shares. */
const withLeads: Form = (queries, draft) => {
  const [query] = queries
  const [main] = query?.show ?? []
  const isOfAll = draft.sets.brand.length === 0
  if (!draft.stats.includes('lead') || !isOfAll || !query || main?.of.k !== 'share') return queries
  const { of } = main.of
  const top = (n: number): Expr => ({ k: 'concentration', of, dim: 'brand', how: 'top', n })
  const ahead = calc('-', calc('*', top(1), { k: 'number', value: 2, unit: null }), top(2))
  return [...queries, { ...bareQuery, show: [column(ahead)], cut: query.cut, time: query.time }]
}

const forms: Form[] = [withLeads, withShares, ranked, frequent, whenTrue, counted, correlating]

export const formed: Form = (queries, draft, model) =>
  forms.reduce((list, form) => form(list, draft, model), queries)
