import type { Cell, Table } from '../../../contract/result.ts'
import type { Measure } from '../../insights/insights.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { fold } from '../reading/tokens.ts'
import { countsOf, sizes } from './counts.ts'
import { measuresOf } from './past-answer.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext, TalkReply } from './talk-context.ts'

const mostMeasures = 8

const reply = (sentences: readonly Piece[][], more: readonly Draft[] = []): TalkReply => {
  const [first = [], ...rest] = sentences.filter(said => said.length > 0)
  return {
    drafts: [
      { type: 'headline', pieces: first },
      ...(rest.length > 0 ? [{ type: 'paragraph' as const, heading: null, pieces: joined(rest) }] : []),
      ...more,
    ],
  }
}

/** What data there are: of a measure, of a category, of a country or a theme, or of everything. */
export const holds: Operation = async context => {
  const { parts } = context.talk
  const { catalogue } = context
  const [id] = parts.measures.flatMap(measuresOf).filter(one => catalogue.measure(one))
  const [iso3] = parts.named.country
  const [segment] = parts.named.segment
  if (id !== undefined) return ofMeasure(context, id, iso3)
  if (segment !== undefined) return ofSegment(context, segment, iso3)
  return iso3 === undefined ? everything(context) : ofCountry(context, iso3)
}

/** The retail panel: months, categories, countries, what it is. */
export const panel: Operation = context => {
  const { messages, names, talk } = context
  const own = talk.parts.named.country.map(iso3 =>
    messages.say('talk.panel.country', {
      name: names.member('country', iso3),
      is: String(isInPanel(context, iso3)),
    }),
  )
  return reply([...own, sayPanel(context), sayOut(context), sayModelled(context)])
}

const outOfPanel = ({ catalogue }: TalkContext) =>
  catalogue.countries.filter(({ limitedData }) => limitedData)
const isInPanel = (context: TalkContext, id: string) => !outOfPanel(context).some(({ iso3 }) => iso3 === id)

function sayPanel(context: TalkContext): Piece[] {
  const { from, to } = context.catalogue.panel
  return context.messages.say('talk.panel', { ...countsOf(context, sizes(context), [from, to]), from, to })
}

const sayOut = (context: TalkContext): Piece[] => {
  const { messages, names } = context
  const missing = messages.textList(outOfPanel(context).map(({ iso3 }) => names.member('country', iso3)))
  return messages.say('talk.panel.out', { missing })
}

const sayModelled = ({ messages, catalogue }: TalkContext): Piece[] =>
  messages.say('talk.panel.modelled', { modelled: String(catalogue.panel.modelled) })

function everything(context: TalkContext): TalkReply {
  const { catalogue, messages } = context
  const figures = catalogue.measures.filter(({ kind }) => kind === 'figure')
  const from = String(Math.min(...figures.map(({ coverage }) => coverage.firstYear)))
  const to = String(catalogue.lastYear)
  const [first, last] = [catalogue.panel.from.slice(0, 4), catalogue.panel.to.slice(0, 4)]
  const values = countsOf(context, sizes(context), [from, to, first, last])
  return reply([
    messages.say('talk.holds', { ...values, from, to, first, last }),
    messages.say('talk.holds.figures'),
    sayPanel(context),
    sayOut(context),
    messages.say('talk.holds.not'),
  ])
}

async function ofMeasure(context: TalkContext, id: string, iso3: string | undefined): Promise<TalkReply> {
  const { catalogue, messages, names } = context
  const measure = catalogue.measure(id)
  if (!measure) return everything(context)
  const { coverage, note, source, kind } = measure
  if (kind === 'panel') return panel(context)
  const { countries } = sizes(context)
  const [from, to] = [String(coverage.firstYear), String(coverage.lastYear)]
  const words = [from, to, note, source, measure.phrase]
  const values = countsOf(context, { n: coverage.countries, countries }, words)
  return reply(
    [
      iso3 === undefined ? [] : await sayOfCountry(context, measure, iso3),
      messages.say('talk.holds.measure', { ...values, measure: names.measure(id), from, to, source }),
      note === '' ? [] : messages.say('talk.define.note', { note }),
    ].map(said => messages.capital(said)),
  )
}

async function sayOfCountry(context: TalkContext, measure: Measure, iso3: string): Promise<Piece[]> {
  const { messages, names } = context
  const values = { measure: names.measure(measure.id), name: names.member('country', iso3) }
  const [own] = await yearsOf(context, iso3, [measure])
  if (!own) return messages.say('talk.holds.country.none', values)
  const { from, to, count } = own
  const years = countsOf(context, { years: count }, [from, to])
  return messages.say('talk.holds.country.measure', { ...values, ...years, from, to })
}

function ofSegment(context: TalkContext, id: string, iso3: string | undefined): TalkReply {
  const { catalogue, messages, names } = context
  const { from, to } = catalogue.panel
  const values = {
    ...countsOf(context, sizes(context), [from, to]),
    ...{ from, to, name: names.member('segment', id), unit: catalogue.segment(id)?.unit ?? '' },
    is: String(iso3 === undefined || isInPanel(context, iso3)),
    where:
      iso3 === undefined ? '' : messages.text('in.country', { set: names.member('country', iso3), head: '' }),
  }
  return reply([messages.capital(messages.say('talk.holds.segment', values)), sayModelled(context)])
}

/** Measures with figures of a country, those of the theme that the question names where it names one. */
async function ofCountry(context: TalkContext, iso3: string): Promise<TalkReply> {
  const { catalogue, messages, names, talk } = context
  const figures = catalogue.measures.filter(({ kind }) => kind === 'figure')
  const words = talk.parts.unread.map(fold)
  const themed = figures.filter(one => words.some(word => isAbout(one, word)))
  const isTheme = themed.length > 0
  const found = await yearsOf(context, iso3, isTheme ? themed : figures)
  const name = names.member('country', iso3)
  const years = found.flatMap(({ from, to }) => [from, to]).toSorted()
  const [oldest = '', newest = ''] = [years[0], years.at(-1)]
  const listed = found.slice(0, mostMeasures).map(({ id }) => names.measure(id))
  const counts = countsOf(context, { measures: found.length }, [oldest, newest, ...listed.map(String)])
  const values = { name, ...counts, n: found.length, oldest, newest, listed: messages.textList(listed) }
  const panelSaid = messages.say('talk.panel.country', { name, is: String(isInPanel(context, iso3)) })
  return reply(
    [
      messages.capital(messages.say('talk.holds.country', { ...values, theme: String(isTheme) })),
      panelSaid,
      ...(isInPanel(context, iso3) ? [sayPanel(context)] : []),
    ],
    tableOf(context, found, name.text),
  )
}

/** True where a word begins one of the measure's names or is its theme: 'farm', 'agriculture', 'debt'. */
function isAbout({ name, phrase, theme, synonyms }: Measure, word: string): boolean {
  if (word.length < 4) return false
  const stem = word.slice(0, Math.max(4, word.length - 3))
  return [name, phrase, theme, ...synonyms].some(one =>
    fold(one)
      .split(/[^\p{L}]+/u)
      .some(part => part.startsWith(stem)),
  )
}

interface Years {
  id: string
  from: string
  to: string
  count: number
}

/** First and last year with a figure, and how many there are, for each measure of a country that has any. */
async function yearsOf(
  { insights }: TalkContext,
  iso3: string,
  measures: readonly Measure[],
): Promise<Years[]> {
  const { rows } = await insights.query(
    `SELECT indicator, CAST(min(year) AS VARCHAR), CAST(max(year) AS VARCHAR), count(*)
     FROM figures WHERE iso3 = ? AND value IS NOT NULL GROUP BY indicator`,
    [iso3],
  )
  const found = new Map(
    rows.map(([id, from, to, count]) => [
      String(id),
      { from: String(from), to: String(to), count: Number(count) },
    ]),
  )
  return measures.flatMap(({ id }) => {
    const own = found.get(id)
    return own ? [{ id, ...own }] : []
  })
}

/** The measures of a country with their years, as a table. */
function tableOf(context: TalkContext, found: readonly Years[], name: string): Draft[] {
  const { messages, names } = context
  if (found.length < 2) return []
  const column = (key: string, kind: Table['columns'][number]['kind']) => ({
    ...{ key, label: messages.text('talk.holds.column', { key }), kind, unit: null },
    ...{ decimals: kind === 'number' ? 0 : null, measure: null, formula: null },
  })
  const title = messages.text('talk.holds.title', { name })
  const rows = found.map(({ id, from, to, count }): Cell[] => [names.measure(id).text, from, to, count])
  const columns = [
    column('measure', 'text'),
    column('from', 'period'),
    column('to', 'period'),
    column('years', 'number'),
  ]
  const table: Table = {
    ...{ id: 't1', role: 'context', title, columns, rows, sources: [], period: null, coverage: null },
    ...{ modelled: false, flags: [], computed: [] },
  }
  const [taken] = context.add({ tables: [table], sources: [] })
  return taken
    ? [{ type: 'table', table: taken.id, caption: title, columns: columns.map(({ key }) => key) }]
    : []
}
