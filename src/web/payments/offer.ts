import type { PaymentMethod, PaymentProvider, TopUpProduct } from '../../contract/payments.ts'
import type { ScriptedProvider } from './frame-messages.ts'

/** One way to pay for a product, with its price there. */
export interface PayWay extends PaymentMethod {
  /** In major units. */
  amount: number
  currency: string
}

export interface ProductOnSale extends TopUpProduct {
  ways: ReadonlyMap<PaymentProvider, PayWay>
}

/** The products that can be paid for here, each with the ways that are offered and have a price for it. */
export function onSale(
  products: readonly TopUpProduct[],
  methods: readonly PaymentMethod[],
): ProductOnSale[] {
  const withWays = products.map(product => {
    const ways = methods.flatMap((method): [PaymentProvider, PayWay][] => {
      const price = product.prices.find(({ provider }) => provider === method.provider)
      return price ? [[method.provider, { ...method, amount: price.amount, currency: price.currency }]] : []
    })
    return { ...product, ways: new Map(ways) }
  })
  return withWays.filter(({ ways }) => ways.size > 0)
}

/** The scripts that the ways to pay need. */
export function scriptsOf(products: readonly ProductOnSale[]): Map<ScriptedProvider, string> {
  const scripts = new Map<ScriptedProvider, string>()
  for (const { ways } of products) {
    for (const { provider, script_url } of ways.values()) {
      if (provider !== 'express' && script_url !== null) scripts.set(provider, script_url)
    }
  }
  return scripts
}
