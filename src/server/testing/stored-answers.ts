import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { PlanDocument } from '../../contract/answer.ts'
import { operations } from '../../contract/plan.ts'
import { renderHtml } from '../analyst/analyst.ts'
import { memoryOf } from '../chat/answer-memory.ts'

/** A question with its answer, as it was stored when all documents were of version 1. */
export interface StoredAnswer {
  question: string
  document: PlanDocument
}

/** One stored answer of each operation, by the operation's name. */
export const storedAnswers = (): [string, StoredAnswer][] =>
  operations.map(name => [
    name,
    JSON.parse(readFileSync(join(import.meta.dirname, 'documents-v1', `${name}.json`), 'utf8')),
  ])

/** Puts an answer into a conversation of its own, as a turn that ended then. Gives the keys of both. */
export async function storeAnswer(
  pool: Pool,
  userId: string,
  { question, document }: StoredAnswer,
): Promise<{ session_key: string; turn_id: string }> {
  const session_key = `thread_${randomBytes(16).toString('base64url')}`
  const turn_id = randomUUID()
  await pool.query('insert into conversation (session_key, user_id, first_message) values ($1, $2, $3)', [
    ...[session_key, userId, question],
  ])
  const { plan, entities, text } = memoryOf(document)
  await pool.query(
    `insert into turn (id, session_key, user_id, question, depth, opens_conversation, state, lease_owner, document,
       html, plan, entities, answer_text, ended_at)
     values ($1, $2, $3, $4, 'quick', true, 'complete', gen_random_uuid(), $5, $6, $7, $8, $9, now())`,
    [
      ...[turn_id, session_key, userId, question],
      ...[JSON.stringify(document), renderHtml(document), JSON.stringify(plan), entities, text],
    ],
  )
  return { session_key, turn_id }
}
