/** ln B(a, ½) for a = ½, 1, 1½ …: B(½, ½) = π, B(1, ½) = 2, B(a + 1, ½) = B(a, ½) · a / (a + ½). */
function logBetaHalf(a: number): number {
  let at = a % 1 === 0 ? 1 : 0.5
  let log = Math.log(at === 1 ? 2 : Math.PI)
  for (; at < a; at++) log += Math.log(at / (at + 0.5))
  return log
}

/**
 * The regularised incomplete beta function at x, given with `rest` = 1 − x, by its series of positive terms
 * (DLMF 8.17.8); one of a, b is ½.
 */
function incompleteBeta(x: number, rest: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(rest, x, b, a)
  let term = 1
  let total = 1
  for (let k = 0; term > total * Number.EPSILON; k++) {
    term *= ((a + b + k) / (a + 1 + k)) * x
    total += term
  }
  const front = a * Math.log(x) + b * Math.log(rest) - logBetaHalf(Math.max(a, b))
  return (Math.exp(front) / a) * total
}

/**
 * The probability that |T| is at least |t| under Student's t with `df` degrees of freedom, df = 1, 2, 3 …
 * (Student 1908; as an incomplete beta function: Abramowitz and Stegun 1964, 26.7.1 and 26.5.27).
 */
export const twoSidedP = (t: number, df: number): number =>
  incompleteBeta(df / (df + t * t), 1 / (1 + df / (t * t)), df / 2, 0.5)

/** The t that |T| stays under with probability `coverage`, by bisection. */
export function tQuantile(coverage: number, df: number): number {
  let low = 0
  let high = 1
  while (twoSidedP(high, df) > 1 - coverage) high *= 2
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (twoSidedP(middle, df) > 1 - coverage) low = middle
    else high = middle
  }
  return high
}
