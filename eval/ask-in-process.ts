import { type Analyst, createAnalyst, renderHtml } from '../src/server/analyst/analyst.ts'
import type { PastTurn } from '../src/server/analyst/past-turn.ts'
import { memoryOf } from '../src/server/chat/answer-memory.ts'
import { chargeForWhole } from '../src/server/chat/charge.ts'
import { createInsights, type Insights } from '../src/server/insights/insights.ts'
import { fakeClock } from '../src/server/testing/clock.ts'
import type { Conversation } from './ask-questions.ts'
import type { FindCandidate } from './candidates.ts'

/** The day that the gold was worked out for. */
export const goldDay = '2026-11-23'

/** The price list of a new installation, in credits. */
const price = { priceCredits: 3, quickPriceCredits: 3, perThousandTokens: 1 }
const turnsRemembered = 6

/** Opens conversations with the built-in analyst, in this process, on one day; `find` looks up candidates of the reader too. */
export async function openAnalyst(
  where: { dataDir: string; dataFolder: string },
  {
    today = goldDay,
    find = null,
  }: { today?: string; find?: ((insights: Insights) => FindCandidate) | null } = {},
) {
  const insights = await createInsights(where)
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  const analyst = createAnalyst({ insights, models, clock: fakeClock(`${today}T12:00:00Z`) })
  const look = find?.(insights) ?? null
  return { converse: () => conversationWith(analyst, today, look), close: () => insights.close() }
}

function conversationWith(analyst: Analyst, today: string, find: FindCandidate | null): Conversation {
  const history: PastTurn[] = []
  return {
    ...(find && { candidate: question => find(question, history.slice(-turnsRemembered)) }),
    async ask(question) {
      const { signal } = new AbortController()
      const past = history.slice(-turnsRemembered)
      const outcome = await analyst.answer(
        { question, depth: 'quick', history: past, today, signal },
        () => {},
      )
      const { document } = outcome
      history.push({ question, ...memoryOf(document), document: async () => document })
      return { message: renderHtml(document), document, cost: chargeForWhole(price, outcome) }
    },
  }
}
