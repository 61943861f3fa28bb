import * as z from 'zod/mini'
import { chart } from './chart.ts'
import { lang } from './lang.ts'
import { plan } from './plan.ts'
import { query, queryLimits } from './query.ts'
import { source, table } from './result.ts'

/** A span of prose tied to one cell of a result: what is written must be what is there. */
export const claim = z.object({
  /** 'c1', 'c2' … unique in an answer. */
  id: z.string(),
  table: z.string(),
  row: z.int(),
  column: z.string(),
  value: z.number(),
  unit: z.nullable(z.string()),
  /** 'Diapers, Ghana'. */
  entity: z.string(),
  /** '2025', 'Jan–Dec 2025', '2019–2025'. */
  period: z.string(),
  measure: z.string(),
  /** As printed: 'US$ 96m'. */
  shown: z.string(),
  formula: z.nullable(z.string()),
})
export type Claim = z.output<typeof claim>

/** Prose in pieces: plain text, or the printed form of a claim. */
export const span = z.object({ text: z.string(), claim: z.optional(z.string()) })
export type Span = z.output<typeof span>

const spans = z.array(span)
/** A question the reader can send with one click. */
export const suggestion = z.object({
  label: z.string(),
  question: z.string(),
  /** Sent along with the question unchanged, it is answered by the queries stored under it: `document.suggestions`. */
  suggestion_id: z.optional(z.string()),
})
export type Suggestion = z.output<typeof suggestion>

export const tile = z.object({
  label: z.string(),
  /** The big figure. */
  figure: span,
  /** The small line below it. */
  note: spans,
  tone: z.enum(['good', 'bad', 'neutral']),
})
export type Tile = z.output<typeof tile>

/**
 * The pieces of an answer, in reading order. `checked` is false only while a model's words stream in:
 * such a block is drawn muted and its figures open nothing.
 */
export const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('headline'), checked: z.boolean(), spans }),
  z.object({ type: z.literal('tiles'), tiles: z.array(tile) }),
  z.object({ type: z.literal('chart'), chart }),
  z.object({
    type: z.literal('table'),
    table: z.string(),
    caption: z.string(),
    /** Column keys in order. */
    columns: z.array(z.string()),
    /** Set where a line above it says what it shows: on a screen it unfolds on demand. */
    fold: z.optional(z.literal(true)),
  }),
  z.object({ type: z.literal('paragraph'), checked: z.boolean(), heading: z.nullable(z.string()), spans }),
  z.object({
    type: z.literal('list'),
    checked: z.boolean(),
    heading: z.nullable(z.string()),
    items: z.array(spans),
  }),
  z.object({ type: z.literal('gap'), text: z.string(), ask: z.nullable(suggestion) }),
  z.object({ type: z.literal('ask'), question: z.string(), choices: z.array(suggestion) }),
  z.object({ type: z.literal('method'), lines: z.array(z.string()) }),
  z.object({ type: z.literal('sources'), sources: z.array(z.string()) }),
  z.object({ type: z.literal('followups'), items: z.array(suggestion) }),
])
export type Block = z.output<typeof block>
export type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>

/** What was asked, a line each: 'Measure: value sales (US$)'. */
export const askedWords = z.array(z.object({ label: z.string(), value: z.string() }))
export type AskedWords = z.output<typeof askedWords>

/** A query that an answer rests on. */
export const answeredQuery = z.object({
  query,
  /** Its canonical form. */
  text: z.string(),
  /** SHA-256 of the text, in hex: the same query has the same hash wherever it was asked. */
  hash: z.string(),
  /** The whole of it in one plain sentence. */
  words: z.string(),
})
export type AnsweredQuery = z.output<typeof answeredQuery>

/** The queries behind a suggestion. */
export const suggestedAsk = z.object({
  suggestion_id: z.string(),
  question: z.string(),
  /** The canonical text of the ask. */
  text: z.string(),
})
export type SuggestedAsk = z.output<typeof suggestedAsk>

/** What titles, heads and names of the tables are called in the language of the answer, where that is not English. */
export const tableWords = z.record(z.string(), z.string())
export type TableWords = z.output<typeof tableWords>

const parts = {
  data_version: z.string(),
  /** True where any part rests on the modelled sample panel. */
  modelled: z.boolean(),
  blocks: z.array(block),
  claims: z.array(claim),
  tables: z.array(table),
  sources: z.array(source),
  /** Who wrote the words: 'built-in' or 'provider/model'. */
  model: z.string(),
}

/** An answer to a plan. */
const documentOfPlan = z.object({
  version: z.literal(1),
  plan,
  plan_words: askedWords,
  plan_hash: z.string(),
  ...parts,
})

/** An answer to queries. */
const documentOfQueries = z.object({
  version: z.literal(2),
  /** In the order they were asked; none where nothing was computed. */
  queries: z.array(answeredQuery).check(z.maxLength(queryLimits.queries)),
  /** The language of its words. */
  lang,
  /** The words of the first query, as one line. */
  plan_words: askedWords,
  ...parts,
  suggestions: z.optional(z.array(suggestedAsk)),
  table_words: z.optional(tableWords),
})

/** A whole answer: what the screen, the export and the report draw from. Stored ones keep the version they were written in. */
export const answerDocument = z.discriminatedUnion('version', [documentOfPlan, documentOfQueries])
export type AnswerDocument = z.output<typeof answerDocument>
export type PlanDocument = z.output<typeof documentOfPlan>
export type QueryDocument = z.output<typeof documentOfQueries>

export { modelledLabel } from './modelled-label.ts'
