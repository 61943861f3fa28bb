import { isDeepStrictEqual } from 'node:util'
import type { Expr, Query } from '../../../contract/query.ts'
import { dimOfSet } from '../answer/expression-facts.ts'
import type { Shown } from '../answer/view.ts'
import { inPeriod, subjectOf, topicOf, type Writing } from '../answer/writing.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { measuresOf } from './past-answer.ts'
import { type Figure, namedRows } from './rows.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const mostOthers = 3

/** Which of the rows shown did best, by what was shown; for markets also by size and by growth in volume. */
export const better: Operation = async context => {
  const { messages, writings } = context
  const w = writings.find(one => one.view.naming.length > 0 && one.view.rows.length > 1)
  const shown = w?.view.ordered ?? w?.view.shown[0]
  const rivals = w && shown ? rivalsIn(context, w, shown) : rivalsApart(writings)
  const first = sayBest(context, rivals)
  if (first.length === 0) return { drafts: [{ type: 'headline', pieces: messages.say('talk.better.none') }] }
  const others = w?.view.shown.filter(one => one !== shown) ?? []
  const rest = [
    ...others.map(one => sayLeader(context, w ? rivalsIn(context, w, one) : [])),
    ...(w && shown && isMarket(context, w) ? await byMarket(context, w, shown) : []),
    sayCurrency(context, rivals),
    messages.say('talk.better.judge', { modelled: String(rivals[0]?.w.view.table.modelled ?? false) }),
  ]
  return {
    drafts: [
      { type: 'headline', pieces: messages.capital(first) },
      { type: 'paragraph', heading: null, pieces: joined(rest.filter(said => said.length > 0)) },
    ],
    showsSources: true,
  }
}

/** A figure that is set against others of its kind. */
interface Rival extends Figure {
  name: string
}

/** The rows of an answer by a column; over time the last of each. */
function rivalsIn(context: TalkContext, w: Writing, shown: Shown): Rival[] {
  const { view } = w
  const rows = namedRows(w, context).filter(row => view.value(row, shown) !== null)
  const last = new Map(rows.map(row => [String(view.name(row)), row]))
  return [...last].map(([name, row]) => ({ name, w, row, shown }))
}

/** Answers to several queries of one figure each, where they ask the same of different places or goods. */
function rivalsApart(writings: readonly Writing[]): Rival[] {
  const [first] = writings
  return writings.flatMap(w => {
    const [shown] = w.view.shown
    const [row] = w.view.rows
    const isSame = shown && isDeepStrictEqual(shown.of, first?.view.shown[0]?.of)
    if (!shown || row === undefined || !isSame || w.view.value(row, shown) === null) return []
    const { country, segment, brand } = w.view.query.cut
    const set = brand ?? segment ?? country
    const own = writings.every(other => isDeepStrictEqual(other.view.query.cut.country, country))
      ? set
      : country
    return own ? [{ name: String(w.words.set(own)), w, row, shown }] : []
  })
}

const valueIn = ({ w, row, shown }: Rival) => w.view.value(row, shown) ?? 0

/** Less of it is better. */
const isLowBetter = ({ catalogue }: TalkContext, of: Expr): boolean => {
  const [id, ...more] = measuresOf(of)
  return id !== undefined && more.length === 0 && catalogue.measure(id)?.higherIs === 'worse'
}

/** From best to worst. */
function sorted(context: TalkContext, rivals: readonly Rival[]): Rival[] {
  const [first] = rivals
  const sign = first && isLowBetter(context, first.shown.of) ? 1 : -1
  return rivals.toSorted((a, b) => sign * (valueIn(a) - valueIn(b)))
}

const figureOf = ({ w, row, shown }: Rival) => w.view.figure(row, shown)

function sayBest(context: TalkContext, rivals: readonly Rival[]): Piece[] {
  const { messages } = context
  const [best, ...others] = sorted(context, rivals)
  if (!best || others.length === 0) return []
  const { w, row, shown, name } = best
  const items = others.slice(0, mostOthers)
  return messages.say('talk.better', {
    ...{ name, figure: figureOf(best), period: inPeriod(w, row, shown) },
    ...{
      subject: w.view.naming.length > 0 ? subjectOf(w, shown) : w.words.subject(shown.of),
      low: String(isLowBetter(context, shown.of)),
    },
    others: messages.list(
      items.map(one => messages.say('item.named', { name: one.name, figure: figureOf(one) })),
    ),
  })
}

function sayLeader(context: TalkContext, rivals: readonly Rival[]): Piece[] {
  const [best, ...others] = sorted(context, rivals)
  if (!best || others.length === 0) return []
  const topic = topicOf(best.w, best.shown)
  return context.messages.say('talk.better.by', { topic, name: best.name, figure: figureOf(best) })
}

const isMarket = ({ names }: TalkContext, { view }: Writing): boolean =>
  view.naming.includes('country') && view.shown.some(({ of }) => measuresOf(of).some(id => names.isPanel(id)))

/** Size in US$ and growth in volume since the panel began, country by country. */
async function byMarket(context: TalkContext, { view }: Writing, said: Shown): Promise<Piece[][]> {
  const { panel } = context.catalogue
  const [from, to] = [panel.from.slice(0, 4), panel.to.slice(0, 4)]
  const ids = [
    ...new Set(
      view.rows.flatMap(row => {
        const set = view.cut(row).country
        return set?.k === 'ids' ? set.ids : []
      }),
    ),
  ]
  const others = view.query.rows.filter(row => row.k !== 'members' || dimOfSet(row.of) !== 'country')
  if (ids.length < 2 || others.some(({ k }) => k !== 'periods')) return []
  const volume: Expr = { k: 'measure', id: 'panel_volume' }
  const growth: Expr = { k: 'change', of: volume, from: { k: 'span', from, to: from }, as: 'cagr' }
  const query: Query = {
    ...view.query,
    ...{
      show: [
        { as: null, of: { k: 'measure', id: 'panel_value_usd' } },
        { as: null, of: growth },
      ],
    },
    ...{ rows: [{ k: 'members', of: { k: 'ids', dim: 'country', ids } }], zip: false, where: null },
    ...{ order: null, take: null, total: false, stat: null, time: { k: 'span', from: to, to } },
  }
  const [w] = await context.run([query])
  if (!w) return []
  const unsaid = w.view.shown.filter(({ of }) => !isDeepStrictEqual(of, said.of))
  return unsaid.map(shown => sayLeader(context, rivalsIn(context, w, shown)))
}

/** Money in US$ moves with the exchange rate as well. */
function sayCurrency({ catalogue, messages }: TalkContext, [first]: readonly Rival[]): Piece[] {
  const ids = first ? measuresOf(first.shown.of) : []
  const isLocal = ids.some(id => id.endsWith('_lcu'))
  const isConverted = ids.some(id => catalogue.measure(id)?.converted)
  return isConverted || isLocal ? messages.say('talk.better.currency', { local: String(isLocal) }) : []
}
