/** What may come in about a purchase, a letter each. */
export const arrivals = {
  s: 'a webhook of success',
  f: 'a webhook of failure',
  r: 'the return of the browser',
  p: 'a poll',
} as const
export type Arrival = keyof typeof arrivals

/** At most so many of each; of success at least one. */
const most: readonly [Arrival, number][] = [
  ['s', 5],
  ['f', 1],
  ['r', 2],
  ['p', 2],
]

/** Every order in which 1–5 successes, 0–1 failures, 0–2 returns and 0–2 polls can come: 24,115. */
export function* everyOrder(): Generator<string> {
  const left = new Map(most)
  function* from(order: string): Generator<string> {
    if (order.includes('s')) yield order
    for (const [arrival, count] of left) {
      if (count === 0) continue
      left.set(arrival, count - 1)
      yield* from(order + arrival)
      left.set(arrival, count)
    }
  }
  yield* from('')
}
