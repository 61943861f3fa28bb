import { expect, test } from 'vitest'
import { formatMoney } from './format-money.ts'

test.each([
  [150, 'GHS', '150 GHS'],
  [1_120.5, 'USD', '1,120.50 USD'],
  [0.05, 'USD', '0.05 USD'],
  [45_000, 'UGX', '45,000 UGX'],
])('%d %s is written %s', (amount, currency, words) => expect(formatMoney(amount, currency)).toBe(words))
