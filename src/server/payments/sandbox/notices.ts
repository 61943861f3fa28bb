import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PaymentProvider } from '../../../contract/payments.ts'
import type { Context } from '../../platform/context.ts'
import { rowOf, rowsOf } from '../../platform/db.ts'

export interface Notice {
  id: string
  provider: PaymentProvider
  body: string
}

/** Sends a notice; says whether it was taken. */
export type Deliver = (notice: Notice) => Promise<boolean>

interface Row extends Record<string, unknown>, Notice {
  tries: number
}

const triesAtMost = 6
/** Longer than a delivery takes, so that no other instance sends it meanwhile. */
const leaseSeconds = 30

/** Sends what is due, or what an order has to tell at once; what is not taken is sent again after 2, 8, 32 s ... */
export async function sendDueNotices(ctx: Context, deliver: Deliver, orderId?: string): Promise<number> {
  const ofOrder = orderId === undefined ? sql`` : sql`and order_id = ${orderId}`
  const due = await rowsOf<Row>(
    ctx.db,
    sql`update payment_sandbox_notice n set tries = tries + 1,
        due_at = now() + make_interval(secs => ${leaseSeconds})
      from payment_sandbox_order o
      where o.id = n.order_id and n.id in (
        select id from payment_sandbox_notice where due_at <= now() ${ofOrder}
        order by due_at limit 20 for update skip locked)
      returning n.id, o.provider, n.body, n.tries`,
  )
  await Promise.all(
    due.map(async ({ tries, ...notice }) => {
      const isTaken = await deliver(notice)
      const isOver = isTaken || tries >= triesAtMost
      if (!isTaken) ctx.log.warn({ provider: notice.provider, tries }, 'The webhook did not take a notice')
      const due_at = isOver ? sql`null` : sql`now() + make_interval(secs => ${2 * 4 ** (tries - 1)})`
      await ctx.db.execute(sql`update payment_sandbox_notice set due_at = ${due_at} where id = ${notice.id}`)
    }),
  )
  return due.length
}

/** How long until something of the stand-in is due, at most `atMostMs`. */
async function untilNextMs(ctx: Context, atMostMs: number): Promise<number> {
  const row = await rowOf<{ ms: number }>(
    ctx.db,
    sql`select (1000 * extract(epoch from least(
        (select min(next_at) from payment_sandbox_order where next_at is not null),
        (select min(due_at) from payment_sandbox_notice where due_at is not null)) - now()))::float8 as ms`,
  )
  return Math.min(Math.max(row?.ms ?? atMostMs, 20), atMostMs)
}

const idleMs = 10_000

export interface SandboxLoop {
  start(): void
  /** Looks at once: something was just queued. */
  wake(): void
  stop(): Promise<void>
}

/** Does what is due as its time comes. It remembers nothing, so a restart loses nothing. */
export function createSandboxLoop(ctx: Context, work: () => Promise<void>): SandboxLoop {
  const ending = new AbortController()
  let nap = new AbortController()
  let isAwake = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      isAwake = false
      let waitMs = idleMs
      try {
        await work()
        waitMs = await untilNextMs(ctx, idleMs)
      } catch (error) {
        ctx.log.warn({ err: error }, 'The stand-in for payment providers could not look for what is due')
      }
      nap = new AbortController()
      if (isAwake || ending.signal.aborted) continue
      await sleep(waitMs, undefined, { signal: nap.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    start() {
      running ??= run()
    },
    wake() {
      isAwake = true
      nap.abort()
    },
    async stop() {
      ending.abort()
      nap.abort()
      await running
    },
  }
}
