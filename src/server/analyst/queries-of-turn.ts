import type { AnsweredQuery } from '../../contract/answer.ts'
import type { Ask, Query } from '../../contract/query.ts'
import type { Table } from '../../contract/result.ts'
import type { AskResult, CatalogueModel } from '../insights/insights.ts'
import type { CellWords } from './claims/claim-book.ts'
import { queryEntities, subjectOfQuery } from './claims/query-entity.ts'
import { queryPeriod } from './claims/query-period.ts'
import { ResultSet } from './claims/result-set.ts'

/** The queries that a model has run for one answer, with their tables under ids of their own. */
export class QueriesOfTurn {
  readonly queries: AnsweredQuery[] = []
  readonly results = new ResultSet()
  readonly words: CellWords
  readonly #model: CatalogueModel
  readonly #queryOf = new Map<string, Query>()
  readonly #tablesOf: string[][] = []

  constructor(model: CatalogueModel) {
    this.#model = model
    const entity = queryEntities(model, table => this.#queryOf.get(table))
    const period: CellWords['period'] = (table, row, column) =>
      queryPeriod(this.#queryOf.get(table.id), table, row, column)
    this.words = { entity, period }
  }

  /** Takes in what a call gave: `queries` are those of the result. Gives back its tables as they are cited. */
  add(queries: readonly AnsweredQuery[], result: AskResult): Table[] {
    const tables = this.results.add(result)
    const idOf = new Map(result.tables.map(({ id }, at) => [id, tables[at]?.id ?? id]))
    result.queries.forEach((run, at) => {
      const ids = run.tables.map(id => idOf.get(id) ?? id)
      const asked = queries[at]
      this.#tablesOf.push(ids)
      if (asked) {
        this.queries.push(asked)
        for (const id of ids) this.#queryOf.set(id, asked.query)
      }
    })
    return tables
  }

  get ask(): Ask {
    return { queries: this.queries.map(({ query }) => query) }
  }

  /** What all of them gave together. */
  get result(): AskResult {
    const { tables, sources, method, dataVersion } = this.results
    return {
      ...{ tables, sources, method, data_version: dataVersion },
      queries: this.queries.map(({ text, hash, words }, at) => ({
        ...{ text, hash, words, tables: this.#tablesOf[at] ?? [] },
      })),
    }
  }

  /** What each query is restricted to: 'Beer, Kenya'. */
  get subjects(): string[] {
    return [...new Set(this.queries.map(({ query }) => subjectOfQuery(this.#model, query)))]
  }
}
