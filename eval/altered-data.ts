import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { readPanelManifest } from '../src/server/insights/make-sample-panel.ts'
import type { EvalQuestion, GoldRow } from './questions.ts'

export interface AlteredData {
  /** The folder to open the product's data from. */
  dataDir: string
  /** The rows that the SQL of each accepted reading gives on the altered data, by question and reading. */
  gold: ReadonlyMap<string, readonly GoldRow[][]>
}

const goldRowsAtMost = 12
const files = ['figures', 'panel', 'totals', 'yearly'] as const

/** 0.75 to 1.25, the same for the same names: each series keeps its shape and moves against all others. */
const factor = (...columns: string[]) =>
  `(0.75 + 0.5 * (hash(${columns.map(name => `coalesce(${name}, '')`).join(` || '/' || `)}) % 1000) / 1000)`

/**
 * A copy of the figures and the panel in which each series is multiplied by a factor of its own, and the gold of the questions on
 * it: a reading that is right by luck on the figures that ship is not right there as well.
 */
export async function alterData(
  where: { dataDir: string; dataFolder: string },
  to: string,
  questions: readonly EvalQuestion[],
): Promise<AlteredData> {
  const manifest = await readPanelManifest(where.dataDir, where.dataFolder)
  if (!manifest) throw new Error(`no finished sample panel in ${where.dataDir}`)
  const [from, folder] = [join(where.dataDir, 'sample-panel'), join(to, 'sample-panel')]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', max_memory: '2GB' })
  const connection = await instance.connect()
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const source = (name: string) => `read_parquet(${text(join(from, `${name}.parquet`))})`
  const own = (name: string) => text(join(folder, `${name}.parquet`))
  const f = factor('segment', 'country', 'brand', 'channel')
  const scaled = `replace ((value_lcu * ${f})::decimal(18, 2) as value_lcu, (value_usd * ${f})::decimal(18, 2) as value_usd,
    greatest(1, (volume * ${f}))::bigint as volume)`
  const sums = `sum(value_lcu)::decimal(18, 2) as value_lcu, sum(value_usd)::decimal(18, 2) as value_usd,
    sum(volume)::bigint as volume`
  const csv = (name: string) =>
    `read_csv(${text(join(where.dataFolder, `${name}.csv`))}, header = true, all_varchar = true)`
  for (const sql of [
    `copy (select * replace (value * ${factor('indicator', 'iso3')} as value) from ${source('figures')}) to ${own('figures')}`,
    `copy (select * ${scaled} from ${source('panel')}) to ${own('panel')}`,
    `copy (select segment, country, month, ${sums} from ${own('panel')} group by all) to ${own('totals')}`,
    `copy (select segment, country, year(month)::smallint as year, brand, channel, ${sums} from ${own('panel')} group by all)
      to ${own('yearly')}`,
    `create view figures as select * from ${own('figures')}`,
    `create view totals as select segment, country, year(month)::int as year, month(month)::int as month, value_lcu, value_usd,
      volume from ${own('totals')}`,
    `create view yearly as select * from ${own('yearly')}`,
    `create view panel as select segment, country, year(month)::int as year, month(month)::int as month, brand, channel,
      value_lcu, value_usd, volume from ${own('panel')}`,
    ...['countries', 'indicators', 'segments'].map(
      name => `create view ${name} as select * from ${csv(name)}`,
    ),
    `create view key_players as select * from ${csv('key-players')}`,
  ])
    await connection.run(sql)
  const bytes = Object.fromEntries(files.map(name => [name, statSync(join(folder, `${name}.parquet`)).size]))
  copyFileSync(join(from, 'manifest.json'), join(folder, 'manifest.json'))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, bytes }))
  const gold = new Map<string, GoldRow[][]>()
  for (const { id, accept } of questions) {
    const readings: GoldRow[][] = []
    for (const { sql } of accept) {
      const found = await connection.runAndReadAll(sql)
      readings.push(
        found
          .getRowsJS()
          .slice(0, goldRowsAtMost)
          .map(row => row.map(plain)),
      )
    }
    gold.set(id, readings)
  }
  connection.closeSync()
  instance.closeSync()
  return { dataDir: to, gold }
}

const plain = (value: unknown): string | number => {
  if (typeof value === 'number' || typeof value === 'string') return value
  const number = Number(String(value))
  return value === null || Number.isNaN(number) ? String(value ?? '') : number
}
