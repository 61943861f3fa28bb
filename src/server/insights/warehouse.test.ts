import { afterAll, beforeAll, expect, test } from 'vitest'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { createWarehouse, type Warehouse, type WarehouseError } from './warehouse.ts'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await createWarehouse(await panelForTests())
}, 120_000)
afterAll(() => warehouse.close())

const reason = (sql: string, options = {}) =>
  warehouse.query(sql, [], options).then(
    () => 'answered',
    (error: WarehouseError) => error.reason,
  )
/** A scalar that ignores interrupts. */
const stubborn = "SELECT length(repeat('x', 2000000000))"

test('parameters and types come through: text, whole numbers, fractions, nothing', async () => {
  const { columns, rows } = await warehouse.query(
    'SELECT ?::VARCHAR AS a, 3::BIGINT AS b, 1.5::DOUBLE AS c, NULL AS d',
    ['x'],
  )
  expect(columns).toEqual(['a', 'b', 'c', 'd'])
  expect(rows).toEqual([['x', 3, 1.5, null]])
})

test('a long answer comes whole and in order; one that is too long is refused, never cut', async () => {
  const { rows } = await warehouse.query("SELECT range, 'row ' || range FROM range(7000) ORDER BY range")
  expect(rows).toEqual(Array.from({ length: 7_000 }, (_, at) => [at, `row ${at}`]))
  expect(await reason('SELECT * FROM range(200001)')).toBe('refused')
})

test('the totals by month and the sums by year say what the whole panel says', async () => {
  const { rows } = await warehouse.query(
    `SELECT (SELECT sum(value_usd) FROM panel)::VARCHAR, (SELECT sum(value_usd) FROM totals)::VARCHAR,
       (SELECT sum(value_usd) FROM yearly)::VARCHAR, (SELECT sum(volume) FROM panel) = (SELECT sum(volume) FROM yearly)`,
  )
  const [panel, totals, yearly, volumes] = rows[0] as string[]
  expect(totals).toBe(panel)
  expect(yearly).toBe(panel)
  expect(volumes).toBe('true')
})

test('the panel holds 52 countries, 60 segments and 84 months, in order', async () => {
  const { rows } = await warehouse.query(
    'SELECT count(DISTINCT country), count(DISTINCT segment), count(DISTINCT month), count(*) FROM totals',
  )
  expect(rows[0]).toEqual([52, 60, 84, 52 * 60 * 84])
})

test.each([
  ["SELECT * FROM read_csv('/etc/passwd')"],
  ["SELECT * FROM read_text('/etc/hostname')"],
  ["SELECT * FROM glob('/*')"],
  ["SELECT * FROM read_parquet('https://example.org/x.parquet')"],
  ["COPY totals TO '/tmp/stolen.csv'"],
  ['INSTALL httpfs'],
  ['LOAD httpfs'],
  ["ATTACH '/tmp/other.db'"],
  ["SET memory_limit = '90GB'"],
  ['RESET lock_configuration'],
  ['PRAGMA enable_profiling'],
  ['DROP TABLE totals'],
  ['DELETE FROM figures'],
  ['CREATE TABLE mine AS SELECT 1'],
  ['SELECT 1; DROP TABLE totals'],
  ["EXPORT DATABASE '/tmp/stolen'"],
])('faults 146: refused: %s', async sql => {
  expect(await reason(sql)).toBe('refused')
})

test('faults 149: a query that ignores its interrupt takes its process with it, and the next one is answered', async () => {
  const started = performance.now()
  expect(await reason(stubborn, { timeoutMs: 200 })).toBe('timeout')
  expect(performance.now() - started).toBeLessThan(4000)
  expect((await warehouse.query('SELECT count(*) FROM figures')).rows[0]?.[0]).toBeGreaterThan(90_000)
})

test('faults 148: others in flight when the process is killed get their answer all the same', async () => {
  const late = reason(stubborn, { timeoutMs: 200 })
  const others = await Promise.all(Array.from({ length: 6 }, (_, at) => warehouse.query(`SELECT ${at}`)))
  expect(others.map(one => one.rows[0]?.[0])).toEqual([0, 1, 2, 3, 4, 5])
  expect(await late).toBe('timeout')
})

test('a query given up is told so, waiting or running', async () => {
  const giveUp = new AbortController()
  const running = reason('SELECT sum(a.value * b.value) FROM figures a, figures b', { signal: giveUp.signal })
  setTimeout(() => giveUp.abort(), 50)
  expect(await running).toBe('aborted')
  expect(await reason('SELECT 1', { signal: giveUp.signal })).toBe('aborted')
  expect(await reason('SELECT 1')).toBe('answered')
})
