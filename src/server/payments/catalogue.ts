import { and, asc, eq } from 'drizzle-orm'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { getTopUpProducts, TopUpProduct } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import { majorNumber } from './currency.ts'
import type { Money } from './provider.ts'
import type { Providers } from './providers.ts'
import { paymentPrice, paymentProduct } from './tables.ts'

/** What is for sale, with a price for each way to pay that is offered; a product that none of them takes is left out. */
export async function catalogue(
  ctx: Context,
  providers: Providers,
): Promise<AnswerOf<typeof getTopUpProducts>> {
  const adapters = [...providers.values()]
  const rows = await ctx.db
    .select()
    .from(paymentProduct)
    .innerJoin(paymentPrice, eq(paymentPrice.productId, paymentProduct.id))
    .where(eq(paymentProduct.isOnSale, true))
    .orderBy(asc(paymentProduct.position), asc(paymentProduct.id))
  const products = new Map<string, TopUpProduct>()
  for (const { payment_product: product, payment_price: price } of rows) {
    const amount = majorNumber(price)
    const prices = adapters
      .filter(adapter => adapter.currency === price.currency)
      .map(adapter => ({ provider: adapter.name, currency: price.currency, amount }))
    const known = products.get(product.id)
    if (known) known.prices.push(...prices)
    else products.set(product.id, { ...shown(product), prices })
  }
  return {
    products: [...products.values()].flatMap(product =>
      inOrderOf(
        adapters.map(one => one.name),
        product,
      ),
    ),
    methods: adapters.map(adapter => adapter.method),
  }
}

const shown = ({ id, name, description, creditAmount }: typeof paymentProduct.$inferSelect) => ({
  ...{ id, name, description, credit_amount: creditAmount, cash_amount: 0, currency: '' },
})

/** Its prices in the order in which ways to pay are offered; the first one is the product's own. */
function inOrderOf(providers: readonly string[], product: TopUpProduct): TopUpProduct[] {
  const prices = product.prices.toSorted(
    (one, other) => providers.indexOf(one.provider) - providers.indexOf(other.provider),
  )
  const [first] = prices
  return first ? [{ ...product, cash_amount: first.amount, currency: first.currency, prices }] : []
}

export interface Offer {
  productId: string
  productName: string
  creditAmount: number
  price: Money
}

/** What a product costs in a currency at the moment; null where it is not sold so. */
export async function offerOf(ctx: Context, productId: string, currency: string): Promise<Offer | null> {
  const [row] = await ctx.db
    .select()
    .from(paymentProduct)
    .innerJoin(paymentPrice, eq(paymentPrice.productId, paymentProduct.id))
    .where(
      and(
        eq(paymentProduct.id, productId),
        eq(paymentProduct.isOnSale, true),
        eq(paymentPrice.currency, currency),
      ),
    )
  if (!row) return null
  const { payment_product: product, payment_price: price } = row
  return {
    productId,
    productName: product.name,
    creditAmount: product.creditAmount,
    price: { amountMinor: price.amountMinor, currency },
  }
}
