import { sum } from './deviations.ts'
import { type Unavailable, unavailable } from './unavailable.ts'

/** One member at one time: its factors, which multiply to its value. */
export type Factors = readonly number[]

/**
 * change: in the unit of the whole; the changes add up. ratio: the ratios multiply back; null where a whole
 * is zero.
 */
export type Effect = { change: number; ratio: number | null }

/** `effects` in the order of the factors; `members` in theirs, each with the change of every factor. */
export type Decomposition = {
  kind: 'decomposition'
  before: number
  after: number
  change: number
  ratio: number | null
  effects: Effect[]
  members: number[][]
}

/**
 * Log-mean Divisia index decomposition (LMDI-I; Ang 2005, 'The LMDI approach to decomposition analysis: a
 * practical guide', eqs. 4 and 5) of a whole that is the sum over members of a product of factors: for factor
 * k of member i ΔV = L(Vᵀ, V⁰) ln(xᵀ / x⁰), summed over members; as a ratio exp(ΔV / L) of the whole. No rest
 * remains. A factor that comes from or goes to zero has its analytical limit (Ang, Zhang and Choi 1998, table
 * 2; Wood and Lenzen 2006): the whole change of the member; if several do at once, they share it equally.
 */
export function divisia(before: readonly Factors[], after: readonly Factors[]): Decomposition | Unavailable {
  const count = before[0]?.length ?? 0
  const rows = [...before, ...after]
  if (before.length !== after.length || rows.some(row => row.length !== count))
    return unavailable('lengths_differ')
  if (count === 0) return unavailable('too_short', 1)
  if (!rows.flat().every(Number.isFinite)) return unavailable('gap')
  if (rows.flat().some(factor => factor < 0)) return unavailable('negative')

  const members = before.map((row, i) => memberEffects(row, after[i] as Factors))
  const from = sum(before.map(product))
  const to = sum(after.map(product))
  const mean = from > 0 && to > 0 ? logMean(to, from) : null
  const effects = before[0]?.map((_, k) => {
    const change = sum(members.map(member => member[k] as number))
    return { change, ratio: mean === null ? null : Math.exp(change / mean) }
  }) as Effect[]
  const ratio = mean === null ? null : to / from
  return { kind: 'decomposition', before: from, after: to, change: to - from, ratio, effects, members }
}

const product = (factors: Factors): number => factors.reduce((whole, factor) => whole * factor, 1)

function memberEffects(before: Factors, after: Factors): number[] {
  const from = product(before)
  const to = product(after)
  if (from > 0 && to > 0) return before.map((x, k) => logMean(to, from) * logRatio(after[k] as number, x))
  const appeared = before.map((x, k) => (to > from ? x === 0 : (after[k] as number) === 0))
  const sharing = appeared.filter(Boolean).length
  return appeared.map(is => (is && to !== from ? (to - from) / sharing : 0))
}

/** L(a, b) = (a − b) / (ln a − ln b), and a where they are equal. */
const logMean = (a: number, b: number): number => (a === b ? a : (a - b) / logRatio(a, b))

/** ln(a / b) without cancellation for neighbours. */
const logRatio = (a: number, b: number): number =>
  Math.abs(a - b) < b / 2 ? Math.log1p((a - b) / b) : Math.log(a) - Math.log(b)

/** A member's quantity and value at one time, for instance a volume and its turnover. */
export type Position = { quantity: number; value: number }

/**
 * Members as factors for `divisia`: total quantity × share of the total (mix) × price. A member without
 * quantity has no price; it takes that of the other time, so that its arrival or departure is an effect of
 * mix, not of price.
 */
export function quantityMixPrice(
  before: readonly Position[],
  after: readonly Position[],
): { before: Factors[]; after: Factors[] } {
  const side = (here: readonly Position[], there: readonly Position[]) => {
    const total = sum(here.map(member => member.quantity))
    return here.map(({ quantity, value }, i) => {
      const priced = quantity > 0 ? { quantity, value } : (there[i] as Position)
      const price = priced.quantity > 0 ? priced.value / priced.quantity : 0
      return [total, total > 0 ? quantity / total : 0, price]
    })
  }
  return { before: side(before, after), after: side(after, before) }
}
