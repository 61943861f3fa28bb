import { sql } from 'drizzle-orm'
import type { AnswerDocument, Span } from '../../contract/answer.ts'
import type { Plan } from '../../contract/plan.ts'
import type { AnalystQuestion } from '../analyst/analyst.ts'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { planOf } from './stored-document.ts'

const remembered = { turns: 6, entities: 60, textLength: 4_000 } as const

/** What later questions of the conversation may lean on: plan, what was shown, and the words. */
export interface AnswerMemory {
  plan: Plan | null
  entities: string[]
  text: string
}

export const memoryOf = (document: AnswerDocument | null): AnswerMemory =>
  document
    ? { plan: document.plan, entities: entitiesOf(document), text: textOf(document) }
    : { plan: null, entities: [], text: '' }

/** The names in the main table: what 'these' means in the next question. */
function entitiesOf({ tables }: AnswerDocument): string[] {
  const main = tables.find(table => table.role === 'main') ?? tables[0]
  if (!main) return []
  const texts = main.columns.flatMap(({ kind }, index) => (kind === 'text' ? [index] : []))
  const names = main.rows.flatMap(row => texts.map(index => row[index]))
  return [...new Set(names.filter(name => typeof name === 'string'))].slice(0, remembered.entities)
}

const wordsOf = (spans: readonly Span[]): string => spans.map(span => span.text).join('')

function textOf({ blocks }: AnswerDocument): string {
  const texts = blocks.flatMap(block => {
    switch (block.type) {
      case 'headline':
      case 'paragraph':
        return [wordsOf(block.spans)]
      case 'list':
        return block.items.map(wordsOf)
      case 'gap':
        return [block.text]
      case 'ask':
        return [block.question]
      default:
        return []
    }
  })
  return [...texts.join('\n')].slice(0, remembered.textLength).join('')
}

interface Remembered extends Record<string, unknown> {
  question: string
  plan: unknown
  entities: string[]
  text: string | null
}

/** The last answered turns of a conversation, oldest first. */
export async function readHistory(ctx: Context, sessionKey: string): Promise<AnalystQuestion['history']> {
  const rows = await rowsOf<Remembered>(
    ctx.db,
    sql`
      select question, plan, entities, answer_text as text from turn
      where session_key = ${sessionKey} and state in ('complete', 'stopped')
      order by place desc limit ${remembered.turns}`,
  )
  return rows.reverse().map(row => ({ ...row, plan: planOf(row.plan), text: row.text ?? '' }))
}
