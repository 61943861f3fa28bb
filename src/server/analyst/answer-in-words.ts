import type { Lang } from '../../contract/lang.ts'
import type { Insights } from '../insights/insights.ts'
import { composerOf, documentOf, noResult } from './answer-ask.ts'
import type { AnswerComposer } from './answer-composer.ts'
import type { AnalystEvent, TurnAnswer } from './turn-answer.ts'

/** An answer without figures of its own: a gap, a question back. It is free. */
export function answerInWords(
  { insights }: { insights: Insights },
  lang: Lang,
  emit: (event: AnalystEvent) => void,
  write: (composer: AnswerComposer) => void,
): TurnAnswer {
  const step = (id: string, label: string, state: 'running' | 'done') =>
    emit({ event: 'step', data: { id, label, state } })
  step('read', 'Reading the question', 'done')
  emit({ event: 'plan', data: { queries: [], lang, words: [] } })
  step('write', 'Writing the answer', 'running')
  const { composer, claims } = composerOf(insights, { queries: [] }, noResult(insights), emit)
  write(composer)
  step('write', 'Writing the answer', 'done')
  return {
    document: documentOf({ queries: [], lang, result: noResult(insights), composer, claims }),
    ...{ free: true, addsData: false, builtIn: true, tokens: { input: 0, output: 0 }, state: 'complete' },
  }
}
