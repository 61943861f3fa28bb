import type { Ask } from '../../contract/query.ts'
import type { Cell } from '../../contract/result.ts'
import { loadCatalogue } from './catalogue.ts'
import type { Catalogue } from './catalogue-shape.ts'
import { readPanelManifest } from './make-sample-panel.ts'
import { type CatalogueModel, dataModelOf } from './query/model-of-catalogue.ts'
import { type AskResult, runAsk } from './query/run-ask.ts'
import { createWarehouse, type QueryOptions, type WarehouseRows } from './warehouse.ts'

/** What the rest of the product knows of the data: what can be asked, and the one way to ask it. */
export interface Insights {
  catalogue: Catalogue
  /** '2026.1+figures-1a2b3c4d+panel-5e6f7a8b': same queries, same version, same result. */
  dataVersion: string
  /** What the query language knows of the data. */
  model: CatalogueModel
  /**
   * Answers the queries of an ask. Throws QueryFaultError where one breaks a rule of the language, AnswerTooLargeError, and
   * WarehouseError when a query was stopped, took too long or its process ended.
   */
  runAsk(ask: Ask, options?: QueryOptions): Promise<AskResult>
  /** Read-only SQL over `figures`, `totals`, `yearly` and `panel`, locked and with a time limit. */
  query(sql: string, params?: Cell[], options?: QueryOptions): Promise<WarehouseRows>
  close(): Promise<void>
}

/** Opens the data. The sample panel must be in `dataDir` (see prepareSamplePanel); `dataFolder` is the project's `data`. */
export async function createInsights(options: { dataDir: string; dataFolder: string }): Promise<Insights> {
  const manifest = await readPanelManifest(options.dataDir, options.dataFolder)
  if (!manifest) throw new Error(`no finished sample panel in ${options.dataDir}`)
  const catalogue = loadCatalogue(options.dataFolder)
  const warehouse = await createWarehouse(options)
  const short = (hash: string) => hash.slice(0, 8)
  const dataVersion = `${catalogue.edition}+figures-${short(manifest.figures_sha256)}+panel-${short(manifest.panel_sha256)}`
  const model = dataModelOf(catalogue)
  return {
    catalogue,
    dataVersion,
    model,
    runAsk: (ask, limits) => runAsk({ model, catalogue, warehouse, dataVersion }, ask, limits),
    query: warehouse.query,
    close: warehouse.close,
  }
}
