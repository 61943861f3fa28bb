import fc from 'fast-check'
import type { Query } from '../../../../contract/query.ts'
import { checkQuery } from '../check.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import { type QueryWarehouse, runQuery } from '../run-query.ts'
import { printQuery } from '../text/print-query.ts'
import { nodesOf, nodeTypes } from './count-nodes.ts'
import { queriesOf } from './generate-query.ts'
import { naiveEvaluator } from './naive-query.ts'
import type { RawRows } from './raw-rows.ts'
import { rowsDiffer } from './same-rows.ts'

export interface Comparison {
  generated: number
  /** Queries that passed the type check and were run both ways, and how many of them had a row with a value. */
  run: number
  withRows: number
  /** Queries whose rows differ and hang on whether two values are equal that rounding keeps apart. */
  ties: number
  /** How many queries each type rule refused. */
  refused: Map<number, number>
  /** In how many of the queries that were run each node type stands. */
  nodes: Map<string, number>
  /** Shortest first: the query's text and what is not the same. */
  differences: string[]
}

export interface ComparisonOptions {
  raw: RawRows & { model: CatalogueModel }
  warehouse: QueryWarehouse
  /** Measures that queries are made of. */
  measures: readonly string[]
  seed: number
  count: number
  /** So many queries at a time. */
  lanes: number
  onProgress?: (comparison: Comparison) => void
}

const chunk = 500
/** Values so near are equal but for rounding. */
const nearly = 1e-9

/** Runs generated queries by SQL and in plain loops, and tells where they differ. The same seed gives the same queries. */
export async function compareWithNaive(options: ComparisonOptions): Promise<Comparison> {
  const { raw, warehouse, measures, seed, count, lanes, onProgress } = options
  const comparison: Comparison = {
    ...{ generated: 0, run: 0, withRows: 0, ties: 0, differences: [] },
    ...{ refused: new Map(), nodes: new Map(nodeTypes.map(type => [type, 0])) },
  }
  const naive = naiveEvaluator(raw)
  const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

  async function compare(query: Query): Promise<void> {
    const rules = new Set(checkQuery(raw.model, query).map(fault => fault.rule))
    comparison.generated += 1
    for (const rule of rules) add(comparison.refused, rule)
    if (rules.size > 0) return
    comparison.run += 1
    for (const type of nodesOf(query)) add(comparison.nodes, type)
    const expected = naive(query)
    if (expected.rows.length > 0) comparison.withRows += 1
    const difference = await runQuery(raw.model, warehouse, query).then(
      rows => rowsDiffer(rows, expected),
      (error: unknown) => String(error),
    )
    if (difference === null) return
    // Where sums in another order of adding make or part a tie, the loops disagree with themselves.
    const isTie = [nearly, -nearly].some(slack => rowsDiffer(naive(query, slack), expected) !== null)
    if (isTie) comparison.ties += 1
    else comparison.differences.push(`${printQuery(query)}\n→ by SQL, in loops: ${difference}`)
  }

  const arbitrary = queriesOf(raw.model, measures)
  for (let from = 0; from < count; from += chunk) {
    const queries = fc.sample(arbitrary, { numRuns: Math.min(chunk, count - from), seed: seed + from })
    const lane = async () => {
      for (let query = queries.pop(); query; query = queries.pop()) await compare(query)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    onProgress?.(comparison)
  }
  comparison.differences.sort((a, b) => a.length - b.length)
  return comparison
}

/** Node types that stand in no query that was run. */
export const absentNodes = ({ nodes }: Comparison) =>
  [...nodes].filter(([, count]) => count === 0).map(([type]) => type)

/** Counts and shares in a few lines, rarest node types first. */
export function describeComparison({
  generated,
  run,
  withRows,
  ties,
  refused,
  nodes,
  differences,
}: Comparison): string {
  const percent = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)}%`
  const rules = [...refused].sort(([a], [b]) => a - b).map(([rule, count]) => `rule ${rule}: ${count}`)
  const types = [...nodes]
    .sort(([, a], [, b]) => a - b)
    .map(([type, count]) => `${type} ${percent(count, run)}`)
  return [
    `${generated} queries generated, ${run} run (${percent(run, generated)}), ${withRows} of them with rows; ${differences.length} differ, ${ties} by ties that rounding makes or parts`,
    `refused: ${rules.join(', ')}`,
    `node types: ${types.join(', ')}`,
  ].join('\n')
}
