import * as z from 'zod/mini'
import { type AnswerDocument, answerDocument, suggestedAsk } from '../../contract/answer.ts'
import { lang } from '../../contract/lang.ts'
import { type Plan, plan } from '../../contract/plan.ts'
import { dims, query } from '../../contract/query.ts'

/** A document as a row holds it: JSON of whatever version wrote it. */
export type StoredDocument =
  | { kind: 'none' }
  | { kind: 'whole'; document: AnswerDocument }
  /** Something is stored that does not fit the schema; `problem` says where. */
  | { kind: 'unreadable'; problem: string }

/** The document of a row, checked: every reader and the one writer go through here. */
export function readStoredDocument(stored: unknown): StoredDocument {
  if (stored === null || stored === undefined) return { kind: 'none' }
  const parsed = answerDocument.safeParse(stored)
  if (parsed.success) return { kind: 'whole', document: parsed.data }
  const [issue] = parsed.error.issues
  return { kind: 'unreadable', problem: `${issue?.path.join('.')}: ${issue?.message}` }
}

/** The plan of a row where it can be read, else null: what cannot is not leant on. */
export function planOf(stored: unknown): Plan | null {
  const parsed = plan.safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** What later questions may lean on where an answer rests on queries. */
const asks = z.object({
  lang,
  queries: z.array(query),
  /** The members that the rows of its main tables are, in their order. */
  shown: z.array(z.object({ dim: z.enum(dims), ids: z.array(z.string()) })),
  suggestions: z.array(suggestedAsk),
})
export type StoredAsks = z.output<typeof asks>

/** The queries of a row with what they showed, where they can be read, else null. */
export function asksOf(stored: unknown): StoredAsks | null {
  const parsed = asks.safeParse(stored)
  return parsed.success ? parsed.data : null
}
