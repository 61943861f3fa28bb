import { and, eq, inArray } from 'drizzle-orm'
import type { SignedInContext } from '../platform/context.ts'
import { purchaseRef } from './ledger-effects.ts'
import { priceText } from './price-text.ts'
import { providerLabels } from './provider-labels.ts'
import { paymentAttempt } from './tables.ts'

const ownRef = purchaseRef('')

/** What the user bought under these refs of the ledger, e.g. 'Starter, 150.00 GHS, expressPay'. */
export async function purchasedByRef(
  ctx: SignedInContext,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const references = refs.filter(ref => ref.startsWith(ownRef)).map(ref => ref.slice(ownRef.length))
  if (references.length === 0) return new Map()
  const { reference, userId, productName, amountMinor, currency, provider } = paymentAttempt
  const rows = await ctx.db
    .select({ reference, productName, amountMinor, currency, provider })
    .from(paymentAttempt)
    .where(and(inArray(reference, references), eq(userId, ctx.user.id)))
  const said = ({ productName, provider, ...money }: (typeof rows)[number]) =>
    [productName, priceText(money), providerLabels[provider]].join(', ')
  return new Map(rows.map(row => [purchaseRef(row.reference), said(row)]))
}
