/** How a figure is written, beyond its unit and decimals. */
export interface NumberStyle {
  /** 96,300,000 becomes 96.3m; from 100,000 on. */
  compact?: boolean
  /** With `compact`: 'million' instead of 'm'. */
  words?: boolean
  /** Figures kept by `compact`: 3 gives 96.3m, 2 gives 96m. Whole figures are never rounded away: 742m stays. */
  digits?: number
  /** With `compact`: the figure that gives the scale, so that figures beside each other share one: 985m and 1,120m. */
  scaledAs?: number
  /** '+' before positive figures; points always carry their sign. */
  signed?: boolean
  /** Names what is counted too: '742m pieces', 'GH₵ 1.63 a piece'. */
  withUnit?: boolean
}

/** What stands for a missing figure. */
export const missing = '–'

const symbols = new Set([
  'R',
  'KSh',
  'TSh',
  'USh',
  'Br',
  'Fr',
  'CFA',
  'FCFA',
  'Kz',
  'Le',
  'MK',
  'ZK',
  'DH',
  'DT',
])

/** 'GH₵ a piece' → currency 'GH₵', per 'a piece'; null where the unit is no money. */
export function currencyOf(unit: string): { currency: string; per: string } | null {
  const [, head = '', per = ''] = /^(int\. \$|\S+)\s*(.*)$/.exec(unit) ?? []
  const isMoney = /\p{Sc}/u.test(head) || /^[A-Z]{3}$/.test(head) || symbols.has(head)
  return isMoney ? { currency: head, per } : null
}

const scales = [
  { from: 1e12, short: 'tn', word: ' trillion' },
  { from: 1e9, short: 'bn', word: ' billion' },
  { from: 1e6, short: 'm', word: ' million' },
  { from: 1e5, short: 'k', word: ' thousand', divisor: 1e3 },
]

/**
 * 1234.5 → '1,234.50'; `size` is at least 0. Rounded as it is written in decimals, halves up. Not by Intl: its first figure
 * takes a phone 30 ms, while a reader waits for the answer.
 */
export function grouped(size: number, decimals: number): string {
  const [whole = '', fraction = ''] = inDecimals(size).split('.')
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rounded = String(kept + ((fraction[decimals] ?? '0') >= '5' ? 1n : 0n)).padStart(decimals + 1, '0')
  const units = rounded.slice(0, rounded.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === 0 ? units : `${units}.${rounded.slice(-decimals)}`
}

/** A figure's shortest decimals, without the exponent that a very large or very small one is written with. */
function inDecimals(size: number): string {
  const text = String(size)
  if (!text.includes('e')) return text
  return size < 1 ? size.toFixed(20) : String(BigInt(size))
}

const decimalsFor = (size: number, digits: number): number =>
  Math.max(0, digits - Math.max(1, Math.floor(Math.log10(Math.max(size, 1))) + 1))

/** 96,300,000 → '96.3m'; null below 100,000. A figure that rounds up to a thousand takes the next word. */
function shortened(size: number, { digits = 3, words = false, scaledAs = size }: NumberStyle): string | null {
  for (const { from, short, word, divisor = from } of scales) {
    // What would round to 1,000m is read as 1bn.
    if (scaledAs < from && (from < 1e6 || Math.round((scaledAs / from) * 1000) < 1000)) continue
    const scaled = size / divisor
    return trimmed(grouped(scaled, decimalsFor(scaled, digits))) + (words ? word : short)
  }
  return null
}

/** '1.20' → '1.2', '3.00' → '3': a scaled figure needs no trailing zeros. */
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const plainDecimals = (size: number): number =>
  size >= 100 || Number.isInteger(size) ? 0 : size >= 10 ? 1 : 2

/**
 * The one way a figure is written: 'US$ 96m', 'GH₵ 1.63', '4.27m', '7.4%', '+1.2 points', '–' for a missing one.
 * `unit` as in a result's column ('US$', 'GH₵ a piece', '% of GDP', 'points', 'times', 'pieces', null);
 * `decimals` as in the column, null to go by size; compact figures go by `digits` instead.
 */
export function formatNumber(
  value: number | null | undefined,
  unit: string | null,
  decimals: number | null = null,
  style: NumberStyle = {},
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing
  const size = Math.abs(value)
  const compact = style.compact ? shortened(size, style) : null
  const figure = compact ?? grouped(size, decimals ?? plainDecimals(size))
  const isZero = !/[1-9]/.test(figure)
  const isSigned = style.signed ?? unit === 'points'
  const sign = isZero ? '' : value < 0 ? '−' : isSigned ? '+' : ''
  return sign + withUnit(figure, unit, style.withUnit ?? false)
}

function withUnit(figure: string, unit: string | null, named: boolean): string {
  if (unit === null || unit === '') return figure
  const money = currencyOf(unit)
  if (money) return `${money.currency} ${figure}${named && money.per ? ` ${money.per}` : ''}`
  if (unit.startsWith('%')) return `${figure}%${named ? unit.slice(1) : ''}`
  if (unit === 'points' || unit === 'times') return `${figure} ${unit}`
  if (unit === 'index' || !named) return figure
  return `${figure} ${unit}`
}
