import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTransaction } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import {
  adjust,
  checkInvariants,
  grant,
  hold,
  purchase,
  refund,
  release,
  reverse,
  settle,
  sweepHolds,
} from './credits.ts'

const { pool } = await testDatabase({ maxConnections: 12 })
const ctx = testContext(pool)

/** Few users, few ids, few amounts: so that the clients meet on the same account, hold and entry. */
const user = fc.nat({ max: 1 })
const id = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 9 })
const operation = fc.oneof(
  fc.record({ verb: fc.constant('hold' as const), user, id, amount, lifeMs: fc.constantFrom(0, 60_000) }),
  fc.record({ verb: fc.constant('settle' as const), user, id, amount }),
  fc.record({ verb: fc.constant('release' as const), user, id }),
  fc.record({ verb: fc.constant('grant' as const), user, id, amount }),
  fc.record({ verb: fc.constant('refund' as const), user, id, amount }),
  fc.record({ verb: fc.constant('adjust' as const), user, id, amount: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ verb: fc.constant('purchase' as const), user, id, amount }),
  fc.record({ verb: fc.constant('reverse' as const), user, id, amount }),
  fc.record({ verb: fc.constant('sweep' as const) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

interface World {
  users: string[]
  run: string
}

async function act({ users, run }: World, one: Operation): Promise<unknown> {
  if (one.verb === 'sweep') return sweepHolds(ctx)
  const userId = users[one.user] as string
  const ref = `${run}:${one.id}`
  switch (one.verb) {
    case 'hold':
      return hold(ctx, { id: ref, userId, amountCredits: one.amount, priceVersion: 1, lifeMs: one.lifeMs })
    case 'settle':
      return settle(ctx, { holdId: ref, userId, amountCredits: one.amount, ref })
    case 'release':
      return release(ctx, { holdId: ref, userId })
    case 'grant':
      return grant(ctx, { userId, ref, amountCredits: one.amount, reason: 'Test' })
    case 'refund':
      return refund(ctx, { userId, spendRef: ref, amountCredits: one.amount, reason: 'Test', actor: 'test' })
    case 'adjust':
      return adjust(ctx, { userId, ref, amountCredits: one.amount, reason: 'Test', actor: 'test' })
    case 'purchase':
      return purchase(ctx, { userId, ref: `topup:${ref}`, amountCredits: one.amount, reason: 'Test' })
    case 'reverse': {
      const reversal = { userId, ref: `reversal:${ref}`, amountCredits: one.amount }
      return reverse(ctx, { ...reversal, reason: 'Test', actor: null })
    }
  }
}

/** A refusal is an answer; anything else that is thrown fails the test. */
async function actOrBeRefused(world: World, one: Operation): Promise<void> {
  await act(world, one).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  })
}

async function booksOf(users: string[]) {
  const found = await pool.query<Record<string, number>>(
    `select a.balance, a.held,
       (select coalesce(sum(amount), 0)::bigint from credit_entry e where e.user_id = a.user_id) as entries,
       (select coalesce(sum(amount), 0)::bigint from credit_hold h where h.user_id = a.user_id and state = 'open') as holds,
       (select count(*)::int from (
          select balance_after - amount - coalesce(lag(balance_after) over (order by id), 0) as gap
          from credit_entry e where e.user_id = a.user_id) steps where gap <> 0) as broken_steps,
       (paused_at is not null)::int as paused,
       (select count(*)::int from credit_debt d where d.user_id = a.user_id and closed_at is null) as debts
     from credit_account a where user_id = any($1)`,
    [users],
  )
  return found.rows
}

test('whatever parallel clients do, entries sum to the balance, holds to the held, and nothing is below 0', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { maxLength: 8 }), { minLength: 2, maxLength: 6 }),
      async clients => {
        const world = { users: [randomUUID(), randomUUID()], run: randomUUID() }
        await grant(ctx, {
          userId: world.users[0] as string,
          ref: randomUUID(),
          amountCredits: 12,
          reason: 'Start',
        })
        await Promise.all(
          clients.map(async operations => {
            for (const one of operations) await actOrBeRefused(world, one)
          }),
        )
        for (const books of await booksOf(world.users)) {
          expect(books.entries).toBe(books.balance)
          expect(books.holds).toBe(books.held)
          expect(books.held).toBeGreaterThanOrEqual(0)
          expect(books.balance).toBeGreaterThanOrEqual(books.held as number)
          expect(books.broken_steps).toBe(0)
          expect(books.paused).toBe((books.debts ?? 0) > 0 ? 1 : 0)
        }
      },
    ),
    { numRuns: 60 },
  )
  expect(await checkInvariants(ctx)).toEqual([])
}, 60_000)

test('faults 103: transactions that lock two accounts crosswise end by retry, none half written', async () => {
  const [a, b] = [randomUUID(), randomUUID()]
  for (const userId of [a, b]) await grant(ctx, { userId, ref: userId, amountCredits: 100, reason: 'Start' })
  const move = (from: string, to: string) =>
    inTransaction(ctx, async tx => {
      const ref = randomUUID()
      await adjust(tx, { userId: from, ref: `${ref}-out`, amountCredits: -1, reason: 'Move', actor: 'test' })
      await adjust(tx, { userId: to, ref: `${ref}-in`, amountCredits: 1, reason: 'Move', actor: 'test' })
    })
  await Promise.all(Array.from({ length: 2 }, () => Promise.all([move(a, b), move(b, a)])))
  const books = await booksOf([a, b])
  expect(books.map(one => one.balance)).toEqual([100, 100])
  expect(books.map(one => one.entries)).toEqual([100, 100])
}, 60_000)
