import { expect, test } from 'vitest'
import type { PaymentMethod, TopUpProduct } from '../../contract/payments.ts'
import { onSale, scriptsOf } from './offer.ts'

const product: TopUpProduct = {
  id: 'starter',
  name: 'Starter',
  cash_amount: 150,
  currency: 'GHS',
  credit_amount: 100,
  description: '',
  prices: [
    { provider: 'express', currency: 'GHS', amount: 150 },
    { provider: 'paypal', currency: 'USD', amount: 12 },
  ],
}
const method = (provider: PaymentMethod['provider'], script: string | null = null): PaymentMethod => ({
  provider,
  is_sandbox: false,
  script_url: script,
  public_key: script && 'client 1',
})

test('a way to pay is offered where the installation has it and the product has a price for it', () => {
  const [sold] = onSale([product], [method('express'), method('flutterwave')])
  expect([...(sold?.ways.keys() ?? [])]).toEqual(['express'])
  expect(sold?.ways.get('express')).toMatchObject({ amount: 150, currency: 'GHS' })
})

test('a product that nothing here takes payment for is not on sale', () => {
  expect(onSale([product], [])).toEqual([])
  expect(onSale([{ ...product, prices: [] }], [method('express')])).toEqual([])
})

test('scripts are those of the ways to pay that have one, under their own address', () => {
  const script = 'https://www.paypal.com/sdk/js?client-id=a&currency=USD'
  const scripts = scriptsOf(onSale([product], [method('express'), method('paypal', script)]))
  expect([...scripts]).toEqual([['paypal', script]])
})
