import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

test.each([
  [15_000, 'GHS', '150.00 GHS'],
  [220_000, 'GHS', '2,200.00 GHS'],
  [45_000, 'UGX', '45,000 UGX'],
])('%d minor units of %s are written with the currency behind them: %s', (amountMinor, currency, said) => {
  expect(priceText({ amountMinor, currency })).toBe(said)
})
