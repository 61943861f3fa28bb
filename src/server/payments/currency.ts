import type { Money } from './provider.ts'

/** ISO 4217's decimals where they are not 2. */
const decimals: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  // Two by ISO 4217; providers take none.
  HUF: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  // As the forint.
  TWD: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** How many decimals an amount of a currency has. */
export const decimalsOf = (currency: string): number => decimals[currency] ?? 2

/** An amount in major units as exact text: '120.50', '2000' where the currency has no decimals. */
export function majorText({ amountMinor, currency }: Money): string {
  const places = decimalsOf(currency)
  if (places === 0) return String(amountMinor)
  const digits = String(amountMinor).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The same as a number for a screen, e.g. 120.5. Nothing is ever computed with it. */
export const majorNumber = (money: Money): number => Number(majorText(money))

/**
 * Strict decimal text as minor units: '20', '20.0', '20.00' are 2000 in GHS. null for a sign, an exponent, spaces, more
 * decimals than the currency has, or more than can be held exactly.
 */
export function minorUnits(text: string, currency: string): number | null {
  const [whole, fraction] = /^(\d{1,15})(?:\.(\d{1,9}))?$/.exec(text)?.slice(1) ?? []
  if (whole === undefined) return null
  const places = decimalsOf(currency)
  const kept = (fraction ?? '').replace(/0+$/, '')
  if (kept.length > places) return null
  const minor = Number(`${whole}${kept.padEnd(places, '0')}`)
  return Number.isSafeInteger(minor) ? minor : null
}
