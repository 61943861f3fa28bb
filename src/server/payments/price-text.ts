import { majorText } from './currency.ts'
import type { Money } from './provider.ts'

/** Money as a person reads it: '2,200.00 GHS', '45,000 UGX'. */
export function priceText(money: Money): string {
  const [whole = '', fraction] = majorText(money).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`} ${money.currency}`
}
