import { runQueries } from '../../contract/insights.ts'
import { getSuggestions, type Suggestions } from '../../contract/suggestions.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { answerQueries, type QueryRunner, queryLimits } from './query-call.ts'

export interface InsightsParts {
  suggestions: Suggestions
  queries: QueryRunner
  rateLimits: RateLimits
}

export function mountInsights(app: HttpApp, { suggestions, queries, rateLimits }: InsightsParts): void {
  mount(app, getSuggestions, async () => suggestions)

  mount(
    app,
    runQueries,
    async (ctx, { body, reply }) => {
      for (const limit of queryLimits) await rateLimits.take(limit, ctx.user.id)
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      return answerQueries(queries, body, left.signal)
    },
    { expensive: app.expensiveCalls },
  )
}
