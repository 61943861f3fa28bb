import * as z from 'zod/mini'

/** Colours by meaning: volume and value green, price clay, the rest by order; `rest` is for 'all others'. */
export const tone = z.enum(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'rest'])
export type Tone = z.output<typeof tone>

/** One line, one set of bars, one layer: a number column of the table, all its rows or those of one entity. */
export const series = z.object({
  label: z.string(),
  column: z.string(),
  /** Only the rows whose `where.column` equals `where.equals`. */
  where: z.nullable(z.object({ column: z.string(), equals: z.string() })),
  tone,
})
export type Series = z.output<typeof series>

/** One drawing area: one unit, one axis. */
export const panel = z.object({
  kind: z.enum(['line', 'columns', 'bars', 'stacked', 'tile_map']),
  /** Shown above the panel where there is more than one. */
  title: z.nullable(z.string()),
  unit: z.string(),
  /** Text or period column: the x axis of lines and columns, the labels of bars, the ISO3 codes of a tile map. */
  x: z.string(),
  series: z.array(series),
  /** Values are drawn from this base line: 0 for sizes, 100 for an index; null lets a line's axis start where it must. */
  baseline: z.nullable(z.number()),
})
export type Panel = z.output<typeof panel>

/** A chart by reference to a table of the result: no figure of its own. Two units are two panels, never two axes. */
export const chart = z.object({
  id: z.string(),
  table: z.string(),
  /** Says measure, place and, where it fits, the finding. */
  title: z.string(),
  /** Unit, what is shown, period. */
  subtitle: z.string(),
  panels: z.array(panel),
  /** Why this form was chosen, in a sentence. */
  reason: z.string(),
  /** The chart in words, for those who do not see it. */
  summary: z.string(),
  /** 'World Bank WDI, CC BY 4.0 · 2019–2025'. */
  footer: z.string(),
  modelled: z.boolean(),
})
export type Chart = z.output<typeof chart>
