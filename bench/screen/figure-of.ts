import { median } from '../figures.ts'
import type { Figure } from '../report.ts'

/** A figure's numbers: those of several runs, and how one of them is written. */
export interface Runs {
  values: readonly number[]
  unit: string
  digits?: number
}

/** The value in the middle; between two, what lies between them. */
const middle = (values: readonly number[]) => (median(values) - median(values.map(value => -value))) / 2

/** '12 kB', or the median with the lowest and the highest: '12.1 kB (11.0–14.2)'. */
export function written({ values, unit, digits = 0 }: Runs): string {
  const text = (value: number) => value.toFixed(digits)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const spread = values.length > 1 ? ` (${text(low)}–${text(high)})` : ''
  return `${text(middle(values))} ${unit}${spread}`.replace(' %', '%')
}

/** A figure that may be at most, or must be at least, so much; its median is held against that. */
export function limited(
  what: string,
  runs: Runs,
  limit: { atMost: number } | { atLeast: number } | null,
  beside = '',
): Figure {
  const value = middle(runs.values)
  const unit = runs.unit === '%' ? '%' : ` ${runs.unit}`
  const ours = written(runs)
  if (limit === null) return { what, ours, beside, promise: '', holds: true }
  return 'atMost' in limit
    ? {
        what,
        ours,
        beside,
        promise: `at most ${limit.atMost}${unit}`.trimEnd(),
        holds: value <= limit.atMost,
      }
    : {
        what,
        ours,
        beside,
        promise: `at least ${limit.atLeast}${unit}`.trimEnd(),
        holds: value >= limit.atLeast,
      }
}

/** Does the same several times, one after the other. */
export async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let run = 0; run < count; run += 1) done.push(await work())
  return done
}
