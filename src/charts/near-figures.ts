/** Figures are near each other while the largest is less than so many times the smallest. */
const nearTimes = 2

/**
 * The smallest size of figures that are near each other, which is the one that gives them their scale: 985m beside
 * 1,120m, not beside 1.12bn. Null where they are not near; zeros do not count.
 */
export function smallestOfNear(sizes: readonly number[]): number | null {
  const some = sizes.filter(size => size > 0)
  const smallest = Math.min(...some)
  return some.length > 1 && Math.max(...some) < nearTimes * smallest ? smallest : null
}
