import type { Lang } from '../../../contract/lang.ts'
import type { Table } from '../../../contract/result.ts'
import type { AskResult, Catalogue, Insights } from '../../insights/insights.ts'
import { type Messages, messagesOf, textOf } from '../answer/messages.ts'
import { type Names, namesOf } from '../answer/names.ts'
import { answerAsk, type ReadQuestion } from '../answer-ask.ts'
import { writeMarkup } from '../markup/write-markup.ts'
import type { AnalystEvent, TurnAnswer } from '../turn-answer.ts'
import { factsOf, type NamedTable } from './facts.ts'
import { namedTable, namedTables } from './named-tables.ts'
import { type AskedStudy, countriesOf, holesOf, onlyMember, type StudyParams } from './params.ts'
import { type Firm, firmsOf, playersSource, playersTable } from './players-table.ts'
import { type Candidates, type Scored, scored } from './score-tables.ts'
import { loadStudies } from './study.ts'
import { askOf, queriesOf } from './study-queries.ts'
import { textsOf } from './study-texts.ts'
import { writeStudy } from './write-study.ts'

export interface AskedStudyQuestion extends Pick<ReadQuestion, 'question' | 'lang' | 'gaps'> {
  study: AskedStudy
  /** Words of the question that were not read. */
  leftAside?: readonly string[]
}

/** Runs the queries of a study and writes it. @throws AppError unavailable */
export function answerStudy(
  { insights }: { insights: Insights },
  { study, leftAside = [], ...asked }: AskedStudyQuestion,
  emit: (event: AnalystEvent) => void,
  signal: AbortSignal,
): Promise<TurnAnswer> {
  const { catalogue, model } = insights
  const studies = loadStudies(catalogue)
  const holes = holesOf(study.params, studies, catalogue)
  const queries = queriesOf(study.study, studies, holes, model)
  const messages = studyMessages(asked.lang)
  const names = namesOf(catalogue, messages)
  const firms = study.study.players ? knownFirms(catalogue, study.params, messages.tag) : []
  let made: Made = { named: {}, score: null }
  const complete = (result: AskResult): AskResult => {
    const named = namedTables(queries, result, holes.texts)
    const label = (criterion: string) =>
      textOf(messages.capital([{ text: messages.own(`study.criterion.${criterion}`) ?? criterion }]))
    const columnLabel = (column: string) => messages.own(`study.column.${column}`)
    const of = subjectOf(study.params, names, holes.texts.year ?? '')
    const score = scoreOf(study, named, { catalogue, label, columnLabel, of, first: result.tables.length })
    const derived = score ? [score.ranking, score.ofCriteria, score.score, score.turning] : []
    const id = `t${result.tables.length + derived.length + 1}`
    const players =
      firms.length > 0 ? [playersTable(catalogue, firms, id, messages.text('study.players.table'))] : []
    made = { named: { ...named, ...namedScore(score, holes.texts), ...namedPlayers(players) }, score }
    return withTables(
      result,
      { derived, players, field: queries.findIndex(({ name }) => name === study.study.score?.of) },
      catalogue,
      messages,
    )
  }
  return answerAsk(
    {
      insights,
      complete,
      write: ({ result }) => {
        const texts = textsOf(study.params, holes, { messages, names, catalogue, model })
        const facts = factsOf(made.named, texts, { messages, names })
        const isOwn = onlyMember(study.params.country) !== null
        const { named, score } = made
        return writeMarkup(
          writeStudy({
            ...{ study: study.study, named, scored: score, isOwn, firms, facts },
            ...{ messages, names, catalogue, result },
          }),
        )
      },
    },
    {
      ...asked,
      ask: askOf(queries),
      assumed:
        leftAside.length > 0 ? [messages.text('study.leftAside', { words: leftAside.join(', ') })] : [],
    },
    emit,
    signal,
  )
}

/** A language without texts of studies has them in English. */
function studyMessages(lang: Lang): Messages {
  const [own, english] = [messagesOf(lang), messagesOf('en')]
  return own.own('study.method') === english.own('study.method') ? english : own
}

interface Made {
  named: Record<string, NamedTable>
  score: Scored | null
}

function knownFirms(catalogue: Catalogue, { country, segment }: StudyParams, lang: string): Firm[] {
  const iso3 = onlyMember(country)
  if (iso3 === null) return []
  const all = catalogue.segments.map(({ id }) => id)
  const ids =
    segment?.k === 'ids'
      ? segment.ids
      : segment?.k === 'in'
        ? (catalogue.department(segment.id)?.segments ?? [])
        : all
  return firmsOf(catalogue, ids, iso3, lang)
}

/** What a score is of, for the titles of its tables: 'baby diapers, 2025'. */
function subjectOf({ segment }: StudyParams, names: Names, year: string): string {
  const goods = segment?.k === 'ids' ? segment.ids.map(id => names.member('segment', id)) : []
  const group = segment?.k === 'in' ? [names.bundle('segment', segment.id)] : []
  return [...goods, ...group, year].join(', ')
}

const regions = ['north_africa', 'west_africa', 'central_africa', 'east_africa', 'southern_africa']

function scoreOf(
  { study, params }: AskedStudy,
  named: Readonly<Record<string, NamedTable>>,
  {
    catalogue,
    first,
    ...words
  }: Pick<Candidates, 'label' | 'columnLabel' | 'of'> & { catalogue: Catalogue; first: number },
): Scored | null {
  const field = named[study.score?.of ?? '']
  if (!study.score || !field) return null
  const own = onlyMember(params.country)
  const { country } = params
  const region = catalogue.country(own ?? '')?.groups.find(id => regions.includes(id)) ?? ''
  const all = catalogue.countries.map(({ iso3 }) => iso3)
  const shown = (own === null && country && countriesOf(country, catalogue)) || all
  const criteria = study.score.criteria.map(one => ({
    ...one,
    weight: params.weights[one.column] ?? one.weight,
  }))
  const id = (at: number) => `t${first + at}`
  return scored(
    {
      ...{ table: field.table, keys: field.keys, criteria, shown: new Set(shown), own, ...words },
      steps: study.score.verdicts.map(({ from }) => from),
      region: new Set(catalogue.group(region)?.members ?? []),
    },
    [id(1), id(2), id(3), id(4)],
  )
}

function namedScore(
  score: Scored | null,
  texts: Readonly<Record<string, string>>,
): Record<string, NamedTable> {
  if (!score) return {}
  const criteria = namedTable(score.ofCriteria, texts)
  return {
    ranking: namedTable(score.ranking, texts),
    criteria: { ...criteria, rows: { ...criteria.rows, ...moving(score.ofCriteria) } },
    score: { table: score.score, keys: {}, rows: { only: 0 } },
    turning: namedTable(score.turning, texts),
  }
}

/** The criteria whose leaving out moves the score most, up and down, and those with the most and the fewest points. */
function moving({ columns, rows }: Table): Record<string, number> {
  const ends = (key: string) => {
    const at = columns.findIndex(column => column.key === key)
    const known = rows.flatMap((row, index) =>
      typeof row[at] === 'number' ? [{ index, value: row[at] }] : [],
    )
    const sorted = known.sort((a, b) => a.value - b.value)
    return [sorted[0]?.index, sorted.at(-1)?.index]
  }
  const [[loss, gain], [worst, best]] = [ends('without'), ends('points')]
  const found = Object.entries({ loss, gain, worst, best })
  return Object.fromEntries(found.flatMap(([name, row]) => (row === undefined ? [] : [[name, row]])))
}

const namedPlayers = ([table]: readonly Table[]): Record<string, NamedTable> =>
  table ? { players: { table, keys: {}, rows: {} } } : {}

/** The result with the tables that were worked out of it; only the first query's cautions are those of the answer. */
function withTables(
  result: AskResult,
  { derived, players, field }: { derived: readonly Table[]; players: readonly Table[]; field: number },
  catalogue: Catalogue,
  messages: Messages,
): AskResult {
  const [first] = result.queries
  const own = new Set(first?.tables ?? [])
  const tables = result.tables.map(table =>
    own.has(table.id) ? table : { ...table, role: beside(table.role) },
  )
  const sources = players.length > 0 ? catalogue.sources.filter(({ id }) => id === playersSource) : []
  const ids = derived.map(({ id }) => id)
  return {
    ...result,
    tables: [...tables, ...derived, ...players],
    sources: [...result.sources, ...sources],
    method: [...result.method, ...(derived.length > 0 ? [messages.text('study.method')] : [])],
    queries: result.queries.map((query, at) =>
      at === field ? { ...query, tables: [...query.tables, ...ids] } : query,
    ),
  }
}

const beside = (role: string): string => (role === 'main' ? 'context' : role)
