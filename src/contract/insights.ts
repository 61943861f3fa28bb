import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { ask, query } from './query.ts'
import { source, table } from './result.ts'

/** Why a query was not run: a type rule of the query language, where it does not hold, and what to ask instead. */
const queryFault = z.object({
  /** Place of the query in the ask, from 0. */
  query: z.int(),
  rule: z.int(),
  /** The expression or clause, in the text form of the language. */
  at: z.string(),
  message: z.string(),
})

/** What queries gave. Lists by query have an entry for each, in the order asked; nothing was run where there are faults. */
const queryAnswer = z.object({
  tables: z.array(table),
  /** For each query the ids of its tables: its rows, then what was worked out over them. */
  tables_of: z.array(z.array(z.string())),
  sources: z.array(source),
  data_version: z.string(),
  /** The queries in canonical form. */
  queries: z.array(query),
  /** The same in the text form. */
  text: z.array(z.string()),
  /** The same in words. */
  words: z.array(z.string()),
  /** SHA-256 of each text: the same for queries that ask the same. */
  hash: z.array(z.string()),
  faults: z.optional(z.array(queryFault)),
})
export type QueryAnswer = z.output<typeof queryAnswer>

export const runQueries = endpoint({
  method: 'POST',
  path: '/insights/query',
  summary:
    'Tables for one to eight queries of the query language, as data (ask) or in its text form (text); free',
  access: 'session',
  body: z.object({
    ask: z.optional(ask),
    text: z.optional(z.string().check(z.maxLength(limits.queryTextMaxLength))),
  }),
  answer: queryAnswer,
})
