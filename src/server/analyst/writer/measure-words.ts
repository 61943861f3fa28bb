import type { Measure } from '../../insights/insights.ts'
import { capital } from '../understanding/questions.ts'
import type { Writing } from './draft-answer.ts'
import { type Facts, factsOf, type Said, say } from './facts.ts'
import { wasWere } from './places.ts'

/** A table of one measure, with the column that holds its figures. */
export interface MeasureFacts {
  facts: Facts
  measure: Measure
  key: string
  /** 'Value sales of tea', 'GDP'. */
  name: string
  isRate: boolean
}

/** Tables of a role that hold a measure each, in the order asked. */
export function measureTables(w: Writing, role: string): MeasureFacts[] {
  return w.results.tables
    .filter(table => table.role === role && table.rows.length > 0)
    .flatMap(table => {
      const column = table.columns.find(one => one.measure !== null)
      const measure = column?.measure ? w.catalogue.measure(column.measure) : undefined
      if (!column || !measure) return []
      return [
        {
          facts: factsOf(table),
          measure,
          key: column.key,
          name: nameOf(measure, w),
          isRate: measure.unit.startsWith('%'),
        },
      ]
    })
}

/** 'value sales of tea'; 'average price' keeps the currency out of its name. */
export function nameOf(measure: Measure, w: Writing): string {
  const phrase = measure.phrase.replace(' in local currency', '')
  return measure.kind === 'panel' && w.goods !== '' ? `${phrase} of ${w.goods}` : phrase
}

/** Who a row is about, for a sentence: 'Kenya', 'Brand A', 'tea in Kenya'. */
export function rowName(facts: Facts, row: number, w: Writing): string {
  const brand = facts.text(row, 'brand')
  const channel = facts.text(row, 'channel')
  const segment = lower(facts.text(row, 'segment')?.replace(/ ?\(.*?\)/g, ''))
  const country = facts.text(row, 'country')
  const many = (key: string) => new Set(facts.table.rows.map((_, at) => facts.text(at, key))).size > 1
  if (brand && many('brand')) return brand
  if (channel && many('channel')) return channel
  if (segment && many('segment') && country && many('country')) return `${segment} in ${country}`
  if (segment && many('segment')) return segment
  return country ?? segment ?? brand ?? channel ?? w.place
}

/** 'Wine' → 'wine' inside a sentence. */
const lower = (name: string | undefined) => name?.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())

/** 'value sales of tea in Kenya': the measure of a row with who it is about, the row's own goods where there are several. */
export function rowSubject(
  { facts, measure, name }: MeasureFacts,
  row: number,
  w: Writing,
  of = facts,
): string {
  const segment = lower(of.text(row, 'segment')?.replace(/ ?\(.*?\)/g, '') ?? undefined)
  const isOneOfMany = new Set(of.table.rows.map((_, at) => of.text(at, 'segment'))).size > 1
  if (!segment || !isOneOfMany) return `${name} in ${rowName(of, row, w)}`
  const phrase = measure.phrase.replace(' in local currency', '')
  return `${phrase} of ${segment} in ${of.text(row, 'country') ?? w.place}`
}

/** ', up 4.2% on 2024' or ', up 1.3 points on 2022'; '' where the year before is not held. */
export function changeClause({ facts, isRate }: MeasureFacts, row: number, before: string): Said {
  const key = isRate ? 'change' : 'yoy'
  const value = facts.number(row, key)
  const figure = facts.figure(row, key, { size: true })
  if (value === null || figure === null) return [{ text: '' }]
  if (Math.abs(value) < 0.05) return [{ text: `, level with ${before}` }]
  return [{ text: `, ${value > 0 ? 'up' : 'down'} ` }, figure, { text: ` on ${before}` }]
}

/** The year before a row's, in words: by its number where some table of the answer speaks of it. */
export function periodBefore(facts: Facts, row: number, w: Writing): string {
  const period = facts.text(row, 'period')
  if (period === null || !/^\d{4}$/.test(period)) return 'the year before'
  const before = String(Number(period) - 1)
  const isSpokenOf = w.results.tables.some(
    ({ period: span }) => span && span.from.slice(0, 4) <= before && span.to.slice(0, 4) >= before,
  )
  return isSpokenOf ? before : 'the year before'
}

/** 'GDP in Ghana was US$ 82.8bn in 2024, up 5.6% on 2023.' */
export function levelSentence(one: MeasureFacts, row: number, w: Writing): Said {
  const { facts, key, measure } = one
  const period = facts.period(row)
  if (facts.number(row, key) === null)
    return [{ text: `No figure is held for ${rowSubject(one, row, w)} in ${period}.` }]
  return say`${capital(rowSubject(one, row, w))} ${wasWere(measure.phrase)} ${facts.figure(row, key, { withUnit: true })} in ${inWords(period)}${changeClause(one, row, periodBefore(facts, row, w))}.`
}

/** 'Jan–Mar 2025' from a window's cell, 'Nov 2024–Mar 2025' across years. */
const inWords = (period: string) =>
  period
    .replace(
      /(\d{4})-(\d{2})/g,
      (_, year: string, month: string) => `${monthNames[Number(month) - 1]} ${year}`,
    )
    .replace(/^(\w{3}) (\d{4})–(\w{3}) \2$/, '$1–$3 $2')
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export { inWords as periodWords }

const namedMost = 6

/** Who has no place in an order for want of a figure: by name, of more than six the first and how many there are. */
export function withoutFigure(facts: Facts, summary: Facts | null): Said {
  const missing = facts.table.coverage?.missing ?? []
  if (missing.length === 0) return null
  if (missing.length > namedMost)
    return say`${summary?.figure(0, 'without', { withUnit: true })} have no figure and are left out: ${missing.slice(0, namedMost).join(', ')} and others.`
  const [last, ...before] = missing.toReversed()
  const names = before.length > 0 ? `${before.toReversed().join(', ')} and ${last}` : last
  return say`${names} ${missing.length > 1 ? 'have no figure and are' : 'has no figure and is'} left out.`
}

/** 'Coverage: 48 of 52 countries.' for the text, where something is missing. */
export function coverageSentence(facts: Facts): string | null {
  const coverage = facts.table.coverage
  if (!coverage || coverage.held === coverage.of) return null
  return `Some of the ${coverage.what} asked for have no figure and are left out; the coverage is in the method.`
}
