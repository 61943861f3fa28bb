import { lintChart } from '../../../charts/lint.ts'
import type { Result } from '../../../contract/result.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { barsPanel, chartOf, columnsPanel, linePanel, tileMapPanel } from '../answer/chart-panels.ts'
import type { Messages } from '../answer/messages.ts'
import { textOf as plainText } from '../answer/messages.ts'
import type { Names } from '../answer/names.ts'
import type { Words } from '../answer/phrase.ts'
import { ResultSet, textOf as textAt } from '../claims/result-set.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { type Facts, type NamedTable, sayFirst, variants } from './facts.ts'
import type { Firm } from './players-table.ts'
import { type Reason, reasonsOf, sayReasons } from './reasons.ts'
import type { Scored } from './score-tables.ts'
import type { Section, Study, StudyChart } from './study.ts'
import { firmList, writePlayers } from './write-players.ts'

/** What a study is written from. */
export interface StudyToWrite {
  study: Study
  named: Readonly<Record<string, NamedTable>>
  scored: Scored | null
  /** Whether the study is of one country, not of the one that leads. */
  isOwn: boolean
  firms: readonly Firm[]
  facts: Facts
  messages: Messages
  names: Names
  catalogue: Catalogue
  result: Result
}

const mostBars = 25

/** The words of a study: the verdict and its reasons, a chart, then a line for each section. */
export function writeStudy(input: StudyToWrite): Draft[] {
  const { study, messages, firms } = input
  const facts = withVerdict(input, withFirms(input))
  const w = { ...input, facts }
  const opening = messages.capital(
    sayFirst(messages, [...variants(`study.${study.id}.opening`), ...variants('study.none')], facts),
  )
  return [
    ...(opening.length > 0 ? [{ type: 'headline' as const, pieces: opening }] : []),
    ...paragraph(null, sayFirst(messages, variants(`study.${study.id}.lead`), facts)),
    ...executive(w),
    ...(study.players === 'lines' ? writePlayers(firms, { ...w, bySize: sizesOf(w) }) : []),
    ...study.charts.flatMap(chart => drawn(w, chart)).slice(0, 1),
    ...study.tables.flatMap(one => tableOf(w, one, false)),
    ...study.sections.flatMap(one => sectionOf(w, one)),
    ...paragraph(
      messages.own('study.unavailable'),
      sayFirst(messages, variants(`study.${study.id}.unavailable`), facts),
    ),
    ...followups(w),
  ]
}

/** Firms of larger segments first; the order within a segment stays. */
const bySizeOf = (firms: readonly Firm[], places: ReadonlyMap<string, number>): Firm[] =>
  firms.toSorted((a, b) => (places.get(a.segment) ?? 0) - (places.get(b.segment) ?? 0))

/** The places of segments by their sales. */
function sizesOf({ named }: StudyToWrite): Map<string, number> {
  const table = named.segments?.table
  const ids = (table?.rows ?? []).map((_, row) => (table ? textAt(table, row, 'segment_id') : null) ?? '')
  return new Map(ids.map((id, at) => [id, at]))
}

function withFirms(w: StudyToWrite): Facts {
  const { facts, firms, messages } = w
  const own: Record<string, Words | null> = {
    firmsSourced: firmList(bySizeOf(firms, sizesOf(w)), true, messages),
    firmsReported: firmList(firms, false, messages),
    noFirms: firms.length === 0 ? 'none' : null,
  }
  return name => (name in own ? (own[name] ?? null) : facts(name))
}

const paragraph = (heading: string | null, pieces: Piece[]): Draft[] =>
  pieces.length === 0 ? [] : [{ type: 'paragraph', heading, pieces }]

const list = (heading: string, items: Piece[][]): Draft[] =>
  items.length === 0 ? [] : [{ type: 'list', heading, items }]

/** Three reasons for, three against, what it takes, and what would change the verdict. */
function executive(w: StudyToWrite): Draft[] {
  const { study, scored, messages, isOwn } = w
  if (!study.score || !scored) return []
  const { facts } = w
  const reasons = reasonsOf(scored, scored.own, study.score.notes, facts)
  const conditions = reasons
    .filter(({ side }) => side === 'against')
    .map(({ id }) => sayFirst(messages, variants(`study.condition.${id}`), facts))
    .filter(said => said.length > 0)
    .slice(0, 2)
  const change = ['study.change', isOwn ? 'study.change.verdict' : 'study.change.order']
    .map(id => messages.capital(sayFirst(messages, variants(id), facts)))
    .filter(said => said.length > 0)
  const title = (id: string) => plainText(sayFirst(messages, [`study.list.${id}`], facts))
  return [
    ...study.score.lists.flatMap(one => list(title(one.id), sayReasons(messages, reasons, one, facts))),
    ...(isOwn ? [] : list(messages.text('study.behind'), behind(w, scored))),
    ...paragraph(
      plainText(sayFirst(messages, ['study.conditions.heading'], facts)),
      conditions.length === 0
        ? []
        : messages.capital(messages.say('study.conditions', { list: messages.list(conditions) })),
    ),
    ...paragraph(messages.own('study.change.heading'), sentences(change)),
  ]
}

const sentences = (all: readonly Piece[][]): Piece[] =>
  all.flatMap((said, at) => (at === 0 ? said : [{ text: ' ' }, ...said]))

/** The verdict by the score, and the one that the score would have without the criterion that speaks most for it. */
export function verdictOf(total: number, verdicts: readonly { id: string; from: number }[]): string {
  return (verdicts.find(({ from }) => Math.round(total) >= from) ?? verdicts.at(-1))?.id ?? ''
}

function withVerdict({ study, scored, messages }: StudyToWrite, facts: Facts): Facts {
  if (!study.score || !scored) return facts
  const { verdicts } = study.score
  const { ofCriteria } = scored
  const total = Number(facts('score_total_raw') ?? 0)
  const without = ofCriteria.columns.findIndex(({ key }) => key === 'without')
  const others = ofCriteria.rows.flatMap(row => (typeof row[without] === 'number' ? [row[without]] : []))
  const verdict = verdictOf(total, verdicts)
  const least = verdictOf(Math.min(total, ...others), verdicts)
  const most = verdictOf(Math.max(total, ...others), verdicts)
  const name = (id: string) => messages.own(`study.verdict.${id}`) ?? id
  const next = verdicts[verdicts.findIndex(({ id }) => id === verdict) + 1]
  const own: Record<string, string | null> = {
    ...{ verdict: name(verdict), verdictId: verdict, least: name(least), most: name(most) },
    isFirm: String(least === most),
    below: next ? name(next.id) : null,
  }
  return asked => (asked in own ? (own[asked] ?? null) : facts(asked))
}

/** What speaks for and against those that come next. */
function behind(w: StudyToWrite, scored: Scored): Piece[][] {
  const { study, messages, facts } = w
  return scored.order.slice(1, 3).flatMap((row, at) => {
    const reasons = reasonsOf(scored, row, [], facts)
    const field = w.named[study.score?.of ?? '']
    const at2 = ['second', 'third'][at] ?? ''
    const own: Facts = name => {
      const [table, ...rest] = name.split('_')
      return table === 'it' ? fieldFact(field, row, rest, facts) : facts(name)
    }
    const phrases = (side: Reason['side'], most: number) =>
      reasons
        .filter(one => one.side === side)
        .map(({ id }) => sayFirst(messages, [`study.phrase.${id}`], own))
        .filter(said => said.length > 0)
        .slice(0, most)
    const [pro, contra] = [phrases('for', 2), phrases('against', 1)]
    if (pro.length === 0) return []
    const values: Record<string, Piece[] | Words> = {
      name: facts(`ranking_${at2}_name`) ?? '',
      score: facts(`ranking_${at2}_score`) ?? '',
      pro: messages.list(pro),
      contra: contra[0] ?? [],
      hasContra: String(contra.length > 0),
    }
    return [messages.capital(messages.say('study.candidate', values))]
  })
}

/** A fact of a candidate by its row in the table of all. */
function fieldFact(
  field: NamedTable | undefined,
  row: number,
  path: string[],
  facts: Facts,
): ReturnType<Facts> {
  const [name] = Object.entries(field?.rows ?? {}).find(([key, at]) => at === row && key.length === 3) ?? []
  return name === undefined || !field ? null : facts(`field_${name}_${path.join('_')}`)
}

function sectionOf(w: StudyToWrite, section: Section): Draft[] {
  const { messages, facts } = w
  const said = messages.capital(sayFirst(messages, variants(`study.takeaway.${section.id}`), facts))
  if (said.length === 0) return []
  return [
    { type: 'paragraph', heading: messages.own(`study.section.${section.id}`), pieces: said },
    ...tableOf(w, section, true),
  ]
}

const hidden = new Set(['iso3', 'unit', 'decimals'])

function tableOf(w: StudyToWrite, { id, table: name, columns }: Section, fold: boolean): Draft[] {
  const table = name === undefined ? undefined : w.named[name]?.table
  if (!table || table.rows.length === 0) return []
  const keys = columns
    ? columns.map(column => w.named[name ?? '']?.keys[column] ?? column)
    : table.columns.map(({ key }) => key)
  const filled = keys.filter(key => {
    const at = table.columns.findIndex(column => column.key === key)
    return at >= 0 && !hidden.has(key) && !key.endsWith('_id') && table.rows.some(row => row[at] !== null)
  })
  const caption = plainText(w.messages.capital(sayFirst(w.messages, [`study.table.${id}`], w.facts)))
  return [
    {
      ...{ type: 'table', table: table.id, caption: caption === '' ? table.title : caption, columns: filled },
      ...(fold ? { fold } : {}),
    },
  ]
}

const xKeys = ['period', 'criterion', 'brand', 'channel', 'segment', 'country'] as const

function drawn(w: StudyToWrite, { of, column, kind }: StudyChart): Draft[] {
  const named = w.named[of]
  if (!named || named.table.rows.length < 2) return []
  const { table } = named
  const key = named.keys[column] ?? column
  const x = xKeys.find(one => table.columns.some(({ key: own }) => own === one)) ?? 'country'
  const panel =
    kind === 'bars'
      ? table.rows.length > mostBars
        ? tileMapPanel(table, key)
        : barsPanel(table, key, x)
      : kind === 'columns'
        ? columnsPanel(table, key, null)
        : linePanel(table, key, null)
  const title = plainText(
    w.messages.capital(sayFirst(w.messages, variants(`study.chart.${of}.${column}`), w.facts)),
  )
  const results = new ResultSet()
  results.add(w.result)
  const chart = chartOf(results, table, [panel], {
    title: title === '' ? table.title : title,
    shows: table.columns.find(one => one.key === key)?.label ?? '',
    reason: w.messages.text('chart.reason', { kind: panel.kind }),
    summary: `${title}. ${table.title}`,
  })
  return lintChart(chart, table).length === 0 ? [{ type: 'chart', chart }] : []
}

function followups({ study, messages, facts }: StudyToWrite): Draft[] {
  const items = study.offers.flatMap(id => {
    const question = plainText(messages.capital(sayFirst(messages, [`study.next.${id}`], facts)))
    const label = messages.own(`study.next.${id}.label`)
    return question === '' || label === null ? [] : [{ label, question }]
  })
  return items.length === 0 ? [] : [{ type: 'followups', items }]
}
