import * as z from 'zod/mini'
import type { Catalogue } from '../../insights/insights.ts'
import { english } from '../answer/locales/en.ts'

/** What a study is asked for. */
const need = z.enum(['country', 'segment'])
export type Need = z.output<typeof need>

/** An expression of the query language with holes; `only`: asked where each of these is one member, not several. */
const column = z.union([z.string(), z.strictObject({ of: z.string(), only: z.array(need) })])

const studyQuery = z.strictObject({
  only: z.optional(z.array(need)),
  /** By the names that sentences use. */
  show: z.record(z.string(), column),
  /** Further clauses of its text form, with holes. */
  clauses: z.array(z.string()),
})
export type StudyQuery = z.output<typeof studyQuery>

const base = z.enum(['head', 'child', 'adult', 'woman'])

const parts = z.strictObject({
  queries: z.record(z.string(), studyQuery),
  /** Who buys a segment, and what it is divided by: the texts of the holes of these names. */
  buyers: z.record(base, z.record(z.string(), z.string())),
})
export type StudyParts = z.output<typeof parts>

const criterion = z.strictObject({
  column: z.string(),
  /** Of the score, in any scale; 0: a reason for or against, outside of the score. */
  weight: z.number().check(z.gte(0)),
  better: z.enum(['high', 'low']),
})
export type Criterion = z.output<typeof criterion>

/** On one side of a limit it speaks for entering, on one against. */
const bound = z.strictObject({ above: z.optional(z.number()), below: z.optional(z.number()) })
const note = z.strictObject({
  id: z.string(),
  figure: z.string(),
  for: z.optional(bound),
  against: z.optional(bound),
  /** Its place among the reasons, in the scale of weights. */
  strength: z.number(),
})
export type Note = z.output<typeof note>

const score = z.strictObject({
  /** The query whose rows are the candidates. */
  of: z.string(),
  criteria: z.array(criterion),
  notes: z.array(note),
  /** Reasons on one side, in lists; of all of them, or of those named. */
  lists: z.array(
    z.strictObject({
      id: z.string(),
      side: z.enum(['for', 'against']),
      of: z.optional(z.array(z.string())),
    }),
  ),
  /** From which score on, highest first. */
  verdicts: z.array(z.strictObject({ id: z.string(), from: z.number() })),
})
export type ScoreRule = z.output<typeof score>

const section = z.strictObject({
  id: z.string(),
  /** A table that unfolds below it. */
  table: z.optional(z.string()),
  columns: z.optional(z.array(z.string())),
})
export type Section = z.output<typeof section>

const chart = z.strictObject({
  of: z.string(),
  column: z.string(),
  kind: z.enum(['bars', 'columns', 'line']),
})
export type StudyChart = z.output<typeof chart>

const study = z.strictObject({
  id: z.string(),
  /** Kinds of questions that it answers; of several studies the one that needs most of what is named. */
  answers: z.array(z.string()),
  needs: z.array(need),
  /** What it may be of beside what it needs. */
  takes: z.optional(z.array(need)),
  /** Names of queries of the parts; the answer rests on the first. */
  queries: z.array(z.string()).check(z.minLength(1)),
  score: z.optional(score),
  /** Real firms, with their sources: a line for each, or in a section. */
  players: z.optional(z.enum(['lines', 'section'])),
  charts: z.array(chart),
  /** Tables that stand open below the chart. */
  tables: z.array(section),
  sections: z.array(section),
  /** Questions to ask next, by the names of their texts. */
  offers: z.array(z.string()),
})
export type Study = z.output<typeof study>

export interface Studies extends StudyParts {
  study(id: string): Study | undefined
  all: readonly Study[]
}

const loaded = new WeakMap<Catalogue, Studies>()

/** The studies of a catalogue, read once. Throws on one that names what there is not. */
export function loadStudies(catalogue: Catalogue): Studies {
  const known = loaded.get(catalogue)
  if (known) return known
  const files = new Map(catalogue.studies.map(({ id, content }) => [id, content]))
  const shared = parts.parse(files.get('parts'))
  const all = [...files].flatMap(([id, content]) => (id === 'parts' ? [] : [study.parse(content)]))
  for (const one of all) checkNames(one, shared)
  const studies: Studies = { ...shared, all, study: id => all.find(one => one.id === id) }
  loaded.set(catalogue, studies)
  return studies
}

function checkNames({ id, queries, sections, tables, score: rule, offers }: Study, shared: StudyParts): void {
  const texts = new Set<string>(Object.keys(english))
  const needed = [
    `${id}.opening`,
    ...[...sections, ...tables].map(one => `section.${one.id}`),
    ...offers.map(one => `next.${one}`),
    ...(rule?.criteria ?? []).map(one => `criterion.${one.column}`),
    ...(rule?.notes ?? []).map(one => `reason.${one.id}`),
    ...(rule?.verdicts ?? []).map(one => `verdict.${one.id}`),
    ...(rule?.lists ?? []).map(one => `list.${one.id}`),
  ].map(name => `study.${name}`)
  const missing = [
    ...queries.filter(name => !(name in shared.queries)),
    ...needed.filter(name => !texts.has(name)),
  ]
  if (missing.length > 0) throw new Error(`study ${id} names what there is not: ${missing.join(', ')}`)
}
