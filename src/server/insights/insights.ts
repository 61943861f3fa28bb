export { loadCatalogue } from './catalogue.ts'
export type {
  Affix,
  Catalogue,
  Channel,
  Country,
  CountryGroup,
  Currency,
  Department,
  FigureFlag,
  KeyPlayer,
  LocalName,
  Measure,
  Segment,
  Term,
} from './catalogue-shape.ts'
export type { PanelManifest, PanelProgress } from './make-sample-panel.ts'
export { createInsights, type Insights } from './open-insights.ts'
export { prepareSamplePanel } from './prepare-sample-panel.ts'
export { canonicalQuery } from './query/canonical.ts'
export { checkQuery, columnTypes } from './query/check.ts'
export type { DataModel } from './query/data-model.ts'
export { dimOf } from './query/dim-of.ts'
export type { CatalogueModel } from './query/model-of-catalogue.ts'
export { queryHash } from './query/query-hash.ts'
export { queryWords } from './query/query-words.ts'
export {
  type AnsweredQuery,
  AnswerTooLargeError,
  type AskResult,
  QueryFaultError,
} from './query/run-ask.ts'
export { periodMonths, periodName } from './query/sql/windows.ts'
export { shortWords } from './query/table/short-words.ts'
export { parseExpr } from './query/text/parse-expression.ts'
export { parseAsk } from './query/text/parse-query.ts'
export { printQuery } from './query/text/print-query.ts'
export { QueryTextError } from './query/text/query-text-error.ts'
export type { QueryRunner } from './query-call.ts'
export { buyersOf } from './sample-segments.ts'
export { suggestionsFrom } from './suggestions.ts'
export type { QueryOptions, WarehouseRows } from './warehouse.ts'
