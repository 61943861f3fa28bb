import type { AnswerDocument } from '../../contract/answer.ts'
import type { TurnEvent } from '../../contract/turn-event.ts'
import type { OpenPoint } from './open-points.ts'

export type AnalystEvent = Extract<
  TurnEvent,
  { event: 'step' | 'plan' | 'result' | 'block' | 'delta' | 'claims' }
>

export interface TurnAnswer {
  document: AnswerDocument
  free: boolean
  /** True where a deep answer has data that a quick one could not have: only then it costs its own price. */
  addsData: boolean
  state: 'complete' | 'stopped'
  builtIn: boolean
  tokens: { input: number; output: number }
  /** What of the question was not answered; absent where a provider's model answered. */
  open?: readonly OpenPoint[]
}
