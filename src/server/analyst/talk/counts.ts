import type { Column, Table } from '../../../contract/result.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { TalkContext } from './talk-context.ts'

/**
 * Counts of the catalogue as figures of a table of one row, by their names; `words` are names and times that hold digits and stand
 * in the text beside them.
 */
export function countsOf<K extends string>(
  context: TalkContext,
  counts: Readonly<Record<K, number>>,
  words: readonly string[] = [],
): Record<K, Piece[]> {
  const { messages } = context
  const keys = Object.keys(counts) as K[]
  const column = (key: string, kind: Column['kind']): Column => ({
    ...{ key, label: messages.text('talk.count', { key }), kind, unit: null },
    ...{ decimals: kind === 'number' ? 0 : null, measure: null, formula: null },
  })
  const table: Table = {
    ...{ id: 't1', role: 'context', title: messages.text('talk.count', { key: 'all' }) },
    columns: [
      ...keys.map(key => column(key, 'number')),
      ...words.map((_, at) => column(`word${at}`, 'text')),
    ],
    rows: [[...keys.map(key => counts[key]), ...words]],
    ...{ sources: [], period: null, coverage: null, modelled: false, flags: [], computed: [] },
  }
  const id = context.add({ tables: [table], sources: [] })[0]?.id ?? ''
  const figure = (key: K): Piece[] => [
    { shown: messages.number(String(counts[key]), ''), ref: { table: id, row: 0, column: key } },
  ]
  return Object.fromEntries(keys.map(key => [key, figure(key)])) as Record<K, Piece[]>
}

/** What there is, counted: countries, categories, measures, months of the panel. */
export function sizes({ catalogue }: TalkContext) {
  const [from, to] = [catalogue.panel.from, catalogue.panel.to].map(id => id.split('-').map(Number))
  return {
    countries: catalogue.group('africa')?.members.length ?? 0,
    segments: catalogue.segments.length,
    indicators: catalogue.measures.filter(({ kind }) => kind === 'figure').length,
    months: ((to?.[0] ?? 0) - (from?.[0] ?? 0)) * 12 + (to?.[1] ?? 0) - (from?.[1] ?? 0) + 1,
  }
}
