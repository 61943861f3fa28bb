import type { AnswerDocument } from '../../contract/answer.ts'
import type { Plan } from '../../contract/plan.ts'

/** The plan that an answer rests on; throws for one that rests on queries. */
export function planOf(document: AnswerDocument): Plan {
  if (document.version !== 1) throw new Error('the answer rests on queries')
  return document.plan
}
