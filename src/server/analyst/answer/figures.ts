import { currencyOf, formatNumber, type NumberStyle } from '../../../charts/format.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'

/** What a figure is printed with in a language. */
export interface Printing {
  messages: Messages
  names: Pick<Names, 'unitWords'>
}

/** How a figure is printed in a sentence. */
export interface FigureStyle {
  /** Significant figures; three unless two figures would look alike. */
  digits?: number
  /** Without its sign: the words around say which way. */
  size?: boolean
  /** '51.1%' for '51.1% of population': the figure beside it says of what. */
  brief?: boolean
  /** Without its unit, where the words around it are the unit. */
  bare?: boolean
  /** With a plus where it is above 0, beside figures of the other sign. */
  signed?: boolean
}

/** Units that the name of a measure says already, or that are a scale and no unit. */
export const unsaidUnits: ReadonlySet<string> = new Set([
  ...[
    'people',
    'births',
    'deaths',
    'subscriptions',
    'index',
    'index 0-1',
    '0-100',
    '1 to 5',
    'ratio (US = 1)',
  ],
  ...['HHI', '% a year', 'rank', 'of 100'],
])

const thousand = 1000
const compactFrom = 1_000_000

/** 'US$ 287bn', '9.8%', '34.5 L per capita', '2.3 times': at most three significant figures, decimals no more than the column has. */
export function printFigure(
  value: number,
  unit: string | null,
  decimals: number | null,
  { digits = 3, size = false, brief = false, bare = false, signed = false }: FigureStyle,
  printing: Printing,
): string {
  // A calendar year is a name, not a size.
  if (unit === 'year') return String(value)
  const shown = size ? Math.abs(value) : value
  const isUnsaid = bare || unit === null || unsaidUnits.has(unit)
  const isPercent = unit?.startsWith('%') ?? false
  const printed = isPercent && (isUnsaid || brief) ? '%' : isUnsaid ? null : unit
  const figure = rounded(shown, digits)
  return printNumber(figure, printed, decimalsFor(Math.abs(value), decimals, digits), printing, {
    ...{ compact: Math.abs(figure) >= compactFrom, digits, signed },
  })
}

const scales: Readonly<Record<string, string>> = {
  tn: 'trillion',
  bn: 'billion',
  m: 'million',
  k: 'thousand',
}

/** A number with its unit as the language writes both, rounded as in English. */
export function printNumber(
  value: number,
  unit: string | null,
  decimals: number | null,
  { messages, names }: Printing,
  style: NumberStyle,
): string {
  if (messages.lang === 'en') return formatNumber(value, unit, decimals, { ...style, withUnit: true })
  const plain = formatNumber(value, null, decimals, { ...style, signed: style.signed ?? unit === 'points' })
  const [, sign = '', whole = '', part = '', scale = ''] =
    /^([+−]?)([\d,]+)(?:\.(\d+))?(\D*)$/.exec(plain) ?? []
  const digits = messages.number(whole.replaceAll(',', ''), part)
  const scaled = { number: sign + digits, scale: scales[scale] ?? '', n: Number(`${whole}.${part}`) }
  const number = scale ? messages.figure('scaled', scaled) : sign + digits
  if (unit === null || unit === '' || unit === 'index') return number
  const money = currencyOf(unit)
  if (money) {
    const currency = names.unitWords(money.currency) ?? money.currency
    const figure = messages.figure('money', { number, currency })
    const per = money.per.replace(/^(?:an?|per) /, '')
    return per === '' ? figure : messages.figure('per', { figure, per: unitWords(per, { messages, names }) })
  }
  if (!unit.startsWith('%'))
    return messages.figure('unit', { number, unit: unitWords(unit, { messages, names }) })
  const of = names.unitWords(unit)
  const figure = messages.figure('percent', { number })
  return of === null ? figure : `${figure} ${of}`
}

/** A unit for each of something is its two parts where it has no name of its own: 'L' and 'person'. */
function unitWords(unit: string, printing: Printing): string {
  const own = printing.names.unitWords(unit)
  if (own !== null) return own
  const [, figure, per] = /^(.+?) (?:an? |per )(.+)$/.exec(unit) ?? []
  if (!figure || !per) return unit
  const parts = { figure: unitWords(figure, printing), per: unitWords(per, printing) }
  return printing.messages.figure('per', parts)
}

/** 3,258 → 3,260; what is shortened to millions is rounded there. */
function rounded(value: number, digits: number): number {
  const size = Math.abs(value)
  return size >= thousand && size < compactFrom ? Number(value.toPrecision(digits)) : value
}

function decimalsFor(size: number, own: number | null, digits: number): number {
  if (size >= thousand || Number.isInteger(size)) return 0
  const significant = Math.max(0, digits - 1 - Math.floor(Math.log10(size)))
  const most = Math.min(significant, Math.max(own ?? significant, digits > 3 ? significant : 0))
  // A small figure that would be printed as nothing keeps its first two.
  return size < 0.5 * 10 ** -most ? 1 - Math.floor(Math.log10(size)) : most
}

/** A unit without what the name of the measure says already: 'US$ a person' beside 'spending per head', '% of GDP' beside 'share of GDP'. */
export function withoutSaid(unit: string | null, name: string): string | null {
  if (unit === null) return null
  if (/\bper (?:head|child|adult|capita)/.test(name)) return unit.split(/ an? /)[0] ?? unit
  const whole = /^% of (?:.* )?(\S+)$/.exec(unit)?.[1]
  return whole !== undefined && name.includes(whole) ? '%' : unit
}
