/**
 * A list of numbers read as decisions, so that anything can be built at random in plain code and still be made simpler by
 * making numbers smaller: 0 is always the first and simplest way. Where the numbers end, every decision is the simplest.
 */
export class Choices {
  private readonly numbers: readonly number[]
  private next = 0

  constructor(numbers: readonly number[]) {
    this.numbers = numbers
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return (this.numbers[this.next++] ?? 0) % limit
  }

  /** A whole number, both ends inside. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent
  }

  of<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('nothing to choose from')
    return items[this.below(items.length)] as T
  }

  /** One to `most` different items, in any order. */
  some<T>(items: readonly T[], most: number): T[] {
    const rest = [...items]
    const count = this.between(1, Math.min(most, rest.length))
    return Array.from({ length: count }, () => rest.splice(this.below(rest.length), 1)[0] as T)
  }
}
