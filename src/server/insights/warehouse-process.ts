import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBValue,
  StatementType,
} from '@duckdb/node-api'
import type { Cell } from '../../contract/result.ts'
import type { PanelFiles } from './warehouse-panel-writer.ts'

/** What the child is told, several at a time, and what it tells; ids pair a result with its query. */
export type WarehouseOrder =
  | {
      kind: 'open'
      panel: PanelFiles
      threads: number
      memoryMb: number
    }
  | { kind: 'query'; id: number; sql: string; params: Cell[] }
  | { kind: 'cancel'; id: number }
export type WarehouseReport =
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  | { kind: 'result'; id: number; columns: string[]; rows: Cell[][] }
  | { kind: 'failed'; id: number; message: string }

/** Rows a query may give back; a longer answer is an error, never a silent cut. */
const maxRows = 200_000

const running = new Map<number, DuckDBConnection>()
const idle: DuckDBConnection[] = []
let instance: DuckDBInstance | undefined

const tell = (report: WarehouseReport) => process.send?.(report)
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * `figures` (indicator, iso3, year, value), `totals` (segment, country, year, month, values without brand and channel),
 * `yearly` (brand and channel too, by year) and `panel` (every row), at first as views over their files, so that the first
 * question need not wait. Then everything is locked: no other file, no network, no extension, no setting.
 */
async function open(order: Extract<WarehouseOrder, { kind: 'open' }>): Promise<void> {
  instance = await DuckDBInstance.create(':memory:', {
    threads: String(order.threads),
    max_memory: `${order.memoryMb}MB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  const { panel } = order
  const exact = 'value_lcu, value_usd, volume'
  const parquet = (file: string) => `FROM read_parquet(${text(file)})`
  for (const sql of [
    `CREATE VIEW figures AS ${parquet(panel.figures)}`,
    `CREATE VIEW totals AS SELECT segment, country, year(month)::SMALLINT AS year, month, ${exact} ${parquet(panel.totals)}`,
    `CREATE VIEW yearly AS SELECT segment, country, year, brand, channel, ${exact} ${parquet(panel.yearly)}`,
    `CREATE VIEW panel AS SELECT segment, country, year(month)::SMALLINT AS year, month, brand, channel, ${exact}
      ${parquet(panel.panel)}`,
    `SET allowed_paths = [${Object.values(panel).map(text).join(', ')}]`,
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ])
    await connection.run(sql)
  idle.push(connection)
}

/** Takes what is asked most into memory, behind the same names; where that fails the files still answer. */
async function holdInMemory(): Promise<void> {
  const connection = await (instance as DuckDBInstance).connect()
  for (const name of ['figures', 'totals', 'yearly']) {
    await connection.run(`CREATE TABLE held_${name} AS FROM ${name}`)
    await connection.run(`CREATE OR REPLACE VIEW ${name} AS FROM held_${name}`)
  }
  connection.closeSync()
}

async function answer({ id, sql, params }: Extract<WarehouseOrder, { kind: 'query' }>): Promise<void> {
  const connection = idle.pop() ?? (await (instance as DuckDBInstance).connect())
  running.set(id, connection)
  try {
    const result = await run(connection, sql, params)
    if (result.rowCount > maxRows) throw new Error(`more than ${maxRows} rows`)
    tell({ kind: 'result', id, columns: result.columnNames(), rows: rowsOf(result) })
  } catch (error) {
    tell({ kind: 'failed', id, message: messageOf(error) })
  } finally {
    running.delete(id)
    idle.push(connection)
  }
}

async function run(connection: DuckDBConnection, sql: string, params: Cell[]) {
  const statement = await connection.prepare(sql)
  try {
    if (statement.statementType !== StatementType.SELECT) throw new Error('only SELECT is answered')
    statement.bind(params as DuckDBValue[])
    return await statement.run()
  } finally {
    statement.destroySync()
  }
}

/** All rows are in memory by now: read column by column, without a turn through the thread pool for each chunk. */
function rowsOf(result: DuckDBMaterializedResult): Cell[][] {
  const rows: Cell[][] = []
  for (let at = 0; at < result.chunkCount; at += 1) {
    const chunk = result.getChunk(at)
    const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column))
    for (let row = 0; row < chunk.rowCount; row += 1)
      rows.push(vectors.map(vector => plain(vector.getItem(row))))
  }
  return rows
}

/** Numbers and text as they are; everything else as text. */
function plain(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'bigint') return Number(value)
  return String(value)
}

function take(order: WarehouseOrder): void {
  if (order.kind === 'open')
    open(order).then(
      () => {
        tell({ kind: 'ready' })
        holdInMemory().catch(() => undefined)
      },
      (error: unknown) => tell({ kind: 'broken', message: messageOf(error) }),
    )
  else if (order.kind === 'query') void answer(order)
  else running.get(order.id)?.interrupt()
}

process.on('message', (orders: WarehouseOrder[]) => {
  for (const order of orders) take(order)
})
process.once('disconnect', () => process.exit())
// A terminal's Ctrl-C reaches the whole group; the parent decides when this ends.
process.on('SIGINT', () => {})
