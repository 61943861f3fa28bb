import type { Cut, Expr, Query } from '../../../contract/query.ts'
import { checkQuery } from '../../insights/insights.ts'
import { sayQuery } from '../answer/say-query.ts'
import type { Writing } from '../answer/writing.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { companionsOf } from './companions.ts'
import { measuresOf } from './past-answer.ts'
import { type Figure, figureMeant, queryAt, yearOf } from './rows.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const measure = (id: string): Expr => ({ k: 'measure', id })
const quotient = (a: Expr, b: Expr): Expr => ({ k: 'calc', op: '/', a, b })

/** What volume, price and currency make up. */
const values: readonly string[] = ['panel_value_usd', 'panel_value_lcu']

/** A figure between two years: what moved is looked at from one to the other. */
interface Move {
  figure: Figure
  of: Expr
  cut: Cut
  from: number
  to: number
  /** The year that is asked about, where it is one with a past and a future. */
  around: number | null
}

/** What moved with a figure, never why it did: causes are not in the data, and the reply says so. */
export const why: Operation = async context => {
  const { messages, talk } = context
  const figure = figureMeant(context)
  const move = figure && moveOf(context, figure)
  if (!move) return { drafts: [{ type: 'headline', pieces: messages.say('talk.why.none') }] }
  const isOfPanel = measuresOf(move.of).some(id => context.names.isPanel(id))
  const isCurrency = new Set(talk.parts.money.map(one => one === 'usd')).size > 1
  const course = isCurrency ? courseOf(context, currencyOf(move)) : courseOf(context, move)
  const isValue = move.of.k === 'measure' && values.includes(move.of.id)
  const parts = isValue ? partsOf(context, move) : besidesOf(move)
  const [moved, beside] = await context.run([course, parts])
  const first = moved ? sayCourse(context, moved, move, isCurrency) : []
  const rest = beside ? (isValue ? sayParts(beside) : sayBesides(context, beside)) : []
  const causes = messages.say('talk.why.causes', { modelled: String(isOfPanel) })
  const drafts: Draft[] = [
    { type: 'headline', pieces: first.length > 0 ? messages.capital(first) : causes },
    { type: 'paragraph', heading: null, pieces: joined(first.length > 0 ? [causes, ...rest] : rest) },
  ]
  return {
    drafts: drafts.filter(draft => !('pieces' in draft) || draft.pieces.length > 0),
    showsSources: true,
  }
}

/** The level behind a change, a place or an index. */
function levelOf(of: Expr): Expr {
  const isOverTime = of.k === 'fold' && of.over.k === 'periods'
  const isOfLevel = of.k === 'change' || of.k === 'rank' || of.k === 'index' || of.k === 'at'
  return isOfLevel || isOverTime ? levelOf(of.of) : of
}

function moveOf(context: TalkContext, figure: Figure): Move | null {
  const { named, times } = context.talk.parts
  const year = yearOf(figure)
  if (year === null) return null
  const own = figure.w.view.cut(figure.row)
  const ids = named.country.slice(0, 1)
  const cut: Cut = ids.length > 0 ? { ...own, country: { k: 'ids', dim: 'country', ids } } : own
  const base = { figure, of: levelOf(figure.shown.of), cut, around: null }
  const [time] = times
  if (time?.k === 'span' && time.from === time.to) {
    const around = Number(time.from.slice(0, 4))
    return { ...base, from: around - 1, to: Math.min(around + 1, context.catalogue.lastYear), around }
  }
  if (time?.k === 'span')
    return { ...base, from: Number(time.from.slice(0, 4)), to: Number(time.to.slice(0, 4)) }
  if (time?.k === 'since')
    return { ...base, from: Number(time.from.slice(0, 4)), to: Math.max(year, lastIn(context)) }
  return { ...base, ...spanOf(context, figure, year) }
}

const lastIn = ({ catalogue }: TalkContext) => catalogue.lastYear

/** The years of a change or of rows over time, those of this answer and the one before, or the last five. */
function spanOf(context: TalkContext, figure: Figure, year: number): { from: number; to: number } {
  const { view } = figure.w
  const base = Number(view.base(figure.row, figure.shown)?.slice(-4))
  if (Number.isInteger(base)) return { from: base, to: year }
  const years = view.isOverTime ? view.rows.map(row => Number(view.periodId(row).slice(0, 4))) : []
  if (new Set(years).size > 1) return { from: Math.min(...years), to: Math.max(...years) }
  const before = context.answers[1]
  const other = before?.document.tables.find(({ role }) => role === 'main')?.period
  const otherYear =
    other && other.from.slice(0, 4) === other.to.slice(0, 4) ? Number(other.to.slice(0, 4)) : year
  if (otherYear !== year) return { from: Math.min(year, otherYear), to: Math.max(year, otherYear) }
  const first = Number(context.catalogue.panel.from.slice(0, 4))
  return {
    from: measuresOf(figure.shown.of).some(id => context.names.isPanel(id))
      ? Math.max(first, year - 5)
      : year - 5,
    to: year,
  }
}

const span = (from: number, to = from) => ({ k: 'span' as const, from: String(from), to: String(to) })
const at = (of: Expr, year: number): Expr => ({ k: 'at', of, cut: {}, time: span(year) })

/** A measure at both ends with its change, in the first form that its rules allow. */
function courseOf(context: TalkContext, { figure, of, cut, from, to, around }: Move): Query | null {
  if (around !== null)
    return queryAt(figure, [of], { cut, rows: [{ k: 'periods', grain: 'year' }], time: span(from, to) })
  const forms = (['percent', 'points', 'difference'] as const).map(as =>
    queryAt(figure, [at(of, from), of, { k: 'change', of, from: span(from), as }], { cut, time: span(to) }),
  )
  return forms.find(query => checkQuery(context.insights.model, query).length === 0) ?? null
}

/** Goods, brands and channels have no place in figures of a country. */
const placeOf = ({ country }: Cut): Cut => (country ? { country } : {})

const currencyOf = (move: Move): Move => ({
  ...move,
  ...{ of: measure('panel_exchange_rate'), cut: placeOf(move.cut), around: null },
})

/** The parts of a change in value sales: litres or pieces, price, and in US$ the currency. */
function partsOf(context: TalkContext, { figure, cut, from, to }: Move): Query | null {
  const [usd, lcu, volume] = [measure('panel_value_usd'), measure('panel_value_lcu'), measure('panel_volume')]
  const isLocal = measuresOf(figure.shown.of).includes('panel_value_lcu')
  const factors = [volume, quotient(lcu, volume), ...(isLocal ? [] : [quotient(usd, lcu)])]
  const columns = factors.map((_, i): Expr => ({ k: 'effect', factors, pick: i + 1, from: span(from) }))
  const query = queryAt(figure, columns, { cut, time: span(to) })
  return checkQuery(context.insights.model, query).length === 0 ? query : null
}

/** Other measures of the same country at both ends. */
function besidesOf({ figure, of, cut, from, to, around }: Move): Query | null {
  const [id = ''] = measuresOf(of)
  const [start, end] = around === null ? [from, to] : [around - 1, around]
  const columns = companionsOf(id).flatMap(one => [at(measure(one), start), measure(one)])
  return queryAt(figure, columns, { cut: placeOf(cut), time: span(end) })
}

function sayCourse(context: TalkContext, w: Writing, { around, cut }: Move, isCurrency: boolean): Piece[] {
  const { messages, catalogue } = context
  const { view } = w
  const [shown] = view.shown
  if (!shown) return []
  if (around !== null) {
    const rows = view.rows.filter(row => view.value(row, shown) !== null)
    const own = rows.find(row => view.periodId(row) === String(around))
    if (own === undefined) return []
    const others = rows
      .filter(row => row !== own)
      .map(row => messages.say('figure.dated', { figure: view.figure(row, shown), year: view.periodId(row) }))
    const subject = w.words.subject(shown.of, cut)
    const values = {
      subject,
      figure: view.figure(own, shown),
      year: String(around),
      others: messages.list(others),
    }
    return messages.say('talk.why.year', { ...values, n: others.length })
  }
  const [from, to, change] = view.shown
  const set = cut.country
  const iso3 = set?.k === 'ids' ? set.ids[0] : undefined
  if (isCurrency && from && to && change && iso3)
    return messages.say('talk.why.currency', {
      ...{
        currency: catalogue.country(iso3)?.currency.name ?? '',
        way: (view.value(0, change) ?? 0) >= 0 ? 'up' : 'down',
      },
      ...{
        from: view.figure(0, from),
        to: view.figure(0, to),
        change: view.figure(0, change, { size: true }),
      },
      ...{ start: view.base(0, change) ?? '', end: view.period(0, to) ?? '' },
    })
  return sayQuery(w).first
}

const sayParts = (w: Writing): Piece[][] => [sayQuery(w).first]

/** 'Over the same time inflation went from 9.3% to 8.4%.' */
function sayBesides({ messages, names }: TalkContext, { view }: Writing): Piece[][] {
  const pairs = view.shown.flatMap((to, i) => {
    const from = view.shown[i - 1]
    const [id] = to.of.k === 'measure' ? [to.of.id] : []
    const isPair = id !== undefined && from && view.value(0, from) !== null && view.value(0, to) !== null
    return isPair
      ? [
          messages.say('talk.why.item', {
            measure: names.measure(id),
            from: view.figure(0, from),
            to: view.figure(0, to),
          }),
        ]
      : []
  })
  return pairs.length > 0 ? [messages.say('talk.why.beside', { items: messages.list(pairs) })] : []
}
