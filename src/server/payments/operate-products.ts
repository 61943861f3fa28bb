import { and, asc, eq, max, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { pgErrorCode } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { minorUnits } from './currency.ts'
import type { Money } from './provider.ts'
import { paymentPrice, paymentProduct } from './tables.ts'

type Row = typeof paymentProduct.$inferSelect
export type OperatedProduct = Row & { prices: Money[] }

/** What is or was sold, as the shop has it in order, with the price in each currency. */
export async function listProducts(ctx: Context): Promise<OperatedProduct[]> {
  const products = await ctx.db
    .select()
    .from(paymentProduct)
    .orderBy(asc(paymentProduct.position), asc(paymentProduct.id))
  const prices = await ctx.db.select().from(paymentPrice).orderBy(asc(paymentPrice.currency))
  return products.map(product => ({
    ...product,
    prices: prices
      .filter(({ productId }) => productId === product.id)
      .map(({ amountMinor, currency }) => ({ amountMinor, currency })),
  }))
}

export interface ProductInput {
  id: string
  name?: string | undefined
  description?: string | undefined
  creditAmount?: number | undefined
  /** Its place in the shop; the last one without it. */
  position?: number | undefined
}

/**
 * Makes a product or changes what is named of one; purchases that were started keep what they agreed to. A new one is not
 * on sale. Answers whether it is new.
 * @throws AppError('invalid') for an id that is none, and for a new one without name, description or credits
 */
export function setProduct(ctx: Context, { id, ...input }: ProductInput): Promise<boolean> {
  return inTransaction(ctx, async tx => {
    const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const changed = await tx.db
      .update(paymentProduct)
      .set({ ...named, updatedAt: sql`now()` })
      .where(eq(paymentProduct.id, id))
      .returning({ id: paymentProduct.id })
    if (changed.length > 0) return false
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(id))
      throw refusal('A product’s id is of small letters, digits and hyphens, at most 40 of them.')
    const { name, description, creditAmount } = input
    if (name === undefined || description === undefined || creditAmount === undefined)
      throw refusal('A new product needs a name, a description and credits.')
    const [last] = await tx.db.select({ position: max(paymentProduct.position) }).from(paymentProduct)
    const position = input.position ?? (last?.position ?? 0) + 1
    const product = { id, name, description, creditAmount, position, isOnSale: false }
    await tx.db.insert(paymentProduct).values(product)
    return true
  })
}

/**
 * Sets what a product costs in a currency, in major units as text; null takes that price away.
 * @throws AppError('not_found') for an unknown product, 'invalid' for what is no amount or no currency
 */
export async function setProductPrice(
  ctx: Context,
  input: { id: string; currency: string; amount: string | null },
): Promise<void> {
  const { id, currency, amount } = input
  if (!/^[A-Z]{3}$/.test(currency)) throw refusal('A currency is three capital letters, e.g. GHS.')
  await knownProduct(ctx, id)
  const { productId, currency: column } = paymentPrice
  if (amount === null) {
    await ctx.db.delete(paymentPrice).where(and(eq(productId, id), eq(column, currency)))
    return
  }
  const amountMinor = minorUnits(amount, currency)
  if (amountMinor === null || amountMinor < 1)
    throw refusal(`${amount} is no amount of ${currency} above 0, e.g. 120 or 120.50.`)
  try {
    await ctx.db
      .insert(paymentPrice)
      .values({ productId: id, currency, amountMinor })
      .onConflictDoUpdate({ target: [productId, column], set: { amountMinor } })
  } catch (error) {
    if (pgErrorCode(error) !== '23514') throw error
    throw refusal(`${amount} ${currency} is more than a product may cost.`)
  }
}

/** Puts a product on sale or takes it off. Answers whether that changed anything. @throws AppError('not_found') */
export async function setOnSale(ctx: Context, id: string, isOnSale: boolean): Promise<boolean> {
  await knownProduct(ctx, id)
  const changed = await ctx.db
    .update(paymentProduct)
    .set({ isOnSale, updatedAt: sql`now()` })
    .where(and(eq(paymentProduct.id, id), eq(paymentProduct.isOnSale, !isOnSale)))
    .returning({ id: paymentProduct.id })
  return changed.length > 0
}

async function knownProduct(ctx: Context, id: string): Promise<void> {
  const found = await ctx.db
    .select({ id: paymentProduct.id })
    .from(paymentProduct)
    .where(eq(paymentProduct.id, id))
  if (found.length === 0) throw new AppError('not_found', { message: `There is no product ${id}` })
}

const refusal = (message: string) => new AppError('invalid', { message })
