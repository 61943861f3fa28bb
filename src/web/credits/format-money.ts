import { grouped } from '../../charts/format.ts'

/** Money in major units, the currency behind it: '150 GHS', '1,120.50 GHS'. */
export const formatMoney = (amount: number, currency: string): string =>
  `${grouped(amount, Number.isInteger(amount) ? 0 : 2)} ${currency}`
