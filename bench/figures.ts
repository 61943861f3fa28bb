/** The value below which `share` per cent of the figures lie (nearest rank). */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}

export const median = (figures: readonly number[]): number => percentile(figures, 50)

/** Prints rows under their heads, numbers with one decimal and to the right. */
export function printTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const text = (value: string | number) => (typeof value === 'number' ? value.toFixed(1) : value)
  const lines = [heads, ...rows].map(row => row.map(text))
  const widths = heads.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)))
  const isNumber = (at: number) => rows.every(row => typeof row[at] === 'number')
  for (const line of lines) {
    const cells = line.map((value, at) =>
      isNumber(at) ? value.padStart(widths[at] ?? 0) : value.padEnd(widths[at] ?? 0),
    )
    console.log(cells.join('  '))
  }
  console.log('')
}
