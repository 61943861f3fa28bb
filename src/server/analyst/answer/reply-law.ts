import { isDeepStrictEqual } from 'node:util'
import { currencyOf } from '../../../charts/format.ts'
import type { Block, Claim, QueryDocument, Span } from '../../../contract/answer.ts'
import type { Ask, Expr, Query, SetOf } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { dimOfSet, hasOwnTime } from './expression-facts.ts'
import { unsaidUnits } from './figures.ts'

/**
 * What an answer breaks of the rules that every reply keeps, a sentence each: the first sentence answers what was asked, with measure,
 * period and first row; what is printed is in the order that was asked; figures have units and names, and are distinct.
 */
export function replyFaults(document: QueryDocument, ask: Ask): string[] {
  const mains = document.tables.filter(({ role }) => role === 'main')
  const headline = document.blocks.find(block => block.type === 'headline')
  const [query] = ask.queries
  const [main] = mains
  return [
    ...(headline && query && main
      ? headlineFaults(headline.spans, document, query, main)
      : noHeadline(document)),
    ...ask.queries.flatMap((one, at) => (mains[at] ? orderFaults(one, mains[at]) : [])),
    ...wordFaults(document),
  ]
}

/** What of them goes for the words of any answer, whatever it was asked by. */
export function wordFaults({ blocks, claims, tables }: QueryDocument): string[] {
  return [
    ...blocks.flatMap(block => [...proseOf(block)].flatMap(spans => proseFaults(spans, claims))),
    ...blocks.flatMap(block => (block.type === 'table' ? dashFaults(block, tables) : [])),
    ...claims.flatMap(unitFaults),
  ]
}

const noHeadline = ({ tables, blocks }: QueryDocument): string[] =>
  tables.some(({ rows }) => rows.length > 0) || !blocks.some(({ type }) => type === 'gap')
    ? ['There is no first sentence.']
    : []

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')

function headlineFaults(
  spans: readonly Span[],
  { blocks, claims, tables, lang }: QueryDocument,
  query: Query,
  main: Table,
): string[] {
  const faults: string[] = []
  const text = textOf(spans)
  const said = text.toLowerCase()
  const hasFigures = main.rows.some(row => row.some(cell => typeof cell === 'number'))
  if (hasFigures && !spans.some(({ claim }) => claim !== undefined))
    faults.push('The first sentence has no figure.')
  if (!hasFigures) return faults
  const stat = tables.find(({ role }) => role !== 'main')
  if (!stat && !saysFirstRow(said, query, main))
    faults.push('The first sentence does not name the first row.')
  if (!stat && !saysPeriod(text, query, main)) faults.push('The first sentence does not say the period.')
  if (!saysCoverage(text, query, main)) faults.push('The first sentence does not say how many were compared.')
  if (lang !== 'en') return faults
  const labels = claims.filter(isIn(spans)).map(({ measure }) => measure)
  const captions = blocks.flatMap(block => (block.type === 'table' ? [block.caption] : []))
  if (labels.length > 0 && ![...labels, ...captions].some(label => sharesWord(label, said)))
    faults.push('The first sentence does not name the measure.')
  if (
    !stat &&
    !isMoving(query) &&
    /\b(?:grew|rose|fell|grown|risen|fallen)\b/.test(said) &&
    timesIn(spans, claims) < 2
  )
    faults.push('A level is presented as growth.')
  return faults
}

const isIn =
  (spans: readonly Span[]) =>
  ({ id }: Claim) =>
    spans.some(({ claim }) => claim === id)

/** How many times and columns the figures of a sentence are of: two of one value make a movement. */
const timesIn = (spans: readonly Span[], claims: readonly Claim[]): number =>
  new Set(claims.filter(isIn(spans)).map(({ table, column, period }) => `${table} ${column} ${period}`)).size

const sharesWord = (label: string, said: string): boolean =>
  (label.toLowerCase().match(/\p{L}{3,}/gu) ?? [label.toLowerCase()]).some(word =>
    said.includes(word.slice(0, 6)),
  )

/** Whether values are changes, or rows are periods. */
const isMoving = ({ show, rows }: Query): boolean =>
  rows.some(({ k }) => k === 'periods') || show.some(({ of }) => holdsChange(of))

function holdsChange(of: Expr): boolean {
  if (of.k === 'change' || of.k === 'effect') return true
  if (of.k === 'calc') return holdsChange(of.a) || holdsChange(of.b)
  return 'of' in of && typeof of.of === 'object' ? holdsChange(of.of) : false
}

const nameKeys = ['brand', 'channel', 'segment', 'department', 'country', 'group']

/** The row that an order puts first; without one any row will do. */
function saysFirstRow(said: string, query: Query, main: Table): boolean {
  const names = nameKeys
    .map(key => main.columns.findIndex(column => column.key === key))
    .filter(at => at >= 0)
    .map(at => main.rows.map(row => plain(String(row[at] ?? ''))))
  const isIn = (name: string | undefined) => name === undefined || name === '' || said.includes(name)
  if (names.length === 0) return true
  if (query.order && !query.take?.per) return names.some(([first]) => isIn(first))
  return names.some(column => column.some(isIn))
}

/** Without brackets, as names stand in sentences. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/ ?\(.*?\)/g, '')
    .slice(0, 12)

function saysPeriod(text: string, { show }: Query, main: Table): boolean {
  const [first] = show
  if (!first || hasOwnTime(first.of)) return true
  const years = new Set([
    ...(main.period ? [main.period.from.slice(0, 4), main.period.to.slice(0, 4)] : []),
    ...main.columns.flatMap(({ kind }, at) =>
      kind === 'period' ? main.rows.map(row => String(row[at] ?? '').slice(0, 4)) : [],
    ),
  ])
  return years.size === 0 || [...years].some(year => year !== '' && text.includes(year))
}

const superlative = /\b(?:highest|lowest|largest|smallest|fastest|slowest|most|least|first)\b/

function saysCoverage(text: string, { rows, take }: Query, main: Table): boolean {
  const [row] = rows
  const { coverage } = main
  if (!coverage || rows.length !== 1 || row?.k !== 'members' || coverage.held >= coverage.of) return true
  const isPartial = !isNamed(row.of) && ['country', 'segment'].includes(dimOfSet(row.of))
  if (!isPartial || !superlative.test(text) || (take && text.includes(' with '))) return true
  return text.includes(String(coverage.held))
}

const isNamed = (set: SetOf) => set.k === 'ids' || set.k === 'top'

/** Rows stand in the order that was asked, where it is of a column. */
function orderFaults({ show, order, take, rows }: Query, main: Table): string[] {
  const at = show.findIndex(({ of }) => isDeepStrictEqual(of, order?.by))
  if (!order || at < 0 || take?.per || take?.ends === 'both' || rows.length === 0) return []
  const column = main.columns.findIndex(({ key }) => key === `c${at + 1}`)
  const values = main.rows.slice(0, main.total ? -1 : undefined).map(row => row[column])
  const figures = values.filter(value => typeof value === 'number')
  const isSorted = figures.every((value, i) => i === 0 || sorted(figures[i - 1] ?? value, value, order.end))
  return isSorted ? [] : [`${main.title} does not stand in the order asked.`]
}

const sorted = (one: number, next: number, end: 'high' | 'low') =>
  end === 'high' ? one >= next : one <= next

function* proseOf(block: Block): Generator<Span[]> {
  if (block.type === 'headline' || block.type === 'paragraph') yield block.spans
  if (block.type === 'list') yield* block.items
}

const broken = [/ {2}/, /\(\s*\)/, /\s[,.;:](?:\s|$)/, /\b(?:undefined|null|NaN)\b/, /[{}]/, /,\s*,/, /\.\./]

function proseFaults(spans: readonly Span[], claims: readonly Claim[]): string[] {
  const text = textOf(spans)
  if (claims.length === 0) return []
  const faults = broken
    .filter(pattern => pattern.test(text))
    .map(() => `A name or a word is missing: ${text}`)
  return [...faults, ...sameEnds(spans)]
}

/** 'from 3.4% to 3.4%': two figures that are printed alike are no movement. */
function sameEnds(spans: readonly Span[]): string[] {
  return spans.flatMap((span, at) => {
    const [before, between, other] = [spans[at - 1], spans[at + 1], spans[at + 2]]
    const isMove = span.claim !== undefined && other?.claim !== undefined && / to $/.test(between?.text ?? '')
    const isFrom = /\bfrom $/.test(before?.text ?? '')
    return isMove && isFrom && span.text === other?.text
      ? [`It moves from ${span.text} to ${other.text}.`]
      : []
  })
}

function dashFaults(block: Extract<Block, { type: 'table' }>, tables: readonly Table[]): string[] {
  const table = tables.find(({ id }) => id === block.table)
  if (!table) return [`There is no table ${block.table}.`]
  const empty = table.columns.filter(
    ({ key, kind }, at) =>
      kind === 'number' && block.columns.includes(key) && table.rows.every(row => row[at] === null),
  )
  return empty.map(({ label }) => `The column ${label} is empty.`)
}

/** Units of a count of members. */
const counted: ReadonlySet<string> = new Set(['countries', 'segments', 'brands', 'channels'])

/** A printed figure has the sign of its unit. */
function unitFaults({ unit, shown }: Claim): string[] {
  // Members are counted by the noun beside the number: 'of the 52 countries'.
  if (unit !== null && counted.has(unit)) return []
  const isMissing = `The figure ${shown} has no unit (${unit}).`
  if (unit === null || unit === '' || unsaidUnits.has(unit) || unit === 'year') return []
  if (unit.startsWith('%')) return shown.includes('%') ? [] : [isMissing]
  const sign = currencyOf(unit)?.currency ?? unit.split(' ')[0] ?? ''
  return shown.includes(sign) ? [] : [isMissing]
}
