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

// spec: S7.card.2
test('the card script is asked for with the client id and the currency of its prices, without a second word on what is set', () => {
  const url = (script: string) => {
    const scripts = scriptsOf(onSale([product], [method('express'), method('paypal', script)]))
    expect([...scripts.keys()]).toEqual(['paypal'])
    return scripts.get('paypal')
  }
  expect(url('https://www.paypal.com/sdk/js')).toBe(
    'https://www.paypal.com/sdk/js?client-id=client+1&currency=USD&components=buttons%2Cfunding-eligibility',
  )
  expect(url('/sandbox/paypal/sdk.js?client-id=a&components=buttons')).toBe(
    '/sandbox/paypal/sdk.js?client-id=a&components=buttons&currency=USD',
  )
})
