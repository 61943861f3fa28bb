export interface Sample {
  mean: number
  /** Of the mean: the variance of the figures by their number. */
  varianceOfMean: number
}

export function sampleOf(figures: readonly number[]): Sample {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
  const squares = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0)
  return { mean, varianceOfMean: squares / (figures.length - 1) / figures.length }
}

/** Welch's t: how far two means lie apart, in the error of that. Above 4.5 nobody believes in chance any more. */
export const welch = (one: Sample, other: Sample): number =>
  (one.mean - other.mean) / Math.sqrt(one.varianceOfMean + other.varianceOfMean)
