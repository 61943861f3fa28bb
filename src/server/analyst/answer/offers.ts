import { bareQuery, type Cut, type Dim, type Expr, type Query } from '../../../contract/query.ts'
import { printQuery } from '../../insights/insights.ts'
import type { Offer } from '../markup/offer.ts'
import { cutWithout } from './expression-facts.ts'
import type { Writing } from './writing.ts'

/** What to ask next about a plain measure: its course, its place among the countries, the brands behind it, the other end. */
export function offersOf(w: Writing): Offer[] {
  const { query, shown } = w.view
  const of = shown[0]?.of
  if (of?.k !== 'measure') return []
  const isOverTime = query.rows.some(row => row.k === 'periods')
  const country = onlyOf(query.cut, 'country')
  const isOne = country !== null && query.rows.every(row => row.k === 'periods')
  if (isOne) return [...(isOverTime ? [] : [overTime(w, of)]), rankOf(w, of), ...brandsOf(w, of)]
  return query.order && query.rows.length === 1 && query.where === null ? [otherEnd(w, of)] : []
}

const onlyOf = (cut: Cut, dim: Dim): string | null => {
  const set = cut[dim]
  return set?.k === 'ids' && set.ids.length === 1 ? (set.ids[0] as string) : null
}

const offer = (
  w: Writing,
  label: 'trend' | 'rank' | 'brands' | 'end',
  question: string,
  query: Query,
): Offer => ({
  label: w.messages.text(`offer.${label}.label`),
  question: question.charAt(0).toUpperCase() + question.slice(1),
  ask: printQuery(query),
})

/** Year by year, as far back as the panel goes, or ten years. */
function overTime(w: Writing, of: Expr): Offer {
  const { cut } = w.view.query
  const to = w.catalogue.lastYear
  const panelYear = Number(w.catalogue.panel.from.slice(0, 4))
  const from = of.k === 'measure' && w.names.isPanel(of.id) ? panelYear : to - 10
  const query: Query = {
    ...{ ...bareQuery, show: [{ as: null, of }], cut, rows: [{ k: 'periods', grain: 'year' }] },
    time: { k: 'span', from: String(from), to: String(to) },
  }
  const question = w.messages.text('offer.trend', { noun: w.words.noun(of, cut), year: String(from) })
  return offer(w, 'trend', question, query)
}

function rankOf(w: Writing, of: Expr): Offer {
  const cut = cutWithout(w.view.query.cut, ['country'])
  const query: Query = {
    ...{ ...bareQuery, show: [{ as: null, of }], cut, time: { k: 'latest', within: null } },
    rows: [{ k: 'members', of: { k: 'all', dim: 'country' } }],
    order: { by: of, end: 'high' },
    take: { n: 10, skip: 0, ends: 'one', per: null },
  }
  return offer(w, 'rank', w.messages.text('offer.rank', { noun: w.words.noun(of, cut) }), query)
}

/** Brands, where one segment of the panel is sold in one country. */
function brandsOf(w: Writing, of: Expr): Offer[] {
  const { cut } = w.view.query
  const isPanel = of.k === 'measure' && w.names.isPanel(of.id)
  if (!isPanel || onlyOf(cut, 'segment') === null || cut.brand || cut.channel) return []
  const value: Expr = { k: 'measure', id: 'panel_value_usd' }
  const share: Expr = { k: 'share', of: value, whole: { brand: { k: 'all', dim: 'brand' } } }
  const query: Query = {
    ...{ ...bareQuery, show: [{ as: null, of: share }], cut, time: { k: 'latest', within: null } },
    rows: [{ k: 'members', of: { k: 'in', dim: 'brand', id: 'named' } }],
    order: { by: share, end: 'high' },
  }
  const where = w.words.restriction(cut)
  return [offer(w, 'brands', w.messages.text('offer.brands', { where }), query)]
}

function otherEnd(w: Writing, of: Expr): Offer {
  const { query } = w.view
  const end = query.order?.end === 'high' ? 'low' : 'high'
  const turned: Query = { ...query, order: { by: of, end }, total: false, stat: null }
  const [row] = query.rows
  const set = row?.k === 'members' && row.of.k === 'in' ? { [row.of.dim]: row.of } : {}
  const question = w.messages.text('offer.end', { noun: w.words.noun(of, { ...query.cut, ...set }), end })
  return offer(w, 'end', question, turned)
}
