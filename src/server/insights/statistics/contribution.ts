import { roundingOf, sum } from './deviations.ts'
import { completeColumns, type Series, type Unavailable, unavailable } from './unavailable.ts'

/**
 * difference: in the unit of the figures. points: percentage points of the total's growth. share: of the
 * change, 0 to 1.
 */
export type MemberContribution = { difference: number; points: number; share: number | null }

/** `share` is null throughout where the total did not change; the points add up to `growth`, in %. */
export type Contribution = {
  kind: 'contribution'
  difference: number
  growth: number
  members: MemberContribution[]
}

/**
 * Contribution to growth: (member after − member before) ÷ total before, as in national accounts (System of
 * National Accounts 2008, 15.60, for figures that add up). Members may be negative, the total before may not.
 */
export function contribution(before: Series, after: Series): Contribution | Unavailable {
  const columns = completeColumns([before, after], 1)
  if (!Array.isArray(columns)) return columns
  const [from, to] = columns as [number[], number[]]
  const base = sum(from)
  if (base <= roundingOf(from)) return unavailable('not_positive')
  const difference = sum(to) - base
  const changed = Math.abs(difference) > roundingOf([...from, ...to])
  const members = from.map((value, i) => {
    const own = (to[i] as number) - value
    return { difference: own, points: (own / base) * 100, share: changed ? own / difference : null }
  })
  return { kind: 'contribution', difference, growth: (difference / base) * 100, members }
}
