import { DuckDBInstance } from '@duckdb/node-api'
import { loadCatalogue } from '../../src/server/insights/catalogue.ts'
import { panelFiles, panelFolder } from '../../src/server/insights/make-sample-panel.ts'
import { type CatalogueModel, dataModelOf } from '../../src/server/insights/query/model-of-catalogue.ts'
import { RawPanel, type RawRows } from '../../src/server/insights/query/testing/raw-rows.ts'

/** The figures and the panel that ship, row by row in memory: some 300 MB. */
export interface ShippedRows extends RawRows {
  model: CatalogueModel
  /** Ids of all measures. */
  measures: string[]
}

export async function shippedRows(options: { dataDir: string; dataFolder: string }): Promise<ShippedRows> {
  const catalogue = loadCatalogue(options.dataFolder)
  const model = dataModelOf(catalogue)
  const files = panelFiles(panelFolder(options.dataDir))
  const panel = new RawPanel(model)
  const figures = new Map<string, number>()
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const rowsOf = async (sql: string, visit: (row: unknown[]) => void) => {
    const result = await connection.stream(sql)
    for (
      let chunk = await result.fetchChunk();
      chunk && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    )
      for (const row of chunk.getRows()) visit(row)
  }
  await rowsOf(`SELECT indicator, iso3, year::INTEGER, value FROM '${files.figures}'`, row => {
    const [indicator, iso3, year, value] = row as [string, string, number, number]
    figures.set(`${indicator} ${iso3} ${year}`, value)
  })
  const numbers = 'value_lcu::DOUBLE, value_usd::DOUBLE, volume::DOUBLE'
  const month = '(12 * year(month) + month(month) - 1)::INTEGER'
  await rowsOf(`SELECT segment, country, ${month}, brand, channel, ${numbers} FROM '${files.panel}'`, row => {
    const [segment, country, at, brand, channel, value_lcu, value_usd, volume] = row as [
      ...[string, string, number, string, string],
      ...[number, number, number],
    ]
    panel.add({ segment, country, month: at, brand, channel, value_lcu, value_usd, volume })
  })
  connection.closeSync()
  instance.closeSync()
  return {
    ...{ model, panel, measures: catalogue.measures.map(({ id }) => id) },
    figure: (indicator, country, year) => figures.get(`${indicator} ${country} ${year}`),
  }
}
