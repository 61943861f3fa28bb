import * as z from 'zod/mini'
import { period } from './plan.ts'

export const cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.output<typeof cell>

export const column = z.object({
  /** Unique in its table; what claims and charts refer to. */
  key: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'period', 'number']),
  /** 'US$', 'GH₵', '%', 'points', 'L', 'US$ a kg', 'index', 'people' …; null for text. */
  unit: z.nullable(z.string()),
  /** Decimals shown; null for text. */
  decimals: z.nullable(z.int()),
  /** Catalogue id of the measure, where the column is one. */
  measure: z.nullable(z.string()),
  /** How a computed column came to be, in words: 'value 2025 ÷ value 2024 − 1'; null for a figure as published. */
  formula: z.nullable(z.string()),
  /** Measures a computed column rests on; without it, all those of its table. */
  of: z.optional(z.array(z.string())),
})
export type Column = z.output<typeof column>

/** Rows as computed: the only place a figure of an answer can come from. */
export const table = z.object({
  /** 't1', 't2' … unique in a result. */
  id: z.string(),
  /** What the table is for, so that a writer can find it: 'main', 'trend', 'brands', 'channels', 'context', 'sizing', 'peers', 'players' … */
  role: z.string(),
  /** Measure, place and period in words. */
  title: z.string(),
  columns: z.array(column),
  /** `rows[i][j]` belongs to `columns[j]`; a missing figure is null, never 0. */
  rows: z.array(z.array(cell)),
  /** Ids of the sources behind it. */
  sources: z.array(z.string()),
  /** Set where the last row is the total of all rows. */
  total: z.optional(z.literal(true)),
  /** The period it covers, for the footer. */
  period: z.nullable(period),
  /**
   * How many of the things asked for have a figure; `missing` are the names of those that have none, `left_out` of those whose
   * figure looks implausible, where rows are ranked.
   */
  coverage: z.nullable(
    z.object({
      ...{ held: z.int(), of: z.int(), what: z.string() },
      ...{ missing: z.optional(z.array(z.string())), left_out: z.optional(z.array(z.string())) },
    }),
  ),
  /** True where the modelled sample panel speaks. */
  modelled: z.boolean(),
  /** Cautions that must reach the reader: breaks in a series, projections, limited data. */
  flags: z.array(z.string()),
  /** How it was computed, a line each, for the evidence panel. */
  computed: z.array(z.string()),
  /** Where each of its measures comes from, by the measure's id: ids of sources, each with the series read there. */
  origins: z.optional(z.record(z.string(), z.array(z.object({ source: z.string(), series: z.string() })))),
})
export type Table = z.output<typeof table>

export const source = z.object({
  id: z.string(),
  /** 'World Bank, World Development Indicators'. */
  name: z.string(),
  licence: z.string(),
  /** Series code and notes, or the panel's edition. */
  detail: z.string(),
  url: z.nullable(z.string()),
  modelled: z.boolean(),
})
export type Source = z.output<typeof source>

/** What queries give back. */
export const result = z.object({
  tables: z.array(table),
  sources: z.array(source),
  /** Formulas and choices that were made, a sentence each. */
  method: z.array(z.string()),
  /** '2026.1+figures-…': same queries, same data version, same bytes. */
  data_version: z.string(),
})
export type Result = z.output<typeof result>
