import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { PaymentProvider, PurchaseState } from '../../contract/payments.ts'
import type { Context } from '../platform/context.ts'
import type { Offer } from './catalogue.ts'
import { makeReference } from './reference.ts'
import { type Attempt, paymentAttempt, paymentStep } from './tables.ts'

/** Longer than any start takes; what was not started by then was cut off, and nobody was sent to pay. */
const abandonedAfter = sql`now() + interval '60 seconds'`

export interface NewAttempt {
  userId: string
  idempotencyKey: string
  provider: PaymentProvider
  isSandbox: boolean
  offer: Offer
}

/** Writes down a try to buy, with what was agreed. */
export async function createAttempt(ctx: Context, input: NewAttempt): Promise<Attempt> {
  const { userId, idempotencyKey, provider, isSandbox, offer } = input
  const [attempt] = await ctx.db
    .insert(paymentAttempt)
    .values({
      ...{ userId, idempotencyKey, provider, isSandbox },
      reference: makeReference(),
      productId: offer.productId,
      productName: offer.productName,
      creditAmount: offer.creditAmount,
      ...offer.price,
      nextPollAt: abandonedAfter,
    })
    .returning()
  if (!attempt) throw new Error('An attempt was not written')
  return attempt
}

export async function findAttempt(ctx: Context, id: string): Promise<Attempt | null> {
  const [attempt] = await ctx.db.select().from(paymentAttempt).where(eq(paymentAttempt.id, id))
  return attempt ?? null
}

export async function findByReference(ctx: Context, reference: string): Promise<Attempt | null> {
  const [attempt] = await ctx.db.select().from(paymentAttempt).where(eq(paymentAttempt.reference, reference))
  return attempt ?? null
}

export async function findByProviderRef(
  ctx: Context,
  provider: PaymentProvider,
  isSandbox: boolean,
  providerRef: string,
): Promise<Attempt | null> {
  const { provider: name, isSandbox: sandbox, providerRef: ref } = paymentAttempt
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempt)
    .where(and(eq(name, provider), eq(sandbox, isSandbox), eq(ref, providerRef)))
  return attempt ?? null
}

/** The purchase that was credited for a payment at the provider. */
export async function findByTransaction(
  ctx: Context,
  provider: PaymentProvider,
  isSandbox: boolean,
  transactionId: string,
): Promise<Attempt | null> {
  const { provider: name, isSandbox: sandbox, transactionId: id } = paymentAttempt
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempt)
    .where(and(eq(name, provider), eq(sandbox, isSandbox), eq(id, transactionId)))
  return attempt ?? null
}

export async function findByKey(
  ctx: Context,
  userId: string,
  idempotencyKey: string,
): Promise<Attempt | null> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempt)
    .where(and(eq(paymentAttempt.userId, userId), eq(paymentAttempt.idempotencyKey, idempotencyKey)))
  return attempt ?? null
}

/** The newest attempt at this purchase that is not older than `withinMs` and that nobody has paid for yet. */
export async function findOpen(
  ctx: Context,
  { userId, provider, isSandbox, offer }: Omit<NewAttempt, 'idempotencyKey'>,
  withinMs: number,
  states: readonly PurchaseState[],
): Promise<Attempt | null> {
  const table = paymentAttempt
  const [attempt] = await ctx.db
    .select()
    .from(table)
    .where(
      and(
        eq(table.userId, userId),
        eq(table.provider, provider),
        eq(table.isSandbox, isSandbox),
        eq(table.productId, offer.productId),
        // What was agreed is still what is asked.
        eq(table.amountMinor, offer.price.amountMinor),
        eq(table.currency, offer.price.currency),
        eq(table.creditAmount, offer.creditAmount),
        sql`${table.state} = any(${sql.param([...states])}) and ${table.transactionId} is null`,
        sql`${table.createdAt} > now() - make_interval(secs => ${withinMs / 1_000})`,
      ),
    )
    .orderBy(desc(table.seq))
    .limit(1)
  return attempt ?? null
}

/** Locks an attempt until the transaction ends. @throws where there is none */
export async function lockAttempt(ctx: Context, id: string): Promise<Attempt> {
  const [attempt] = await ctx.db.select().from(paymentAttempt).where(eq(paymentAttempt.id, id)).for('update')
  if (!attempt) throw new Error('A payment attempt is gone')
  return attempt
}

export type Cause = (typeof paymentStep.$inferSelect)['cause']

export interface StepInput {
  to: PurchaseState
  cause: Cause
  /** The provider's word, or the operator's reason. */
  words: string
  actor?: string | undefined
}

const wordsMax = 500

/** Notes a step of an attempt that the caller has locked or just made. */
export async function noteStep(
  ctx: Context,
  attempt: Pick<Attempt, 'id' | 'state'>,
  { to, cause, words, actor }: StepInput,
): Promise<void> {
  await ctx.db.insert(paymentStep).values({
    attemptId: attempt.id,
    fromState: attempt.state,
    toState: to,
    cause,
    actor: actor ?? null,
    words: words.slice(0, wordsMax),
  })
}

const openStates: readonly PurchaseState[] = ['created', 'redirected', 'pending', 'review', 'paid']

/** What the checkout widget was opened with, without whom it was for; nothing stays nothing. */
const nobodysCheckout = sql`jsonb_set(${paymentAttempt.checkout}, '{customer}',
  '{"email": "", "name": "", "phone_number": ""}')`

/** The last step that changed an attempt's state; null where none did. */
export async function lastMove(
  ctx: Context,
  attemptId: string,
): Promise<typeof paymentStep.$inferSelect | null> {
  const [step] = await ctx.db
    .select()
    .from(paymentStep)
    .where(and(eq(paymentStep.attemptId, attemptId), ne(paymentStep.fromState, paymentStep.toState)))
    .orderBy(desc(paymentStep.id))
    .limit(1)
  return step ?? null
}

/** Whether a step with these very words was noted. */
export async function hasStep(ctx: Context, attemptId: string, words: string): Promise<boolean> {
  const steps = await ctx.db
    .select({ id: paymentStep.id })
    .from(paymentStep)
    .where(and(eq(paymentStep.attemptId, attemptId), eq(paymentStep.words, words.slice(0, wordsMax))))
    .limit(1)
  return steps.length > 0
}

/** Changes an attempt that the caller has locked, and notes the step. One that has ended names its buyer no more. */
export async function moveAttempt(
  ctx: Context,
  attempt: Pick<Attempt, 'id' | 'state'>,
  step: StepInput,
  also: PgUpdateSetSource<typeof paymentAttempt> = {},
): Promise<void> {
  await noteStep(ctx, attempt, step)
  await ctx.db
    .update(paymentAttempt)
    .set({
      ...also,
      ...(!openStates.includes(step.to) && { checkout: nobodysCheckout }),
      state: step.to,
      updatedAt: sql`now()`,
    })
    .where(eq(paymentAttempt.id, attempt.id))
}
