import type { TurnView } from '../../contract/turn-view.ts'
import { applyTurnEvent, emptyTurnView } from '../../contract/turn-view.ts'
import type { LoopCaps } from '../analyst/agent-loop.ts'
import { type AnalystEvent, type AnalystQuestion, createAnalyst } from '../analyst/analyst.ts'
import type { Insights } from '../insights/insights.ts'
import { systemClock } from '../platform/clock.ts'

export interface ProviderAsk {
  insights: Insights
  /** The base address of the model's server. */
  url: string
  key?: string | null
  caps?: Partial<LoopCaps>
  asked?: Partial<AnalystQuestion>
}

export interface ProviderAnswer {
  /** The outcome, or what was thrown. */
  outcome: unknown
  events: AnalystEvent[]
  view: TurnView
}

/** The analyst with a provider's model at `url`, quick and deep alike. */
export function providerAnalyst({ insights, url, key = null, caps }: ProviderAsk) {
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': key }
  const choice = { provider: 'openai-compatible', model: 'fake' } as const
  const models = { quick: choice, deep: choice, openaiCompatibleUrl: url, providerKeys }
  return createAnalyst({ insights, models, clock: systemClock, caps: { backoffMs: [20, 40], ...caps } })
}

/** Asks a provider's model one question and gathers what comes of it. */
export async function askProvider(parts: ProviderAsk): Promise<ProviderAnswer> {
  const events: AnalystEvent[] = []
  const asked: AnalystQuestion = {
    question: 'How large is the economy of Ghana?',
    depth: 'quick',
    history: [],
    today: '2026-11-21',
    signal: new AbortController().signal,
    ...parts.asked,
  }
  const outcome = await providerAnalyst(parts)
    .answer(asked, event => events.push(event))
    .catch((error: unknown) => error)
  return { outcome, events, view: events.reduce(applyTurnEvent, emptyTurnView) }
}
