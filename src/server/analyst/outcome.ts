import type { Lang } from '../../contract/lang.ts'
import type { Insights } from '../insights/insights.ts'
import { withContext } from './answer/context-of-ask.ts'
import { answerAsk, type ReadQuestion } from './answer-ask.ts'
import { answerInWords } from './answer-in-words.ts'
import type { Offer } from './markup/offer.ts'
import type { OpenPoint } from './open-points.ts'
import { type AskedStudyQuestion, answerStudy } from './studies/answer-study.ts'
import { answerTalk } from './talk/answer-talk.ts'
import type { PastAnswer } from './talk/past-answer.ts'
import type { Talk } from './talk/read-talk.ts'
import type { AnalystEvent, TurnAnswer } from './turn-answer.ts'
import type { WriteAsk } from './write-ask.ts'

/** What cannot be answered, with the nearest question that can. */
export interface Gap {
  text: string
  nearest: Offer | null
}

/** What a question turned out to be, once it is read, and what of it stays open. */
export type Outcome = Kind & { open?: readonly OpenPoint[] }

type Kind =
  | { k: 'queries'; read: ReadQuestion }
  | { k: 'study'; asked: AskedStudyQuestion }
  /** Nothing of it can be answered. */
  | { k: 'gap'; lang: Lang; gaps: readonly Gap[] }
  /** It has several meanings, or leaves out what no convention decides. */
  | { k: 'choice'; lang: Lang; question: string; choices: readonly Offer[] }
  /** It talks about an answer before, the product or its data. */
  | { k: 'talk'; talk: Talk; answers: readonly PastAnswer[] }

export interface OutcomeParts {
  insights: Insights
  write: WriteAsk
}

type Emit = (event: AnalystEvent) => void
type Answer<K extends Outcome['k']> = (
  parts: OutcomeParts,
  outcome: Extract<Outcome, { k: K }>,
  emit: Emit,
  signal: AbortSignal,
) => Promise<TurnAnswer>

const answers: { [K in Outcome['k']]: Answer<K> } = {
  queries: (parts, { read }, emit, signal) =>
    answerAsk({ ...parts, extend: withContext }, read, emit, signal),
  study: (parts, { asked }, emit, signal) => answerStudy(parts, asked, emit, signal),
  gap: async (parts, { lang, gaps }, emit) =>
    answerInWords(parts, lang, emit, composer => {
      for (const { text, nearest } of gaps)
        composer.add({ type: 'gap', text, ask: nearest && composer.offer(nearest) })
    }),
  choice: async (parts, { lang, question, choices }, emit) =>
    answerInWords(parts, lang, emit, composer =>
      composer.add({ type: 'ask', question, choices: choices.map(one => composer.offer(one)) }),
    ),
  talk: ({ insights }, outcome, emit, signal) => answerTalk(insights, outcome, emit, signal),
}

/** The answer to what a question turned out to be. @throws AppError unavailable */
export async function answerOutcome(
  parts: OutcomeParts,
  outcome: Outcome,
  emit: Emit,
  signal: AbortSignal,
): Promise<TurnAnswer> {
  const answer = answers[outcome.k] as Answer<typeof outcome.k>
  const answered = await answer(parts, outcome as never, emit, signal)
  return { ...answered, open: outcome.open ?? [] }
}
