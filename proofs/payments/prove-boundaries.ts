import { scriptedProvider } from '../../src/server/testing/scripted-provider.ts'
import { type BreakingPool, breakingPool } from './breaking-pool.ts'
import { type Looked, lookUp } from './look-up.ts'
import type { PaymentDatabase } from './payment-database.ts'
import { type Purchase, type PurchaseWorld, purchaseWorld } from './purchase-world.ts'

export interface BoundariesOutcome extends Looked {
  /** Ways by which a purchase is settled, and how many statements each sends. */
  statements: Record<string, number>
  broken: number
  /** Where the break came after the commit: the work was done, and nobody knew. */
  doneUnheard: number
}

type Way = (world: PurchaseWorld, purchase: Purchase) => Promise<unknown>

const hear: Way = (world, purchase) => world.hear(purchase, `event-${purchase.reference}`)
const ways: Record<string, Way> = {
  webhook: hear,
  return: (world, purchase) => world.comeBack(purchase),
  poll: (world, purchase) => world.poll(purchase),
  'capture by webhook': hear,
}

/**
 * Breaks the connection at every statement that settling sends, before it and after it, then comes in again by the same way
 * as a provider, a browser and the clock do.
 */
export async function proveBoundaries({ pool, connection }: PaymentDatabase): Promise<BoundariesOutcome> {
  const breaking = breakingPool(connection)
  const outcome = { statements: {} as Record<string, number>, broken: 0, doneUnheard: 0 }
  const failures: string[] = []
  try {
    for (const [name, way] of Object.entries(ways)) {
      const captures = name.startsWith('capture')
      const world = purchaseWorld(breaking.pool, scriptedProvider({ captures }))
      const one = { name, way, world, captures, breaking }
      outcome.statements[name] = await countStatements(one)
      for (let statement = 1; statement <= (outcome.statements[name] ?? 0); statement += 1)
        for (const when of ['before', 'after'] as const) {
          const done = await breakOnce(one, { statement, when }).catch((error: unknown) => {
            failures.push(`${name}, ${when} statement ${statement}: ${error}`)
            return null
          })
          outcome.broken += 1
          if (done === 'credited') outcome.doneUnheard += 1
        }
    }
  } finally {
    await breaking.pool.end()
  }
  const looked = await lookUp(pool)
  return { ...outcome, ...looked, problems: [...failures, ...looked.problems] }
}

interface Tried {
  name: string
  way: Way
  world: PurchaseWorld
  captures: boolean
  breaking: BreakingPool
}

async function aPaid({ world, captures, breaking }: Tried): Promise<Purchase> {
  breaking.breakAt(null)
  const purchase = await world.start()
  // With a step of capturing the payer has only agreed.
  world.provider.say(purchase.reference, captures ? { state: 'approved', transactionId: null } : {})
  return purchase
}

async function countStatements(tried: Tried): Promise<number> {
  const purchase = await aPaid(tried)
  tried.breaking.breakAt(null)
  await tried.way(tried.world, purchase)
  return tried.breaking.sent()
}

/** How far it had come when the connection was lost. @throws where it did not break, or is not credited after it */
async function breakOnce(
  tried: Tried,
  at: NonNullable<Parameters<BreakingPool['breakAt']>[0]>,
): Promise<string> {
  const { way, world, breaking } = tried
  const purchase = await aPaid(tried)
  breaking.breakAt(at)
  await way(world, purchase).catch(() => undefined)
  if (!breaking.hasBroken()) throw new Error('Nothing broke')
  breaking.breakAt(null)
  const before = await stateOf(breaking, purchase)
  if (before !== 'credited' && before !== 'redirected' && before !== 'pending')
    throw new Error(`Half done: ${before}`)
  await way(world, purchase)
  const after = await stateOf(breaking, purchase)
  if (after !== 'credited') throw new Error(`It ended as ${after}`)
  return before
}

async function stateOf({ pool }: BreakingPool, { attemptId }: Purchase): Promise<string | undefined> {
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM payment_attempt WHERE id = $1', [
    attemptId,
  ])
  return rows[0]?.state
}
