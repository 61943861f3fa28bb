import { isDeepStrictEqual } from 'node:util'
import type { Query } from '../../../contract/query.ts'
import { sayFigure } from '../answer/say-cell.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { baseMeasures } from './base-measures.ts'
import { mainTables } from './past-answer.ts'
import { countryOf, type Figure, figureMeant, queryAt, yearOf } from './rows.ts'
import { cautionsOf, joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const [mostRows, oldYears] = [12, 3]

/** Whether the figures can be relied on: worked out again, then source, age, cautions, and another source where there is one. */
export const sure: Operation = async context => {
  const { answer, messages } = context
  if (!answer) return { drafts: [] }
  const isSame = await isSameAgain(context)
  const asked = await figureAsked(context)
  const drafts: Draft[] = []
  const flags = asked ? flagsOf(context, asked) : []
  const doubt = flags.length > 0 ? 'flagged' : answer.document.modelled ? 'modelled' : 'none'
  drafts.push({
    type: 'headline',
    pieces: asked
      ? messages.say('talk.sure', {
          ...{ said: sayFigure(asked.w, asked.row, asked.shown), same: String(isSame), doubt },
        })
      : messages.say('talk.sure.all', { same: String(isSame), doubt }),
  })
  const said = [...flags.map(text => [{ text }]), ...sayOrigin(context, asked), ...sayAge(context, asked)]
  if (said.length > 0) drafts.push({ type: 'paragraph', heading: null, pieces: joined(said) })
  const measures = measuresOf(context).flatMap(id => context.catalogue.measure(id) ?? [])
  const cautions = cautionsOf(context, measures).filter(text => !flags.includes(text))
  if (cautions.length > 0)
    drafts.push({ type: 'list', heading: null, items: cautions.map(text => [{ text }]) })
  const [table] = mainTables(answer)
  if (table && table.rows.length > 1 && table.rows.length <= mostRows)
    drafts.push({ type: 'table', table: table.id, caption: table.title, columns: [] })
  return { drafts, showsSources: true }
}

/** Runs the stored queries again and compares every cell. */
async function isSameAgain({ answer, insights }: TalkContext): Promise<boolean> {
  if (!answer || answer.queries.length === 0) return true
  const again = await insights.runAsk({ queries: [...answer.queries] })
  const mains = again.tables.filter(({ role }) => role === 'main')
  const before = mainTables(answer)
  return (
    mains.length === before.length && mains.every(({ rows }, at) => isDeepStrictEqual(rows, before[at]?.rows))
  )
}

/** The figure that is doubted: one that was shown, or the same measure where and when the question says. */
async function figureAsked(context: TalkContext): Promise<Figure | null> {
  const shown = figureMeant(context)
  const { named, times } = context.talk.parts
  const [country] = named.country
  const time = times.find(one => one.k === 'span')
  if (!shown || (country === undefined && !time)) return shown
  const isShown =
    (country === undefined || countryOf(shown) === country) && (!time || yearOf(shown) === Number(time.from))
  if (isShown) return shown
  const of = 'of' in shown.shown.of && shown.shown.of.k === 'change' ? shown.shown.of.of : shown.shown.of
  const cut = shown.w.view.cut(shown.row)
  const query: Query = queryAt(shown, [of], {
    cut: country === undefined ? cut : { ...cut, country: { k: 'ids', dim: 'country', ids: [country] } },
    ...(time ? { time } : {}),
  })
  const [w] = await context.run([query])
  const column = w?.view.shown[0]
  return w && column && w.view.value(0, column) !== null ? { w, row: 0, shown: column } : shown
}

const measuresOf = ({ answer, catalogue }: TalkContext): string[] =>
  answer ? baseMeasures(answer, catalogue) : []

/** Cautions about just this figure: a break, an implausible value, another source that differs. */
function flagsOf(context: TalkContext, figure: Figure): string[] {
  const [country, year] = [countryOf(figure), yearOf(figure)]
  if (country === null || year === null) return []
  return measuresOf(context)
    .flatMap(id => context.catalogue.flagsFor(id, country, year, year))
    .slice(0, 3)
}

function sayOrigin({ messages, catalogue, answer }: TalkContext, figure: Figure | null): Piece[][] {
  const ids = answer ? baseMeasures(answer, catalogue) : []
  const isModelled = figure ? figure.w.view.table.modelled : (answer?.document.modelled ?? false)
  const sources = [
    ...new Set(
      ids
        .flatMap(id => catalogue.measure(id) ?? [])
        .filter(({ kind }) => kind === 'figure')
        .map(({ source }) => source),
    ),
  ]
  return [
    ...(sources.length > 0
      ? [messages.say('talk.sure.source', { sources: messages.textList(sources) })]
      : []),
    ...(isModelled ? [messages.say('talk.sure.modelled')] : []),
  ]
}

function sayAge({ messages, catalogue }: TalkContext, figure: Figure | null): Piece[][] {
  const year = figure ? yearOf(figure) : null
  const years = year === null ? 0 : catalogue.lastYear - year
  return years >= oldYears ? [messages.say('talk.sure.old', { years })] : []
}
