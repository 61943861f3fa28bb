import { randomInt } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { PaymentProvider } from '../../../contract/payments.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { rowOf, rowsOf } from '../../platform/db.ts'
import type { Money } from '../provider.ts'
import { type Choice, type EndState, outcomes, paidBy } from './outcome.ts'

/** One payment as the stand-in of its provider knows it. */
export interface SandboxOrder {
  /** A token, an order id, the id of a payment page. */
  id: string
  provider: PaymentProvider
  reference: string
  asked: Money
  /** null while nobody has paid. */
  paid: Money | null
  state: 'open' | 'approved' | EndState | 'refunded'
  choice: Choice | null
  transactionId: string | null
  /** Whether it cannot be asked about just now. */
  isQuiet: boolean
  details: Readonly<Record<string, string>>
  createdAt: string
}

/** The body of what the webhook is told of an order. */
export type TellOf = (order: SandboxOrder) => string

interface Row extends Record<string, unknown> {
  id: string
  provider: PaymentProvider
  reference: string
  amount_minor: number
  currency: string
  paid_minor: number | null
  paid_currency: string | null
  state: SandboxOrder['state']
  choice: Choice | null
  transaction_id: string | null
  is_quiet: boolean
  details: Record<string, string>
  created_at: string
}

const columns = sql`id, provider, reference, amount_minor, currency, paid_minor, paid_currency, state, choice,
  transaction_id, coalesce(quiet_until > now(), false) as is_quiet, details,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at`

const orderOf = (row: Row): SandboxOrder => ({
  id: row.id,
  provider: row.provider,
  reference: row.reference,
  asked: { amountMinor: row.amount_minor, currency: row.currency },
  paid:
    row.paid_minor === null || row.paid_currency === null
      ? null
      : { amountMinor: row.paid_minor, currency: row.paid_currency },
  state: row.state,
  choice: row.choice,
  transactionId: row.transaction_id,
  isQuiet: row.is_quiet,
  details: row.details,
  createdAt: row.created_at,
})

/** @returns null where the provider has an order of that reference already */
export async function makeOrder(
  ctx: Context,
  order: Pick<SandboxOrder, 'id' | 'provider' | 'reference' | 'asked' | 'details'>,
): Promise<SandboxOrder | null> {
  const { id, provider, reference, asked, details } = order
  const row = await rowOf<Row>(
    ctx.db,
    sql`insert into payment_sandbox_order (id, provider, reference, amount_minor, currency, details)
      values (${id}, ${provider}, ${reference}, ${asked.amountMinor}, ${asked.currency}, ${JSON.stringify(details)}::jsonb)
      on conflict (provider, reference) do nothing returning ${columns}`,
  )
  return row && orderOf(row)
}

async function find(ctx: Context, condition: SQL): Promise<SandboxOrder | null> {
  const row = await rowOf<Row>(ctx.db, sql`select ${columns} from payment_sandbox_order where ${condition}`)
  return row && orderOf(row)
}

type Of = { provider: PaymentProvider }
export const orderById = (ctx: Context, { provider, id }: Of & { id: string }) =>
  find(ctx, sql`provider = ${provider} and id = ${id}`)
export const orderByReference = (ctx: Context, { provider, reference }: Of & { reference: string }) =>
  find(ctx, sql`provider = ${provider} and reference = ${reference}`)
export const orderByTransaction = (
  ctx: Context,
  { provider, transactionId }: Of & { transactionId: string },
) => find(ctx, sql`provider = ${provider} and transaction_id = ${transactionId}`)

const makeTransactionId = () => String(randomInt(10 ** 11, 10 ** 12))

/**
 * What a person chose at the checkout, once: a second choice changes nothing. At PayPal an approval waits for the capture.
 * @param seen what the widget in the browser said is asked; it decides what is paid, as it does at the real one
 */
export function choose(
  ctx: Context,
  input: { id: string; provider: PaymentProvider; choice: Choice; seen?: Money | null; tell: TellOf },
): Promise<SandboxOrder | null> {
  return inTransaction(ctx, async ctx => {
    const { id, provider, choice, seen, tell } = input
    const order = await find(ctx, sql`provider = ${provider} and id = ${id} for update`)
    if (order?.state !== 'open') return order
    const outcome = outcomes[choice]
    const paid = paidBy(choice, seen ?? order.asked)
    await ctx.db.execute(sql`update payment_sandbox_order set choice = ${choice}, paid_minor = ${paid.amountMinor},
      paid_currency = ${paid.currency}, quiet_until = now() + make_interval(secs => ${outcome.quiet?.seconds ?? 0})
      where id = ${id}`)
    const waits = provider === 'paypal' && outcome.state !== 'cancelled'
    return setState(ctx, id, waits ? 'approved' : outcome.state, tell)
  })
}

/** Takes the money of an approved order, as its choice has it; one that is not approved stays what it is. */
export function captureOrder(
  ctx: Context,
  id: string,
  { requestId, tell }: { requestId: string; tell: TellOf },
): Promise<SandboxOrder | null> {
  return inTransaction(ctx, async ctx => {
    const order = await find(ctx, sql`id = ${id} for update`)
    if (order?.state !== 'approved' || order.choice === null) return order
    await ctx.db.execute(sql`update payment_sandbox_order
      set details = details || jsonb_build_object('captureRequestId', ${requestId}::text) where id = ${id}`)
    return setState(ctx, id, outcomes[order.choice].state, tell)
  })
}

export function refundOrder(ctx: Context, id: string, tell: TellOf): Promise<SandboxOrder | null> {
  return inTransaction(ctx, async ctx => {
    const order = await find(ctx, sql`id = ${id} for update`)
    return order?.state === 'paid' ? setState(ctx, id, 'refunded', tell) : order
  })
}

/** Puts an order into a state, plans what comes of it by itself, and queues what the webhook is told. */
async function setState(
  ctx: Context,
  id: string,
  state: SandboxOrder['state'],
  tell: TellOf,
): Promise<SandboxOrder> {
  const row = await rowOf<Row>(
    ctx.db,
    sql`update payment_sandbox_order set state = ${state}, next_state = null, next_at = null,
        transaction_id = coalesce(transaction_id, ${state === 'approved' ? null : makeTransactionId()})
      where id = ${id} returning ${columns}`,
  )
  if (!row) throw new Error('An order of the stand-in is gone')
  const order = orderOf(row)
  const { later, notices } = outcomes[order.choice ?? 'approve']
  const isWaiting = state === 'pending' && later !== null
  if (isWaiting)
    await ctx.db.execute(sql`update payment_sandbox_order set next_state = ${later.state},
      next_at = now() + make_interval(secs => ${later.afterSeconds}) where id = ${id}`)
  if (!isWaiting && notices > 0)
    await ctx.db.execute(sql`insert into payment_sandbox_notice (order_id, body)
      select ${id}, ${tell(order)} from generate_series(1, ${notices}::int)`)
  return order
}

/** Lets what is due become what it becomes by itself. */
export function ripenOrders(ctx: Context, tell: TellOf): Promise<number> {
  return inTransaction(ctx, async ctx => {
    const due = await rowsOf<{ id: string; next_state: EndState }>(
      ctx.db,
      sql`select id, next_state from payment_sandbox_order where next_at <= now()
        order by id limit 50 for update skip locked`,
    )
    for (const { id, next_state } of due) await setState(ctx, id, next_state, tell)
    return due.length
  })
}

/** What nobody will ask about any more. */
export async function forgetOldOrders(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from payment_sandbox_order where created_at < now() - interval '30 days'`)
}
