import { currencyOf, formatNumber } from './format.ts'

/** One scale for a whole axis or column, so that its figures can be compared at a glance. */
export interface UnitScale {
  readonly divisor: number
  /** Unit and scale in words: 'US$ million', 'million pieces', '% of GDP', 'index'; empty where there is no unit. */
  readonly caption: string
  /** A figure on this scale, without its unit but for '%'. */
  readonly write: (value: number, decimals?: number) => string
  readonly decimals: number
}

const steps = [
  { from: 1e12, word: 'trillion' },
  { from: 1e9, word: 'billion' },
  { from: 1e6, word: 'million' },
  { from: 1e3, word: 'thousand' },
]

/**
 * The scale for figures up to `largest`; `decimals` are the column's, kept where nothing is scaled away;
 * `smallest` is a figure that must still differ from 0, and has three significant figures with `isFine`. Thousands
 * are scaled from `thousandsFrom` on: 45,000 is read as quickly as 45 thousand.
 */
export function scaleUnit(
  largest: number,
  unit: string | null,
  decimals: number | null,
  {
    smallest = largest,
    thousandsFrom = 1e5,
    isFine = false,
  }: { smallest?: number; thousandsFrom?: number; isFine?: boolean } = {},
): UnitScale {
  const size = Math.abs(largest)
  const step = isRate(unit)
    ? undefined
    : steps.find(({ from }) => size >= (from === 1e3 ? thousandsFrom : from))
  const divisor = step?.from ?? 1
  const shown = step
    ? isFine
      ? threeFigures(Math.abs(smallest) / divisor)
      : scaledDecimals(size / divisor, Math.abs(smallest) / divisor)
    : (decimals ?? (size >= 100 ? 0 : 1))
  const sign = unit?.startsWith('%') ? '%' : null
  return {
    divisor,
    caption: caption(unit, step?.word ?? ''),
    decimals: shown,
    write: (value, places = shown) => formatNumber(value / divisor, sign, places),
  }
}

function scaledDecimals(largest: number, smallest: number): number {
  if (smallest > 0 && smallest < 1) return smallest < 0.1 ? 2 : 1
  return largest >= 100 ? 0 : 1
}

const threeFigures = (size: number): number => (size >= 100 ? 0 : size >= 10 ? 1 : 2)

/** Rates, shares and indices are never scaled to thousands. */
const isRate = (unit: string | null): boolean =>
  unit !== null && (/^(%|points$|index|times$|per )/.test(unit) || / (a|per) /.test(unit))

function caption(unit: string | null, word: string): string {
  if (unit === null || unit === '') return word
  if (word === '') return unit
  const money = currencyOf(unit)
  return money ? [money.currency, word, money.per].filter(Boolean).join(' ') : `${word} ${unit}`
}
