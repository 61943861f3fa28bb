import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { signPeopleIn } from '../../bench/sign-people-in.ts'
import { seededRandom } from '../../src/server/insights/seeded-random.ts'
import { waitFor } from '../../src/server/testing/wait-for.ts'
import type { Entry } from '../stage.ts'
import { buyAll } from './customer.ts'
import { type Looked, lookUp } from './look-up.ts'
import { openShop, type ShopStage } from './shop-stage.ts'

const customerCount = 12
/** From when a server is ready until it is killed, at most. */
const lifeMaxMs = 700
const settledMaxMs = 60_000

export interface KillsOutcome extends Looked {
  kills: number
  paid: number
  /** Attempts that a kill cut off before anybody was sent to pay. */
  cutOff: number
  seconds: number
}

/** People buy from a server that is killed with −9 again and again; in the end all that was paid is looked up. */
export async function proveKills(input: {
  seed: number
  kills: number
  entry: Entry
  say(line: string): void
}): Promise<KillsOutcome> {
  const startedAt = performance.now()
  const stage = await openShop(input.entry)
  try {
    const random = seededRandom(input.seed, 'payments').uniform
    const people = await signPeopleIn(stage.pool, customerCount)
    let server = await stage.startServer()
    let isOpen = true
    const shop = { url: () => server.url, checkout: stage.checkout, random, isOpen: () => isOpen }
    const buying = Promise.all(people.map(person => buyAll(shop, person)))
    // Whatever goes wrong is thrown where it is awaited.
    buying.catch(() => undefined)
    for (let kill = 1; kill <= input.kills; kill += 1) {
      await sleep(random() * lifeMaxMs)
      await server.end('SIGKILL')
      server = await stage.startServer()
      if (kill % 20 === 0) input.say(`${kill} kills`)
    }
    const isPaid = () => [...stage.checkout.orders.values()].some(order => order.isPaid)
    await waitFor('somebody has paid', isPaid, settledMaxMs)
    isOpen = false
    const paid = (await buying).flat()
    await untilSettled(stage.pool, paid.length)
    return {
      ...(await audit(stage, paid)),
      kills: input.kills,
      seconds: (performance.now() - startedAt) / 1_000,
    }
  } finally {
    await stage.end()
  }
}

/** Lets the clock of the polls run ahead: nobody tells of some purchases, and what a kill cut off waits for its lease. */
async function untilSettled(pool: Pool, paidCount: number): Promise<void> {
  for (const until = Date.now() + settledMaxMs; Date.now() < until; await sleep(500)) {
    const { rows } = await pool.query<{ credited: number; created: number }>(
      `SELECT count(*) FILTER (WHERE state = 'credited')::int AS credited,
         count(*) FILTER (WHERE state = 'created')::int AS created FROM payment_attempt`,
    )
    if ((rows[0]?.credited ?? 0) >= paidCount && rows[0]?.created === 0) return
    await pool.query('UPDATE payment_attempt SET next_poll_at = now() WHERE next_poll_at > now()')
    await sleep(5_000)
  }
}

async function audit({ pool, checkout }: ShopStage, paid: readonly string[]) {
  // Who was sent to the checkout and had not paid when the shop closed has nothing to be credited.
  const unpaid = [...checkout.orders].filter(([, { isPaid }]) => !isPaid).map(([token]) => token)
  const looked = await lookUp(pool, unpaid)
  const problems = [...looked.problems]
  if (looked.creditedOnce !== paid.length)
    problems.push(`${paid.length} purchases were paid, and ${looked.creditedOnce} are credited`)
  const cut = await pool.query(
    `SELECT FROM payment_attempt WHERE provider_ref IS NULL AND state = 'cancelled'`,
  )
  return { ...looked, problems, paid: paid.length, cutOff: cut.rowCount ?? 0 }
}
