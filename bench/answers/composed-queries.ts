import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ask } from '../../src/contract/query.ts'
import { parseCsv } from '../../src/server/insights/csv.ts'
import type { Insights } from '../../src/server/insights/insights.ts'
import { parseAsk } from '../../src/server/insights/query/text/parse-query.ts'
import type { Measured } from './measure-answers.ts'

/** A question as queries, and the SQL that somebody else wrote for it. */
export interface Composed {
  id: string
  ask: Ask
  sql: string
}

/** The hand-written queries of `eval/queries`, each with the SQL of the same question. */
export function composedQueries(root: string): Composed[] {
  const folder = join(root, 'eval/queries')
  const read = (pattern: string) =>
    globSync(pattern, { cwd: folder })
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8').trim())
  const lines = read('expected-*.jsonl').flatMap(text => text.split('\n'))
  const statements = new Map(
    lines.map(line => JSON.parse(line) as { id: string; sql: string }).map(({ id, sql }) => [id, sql]),
  )
  const names = namesOf(root)
  return read('*.txt')
    .flatMap(text => text.split(/\n{2,}/))
    .flatMap(block => {
      const [title = '', ...text] = block.split('\n')
      const id = title.split(' ')[1] ?? ''
      const sql = statements.get(id)
      return sql ? [{ id, ask: parseAsk(text.join('\n')), sql: withTables(sql, names) }] : []
    })
}

/** The tables of names that the SQL expects beside the warehouse's own. */
type NameTables = Record<string, Record<string, string>[]>
const namesOf = (root: string): NameTables =>
  Object.fromEntries(
    ['countries', 'segments'].map(name => [
      name,
      parseCsv(readFileSync(join(root, 'data', `${name}.csv`), 'utf8')),
    ]),
  )

/** The statement with what it uses of those tables in front, and with months as numbers, as it was written for. */
function withTables(sql: string, names: NameTables): string {
  const says = (word: string) => new RegExp(`\\b${word}\\b`).test(sql)
  const text = (value = '') => `'${value.replaceAll("'", "''")}'`
  const tables = Object.entries(names).flatMap(([name, rows]) => {
    if (!says(name)) return []
    const columns = Object.keys(rows[0] ?? {}).filter(says)
    const values = rows.map(row => `(${columns.map(column => text(row[column])).join(', ')})`)
    return [`${name}(${columns.join(', ')}) AS (VALUES ${values.join(', ')})`]
  })
  const months = ['totals', 'panel'].flatMap(name =>
    says(name) && says('month')
      ? [`${name} AS (SELECT * REPLACE (month(month)::INT AS month) FROM main.${name})`]
      : [],
  )
  const before = [...tables, ...months].join(', ')
  if (before === '') return sql
  return /^with\b/i.test(sql) ? `WITH ${before}, ${sql.slice(4)}` : `WITH ${before} ${sql}`
}

/** Each question answered as an ask and by its SQL alone, in turn; of the rounds of a question the middle one counts. */
export async function measureComposed(
  insights: Insights,
  queries: readonly Composed[],
  rounds: number,
): Promise<Measured> {
  const measured: Measured = { answerMs: [], bareMs: [] }
  for (const { ask, sql } of queries) {
    const [own, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      own.push(await timed(() => insights.runAsk(ask)))
      bare.push(await timed(() => insights.query(sql)))
    }
    measured.answerMs.push(middle(own))
    measured.bareMs.push(middle(bare))
  }
  return measured
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const middle = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
