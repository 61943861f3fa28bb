import { sql } from 'drizzle-orm'
import type { AnswerDocument, QueryDocument, Span } from '../../contract/answer.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Dim } from '../../contract/query.ts'
import type { Table } from '../../contract/result.ts'
import type { AnalystQuestion } from '../analyst/analyst.ts'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { asksOf, planOf, readStoredDocument, type StoredAsks } from './stored-document.ts'

const remembered = { turns: 6, entities: 60, textLength: 4_000 } as const

/** What later questions of the conversation may lean on: plan or queries, what was shown, and the words. */
export interface AnswerMemory {
  plan: Plan | null
  asks: StoredAsks | null
  entities: string[]
  text: string
}

export function memoryOf(document: AnswerDocument | null): AnswerMemory {
  if (!document) return { plan: null, asks: null, entities: [], text: '' }
  return {
    plan: document.version === 1 ? document.plan : null,
    asks: document.version === 2 ? storedAsks(document) : null,
    entities: entitiesOf(document),
    text: textOf(document),
  }
}

/** The names in the main table: what 'these' means in the next question. */
function entitiesOf({ tables }: AnswerDocument): string[] {
  const main = tables.find(table => table.role === 'main') ?? tables[0]
  if (!main) return []
  const texts = main.columns.flatMap(({ kind }, index) => (kind === 'text' ? [index] : []))
  return distinct(texts, main)
}

const storedAsks = ({ lang, queries, tables, suggestions }: QueryDocument): StoredAsks => ({
  lang,
  queries: queries.map(({ query }) => query),
  shown: tables.filter(table => table.role === 'main').flatMap(shownIn),
  suggestions: suggestions ?? [],
})

/** The columns that hold the ids of a dimension's members. */
const idColumns: Record<string, Dim> = {
  iso3: 'country',
  segment_id: 'segment',
  brand: 'brand',
  channel_id: 'channel',
}

/** The members that the rows of a table are; the row of totals is none. */
const shownIn = ({ columns, rows, total }: Table): StoredAsks['shown'] =>
  columns.flatMap(({ key }, index) => {
    const dim = idColumns[key]
    return dim ? [{ dim, ids: distinct([index], { rows: total ? rows.slice(0, -1) : rows }) }] : []
  })

/** The texts of some columns, each once, in the order of the rows. */
function distinct(columns: readonly number[], { rows }: Pick<Table, 'rows'>): string[] {
  const texts = rows.flatMap(row => columns.map(index => row[index]))
  return [...new Set(texts.filter(text => typeof text === 'string'))].slice(0, remembered.entities)
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
  id: string
  question: string
  plan: unknown
  asks: unknown
  entities: string[]
  text: string | null
}

/** The last answered turns of a conversation, oldest first. */
export async function readHistory(ctx: Context, sessionKey: string): Promise<AnalystQuestion['history']> {
  const rows = await rowsOf<Remembered>(
    ctx.db,
    sql`
      select id, question, plan, asks, entities, answer_text as text from turn
      where session_key = ${sessionKey} and state in ('complete', 'stopped')
      order by place desc limit ${remembered.turns}`,
  )
  return rows.reverse().map(({ id, question, entities, ...row }) => ({
    ...{ question, entities, plan: planOf(row.plan), asks: pastAsks(row.asks), text: row.text ?? '' },
    document: () => documentOf(ctx, id),
  }))
}

/** The whole answer of a turn; null where there is none that can be read. */
async function documentOf(ctx: Context, id: string): Promise<AnswerDocument | null> {
  const rows = await rowsOf<{ document: unknown }>(ctx.db, sql`select document from turn where id = ${id}`)
  const stored = readStoredDocument(rows[0]?.document)
  return stored.kind === 'whole' ? stored.document : null
}

function pastAsks(stored: unknown): AnalystQuestion['history'][number]['asks'] {
  const asks = asksOf(stored)
  return asks && { lang: asks.lang, queries: asks.queries, shown: asks.shown }
}

/**
 * The queries behind a suggestion that an answer of the conversation made, where the question is still as it was
 * suggested; else null, and the question is read like any other.
 */
export async function readSuggestion(
  ctx: Context,
  sessionKey: string,
  { id, question }: { id: string; question: string },
): Promise<NonNullable<AnalystQuestion['suggestion']> | null> {
  const rows = await rowsOf<{ asks: unknown }>(
    ctx.db,
    sql`
      select asks from turn
      where session_key = ${sessionKey} and strpos(asks::text, ${JSON.stringify(id)}) > 0
      order by place desc limit 1`,
  )
  const asks = asksOf(rows[0]?.asks)
  const suggested = asks?.suggestions.find(one => one.suggestion_id === id)
  const isUnchanged = suggested?.question.trim() === question.trim()
  return asks && suggested && isUnchanged ? { text: suggested.text, lang: asks.lang } : null
}
