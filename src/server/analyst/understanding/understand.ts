import type { Plan } from '../../../contract/plan.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { askBack } from './ask-back.ts'
import { chosenQuestion } from './choice-reply.ts'
import { editPlan, isFollowUp, type LastTurn } from './follow-up.ts'
import { buildLexicon } from './lexicon.ts'
import { planFromReading } from './plan-from-reading.ts'
import { readQuestion } from './reading.ts'

export interface AskedQuestion {
  question: string
  /** The last turn that had a plan, or null at the start of a conversation. */
  last: LastTurn | null
  /** What was asked back in the turn just before, if it was. */
  pending?: Plan['ask']
  /** ISO date of the reader's day. */
  today: string
  depth: Plan['depth']
}

export type Understand = (asked: AskedQuestion) => Plan

/** Builds the lexicon once; the function it gives back turns a question into its plan in about a millisecond. */
export function createUnderstanding(catalogue: Catalogue): Understand {
  const lexicon = buildLexicon(catalogue)
  return ({ question: typed, last, pending, today, depth }) => {
    const question = (pending && chosenQuestion(typed, pending)) ?? typed
    const reading = readQuestion(question, lexicon, catalogue)
    const context = { catalogue, today, depth }
    if (isFollowUp(reading, last)) return editPlan(reading, last, context)
    return askBack(reading, catalogue) ?? planFromReading(reading, context)
  }
}
