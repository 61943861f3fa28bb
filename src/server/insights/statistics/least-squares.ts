import { deviations, dot, sum } from './deviations.ts'
import { twoSidedP } from './student-t.ts'
import { completeColumns, type Series, type Unavailable, unavailable } from './unavailable.ts'

export type Coefficient = { value: number; standardError: number; p: number }

/** y = intercept + Σ slope × x; slopes in the order of the explaining series. rSquared: 0 to 1. n: rows. */
export type LeastSquares = {
  kind: 'least_squares'
  intercept: Coefficient
  slopes: Coefficient[]
  rSquared: number
  n: number
  residuals: number[]
}

/**
 * A column of which less than this share is its own counts as a sum of the columns before it, as in R's `lm`.
 */
const LEAST_OWN_SHARE = 1e-7

/**
 * Ordinary least squares with an intercept (Legendre 1805, Gauss 1809), by modified Gram–Schmidt on centred
 * columns of unit length (Björck 1967); standard errors from s² (XᵀX)⁻¹. Refused without at least one row
 * more than coefficients.
 */
export function leastSquares(y: Series, xs: readonly Series[]): LeastSquares | Unavailable {
  const columns = completeColumns([y, ...xs], xs.length + 2)
  if (!Array.isArray(columns)) return columns
  const [target, ...centred] = columns.map(deviations)
  if (!target || centred.some(column => column === null)) return unavailable('constant')
  const explaining = centred.filter(column => column !== null)
  const triangle = orthogonalise(
    explaining.map(column => column.unit),
    target.unit,
  )
  if (triangle === null) return unavailable('rank_deficient')

  const n = y.length
  const df = n - xs.length - 1
  const inverse = invertTriangle(triangle.r)
  const variance = dot(triangle.rest, triangle.rest) / df
  const scales = explaining.map(column => target.length / column.length)
  const slopes = scales.map((scale, i) => {
    const row = inverse[i] as number[]
    return coefficient(
      scale * dot(row, triangle.projections),
      scale * Math.sqrt(variance * dot(row, row)),
      df,
    )
  })
  const means = explaining.map(column => column.mean / column.length)
  const ofMeans = means.map((_, j) => sum(means.map((mean, i) => mean * (inverse[i]?.[j] as number))))
  const intercept = coefficient(
    target.mean - sum(slopes.map((slope, i) => slope.value * (explaining[i]?.mean as number))),
    target.length * Math.sqrt(variance * (1 / n + dot(ofMeans, ofMeans))),
    df,
  )
  const residuals = triangle.rest.map(rest => rest * target.length)
  const rSquared = Math.max(0, 1 - dot(triangle.rest, triangle.rest))
  return { kind: 'least_squares', intercept, slopes, rSquared, n, residuals }
}

function coefficient(value: number, standardError: number, df: number): Coefficient {
  const t = value === 0 ? 0 : value / standardError
  return { value, standardError, p: twoSidedP(t, df) }
}

type Triangle = { r: number[][]; projections: number[]; rest: number[] }

/**
 * Columns into an upper triangle r, y into its projections and what no column explains; null if a column adds
 * nothing.
 */
function orthogonalise(columns: number[][], y: number[]): Triangle | null {
  const own = columns.map(column => [...column])
  const r = own.map(() => new Array<number>(own.length).fill(0))
  const projections: number[] = []
  let rest = y
  for (const [j, column] of own.entries()) {
    const length = Math.sqrt(dot(column, column))
    if (length < LEAST_OWN_SHARE) return null
    const unit = column.map(value => value / length)
    const row = r[j] as number[]
    row[j] = length
    for (let l = j + 1; l < own.length; l++) {
      const later = own[l] as number[]
      const share = dot(unit, later)
      row[l] = share
      own[l] = without(later, unit, share)
    }
    const share = dot(unit, rest)
    projections.push(share)
    rest = without(rest, unit, share)
  }
  return { r, projections, rest }
}

const without = (from: readonly number[], unit: readonly number[], share: number): number[] =>
  from.map((value, index) => value - share * (unit[index] as number))

function invertTriangle(r: readonly number[][]): number[][] {
  const inverse = r.map(() => new Array<number>(r.length).fill(0))
  for (let j = 0; j < r.length; j++)
    for (let i = j; i >= 0; i--) {
      let right = i === j ? 1 : 0
      for (let l = i + 1; l <= j; l++) right -= (r[i]?.[l] as number) * (inverse[l]?.[j] as number)
      ;(inverse[i] as number[])[j] = right / (r[i]?.[i] as number)
    }
  return inverse
}
