import { createHash } from 'node:crypto'
import type { Suggestion } from '../../../contract/answer.ts'

/** A question that is offered, with the canonical text of the queries that answer it, where they are known. */
export interface Offer {
  label: string
  question: string
  ask?: string
}

/** The same question with the same queries has the same id wherever it is offered. */
const idOf = (question: string, ask: string): string =>
  createHash('sha256').update(`${question}\n${ask}`).digest('base64url').slice(0, 22)

export const suggestionOf = ({ label, question, ask }: Offer): Suggestion =>
  ask === undefined ? { label, question } : { label, question, suggestion_id: idOf(question, ask) }
