import { minorUnits } from '../currency.ts'
import type { Money } from '../provider.ts'

/**
 * An amount in major units and its currency, as another wrote them: '20', '20.0', '20.00' and the number 20 alike.
 * @returns null where either cannot be read: no signs, no exponents, no separators, no part of the smallest unit
 */
export function moneyIn(major: unknown, currency: unknown): Money | null {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null
  if (typeof major !== 'string' && typeof major !== 'number') return null
  const amountMinor = minorUnits(String(major), currency)
  return amountMinor === null ? null : { amountMinor, currency }
}
