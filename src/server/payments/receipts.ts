import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { type Mail, queueMail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'
import type { Seller } from '../platform/payment-settings.ts'
import { withoutBidiControls } from '../platform/without-bidi-controls.ts'
import { billingOf } from './billing.ts'
import { priceText } from './price-text.ts'
import { providerLabels } from './provider-labels.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { type Attempt, paymentAttempt, paymentReceipt, paymentReceiptCount } from './tables.ts'

export interface ReceiptParts {
  /** Who bought, kept from being deleted until the transaction ends; null once the account is. */
  buyerOf(ctx: Context, userId: string): Promise<{ name: string; email: string } | null>
  publicUrl: string
  supportEmail: string
  /** As receipts name them. */
  seller: Readonly<Seller>
}

export interface ReceiptFile {
  /** e.g. 'soko-receipt-2026-000123.pdf'. */
  name: string
  content: Buffer
  contentType: 'application/pdf'
}

export interface Receipts {
  /**
   * Issues the receipt of a purchase that is being credited, in the caller's transaction, once: its number follows the one
   * before without a gap, and it is queued as a mail. Call it last: the count stays locked until the transaction ends.
   */
  issue(ctx: Context, attemptId: string): Promise<void>
  /** Whether there still is an account to issue one to: a purchase outlives it. */
  hasBuyer(ctx: Context, userId: string): Promise<boolean>
  /** A receipt as a file. @throws AppError('not_found') where none was issued */
  file(ctx: Context, attemptId: string): Promise<ReceiptFile>
  /** The same for who bought; another's is not found, as an unknown one. */
  fileOfBuyer(ctx: Context, input: { userId: string; attemptId: string }): Promise<ReceiptFile>
}

export function createReceipts(parts: ReceiptParts): Receipts {
  const file = async (ctx: Context, attemptId: string, userId?: string): Promise<ReceiptFile> => {
    const { attempt, receipt } = await findReceipt(ctx, attemptId, userId)
    const content = await receiptPdf({
      number: receipt.number,
      issuedAt: receipt.issuedAt,
      paidAt: attempt.creditedAt ?? receipt.issuedAt,
      seller: parts.seller,
      buyer: buyerIn(receipt),
      productName: attempt.productName,
      creditAmount: attempt.creditAmount,
      price: priceText(attempt),
      provider: providerLabels[attempt.provider],
      reference: attempt.reference,
      transactionId: attempt.transactionId ?? '',
      isSandbox: attempt.isSandbox,
      isGivenBack: attempt.state === 'refunded' || attempt.state === 'reversed',
      supportEmail: parts.supportEmail,
    })
    return { name: fileName(receipt.number), content, contentType: 'application/pdf' }
  }
  return {
    issue: (ctx, attemptId) => issueReceipt(ctx, parts, attemptId),
    hasBuyer: async (ctx, userId) => (await parts.buyerOf(ctx, userId)) !== null,
    file,
    fileOfBuyer: (ctx, { attemptId, userId }) => file(ctx, attemptId, userId),
  }
}

const fileName = (number: string) => `soko-receipt-${number}.pdf`

async function issueReceipt(ctx: Context, parts: ReceiptParts, attemptId: string): Promise<void> {
  const [attempt] = await ctx.db.select().from(paymentAttempt).where(eq(paymentAttempt.id, attemptId))
  if (!attempt) throw new AppError('not_found')
  const known = await ctx.db
    .select({ number: paymentReceipt.number })
    .from(paymentReceipt)
    .where(eq(paymentReceipt.attemptId, attemptId))
  if (known.length > 0) return
  const buyer = await parts.buyerOf(ctx, attempt.userId)
  const billing = await billingOf(ctx, attempt.userId)
  const issuedAt = ctx.clock.now()
  const number = await nextNumber(ctx, issuedAt.getUTCFullYear())
  await ctx.db.insert(paymentReceipt).values({
    ...{ attemptId, number, issuedAt },
    // Of a deleted account nothing personal is written again.
    ...(buyer && {
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      company: billing.company,
      taxNumber: billing.tax_number,
    }),
  })
  if (buyer) await queueMail(ctx, 'receipt', receiptMail(buyer, attempt, number, parts.publicUrl))
}

/** '2026-000123': a transaction that fails gives its number back. */
async function nextNumber(ctx: Context, year: number): Promise<string> {
  const [count] = await ctx.db
    .insert(paymentReceiptCount)
    .values({ year, last: 1 })
    .onConflictDoUpdate({
      target: paymentReceiptCount.year,
      set: { last: sql`${paymentReceiptCount.last} + 1` },
    })
    .returning()
  if (!count) throw new Error('No receipt could be numbered')
  return `${year}-${String(count.last).padStart(6, '0')}`
}

async function findReceipt(ctx: Context, attemptId: string, userId?: string) {
  const [found] = await ctx.db
    .select({ attempt: paymentAttempt, receipt: paymentReceipt })
    .from(paymentReceipt)
    .innerJoin(paymentAttempt, eq(paymentAttempt.id, paymentReceipt.attemptId))
    .where(
      and(
        eq(paymentReceipt.attemptId, attemptId),
        userId === undefined ? undefined : eq(paymentAttempt.userId, userId),
      ),
    )
  if (!found) throw new AppError('not_found')
  return found
}

function buyerIn({ buyerName, buyerEmail, company, taxNumber }: typeof paymentReceipt.$inferSelect) {
  if (buyerName === null && buyerEmail === null) return null
  return {
    name: buyerName ?? '',
    email: buyerEmail ?? '',
    company: company ?? '',
    taxNumber: taxNumber ?? '',
  }
}

/** The numbers of the receipts of these purchases, by purchase; those without one are left out. */
export async function receiptNumbers(
  ctx: Context,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (attemptIds.length === 0) return new Map()
  const found = await ctx.db
    .select({ id: paymentReceipt.attemptId, number: paymentReceipt.number })
    .from(paymentReceipt)
    .where(inArray(paymentReceipt.attemptId, [...attemptIds]))
  return new Map(found.map(({ id, number }) => [id, number]))
}

/** What a user's receipts say, newest first. */
export async function* everyReceipt(ctx: Context, userId: string): AsyncGenerator<unknown> {
  const { number, buyerName, buyerEmail, company, taxNumber, issuedAt } = paymentReceipt
  yield* await ctx.db
    .select({
      ...{ number, buyer_name: buyerName, buyer_email: buyerEmail, company, tax_number: taxNumber },
      ...{ issued_at: issuedAt, ref: paymentAttempt.reference },
    })
    .from(paymentReceipt)
    .innerJoin(paymentAttempt, eq(paymentAttempt.id, paymentReceipt.attemptId))
    .where(eq(paymentAttempt.userId, userId))
    .orderBy(desc(paymentAttempt.seq))
}

/** Takes the buyer out of the receipts and purchases of an account that is being deleted; numbers and sums stay. */
export async function forgetBuyer(ctx: Context, userId: string): Promise<void> {
  await ctx.db.execute(sql`
    update payment_receipt set buyer_name = null, buyer_email = null, company = null, tax_number = null
    where attempt_id in (select id from payment_attempt where user_id = ${userId})`)
  // The widget is opened with a name and an address.
  await ctx.db.execute(sql`update payment_attempt set checkout = null where user_id = ${userId}`)
}

function receiptMail(
  { name, email }: { name: string; email: string },
  attempt: Attempt,
  number: string,
  publicUrl: string,
): Mail {
  const { creditAmount, productName, provider, isSandbox, id } = attempt
  const content = layoutMail({
    name: withoutBidiControls(name),
    paragraphs: [
      `Thank you. ${creditAmount} credits were added to your account: ${withoutBidiControls(productName)}, ${priceText(attempt)}, paid through ${providerLabels[provider]}.`,
      ...(isSandbox ? ['It was paid in the sandbox: no money moved.'] : []),
      `Receipt ${number} is attached. It is in your account too, in Settings under Top Up History:`,
    ],
    action: { label: 'Open my account', url: `${publicUrl}/app` },
  })
  return {
    to: email,
    subject: `Your receipt ${number}`,
    ...content,
    attachment: { name: fileName(number), kind: 'receipt', id },
  }
}
