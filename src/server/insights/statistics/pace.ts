import { type Unavailable, unavailable } from './unavailable.ts'

/** A change a period: compound, in %, or by equal steps, in the unit of the figure. */
export type Pace = { kind: 'percent'; percent: number } | { kind: 'step'; step: number }

/** periods: how many at this pace, with fractions; 0 when the target is where the figure stands. */
export type TimeToReach = { kind: 'time'; periods: number }

/** The pace between two figures `periods` apart: equal steps, or compound where both are positive. */
export function paceBetween(
  first: number,
  last: number,
  periods: number,
  kind: Pace['kind'],
): Pace | Unavailable {
  if (!Number.isFinite(first) || !Number.isFinite(last)) return unavailable('gap')
  if (!(periods > 0)) return unavailable('too_short', 1)
  if (kind === 'step') return { kind, step: (last - first) / periods }
  if (first <= 0 || last <= 0) return unavailable('not_positive')
  return { kind, percent: Math.expm1(Math.log(last / first) / periods) * 100 }
}

/**
 * Plain arithmetic, no forecast: ln(target / from) ÷ ln(1 + pace) for a compound pace (Euler's interest
 * problem), and (target − from) ÷ step for equal steps. Refused as `never` when the pace leads away from the
 * target.
 */
export function timeToReach(from: number, target: number, pace: Pace): TimeToReach | Unavailable {
  if (![from, target, pace.kind === 'step' ? pace.step : pace.percent].every(Number.isFinite))
    return unavailable('gap')
  if (from === target) return { kind: 'time', periods: 0 }
  if (pace.kind === 'step') return ahead((target - from) / pace.step)
  if (from <= 0 || target <= 0) return unavailable('not_positive')
  if (pace.percent <= -100) return unavailable('out_of_range')
  return ahead(Math.log(target / from) / Math.log1p(pace.percent / 100))
}

export const timeToDouble = (percent: number): TimeToReach | Unavailable =>
  timeToReach(1, 2, { kind: 'percent', percent })

const ahead = (periods: number): TimeToReach | Unavailable =>
  periods > 0 && Number.isFinite(periods) ? { kind: 'time', periods } : unavailable('never')
