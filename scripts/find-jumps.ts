import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, quantile } from 'd3-array'
import { type CsvRecord, formatCsv, parseCsv } from '../src/server/insights/csv.ts'
import { type MeasureRules, measureRules } from '../src/server/insights/measure-rules.ts'

/** One country's figures of a measure, by year. */
export interface YearlySeries {
  iso3: string
  values: Map<number, number>
}

/** A change from one year to the next that is far from what is usual. */
export interface Jump {
  iso3: string
  year: number
  before: number
  after: number
}

const deviations = 5
/** A measure with fewer changes than this has no usual change. */
const fewestChanges = 10
/** Standard deviations between the 10th and the 90th percentile of a normal distribution. */
const centralWidth = 2.5631
/** Standard deviation of a normal distribution in median absolute deviations. */
const perMedianDeviation = 1.4826

/**
 * Changes between consecutive years (differences of logarithms for 'ratio', both figures above zero; else of the
 * figures) that lie more than five robust standard deviations from the median change of their series. The deviation is
 * the larger of two: the measure's over all countries (its 10th to 90th percentile) and the series' own (its median
 * absolute deviation), so that neither a calm series nor a restless one gives jumps by itself.
 */
export function jumpsIn(all: readonly YearlySeries[], change: 'ratio' | 'difference'): Jump[] {
  const changes = all.map(({ iso3, values }) => ({ iso3, steps: stepsOf(values, change) }))
  const pooled = changes.flatMap(({ steps }) => steps.map(step => step.size))
  if (pooled.length < fewestChanges) return []
  const common = ((quantile(pooled, 0.9) ?? 0) - (quantile(pooled, 0.1) ?? 0)) / centralWidth
  return changes.flatMap(({ iso3, steps }) => {
    const middle = median(steps, step => step.size) ?? 0
    const own = perMedianDeviation * (median(steps, step => Math.abs(step.size - middle)) ?? 0)
    return steps
      .filter(step => Math.abs(step.size - middle) > deviations * Math.max(common, own))
      .map(({ year, before, after }) => ({ iso3, year, before, after }))
  })
}

function stepsOf(values: Map<number, number>, change: 'ratio' | 'difference') {
  return [...values.keys()]
    .sort((a, b) => a - b)
    .flatMap(year => {
      const [before, after] = [values.get(year - 1), values.get(year) as number]
      if (before === undefined) return []
      if (change === 'difference') return [{ year, before, after, size: after - before }]
      return before > 0 && after > 0 ? [{ year, before, after, size: Math.log(after / before) }] : []
    })
}

/** Shares, indexes and what may be negative change by a difference, everything else by a ratio. */
const changeOf = ({ kind, mayBeNegative }: MeasureRules) =>
  mayBeNegative || kind === 'share' || kind === 'index' ? 'difference' : 'ratio'

/** Every jump in the figures of a data folder; surveys, whose years do not follow each other, are left out. */
export function findJumps(dataFolder: string) {
  const read = (name: string) => parseCsv(readFileSync(join(dataFolder, name), 'utf8'))
  const rules = measureRules(read('measure-rules.csv'))
  const series = Map.groupBy(read('macro.csv'), row => row.indicator ?? '')
  return read('indicators.csv').flatMap(({ id = '' }) => {
    const own = rules.get(id)
    if (!own) throw new Error(`no measure rules of ${id}`)
    if (own.nature === 'survey') return []
    const jumps = jumpsIn((series.get(id) ?? []).map(seriesOf), changeOf(own))
    return jumps.map(({ iso3, ...jump }) => ({ measure: id, country: iso3, ...jump }))
  })
}

const seriesOf = (row: CsvRecord): YearlySeries => ({
  iso3: row.iso3 ?? '',
  values: new Map(
    Object.entries(row)
      .filter(([key, value]) => /^\d{4}$/.test(key) && value !== '')
      .map(([key, value]) => [Number(key), Number(value)]),
  ),
})

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'data')
  const columns = ['measure', 'country', 'year', 'before', 'after']
  const key = (row: Record<string, unknown>) => columns.map(name => String(row[name])).join(' ')
  const reviewed = new Set(parseCsv(readFileSync(join(folder, 'jumps.csv'), 'utf8')).map(key))
  const jumps = findJumps(folder)
  const unreviewed = jumps.filter(jump => !reviewed.has(key(jump)))
  process.stdout.write(formatCsv([...columns, 'verdict', 'event'], unreviewed))
  process.stderr.write(`${jumps.length} jumps, ${unreviewed.length} without a verdict in data/jumps.csv.\n`)
}
