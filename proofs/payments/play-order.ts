import type { Arrival } from './orders.ts'
import type { Purchase, PurchaseWorld } from './purchase-world.ts'

/**
 * Plays what comes in about a purchase, in the order given. The provider has no word of it at first; when it tells of
 * success or failure it says the same when it is asked, until it tells something else. All successes are one event, sent
 * again; the failure is another.
 */
export async function playOrder(world: PurchaseWorld, order: string): Promise<Purchase> {
  const purchase = await world.start()
  for (const arrival of order as Iterable<Arrival>) await play(world, purchase, arrival)
  world.provider.orders.delete(purchase.reference)
  return purchase
}

export async function play(world: PurchaseWorld, purchase: Purchase, arrival: Arrival): Promise<void> {
  const { provider } = world
  const { reference } = purchase
  switch (arrival) {
    case 's':
      provider.say(reference)
      await world.hear(purchase, `success-${reference}`)
      return
    case 'f':
      provider.say(reference, { state: 'declined', words: 'declined' })
      await world.hear(purchase, `failure-${reference}`)
      return
    case 'r':
      await world.comeBack(purchase)
      return
    case 'p':
      await world.poll(purchase)
  }
}
