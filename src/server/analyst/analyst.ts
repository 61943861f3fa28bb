import type { Lang } from '../../contract/lang.ts'
import type { Ask } from '../../contract/query.ts'
import { type CatalogueModel, type Insights, printQuery } from '../insights/insights.ts'
import type { Clock } from '../platform/clock.ts'
import type { LoopCaps } from './agent-loop.ts'
import { messagesOf } from './answer/messages.ts'
import { gapWords } from './answer/say-gaps.ts'
import { writeAsk as writeInWords } from './answer/write-ask.ts'
import { answerAsk } from './answer-ask.ts'
import { answerByModel } from './answer-by-model.ts'
import type { LanguageModel } from './model/language-model.ts'
import { createProviderModel } from './model/provider-model.ts'
import { answerOutcome } from './outcome.ts'
import type { PastTurn } from './past-turn.ts'
import type { PastCall } from './prompt.ts'
import { queriesOfPlan } from './reading/conversation/plan-draft.ts'
import { loadLexicons } from './reading/lexicon.ts'
import { createReader } from './reading/read.ts'
import { readQuestion } from './reading/read-question.ts'
import { saidPart } from './reading/said-part.ts'
import { readSuggested } from './suggested-ask.ts'
import { talkInConversation, withoutTalk } from './talk/talk-in-conversation.ts'
import type { AnalystEvent, TurnAnswer } from './turn-answer.ts'
import type { WriteAsk } from './write-ask.ts'

export { type ExportedFile, type ExportWish, exportAnswer } from './export/export.ts'
export type { OpenPoint } from './open-points.ts'
export type { PastAsks, PastTurn } from './past-turn.ts'
export { renderHtml } from './render-html.ts'
export type { AnalystEvent } from './turn-answer.ts'

export interface AnalystQuestion {
  question: string
  depth: 'quick' | 'deep'
  /** Past turns, oldest first. */
  history: readonly PastTurn[]
  /** The canonical text of the queries behind the question, where it is a suggestion that was picked, and its language. */
  suggestion?: { text: string; lang: Lang } | null
  /** ISO date of the reader's day. */
  today: string
  signal: AbortSignal
}

/** `free`: a gap, help or a question back costs nothing. `stopped`: the document is what was delivered. */
export type AnalystOutcome = TurnAnswer

export interface Analyst {
  /** @throws AppError provider_busy, unavailable */
  answer(question: AnalystQuestion, emit: (event: AnalystEvent) => void): Promise<AnalystOutcome>
}

type ModelChoice =
  | { provider: 'built-in' }
  | { provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible'; model: string }

/** Who answers, as the settings say; keys and addresses stay on the server and enter no prompt. */
export interface ModelSettings {
  quick: ModelChoice
  deep: ModelChoice
  openaiCompatibleUrl: string | null
  providerKeys: Readonly<Record<'openai' | 'anthropic' | 'google' | 'openai-compatible', string | null>>
}

export interface AnalystParts {
  insights: Insights
  models: ModelSettings
  clock: Clock
  /** Writes answers to queries; the product's own writer where it is left out. */
  writeAsk?: WriteAsk
  /** Other caps than the product's, for tests and benchmarks. */
  caps?: Partial<LoopCaps>
}

/** Builds the lexicon and the models once; answers any number of questions at a time. */
export function createAnalyst({ insights, models, writeAsk = writeInWords, caps }: AnalystParts): Analyst {
  const lexicons = loadLexicons(insights.catalogue)
  const reader = createReader(lexicons, insights.model, insights.catalogue)
  const talking = { reader, lexicons, catalogue: insights.catalogue }
  const gapWordsOf = (lang: Lang) => gapWords(insights.catalogue, messagesOf(lang))
  /** null: the built-in analyst answers. */
  const modelOf = (choice: ModelChoice): LanguageModel | null =>
    choice.provider === 'built-in'
      ? null
      : createProviderModel({
          ...choice,
          url: models.openaiCompatibleUrl,
          key: models.providerKeys[choice.provider],
        })
  const byDepth = { quick: modelOf(models.quick), deep: modelOf(models.deep) }
  return {
    async answer(asking, emit) {
      const question = { ...asking, question: saidPart(asking.question) }
      const { suggestion, signal, depth } = question
      const parts = { insights, write: writeAsk }
      const ask = suggestion && readSuggested(suggestion.text, insights.model)
      if (ask)
        return answerAsk(parts, { question: question.question, ask, lang: suggestion.lang }, emit, signal)
      const model = byDepth[depth]
      const talk = model ? null : await talkInConversation(talking, question)
      if (talk) return answerOutcome(parts, { k: 'talk', ...talk }, emit, signal)
      const asked = { ...question, history: withoutTalk(talking, question) }
      if (!model) return answerOutcome(parts, readQuestion(reader, asked, gapWordsOf), emit, signal)
      const { today } = question
      const queriesOf = (text: string): Ask | null => {
        const read = readQuestion(reader, { question: text, history: [], today }, gapWordsOf)
        if (read.k === 'study') return { queries: [] }
        return read.k === 'queries' && !read.read.gaps?.length ? read.read.ask : null
      }
      const lang = lexicons.languageOf(question.question, asking.history.at(-1)?.asks?.lang ?? null)
      return answerByModel(
        { insights, model, queriesOf, ...(caps ? { caps } : {}) },
        { ...question, lang, history: asked.history.map(turn => pastCallOf(turn, insights.model)) },
        emit,
      )
    },
  }
}

/** A past turn with the queries behind its answer, those of a plan among them. */
function pastCallOf({ question, text, asks, plan, entities }: PastTurn, model: CatalogueModel): PastCall {
  const queries = asks?.queries ?? (plan ? queriesOfPlan(plan, model) : [])
  return { question, text, queries: queries.map(printQuery), shown: entities }
}
