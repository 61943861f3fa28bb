import type { Dim, Expr } from '../../../contract/query.ts'
import type { MeasureRules } from '../measure-rules.ts'

/** A measure with stored figures: by country and year in `figures`, or a column of the retail panel. */
export interface BaseMeasure {
  k: 'base'
  id: string
  store: 'figures' | 'panel'
  /** The panel's column; the indicator's id in `figures`. */
  column: string
  /** 'US$', '% of GDP', 'people'; 'lcu' is the country's money and 'unit' the segment's unit of volume. */
  unit: string
  rules: MeasureRules
}

/** A measure that is an expression of others. */
export interface DerivedMeasure {
  k: 'derived'
  id: string
  of: Expr
  unit: string
  rules: Pick<MeasureRules, 'kind' | 'changeAs' | 'mayBeNegative' | 'maxAgeYears'>
}

export type QueryMeasure = BaseMeasure | DerivedMeasure

/** What the query language knows of the data: made from the catalogue, or for a small panel in tests. */
export interface DataModel {
  /** Every member of a dimension, sorted by id; countries with limited data among them. */
  members: Record<Dim, readonly string[]>
  /** What `in` names: groups of countries, departments of segments, 'named' brands; members sorted by id. */
  sets: Record<Dim, ReadonlyMap<string, readonly string[]>>
  /** The set a country dimension that nothing restricts stands for. */
  everywhere: readonly string[]
  /** 'All others': in sums, never ranked, counted or led by. */
  residualBrand: string
  /** 'L', 'kg', 'pieces', 'units' by segment. */
  volumeUnit(segment: string): string | undefined
  measure(id: string): QueryMeasure | undefined
  /** First and last month of the panel, 12 × year + month − 1. The data end with the last. */
  panel: { from: number; to: number }
  /** First and last year of macro figures. */
  years: { from: number; to: number }
}

/** Local currency is deflated by this measure: yearly change of consumer prices, in per cent. */
export const deflator = 'inflation_cpi'

/** The year counted back from when `latest` looks for figures. */
export const lastYearOf = (model: DataModel) => Math.floor(model.panel.to / 12)
