import { join } from 'node:path'
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import type { Cell } from '../../contract/result.ts'
import { loadCatalogue } from '../insights/catalogue.ts'
import { dataModelOf } from '../insights/query/model-of-catalogue.ts'
import { type AskResult, runAsk } from '../insights/query/run-ask.ts'
import { parseAsk } from '../insights/query/text/parse-query.ts'

/** Equal sales in every month of a year, but for months given a weight of their own (January = 1). */
export interface SmallSales {
  segment: string
  country: string
  year: number
  brand: string
  channel: string
  /** Volume of each month. */
  volume: number
  /** Price of a unit in local currency, and units of local currency to the US$. */
  price: number
  rate: number
  weights?: Record<number, number>
}

/** indicator, iso3, year, value */
export type SmallFigure = [string, string, number, number]

export interface SmallEngine {
  /** Answers queries in the text form, separated by lines of `---`. */
  ask(text: string): Promise<AskResult>
  close(): void
}

/** The real engine and catalogue over a warehouse so small that every expected figure can be worked out on paper. */
export async function smallEngine(
  sales: readonly SmallSales[],
  figures: readonly SmallFigure[],
): Promise<SmallEngine> {
  const rows = sales.flatMap(monthRows).join(', ')
  const values = 'sum(value_lcu) AS value_lcu, sum(value_usd) AS value_usd, sum(volume) AS volume'
  return engineOver([
    `CREATE TABLE panel AS SELECT * FROM (VALUES ${rows})
       AS rows(segment, country, year, month, brand, channel, value_lcu, value_usd, volume)`,
    `CREATE TABLE totals AS SELECT segment, country, year, month, ${values} FROM panel GROUP BY ALL`,
    `CREATE TABLE yearly AS SELECT segment, country, year, brand, channel, ${values} FROM panel GROUP BY ALL`,
    `CREATE TABLE figures AS SELECT * FROM (VALUES ${figures
      .map(([indicator, iso3, year, value]) => `('${indicator}', '${iso3}', ${year}, ${value}::DOUBLE)`)
      .join(', ')}) AS rows(indicator, iso3, year, value)`,
  ])
}

/** The real engine and catalogue over the tables that these statements make. */
async function engineOver(statements: readonly string[]): Promise<SmallEngine> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const sql of statements) await connection.run(sql)
  const catalogue = loadCatalogue(join(import.meta.dirname, '../../../data'))
  const model = dataModelOf(catalogue)
  const query = async (sql: string, params: Cell[] = []) => {
    const reader = await connection.runAndReadAll(sql, params as DuckDBValue[])
    const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : (value as Cell))
    return { columns: reader.columnNames(), rows: reader.getRowsJS().map(row => row.map(plain)) }
  }
  return {
    ask: text => runAsk({ model, catalogue, warehouse: { query }, dataVersion: 'test' }, parseAsk(text)),
    close: () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

function monthRows(one: SmallSales): string[] {
  return Array.from({ length: 12 }, (_, at) => {
    const volume = one.volume * (one.weights?.[at + 1] ?? 1)
    const lcu = volume * one.price
    const month = `DATE '${one.year}-${String(at + 1).padStart(2, '0')}-01'`
    const names = `'${one.segment}', '${one.country}', ${one.year}, ${month}, '${one.brand}', '${one.channel}'`
    return `(${names}, ${lcu}::DECIMAL(18, 2), ${lcu / one.rate}::DECIMAL(18, 2), ${volume}::BIGINT)`
  })
}
