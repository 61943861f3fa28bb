import type { Plan } from '../../contract/plan.ts'
import type { Result, Table } from '../../contract/result.ts'

/**
 * Whether the tables of a deep answer hold more than the quick answer's: each plan that was run is run quickly too,
 * while the answer is written. A comparison that fails proves nothing, and does not touch the answer.
 */
export class AddedData {
  readonly #run: (plan: Plan) => Promise<Result>
  readonly #deep: Table[] = []
  readonly #quick: Promise<Table[] | null>[] = []

  constructor(run: (plan: Plan) => Promise<Result>) {
    this.#run = run
  }

  /** Takes in what a plan of the answer gave. A quick plan can add nothing. */
  note(plan: Plan, { tables }: Result): void {
    if (plan.depth === 'quick') return
    this.#deep.push(...tables)
    const quick = this.#run({ ...plan, depth: 'quick' })
    this.#quick.push(
      quick.then(
        result => result.tables,
        () => null,
      ),
    )
  }

  /** True where it is proven that some table of the deep answer is in none of the quick ones. */
  async isProven(): Promise<boolean> {
    const quick = await Promise.all(this.#quick)
    if (quick.includes(null)) return false
    const known = new Set(quick.flatMap(tables => tables ?? []).map(contentOf))
    return this.#deep.some(table => !known.has(contentOf(table)))
  }
}

/** A table by its cells: the id and the words around them are not data. */
const contentOf = ({ columns, rows }: Table): string =>
  JSON.stringify([columns.map(({ key, unit }) => [key, unit]), rows])
