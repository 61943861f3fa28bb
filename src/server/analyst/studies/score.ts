/** A criterion with the candidates' values, null where one has none. */
export interface Measured {
  id: string
  weight: number
  better: 'high' | 'low'
  values: readonly (number | null)[]
}

export interface Scores {
  /** By criterion, then candidate: place from the best, and points from 0, the last, to 100, the first. */
  places: (number | null)[][]
  points: (number | null)[][]
  /** By candidate: 0 to 100. */
  totals: (number | null)[]
  /** By candidate, from the best. */
  order: (number | null)[]
}

/** A candidate is scored where criteria of this part of the weight have a figure. */
const fewestWeight = 0.6

/** Points are the part of the other candidates that do worse; the score is their mean by weight. */
export function scoresOf(criteria: readonly Measured[]): Scores {
  const places = criteria.map(({ values, better }) => placesOf(values, better))
  const points = places.map(pointsOf)
  const totals = totalsOf(
    criteria.map(({ weight }) => weight),
    points,
  )
  return { places, points, totals, order: placesOf(totals, 'high') }
}

/** 1 is the best; equal values share a place. */
function placesOf(values: readonly (number | null)[], better: 'high' | 'low'): (number | null)[] {
  const known = values.filter(value => value !== null)
  const isAhead = (a: number, b: number) => (better === 'high' ? a > b : a < b)
  return values.map(value =>
    value === null ? null : 1 + known.filter(other => isAhead(other, value)).length,
  )
}

function pointsOf(places: readonly (number | null)[]): (number | null)[] {
  const n = places.filter(place => place !== null).length
  return places.map(place => (place === null || n < 2 ? null : (100 * (n - place)) / (n - 1)))
}

function totalsOf(weights: readonly number[], points: readonly (number | null)[][]): (number | null)[] {
  const all = sum(weights)
  return (points[0] ?? []).map((_, candidate) => {
    const own = weights.map((weight, at) => ({ weight, points: points[at]?.[candidate] ?? null }))
    const known = own.filter(one => one.points !== null)
    const weight = sum(known.map(one => one.weight))
    if (weight === 0 || weight < fewestWeight * all) return null
    return sum(known.map(one => one.weight * (one.points ?? 0))) / weight
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The scores with other weights, one for each criterion. */
export function reweighted({ points }: Scores, weights: readonly number[]): Pick<Scores, 'totals' | 'order'> {
  const totals = totalsOf(weights, points)
  return { totals, order: placesOf(totals, 'high') }
}

/** A candidate that leads once a criterion has `weight` per cent of all, the others in their proportions. */
export interface Turning {
  weight: number
  first: number
}

/** The smallest greater weight of a criterion at which another of the candidates leads; null where none does. */
export function turningOf(
  scores: Scores,
  weights: readonly number[],
  criterion: number,
  among: readonly number[],
): Turning | null {
  const all = sum(weights)
  const own = weights[criterion] ?? 0
  if (own <= 0 || own >= all) return null
  const first = leaderOf(scores.totals, among)
  for (let weight = Math.floor((100 * own) / all) + 1; weight <= 90; weight += 1) {
    const rest = (100 - weight) / (all - own)
    const moved = weights.map((one, at) => (at === criterion ? weight : one * rest))
    const leader = leaderOf(reweighted(scores, moved).totals, among)
    if (leader !== first && leader !== null) return { weight, first: leader }
  }
  return null
}

/** The candidate with the highest total, the first of equal ones. */
export function leaderOf(totals: readonly (number | null)[], among: readonly number[]): number | null {
  let best: number | null = null
  for (const at of among) {
    const total = totals[at] ?? null
    if (total !== null && (best === null || total > (totals[best] ?? -1))) best = at
  }
  return best
}

export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null).sort((a, b) => a - b)
  if (known.length === 0) return null
  const middle = known.length / 2
  const [low, high] = [known[Math.ceil(middle) - 1] ?? 0, known[Math.floor(middle)] ?? 0]
  return (low + high) / 2
}
