import { type Ask, ask as askSchema, type Query } from '../../../contract/query.ts'
import type { Result } from '../../../contract/result.ts'
import type { Catalogue } from '../catalogue-shape.ts'
import type { QueryOptions } from '../warehouse.ts'
import { canonicalQuery } from './canonical.ts'
import { checkQuery, type QueryFault } from './check.ts'
import type { RowIds } from './compile.ts'
import { plausibleQuery, rowsApart } from './implausible.ts'
import { memberCoverage } from './member-coverage.ts'
import { membersOfSets } from './members-of.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import { queryHash } from './query-hash.ts'
import { queryWords } from './query-words.ts'
import { type QueryWarehouse, runQuery } from './run-query.ts'
import { coverageOf } from './table/coverage-notes.ts'
import { resultOf, type TableDraft } from './table/result-of-drafts.ts'
import { resultPlaces } from './table/result-places.ts'
import { draftsOf } from './table/result-table.ts'
import { printQuery } from './text/print-query.ts'

/** What an ask is answered with. */
export interface AskParts {
  model: CatalogueModel
  catalogue: Catalogue
  warehouse: QueryWarehouse
  dataVersion: string
}

/** A query as it was answered: its canonical text, the hash of that, the query in words, and its tables. */
export interface AnsweredQuery {
  text: string
  hash: string
  words: string
  /** Ids of its tables: its rows, then what was worked out over them. */
  tables: string[]
}

export type AskResult = Result & { queries: AnsweredQuery[] }

/** One or more queries of an ask break rules of the language; nothing was run. */
export class QueryFaultError extends Error {
  /** Every fault, with the number of its query, from 0. */
  readonly faults: readonly (QueryFault & { query: number })[]
  constructor(faults: readonly (QueryFault & { query: number })[]) {
    super(faults.map(({ message }) => message).join(' '))
    this.name = 'QueryFaultError'
    this.faults = faults
  }
}

/** More cells than an answer may have. */
export class AnswerTooLargeError extends Error {
  readonly cells: number
  constructor(cells: number) {
    super(
      `The answer would have ${cells} figures, more than ${mostCells}: ask fewer rows, periods or columns.`,
    )
    this.name = 'AnswerTooLargeError'
    this.cells = cells
  }
}

/** Figures in all tables of an answer. */
export const mostCells = 10_000

/**
 * Answers an ask: its queries in canonical form, checked, run side by side, as tables t1, t2 … in their order. Throws
 * QueryFaultError, AnswerTooLargeError, a ZodError on what is no ask, and WarehouseError where a query was stopped or failed.
 */
export async function runAsk(parts: AskParts, input: Ask, options?: QueryOptions): Promise<AskResult> {
  const queries = askSchema.parse(input).queries.map(canonicalQuery)
  const faults = queries.flatMap((query, at) =>
    checkQuery(parts.model, query).map(fault => ({ ...fault, query: at })),
  )
  if (faults.length > 0) throw new QueryFaultError(faults)
  const answers = await Promise.all(queries.map(query => answerOf(parts, query, options)))
  const cells = answers
    .flat()
    .map(figuresIn)
    .reduce((sum, figures) => sum + figures, 0)
  if (cells > mostCells) throw new AnswerTooLargeError(cells)
  const result = resultOf(parts.catalogue, answers.flat(), parts.dataVersion)
  let before = 0
  return {
    ...result,
    queries: queries.map((query, at): AnsweredQuery => {
      const from = before
      before += answers[at]?.length ?? 0
      return {
        text: printQuery(query),
        hash: queryHash(query),
        words: queryWords(query, parts.catalogue),
        tables: result.tables.slice(from, before).map(({ id }) => id),
      }
    }),
  }
}

const figuresIn = ({ columns, rows }: TableDraft): number =>
  rows.length * columns.filter(({ kind }) => kind === 'number').length

async function answerOf(parts: AskParts, asked: Query, options?: QueryOptions): Promise<TableDraft[]> {
  const { model, catalogue, warehouse } = parts
  const run = (query: Query, without?: readonly RowIds[]) =>
    Promise.all([
      runQuery(model, warehouse, query, options, without),
      membersOfSets(model, warehouse, query, options),
    ])
  const [whole, idsOfAsked] = await run(asked)
  const { query, without, notes: left } = await plausibleQuery(parts, asked, idsOfAsked, options)
  const [found, idsOf] = left.length > 0 ? await run(query, without) : [whole, idsOfAsked]
  // The total is of all rows asked for, also those without a place in the order.
  const rows = { ...found, total: whole.total }
  const places = resultPlaces(model, query, rows, idsOf)
  const { coverage, notes } = await memberCoverage(parts, query, rows, { places, idsOf }, options)
  const apart = query.stat ? rowsApart(parts, query, rows, idsOf) : { rows: [], notes: [] }
  return draftsOf({
    ...{ model, catalogue, query, asked, rows, idsOf, apart: apart.rows },
    coverage: coverage ?? coverageOf(model, asked, rows, idsOf, without),
    flags: [...left, ...apart.notes, ...notes],
  })
}
