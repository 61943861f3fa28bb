/** What may be wrong, each kind counted apart. */
const kinds = {
  lost: 'acknowledged, but not there',
  twice: 'there twice, or never asked for',
  sums: 'sums that differ',
  belowZero: 'below zero',
  answers: 'answers other than the rules say',
  order: 'later than what was asked after its answer',
  errors: 'errors without a kill to excuse them',
}
export type ComplaintKind = keyof typeof kinds

const shownAtMost = 5

/** Counts what is wrong and prints the first few of each kind. */
export function createComplaints(print: (line: string) => void = console.error) {
  const counts = Object.fromEntries(Object.keys(kinds).map(kind => [kind, 0])) as Record<
    ComplaintKind,
    number
  >
  return {
    counts,
    add(kind: ComplaintKind, text: string): void {
      counts[kind] += 1
      if (counts[kind] <= shownAtMost) print(`WRONG (${kinds[kind]}): ${text}`)
    },
    total: () => Object.values(counts).reduce((sum, count) => sum + count),
  }
}

export type Complaints = ReturnType<typeof createComplaints>
