import type { Cut, Expr, Query } from '../../../contract/query.ts'
import { sayFigures } from '../answer/say-cell.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { countryOf, figureMeant, queryAt } from './rows.ts'
import { joined } from './source.ts'
import type { Operation } from './talk-context.ts'

const measure = (id: string): Expr => ({ k: 'measure', id })

/** What speaks for and against a market that was shown: size, growth, spending power, prices; the decision is the reader's. */
export const advice: Operation = async context => {
  const { messages, names, catalogue } = context
  const figure = figureMeant(context)
  const iso3 = figure && countryOf(figure)
  if (!figure || !iso3) return { drafts: [{ type: 'headline', pieces: messages.say('talk.better.none') }] }
  const { from, to } = catalogue.panel
  const base = { k: 'span', from: from.slice(0, 4), to: from.slice(0, 4) } as const
  const columns: Expr[] = [
    measure('panel_value_usd'),
    { k: 'change', of: measure('panel_volume'), from: base, as: 'cagr' },
    measure('gdp_per_capita_usd'),
    measure('inflation_cpi'),
  ]
  const cut: Cut = { ...figure.w.view.cut(figure.row), country: { k: 'ids', dim: 'country', ids: [iso3] } }
  const at: Partial<Query> = { cut, time: { k: 'span', from: to.slice(0, 4), to: to.slice(0, 4) } }
  const [w] = await context.run([queryAt(figure, columns, at)])
  const name = names.member('country', iso3)
  const items: Piece[] = w ? sayFigures(w, 0, w.view.shown) : []
  const first = messages.say('talk.advice', { name })
  const rest = [
    ...(items.length > 0
      ? [messages.capital(messages.say('talk.advice.figures', { name, items, year: to.slice(0, 4) }))]
      : []),
    messages.say('talk.advice.missing'),
  ]
  return {
    drafts: [
      { type: 'headline', pieces: first },
      { type: 'paragraph', heading: null, pieces: joined(rest) },
    ],
    showsSources: true,
  }
}
