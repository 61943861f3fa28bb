import { majorText } from './currency.ts'
import type { Money } from './provider.ts'

/** Money as a person reads it: 'GHS 2,200.00', 'UGX 45,000'. */
export function priceText(money: Money): string {
  const [whole = '', fraction] = majorText(money).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${money.currency} ${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}
