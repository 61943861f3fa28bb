import type { BodyOf } from '../../contract/endpoint.ts'
import type { QueryAnswer, runQueries } from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import { type Ask, ask as askSchema } from '../../contract/query.ts'
import { AppError, invalid } from '../platform/errors.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import type { Insights } from './open-insights.ts'
import { canonicalQuery } from './query/canonical.ts'
import { queryHash } from './query/query-hash.ts'
import { AnswerTooLargeError, QueryFaultError } from './query/run-ask.ts'
import { parseAsk } from './query/text/parse-query.ts'
import { printQuery } from './query/text/print-query.ts'
import { QueryTextError } from './query/text/query-text-error.ts'
import { WarehouseError } from './warehouse.ts'

/** How often one user may ask. */
export const queryLimits: readonly RateLimit[] = [
  { name: 'queries-minute', points: limits.queriesPerMinute, windowSeconds: 60 },
  { name: 'queries-day', points: limits.queriesPerDay, windowSeconds: 86_400 },
]

/** Answers queries, from the data of one version. */
export type QueryRunner = Pick<Insights, 'runAsk' | 'dataVersion'>

/** Answers a call for figures. Throws AppError 'invalid' on what is no ask or too large, 'busy' where a query took too long. */
export async function answerQueries(
  { runAsk, dataVersion }: QueryRunner,
  body: BodyOf<typeof runQueries>,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const ask = askOf(body)
  const queries = ask.queries.map(canonicalQuery)
  const asked = {
    ...{ data_version: dataVersion, queries },
    ...{ text: queries.map(printQuery), hash: queries.map(queryHash) },
  }
  try {
    const { tables, sources, queries: answered } = await runAsk(ask, { signal })
    return {
      ...{ ...asked, tables, sources },
      tables_of: answered.map(one => one.tables),
      words: answered.map(one => one.words),
    }
  } catch (error) {
    if (error instanceof QueryFaultError)
      return { ...asked, tables: [], tables_of: [], sources: [], words: [], faults: [...error.faults] }
    throw refusalOf(error)
  }
}

function askOf({ ask, text }: BodyOf<typeof runQueries>): Ask {
  if ((ask === undefined) === (text === undefined))
    throw invalid({ ask: ['Send either ask or text, not both.'] })
  if (text === undefined) return ask as Ask
  try {
    const read = askSchema.safeParse(parseAsk(text))
    if (read.success) return read.data
  } catch (error) {
    if (error instanceof QueryTextError) throw invalid({ text: [error.message] })
    throw error
  }
  throw invalid({
    text: ['The text holds more than an ask may: one to eight queries, separated by lines of ---.'],
  })
}

function refusalOf(error: unknown): unknown {
  if (error instanceof AnswerTooLargeError) return invalid({ ask: [error.message] })
  if (!(error instanceof WarehouseError)) return error
  switch (error.reason) {
    case 'timeout':
      return new AppError('busy', { message: 'The queries took too long. Ask fewer rows or periods.' })
    case 'aborted':
    case 'died':
    case 'closed':
      return new AppError('unavailable', { retryAfterSeconds: 2 })
    case 'refused':
      return error
  }
}
