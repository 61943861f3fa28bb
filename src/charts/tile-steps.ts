import { quantileSorted } from 'd3-array'
import type { ScaleStep } from './palette.ts'

/** Colours of a map and the figures between them: `steps[i]` is for figures from `edges[i - 1]` up to `edges[i]`. */
export interface TileSteps {
  readonly edges: readonly number[]
  readonly steps: readonly ScaleStep[]
}

const rising: readonly ScaleStep[] = ['step-1', 'step-2', 'step-3', 'step-4', 'step-5']
const falling: readonly ScaleStep[] = ['low-2', 'low-1']

/**
 * Steps of about as many countries each, at round figures. Figures on both sides of 0 part at 0: clay below, green above.
 * By rank rather than by distance, because one large economy would leave all others in one colour.
 */
export function tileSteps(values: readonly number[]): TileSteps {
  const sorted = values.toSorted((a, b) => a - b)
  const below = sorted.filter(value => value < 0)
  const above = sorted.filter(value => value >= 0)
  if (below.length === 0) return scaleOf(above, rising)
  if (above.length === 0) return { edges: [], steps: ['low-2'] }
  const low: TileSteps = below.length > 4 ? scaleOf(below, falling) : { edges: [], steps: ['low-2'] }
  const high = scaleOf(above, rising)
  return { edges: [...low.edges, 0, ...high.edges], steps: [...low.steps, ...high.steps] }
}

/** The colour of a figure. */
export function stepOf({ edges, steps }: TileSteps, value: number): ScaleStep {
  const index = edges.filter(edge => value >= edge).length
  return steps[Math.min(index, steps.length - 1)] ?? 'step-3'
}

function scaleOf(sorted: readonly number[], steps: readonly ScaleStep[]): TileSteps {
  const count = Math.min(steps.length, new Set(sorted).size)
  const edges: number[] = []
  for (let part = 1; part < count; part++) {
    const edge = rounded(quantileSorted(sorted as number[], part / count) ?? 0)
    const isApart = edge > (edges.at(-1) ?? sorted[0] ?? 0) && edge <= (sorted.at(-1) ?? 0)
    if (isApart) edges.push(edge)
  }
  return { edges, steps: spaced(steps, edges.length + 1) }
}

/** Two figures are enough for an edge. */
const rounded = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(2)))

/** `count` of the steps, the last always among them, so that few countries still differ strongly. */
function spaced(steps: readonly ScaleStep[], count: number): ScaleStep[] {
  if (count === 1) return steps.slice(-1)
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round((index * (steps.length - 1)) / (count - 1))
    return steps[at] ?? 'step-3'
  })
}
