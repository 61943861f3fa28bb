import { eq, sql } from 'drizzle-orm'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { getBillingDetails } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import { paymentBilling } from './tables.ts'

type Billing = AnswerOf<typeof getBillingDetails>

/** What receipts say of a buyer beside the name; empty texts where nothing was given. */
export async function billingOf(ctx: Context, userId: string): Promise<Billing> {
  const [found] = await ctx.db.select().from(paymentBilling).where(eq(paymentBilling.userId, userId))
  return { company: found?.company ?? '', tax_number: found?.taxNumber ?? '' }
}

/** The same for a list of all that is kept: one, or none where nothing was ever set. */
export async function* everyBilling(ctx: Context, userId: string): AsyncGenerator<Billing> {
  const billing = await billingOf(ctx, userId)
  if (billing.company !== '' || billing.tax_number !== '') yield billing
}

/** Sets what receipts from now on say; those that were issued stay as they are. */
export async function setBilling(
  ctx: Context,
  userId: string,
  { company, tax_number: taxNumber }: Billing,
): Promise<void> {
  await ctx.db
    .insert(paymentBilling)
    .values({ userId, company, taxNumber })
    .onConflictDoUpdate({
      target: paymentBilling.userId,
      set: { company, taxNumber, updatedAt: sql`now()` },
    })
}
