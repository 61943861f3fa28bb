/** A figure or nothing; nothing stays nothing through every formula. */
export type Figure = number | null

/** now ÷ before − 1, in %; null without a positive base. */
export const growthPercent = (now: Figure, before: Figure): Figure =>
  now === null || before === null || before <= 0 ? null : (now / before - 1) * 100

export const difference = (now: Figure, before: Figure): Figure =>
  now === null || before === null ? null : now - before

/** (last ÷ first)^(1 ÷ years) − 1, in % a year; null without positive ends. */
export const cagrPercent = (first: Figure, last: Figure, years: number): Figure =>
  first === null || last === null || first <= 0 || last <= 0 || years <= 0
    ? null
    : ((last / first) ** (1 / years) - 1) * 100

export const ratio = (part: Figure, whole: Figure): Figure =>
  part === null || whole === null || whole === 0 ? null : part / whole

export const percentOf = (part: Figure, whole: Figure): Figure => {
  const value = ratio(part, whole)
  return value === null ? null : value * 100
}

/** Sum of the figures held; null where none is. */
export const sumHeld = (figures: readonly Figure[]): Figure => {
  const held = figures.filter(figure => figure !== null)
  return held.length === 0 ? null : held.reduce((sum, figure) => sum + figure, 0)
}

export const median = (figures: readonly Figure[]): Figure => {
  const held = figures.filter(figure => figure !== null).sort((a, b) => a - b)
  if (held.length === 0) return null
  const middle = Math.floor(held.length / 2)
  const upper = held[middle] as number
  return held.length % 2 === 1 ? upper : ((held[middle - 1] as number) + upper) / 2
}

/** Place of each figure, 1 = highest; equal figures share a place; null where there is no figure. */
export const ranks = (figures: readonly Figure[]): Figure[] =>
  figures.map(figure =>
    figure === null ? null : 1 + figures.filter(other => other !== null && other > figure).length,
  )

/** Herfindahl-Hirschman index of shares in %: sum of squares, 0 to 10,000. */
export const herfindahl = (sharesPercent: readonly Figure[]): Figure =>
  sumHeld(sharesPercent.map(share => (share === null ? null : share * share)))
