/** What may go wrong with a turn; each is promised to come never. */
export const problemKinds = {
  lost: 'acknowledged and not there, or there with another end',
  unnamed: 'without a named final state 60 s after the kill',
  hold: 'holds left open, or accounts that disagree with their ledger',
  charge: 'charged twice, or another amount than was told',
  replay: 'thread or replayed events that disagree with what was read',
  refused: 'answered with an error that is none of a database that is away',
} as const
export type ProblemKind = keyof typeof problemKinds

export interface Problems {
  add(kind: ProblemKind, what: string): void
  count(kind: ProblemKind): number
  total(): number
}

const toldMax = 30

/** Counts what goes wrong, and tells the first of it. */
export function createProblems(say: (line: string) => void): Problems {
  const counts = new Map<ProblemKind, number>()
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    add(kind, what) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (total() <= toldMax) say(`WRONG (${kind}): ${what}`)
    },
    count: kind => counts.get(kind) ?? 0,
    total,
  }
}
