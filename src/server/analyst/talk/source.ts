import type { Column } from '../../../contract/result.ts'
import type { Measure } from '../../insights/insights.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { mainTables, measuresOf } from './past-answer.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const [mostMeasures, mostFlags] = [5, 3]

/** Where the figures come from: source and series of each measure, how fresh, and what is said of them. */
export const source: Operation = context => {
  const { messages, catalogue, talk } = context
  const named = talk.parts.measures.flatMap(measuresOf)
  const goods = talk.parts.named.segment.length > 0
  const columns = named.length > 0 ? [] : columnsOf(context)
  const base =
    named.length > 0 ? named : goods && !context.answer ? ['panel_value_usd'] : basesOf(columns, context)
  const measures = [...new Set(base)].flatMap(id => catalogue.measure(id) ?? [])
  const said = [...saidOfPanel(context, measures), ...saidOfFigures(context, measures)]
  const derived = columns.flatMap(column => sayDerived(context, column))
  const drafts: Draft[] = []
  const [first, ...more] = said
  if (!first)
    return { drafts: [{ type: 'headline', pieces: messages.say('talk.source.all', overall(context)) }] }
  drafts.push({ type: 'headline', pieces: first })
  const years = sayYears(context)
  const rest = [...more, ...derived, ...years]
  if (rest.length > 0) drafts.push({ type: 'paragraph', heading: null, pieces: joined(rest) })
  const cautions = cautionsOf(context, measures)
  if (cautions.length > 0)
    drafts.push({ type: 'list', heading: null, items: cautions.map(text => [{ text }]) })
  return { drafts, showsSources: context.answer !== null }
}

export const joined = (sentences: readonly Piece[][]): Piece[] =>
  sentences.flatMap((said, at) => (at === 0 ? said : [{ text: ' ' }, ...said]))

const columnsOf = ({ answer }: TalkContext): Column[] =>
  answer ? mainTables(answer).flatMap(({ columns }) => columns.filter(({ kind }) => kind === 'number')) : []

/** The measures with stored figures behind columns. */
function basesOf(columns: readonly Column[], { catalogue }: TalkContext): string[] {
  const all = columns.flatMap(({ measure, of }) => of ?? (measure ? [measure] : []))
  return [...new Set(all)].filter(id => catalogue.measure(id) !== undefined)
}

function saidOfPanel({ messages, catalogue, names }: TalkContext, measures: readonly Measure[]): Piece[][] {
  const panel = measures.filter(({ kind }) => kind === 'panel')
  if (panel.length === 0) return []
  const items = messages.textList(panel.slice(0, mostMeasures).map(({ id }) => names.measure(id)))
  const { from, to, modelled } = catalogue.panel
  const values = { items, from: from.slice(0, 4), to: to.slice(0, 4), modelled: String(modelled) }
  return [messages.capital(messages.say('talk.source.panel', values))]
}

/** Measures of one source are one sentence. */
function saidOfFigures({ messages, names }: TalkContext, measures: readonly Measure[]): Piece[][] {
  const figures = measures.filter(({ kind }) => kind === 'figure').slice(0, mostMeasures)
  return [...Map.groupBy(figures, ({ source: from }) => from)].map(([from, of]) => {
    const series = of.map(({ detail }) => detail).filter(detail => detail !== '')
    return messages.capital(
      messages.say('talk.source.figures', {
        ...{ items: messages.textList(of.map(({ id }) => names.measure(id))), from },
        ...{ n: series.length, series: series.join(', ') },
      }),
    )
  })
}

function sayDerived({ messages }: TalkContext, { label, formula, of, measure }: Column): Piece[][] {
  const isNamed = label.toLowerCase() !== formula?.toLowerCase()
  const isWorkedOut = isNamed && formula !== null && (of?.length ?? 0) > 0 && of?.[0] !== measure
  return isWorkedOut ? [messages.say('talk.source.derived', { label, formula })] : []
}

/** The years of the figures shown and the end of the data. */
function sayYears({ answer, messages, catalogue }: TalkContext): Piece[][] {
  const periods = answer ? mainTables(answer).flatMap(({ period }) => period ?? []) : []
  const [first] = periods.map(({ from }) => from.slice(0, 4)).sort()
  const last = periods
    .map(({ to }) => to.slice(0, 4))
    .sort()
    .at(-1)
  if (first === undefined || last === undefined) return []
  const years = first === last ? last : messages.text('period.span', { from: first, to: last })
  return [
    messages.say('talk.source.years', { years, end: String(catalogue.lastYear), edition: catalogue.edition }),
  ]
}

/** What the source says of its own figures, and the cautions about those shown. */
export function cautionsOf({ answer, messages }: TalkContext, measures: readonly Measure[]): string[] {
  const flags = answer ? mainTables(answer).flatMap(table => table.flags) : []
  const notes = measures
    .filter(({ note, kind }) => kind === 'figure' && note !== '')
    .map(({ phrase, note }) => messages.text('talk.note', { measure: phrase, note }))
    .slice(0, mostFlags)
    .map(text => text.charAt(0).toUpperCase() + text.slice(1))
  return [...new Set([...flags.slice(0, mostFlags), ...notes])]
}

/** The sources of everything, for a question about all data. */
function overall({ messages, catalogue }: TalkContext) {
  const names = [...new Set(catalogue.sources.filter(({ modelled }) => !modelled).map(({ name }) => name))]
  return {
    sources: messages.textList(names.slice(0, 8)),
    from: catalogue.panel.from.slice(0, 4),
    to: catalogue.panel.to.slice(0, 4),
  }
}
