import { type Grade, grade } from './grade.ts'
import type { EvalQuestion } from './questions.ts'
import type { Reply } from './read-answer.ts'

/** A reply with what it cost, in credits. */
export interface PaidReply extends Reply {
  cost: number
}

/** One conversation: each question is asked after the answer to the one before. */
export interface Conversation {
  /** @throws where there is no answer */
  ask(question: string): Promise<PaidReply>
  /** Where among the reader's candidates the right one stands, at this point of the conversation; null where it does not. */
  candidate?(question: EvalQuestion): Promise<number | null>
}

/** A question as it was answered. */
export interface Asked {
  question: EvalQuestion
  verdict: Grade['verdict']
  faults: string[]
  /** What it was answered with: figures, a gap, a question back, or talk. */
  got: Grade['answer']['kind'] | 'failure'
  /** The path that answered: the version of its document; null without one. */
  version: 1 | 2 | null
  text: string
  cost: number
  ms: number
  /** The place of the right query among the reader's candidates, from 1; null where it is not among them. */
  candidate?: number | null
}

/** Asks questions in their order, a follow-up in the conversation of the question before it. */
export async function askQuestions(
  questions: readonly EvalQuestion[],
  open: () => Conversation | Promise<Conversation>,
): Promise<Asked[]> {
  const conversations = new Map<string, Conversation>()
  const asked: Asked[] = []
  for (const question of questions) {
    const before = question.follows?.at(-1)
    const conversation = (before !== undefined && conversations.get(before)) || (await open())
    conversations.set(question.id, conversation)
    const hasGold = question.accept.some(({ rows }) => rows.length > 0)
    const candidate = hasGold ? await conversation.candidate?.(question) : undefined
    const answered = await askOne(question, conversation)
    asked.push(candidate === undefined ? answered : { ...answered, candidate })
  }
  return asked
}

async function askOne(question: EvalQuestion, conversation: Conversation): Promise<Asked> {
  const startedAt = performance.now()
  try {
    const reply = await conversation.ask(question.question)
    const ms = performance.now() - startedAt
    const { verdict, faults, answer } = grade(question, reply)
    const { kind: got, text } = answer
    return {
      question,
      verdict,
      faults,
      got,
      version: reply.document?.version ?? null,
      text,
      cost: reply.cost,
      ms,
    }
  } catch (error) {
    const faults = [error instanceof Error ? error.message : String(error)]
    const ms = performance.now() - startedAt
    return { question, verdict: 'wrong', faults, got: 'failure', version: null, text: '', cost: 0, ms }
  }
}
