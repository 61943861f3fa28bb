import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import type { Cell } from '../../../../contract/result.ts'
import type { WarehouseRows } from '../../warehouse.ts'
import type { SmallPanel } from './small-panel.ts'

export interface SmallWarehouse {
  query(sql: string, params?: Cell[]): Promise<WarehouseRows>
  close(): void
}

/** The tables of the warehouse with their types, over the rows of a small panel; so many queries run at a time. */
export async function smallWarehouse({ figures, rows }: SmallPanel, lanes = 1): Promise<SmallWarehouse> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const panelRows = rows.map(row => {
    const year = Math.floor(row.month / 12)
    const first = `DATE '${year}-${String((row.month % 12) + 1).padStart(2, '0')}-01'`
    const names = [row.segment, row.country].map(text).join(', ')
    return `(${names}, ${year}, ${first}, ${text(row.brand)}, ${text(row.channel)}, ${row.value_lcu}, ${row.value_usd}, ${row.volume})`
  })
  const figureRows = figures.map(
    one => `(${text(one.indicator)}, ${text(one.iso3)}, ${one.year}, ${one.value})`,
  )
  const money = 'value_lcu DECIMAL(18, 2), value_usd DECIMAL(18, 2), volume BIGINT'
  const sums = ['value_lcu::DECIMAL(18, 2)', 'value_usd::DECIMAL(18, 2)', 'volume::BIGINT']
    .map(column => column.split('::'))
    .map(([name, type]) => `sum(${name})::${type} AS ${name}`)
    .join(', ')
  for (const sql of [
    'CREATE TABLE figures (indicator VARCHAR, iso3 VARCHAR, year SMALLINT, value DOUBLE)',
    `INSERT INTO figures VALUES ${figureRows.join(', ')}`,
    `CREATE TABLE panel (segment VARCHAR, country VARCHAR, year SMALLINT, month DATE, brand VARCHAR, channel VARCHAR, ${money})`,
    `INSERT INTO panel VALUES ${panelRows.join(', ')}`,
    `CREATE TABLE totals AS SELECT segment, country, year, month, ${sums} FROM panel GROUP BY ALL`,
    `CREATE TABLE yearly AS SELECT segment, country, year, brand, channel, ${sums} FROM panel GROUP BY ALL`,
    // On so few rows a plan costs more to improve than to run.
    'PRAGMA disable_optimizer',
  ])
    await connection.run(sql)
  const connections = [connection]
  while (connections.length < lanes) connections.push(await instance.connect())
  let turn = 0
  return {
    query: (sql, params = []) => answer(connections[turn++ % lanes] as DuckDBConnection, sql, params),
    close: () => {
      for (const one of connections) one.closeSync()
      instance.closeSync()
    },
  }
}

async function answer(connection: DuckDBConnection, sql: string, params: Cell[]): Promise<WarehouseRows> {
  const reader = await connection.runAndReadAll(sql, params as DuckDBValue[])
  return { columns: reader.columnNames(), rows: reader.getRowsJS().map(row => row.map(plain)) }
}

/** Numbers and text as they are; everything else as text, as the warehouse does. */
function plain(value: unknown): Cell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'bigint') return Number(value)
  return String(value)
}
