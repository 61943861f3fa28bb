import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, report } from '../bench/report.ts'
import { copySamplePanel, setUp } from '../bench/set-up.ts'
import type { QueryWarehouse } from '../src/server/insights/query/run-query.ts'
import {
  absentNodes,
  type Comparison,
  compareWithNaive,
  describeComparison,
} from '../src/server/insights/query/testing/compare-with-naive.ts'
import { smallMeasures, smallPanel } from '../src/server/insights/query/testing/small-panel.ts'
import { smallWarehouse } from '../src/server/insights/query/testing/small-warehouse.ts'
import { createWarehouse } from '../src/server/insights/warehouse.ts'
import { shippedRows } from './queries/shipped-rows.ts'

/** Generated queries by SQL and in plain loops: `npm run chaos:queries -- --seed 7 --queries 100000 --shipped 300`. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    queries: { type: 'string', default: '100000' },
    shipped: { type: 'string', default: '300' },
  },
})
const [seed, queries, shipped] = [values.seed, values.queries, values.shipped].map(Number) as [
  number,
  number,
  number,
]
const secondsAtMost = 2_700
const lanes = 2

const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1_000
const say = (line: string) => console.log(`${(seconds() / 60).toFixed(1)} min  ${line}`)
const sayProgress = ({ generated, run, differences }: Comparison) => {
  if (generated % 5_000 === 0) say(`${generated} generated, ${run} run, ${differences.length} differ`)
}
console.log(`seed ${seed} · ${queries} queries · ${shipped} on the panel that ships`)

const whole = await onSmallPanel(smallPanel(), Math.ceil(queries * 0.8))
const october2021 = 12 * 2021 + 9
const broken = await onSmallPanel(
  smallPanel({ from: october2021, to: october2021 + 47 }),
  queries - whole.generated,
)
const real = await onShippedPanel()

const all = [whole, broken, real]
for (const one of all) say(describeComparison(one))
const differences = all.flatMap(one => one.differences)
for (const difference of differences.slice(0, 20)) console.log(`\nDIFFERENT: ${difference}`)

async function onSmallPanel(raw: ReturnType<typeof smallPanel>, count: number): Promise<Comparison> {
  const warehouse = await smallWarehouse(raw, lanes)
  try {
    return await compareWithNaive({
      ...{ raw, warehouse, measures: smallMeasures, seed, count, lanes, onProgress: sayProgress },
    })
  } finally {
    warehouse.close()
  }
}

async function onShippedPanel(): Promise<Comparison> {
  const ground = await setUp('queries', async (dataDir, atEnd) => {
    await copySamplePanel(dataDir)
    const folders = { dataDir, dataFolder: join(import.meta.dirname, '../data') }
    const warehouse = await createWarehouse(folders)
    atEnd(() => warehouse.close())
    return { raw: await shippedRows(folders), warehouse }
  })
  say('the panel that ships is read')
  // Some are larger than a question would be; what they take is no matter here.
  const warehouse: QueryWarehouse = {
    query: (sql, params) => ground.warehouse.query(sql, params, { timeoutMs: 120_000 }),
  }
  try {
    const { raw } = ground
    return await compareWithNaive({
      ...{ raw, warehouse, measures: raw.measures, seed, count: shipped, lanes },
    })
  } finally {
    await ground.end()
  }
}

const sum = (of: (one: Comparison) => number) => all.reduce((total, one) => total + of(one), 0)
const same = (what: string, { run, withRows, ties, differences: found }: Comparison): Figure => ({
  ...{ what, ours: String(run - found.length - ties), beside: `${withRows} with rows` },
  ...{ promise: `all ${run} but for ties`, holds: found.length === 0 && run > 0 },
})
report({
  id: 'queries',
  title: 'Generated queries by SQL and in plain loops over raw rows',
  command: `npm run chaos:queries -- --seed ${seed} --queries ${queries} --shipped ${shipped}`,
  how: [
    'Queries are generated so that most pass the type check. Those that do are compiled and run on DuckDB, and worked out once',
    'more cell by cell from raw rows by an evaluator that knows no SQL. Rows, their order, the years that latest found, what is',
    'missing and the total must be the same, values within a billionth. Equal values that rounding parts are counted apart.',
  ].join('\n'),
  figures: [
    same('on a small panel of whole years, the same', whole),
    same('on a small panel that starts and ends within a year, the same', broken),
    same('on the panel that ships, the same', real),
    {
      ...{ what: 'queries that pass the type check', ours: String(sum(one => one.run)) },
      ...{ beside: `${sum(one => one.generated)} generated`, promise: 'at least half' },
      holds: 2 * sum(one => one.run) >= sum(one => one.generated),
    },
    {
      ...{
        what: 'queries that differ by a tie that rounding makes or parts',
        ours: String(sum(one => one.ties)),
      },
      ...{
        beside: '',
        promise: 'at most 1 in 1,000',
        holds: 1_000 * sum(one => one.ties) <= sum(one => one.run),
      },
    },
    {
      ...{ what: 'kinds of nodes that stood in no query', ours: String(absentNodes(whole).length) },
      ...{ beside: absentNodes(whole).join(', '), promise: 'none', holds: absentNodes(whole).length === 0 },
    },
    {
      ...{ what: 'duration', ours: `${seconds().toFixed(0)} s`, beside: '' },
      ...{ promise: `at most ${secondsAtMost} s`, holds: seconds() <= secondsAtMost },
    },
  ],
})
