export { loadCatalogue } from './catalogue.ts'
export type {
  Catalogue,
  Channel,
  Country,
  CountryGroup,
  Currency,
  Department,
  FigureFlag,
  KeyPlayer,
  Measure,
  Segment,
  Term,
} from './catalogue-shape.ts'
export { withAvailablePeriods } from './engine/available-periods.ts'
export { PlanError } from './engine/plan-error.ts'
export { areSalesPartOf } from './engine/run-share-of-total.ts'
export type { PanelManifest, PanelProgress } from './make-sample-panel.ts'
export { createInsights, type Insights } from './open-insights.ts'
export { prepareSamplePanel } from './prepare-sample-panel.ts'
export type { CatalogueModel } from './query/model-of-catalogue.ts'
export {
  type AnsweredQuery,
  AnswerTooLargeError,
  type AskResult,
  QueryFaultError,
} from './query/run-ask.ts'
export type { QueryRunner } from './query-call.ts'
export { suggestionsFrom } from './suggestions.ts'
export type { QueryOptions, WarehouseRows } from './warehouse.ts'
