import type { AnswerDocument } from '../../contract/answer.ts'
import type { Plan } from '../../contract/plan.ts'
import type { TurnEvent } from '../../contract/turn-event.ts'

export interface AnalystQuestion {
  question: string
  depth: 'quick' | 'deep'
  history: readonly { question: string; plan: Plan | null; entities: string[]; text: string }[]
  today: string
  signal: AbortSignal
}
export type AnalystEvent = Extract<
  TurnEvent,
  { event: 'step' | 'plan' | 'result' | 'block' | 'delta' | 'claims' }
>
export interface AnalystOutcome {
  document: AnswerDocument
  free: boolean
  state: 'complete' | 'stopped'
  builtIn: boolean
  tokens: { input: number; output: number }
}
export interface Analyst {
  answer(question: AnalystQuestion, emit: (event: AnalystEvent) => void): Promise<AnalystOutcome>
}
