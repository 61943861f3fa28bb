import type { Block } from '../../contract/answer.ts'
import { answerText } from '../analyst/answer-text.ts'
import { liveTurns } from './live-turns.ts'
import { knownThread } from './queries.ts'
import { answerOfView } from './shown-answer.ts'

/** A question and its answer in plain words. */
export interface LastExchange {
  question: string
  /** Empty while nothing of it is there. */
  answer: string
}

/** The newest exchange of a conversation as this page knows it right now; null where it knows of none. */
export function lastExchange(sessionKey: string | null): LastExchange | null {
  const live = liveTurns.get(liveTurns.idsOf(sessionKey).split(' ').at(-1) ?? '')
  if (live) return { question: live.question, answer: answerText(answerOfView(live.view).blocks) }
  const stored = sessionKey === null ? undefined : knownThread(sessionKey)?.at(-1)
  if (!stored) return null
  const blocks: readonly Block[] = stored.document?.blocks ?? []
  return { question: stored.question, answer: blocks.length > 0 ? answerText(blocks) : stored.text }
}
