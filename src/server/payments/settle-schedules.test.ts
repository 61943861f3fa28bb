import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balance } from '../credits/credits.ts'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { createAttempt, moveAttempt } from './attempts.ts'
import { offerOf } from './catalogue.ts'
import type { Finding } from './provider.ts'
import { settle } from './settle.ts'

const { pool } = await testDatabase({ maxConnections: 12 })
const ctx = testContext(pool)
/** Counts what is issued by writing it down where a rollback takes it back. */
await pool.query('CREATE TABLE issued (attempt_id uuid NOT NULL)')
const receipts = {
  hasBuyer: async () => true,
  issue: async (tx: typeof ctx, attemptId: string) => {
    await tx.db.execute(`INSERT INTO issued VALUES ('${attemptId}')`)
  },
}

/** A purchase that was sent to pay. */
async function anAttempt() {
  const provider = scriptedProvider()
  const userId = randomUUID()
  const offer = await offerOf(ctx, 'starter', 'GHS')
  if (!offer) throw new Error('The starter is not for sale')
  const made = { userId, idempotencyKey: randomUUID(), provider: provider.name, isSandbox: true, offer }
  const attempt = await createAttempt(ctx, made)
  const { providerRef, redirectUrl } = await provider.start({
    ...{ attemptId: attempt.id, reference: attempt.reference, price: offer.price, productName: 'Starter' },
    ...{ buyer: { email: '', name: '', phone: '' }, returnUrl: '', notifyUrl: '' },
  })
  const step = { to: 'redirected', cause: 'start', words: '' } as const
  await moveAttempt(ctx, attempt, step, { providerRef, redirectUrl })
  provider.say(attempt.reference)
  const paid = provider.orders.get(attempt.reference)?.finding as Finding
  return { attempt, provider, userId, paid }
}

const word = fc.constantFrom<Finding['state']>('paid', 'paid', 'pending', 'declined', 'cancelled')
const call = fc.record({ cause: fc.constantFrom('return', 'capture', 'webhook', 'poll'), word })

test('faults 112, 113: whatever a provider says to parallel calls, in whatever order it answers, is credited once or never', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(call, { minLength: 2, maxLength: 7 }),
      async (scheduler, calls) => {
        const { attempt, provider, userId, paid } = await anAttempt()
        const settling = calls.map(({ cause, word }) => {
          const transactionId = word === 'paid' ? paid.transactionId : null
          const query = scheduler.scheduleFunction(async () => ({ ...paid, state: word, transactionId }))
          const providers = new Map([[provider.name, { ...provider, query }]])
          return settle(ctx, { providers, receipts }, { attemptId: attempt.id, cause } as const)
        })
        await scheduler.waitFor(Promise.all(settling))
        const wasPaid = calls.some(({ word }) => word === 'paid')
        const { rows } = await pool.query(
          `SELECT a.state, a.review_reason,
             (SELECT count(*)::int FROM credit_entry e WHERE e.user_id = a.user_id) AS entries,
             (SELECT count(*)::int FROM issued i WHERE i.attempt_id = a.id) AS receipts,
             (SELECT count(*)::int FROM payment_step s WHERE s.attempt_id = a.id AND to_state = 'credited'
                AND from_state = 'paid') AS credits
           FROM payment_attempt a WHERE id = $1`,
          [attempt.id],
        )
        const once = wasPaid ? 1 : 0
        expect(rows).toMatchObject([{ entries: once, receipts: once, credits: once }])
        expect(await balance(ctx, userId)).toBe(100 * once)
        if (wasPaid) expect(rows[0].state).toBe('credited')
        else expect(['redirected', 'pending', 'declined', 'cancelled']).toContain(rows[0].state)
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

const refused = fc.array(fc.constantFrom<Finding['state']>('declined', 'cancelled'), { maxLength: 2 })
/** What a provider knows of a payment, one after the other: once it was paid it stays so, until it is given back. */
const history = fc.oneof(
  refused.map((before): Finding['state'][] => ['pending', ...before]),
  refused.map((before): Finding['state'][] => [...before, 'pending', 'paid']),
  fc.constant<Finding['state'][]>(['pending', 'paid', 'refunded']),
)

type Made = Awaited<ReturnType<typeof anAttempt>>

/** One call that asks: its provider answers what is true when it is asked, and the answer arrives when it is let. */
async function aCall(
  { attempt, provider, paid }: Made,
  cause: 'return' | 'webhook' | 'poll',
  truth: () => Finding['state'],
) {
  let letArrive = () => {}
  let isAsking = Promise.withResolvers<void>()
  const query = async (): Promise<Finding> => {
    const state = truth()
    const way = Promise.withResolvers<void>()
    letArrive = way.resolve
    isAsking.resolve()
    await way.promise
    return { ...paid, state, transactionId: state === 'paid' ? paid.transactionId : null }
  }
  const providers = new Map([[provider.name, { ...provider, query }]])
  let isOver = false
  const ended = settle(ctx, { providers, receipts }, { attemptId: attempt.id, cause }).finally(() => {
    isOver = true
  })
  const asksOrEnds = () => Promise.race([isAsking.promise, ended])
  await asksOrEnds()
  return {
    isOver: () => isOver,
    arrive: async () => {
      isAsking = Promise.withResolvers()
      letArrive()
      await asksOrEnds()
    },
  }
}

test('faults 112, 113, 122: answers that overtake each other end as the last one says, and call no person', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(fc.tuple(fc.constantFrom('return', 'poll', 'let arrive', 'next'), fc.nat(5)), {
        maxLength: 15,
      }),
      async (words, steps) => {
        const made = await anAttempt()
        let now: Finding['state'] = 'pending'
        const calls: Awaited<ReturnType<typeof aCall>>[] = []
        const ask = async (cause: 'return' | 'webhook' | 'poll') => {
          calls.push(await aCall(made, cause, () => now))
        }
        const rest = [...words]
        const next = async () => {
          const word = rest.shift()
          if (word === undefined) return
          now = word
          await ask('webhook')
        }
        for (const [step, which] of steps) {
          const waiting = calls.filter(call => !call.isOver())
          if (step === 'next') await next()
          else if (step === 'let arrive') await waiting[which % waiting.length]?.arrive()
          else await ask(step)
        }
        while (rest.length > 0) await next()
        // The newest answer is the first to arrive: every other one is late.
        for (const call of calls.reverse()) while (!call.isOver()) await call.arrive()
        const { rows } = await pool.query<{ state: string; review_reason: string | null }>(
          'SELECT state, review_reason FROM payment_attempt WHERE id = $1',
          [made.attempt.id],
        )
        expect(rows[0]?.review_reason).toBe(null)
        const isPaid = words.at(-1) === 'paid'
        expect(rows[0]?.state === 'credited').toBe(isPaid)
        expect(await balance(ctx, made.userId)).toBe(isPaid ? 100 : 0)
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)
