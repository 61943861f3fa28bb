import { sayQuery } from '../answer/say-query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { type PastAnswer, writingsIn } from './past-answer.ts'
import type { TalkContext } from './talk-context.ts'

/** The sentences of an answer written again in the language of the reply. */
export const writtenAgain = ({ talk, catalogue }: TalkContext, answer: PastAnswer): Piece[][] =>
  writingsIn(answer, talk.lang, catalogue).flatMap(w => {
    const { first, context } = sayQuery(w)
    return [first, ...context].filter(said => said.length > 0)
  })
