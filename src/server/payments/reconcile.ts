import { and, asc, gt, gte, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PaymentProvider, PurchaseState } from '../../contract/payments.ts'
import { postedAmounts, purchaseRefs } from '../credits/credits.ts'
import type { Context } from '../platform/context.ts'
import type { TimeSpan } from '../platform/day-span.ts'
import { rowsOf } from '../platform/db.ts'
import { purchaseRef, reversalRef } from './ledger-effects.ts'
import { type Attempt, paymentAttempt } from './tables.ts'

export interface ReconciledLine {
  provider: PaymentProvider
  isSandbox: boolean
  currency: string
  state: PurchaseState
  count: number
  /** In the currency's smallest unit. */
  amountMinor: number
  creditAmount: number
}

/** What the purchases and the ledger do not agree on. */
export interface Difference {
  kind:
    | 'credited-without-entry'
    | 'entry-differs'
    | 'entry-without-purchase'
    | 'paid-not-credited'
    | 'given-back-without-reversal'
    | 'credited-in-sandbox'
  /** That of the purchase, or of the ledger's entry where there is no purchase. */
  reference: string
}

export interface Reconciliation {
  /** What was started in the span, by how far it has come. */
  lines: ReconciledLine[]
  /** Must be empty. */
  differences: Difference[]
}

const batch = 1_000

/**
 * Holds the purchases of a span against the ledger: those started or credited in it, and what was posted in it. In
 * production it finds credits, too, that no money was paid for: those of a database that was tried out before.
 */
export async function reconcile(
  ctx: Context,
  span: TimeSpan,
  { isProduction = false }: { isProduction?: boolean } = {},
): Promise<Reconciliation> {
  const differences: Difference[] = []
  for await (const attempts of endedIn(ctx, span)) {
    differences.push(...(await compare(ctx, attempts)))
    if (isProduction) differences.push(...attempts.filter(isForNothing).map(forNothing))
  }
  differences.push(...(await entriesWithoutPurchase(ctx, span)))
  return { lines: await linesOf(ctx, span), differences }
}

const isForNothing = ({ isSandbox, state }: Attempt) => isSandbox && state === 'credited'
const forNothing = ({ reference }: Attempt): Difference => ({ kind: 'credited-in-sandbox', reference })

const within = (span: TimeSpan, column: typeof paymentAttempt.createdAt | typeof paymentAttempt.creditedAt) =>
  and(
    span.since ? gte(column, span.since) : undefined,
    span.until ? lt(column, span.until) : undefined,
    isNotNull(column),
  ) as SQL

function linesOf(ctx: Context, { since, until }: TimeSpan): Promise<ReconciledLine[]> {
  return rowsOf<ReconciledLine & Record<string, unknown>>(
    ctx.db,
    sql`select provider, is_sandbox as "isSandbox", currency, state, count(*) as count,
          sum(amount_minor)::bigint as "amountMinor", sum(credit_amount)::bigint as "creditAmount"
        from payment_attempt
        where created_at >= coalesce(${since ?? null}::timestamptz, '-infinity')
          and created_at < coalesce(${until ?? null}::timestamptz, 'infinity')
        group by provider, is_sandbox, currency, state order by provider, is_sandbox, currency, state`,
  )
}

/** What should have left a trace in the ledger, in batches: whatever was ever paid for. */
async function* endedIn(ctx: Context, span: TimeSpan): AsyncGenerator<Attempt[]> {
  const { seq, createdAt, creditedAt, state } = paymentAttempt
  for (let after = 0; ; ) {
    const attempts = await ctx.db
      .select()
      .from(paymentAttempt)
      .where(
        and(
          gt(seq, after),
          inArray(state, ['paid', 'credited', 'refunded', 'reversed']),
          or(within(span, createdAt), within(span, creditedAt)),
        ),
      )
      .orderBy(asc(seq))
      .limit(batch)
    const last = attempts.at(-1)
    if (!last) return
    yield attempts
    after = last.seq
  }
}

async function compare(ctx: Context, attempts: readonly Attempt[]): Promise<Difference[]> {
  const references = attempts.map(({ reference }) => reference)
  const entries = await postedAmounts(ctx, 'purchase', references.map(purchaseRef))
  const reversals = await postedAmounts(ctx, 'reversal', references.map(reversalRef))
  return attempts.flatMap(({ reference, state, creditAmount }): Difference[] => {
    const entry = entries.get(purchaseRef(reference))
    if (state === 'paid') return [{ kind: 'paid-not-credited', reference }]
    if (entry === undefined) return [{ kind: 'credited-without-entry', reference }]
    if (entry !== creditAmount) return [{ kind: 'entry-differs', reference }]
    const reversed = reversals.get(reversalRef(reference)) ?? 0
    const isRight = reversed === (state === 'credited' ? 0 : creditAmount)
    return isRight ? [] : [{ kind: 'given-back-without-reversal', reference }]
  })
}

async function entriesWithoutPurchase(ctx: Context, span: TimeSpan): Promise<Difference[]> {
  const refs = await purchaseRefs(ctx, span)
  const found: Difference[] = []
  for (let from = 0; from < refs.length; from += batch) {
    const part = refs.slice(from, from + batch)
    const { reference, creditedAt } = paymentAttempt
    const known = await ctx.db
      .select({ reference })
      .from(paymentAttempt)
      .where(
        and(
          inArray(
            reference,
            part.map(ref => ref.replace(/^topup:/, '')),
          ),
          isNotNull(creditedAt),
        ),
      )
    const purchases = new Set(known.map(one => purchaseRef(one.reference)))
    for (const ref of part)
      if (!purchases.has(ref)) found.push({ kind: 'entry-without-purchase', reference: ref })
  }
  return found
}
