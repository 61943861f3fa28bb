import { type Looked, lookUp } from './look-up.ts'
import type { PaymentDatabase } from './payment-database.ts'
import { playOrder } from './play-order.ts'
import { purchaseWorld } from './purchase-world.ts'

const atOnce = 12

export interface OrdersOutcome extends Looked {
  orders: number
  arrivals: number
  /** Those in which a failure came after a success: the credits stay, and a person is called. */
  takenBack: number
  seconds: number
}

/** Plays the orders given, each on a purchase of its own, many at the same time, and looks every purchase up afterwards. */
export async function proveOrders(
  { pool }: PaymentDatabase,
  orders: readonly string[],
  say: (line: string) => void,
): Promise<OrdersOutcome> {
  const startedAt = performance.now()
  const world = purchaseWorld(pool)
  const left = orders.toReversed()
  const failures: string[] = []
  const player = async () => {
    for (let order = left.pop(); order !== undefined; order = left.pop()) {
      await playOrder(world, order).catch(error => failures.push(`${order}: ${error}`))
      if (left.length % 2_000 === 0) say(`${left.length} orders left`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, player))
  const looked = await lookUp(pool)
  const takenBack = orders.filter(order => /s.*f/.test(order)).length
  const problems = [...failures, ...looked.problems]
  if (looked.purchases !== orders.length)
    problems.push(`${orders.length} orders were played, and ${looked.purchases} purchases are there`)
  if (looked.toReview !== takenBack)
    problems.push(`${takenBack} purchases were spoken against, and ${looked.toReview} wait for a person`)
  return {
    ...looked,
    problems,
    orders: orders.length,
    arrivals: orders.reduce((sum, { length }) => sum + length, 0),
    takenBack,
    seconds: (performance.now() - startedAt) / 1_000,
  }
}
