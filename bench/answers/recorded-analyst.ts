import type { AnswerDocument } from '../../src/contract/answer.ts'
import type { Cell } from '../../src/contract/result.ts'
import { type Analyst, createAnalyst } from '../../src/server/analyst/analyst.ts'
import type { Insights } from '../../src/server/insights/insights.ts'
import { runAsk } from '../../src/server/insights/query/run-ask.ts'
import { systemClock } from '../../src/server/platform/clock.ts'

/** What an answer can be: figures, what is not available, a question back, words about the product or its data. */
export const answerKinds = ['figures', 'gap', 'ask', 'words'] as const
export type AnswerKind = (typeof answerKinds)[number]

export interface Statement {
  sql: string
  params: Cell[]
}

/** An answer's SQL, and what kind of answer it was. */
export interface Recorded {
  question: string
  statements: Statement[]
  kind: AnswerKind
}

/** The built-in analyst as the product runs it. */
export const builtInAnalyst = (insights: Insights): Analyst =>
  createAnalyst({
    insights,
    models: {
      quick: { provider: 'built-in' },
      deep: { provider: 'built-in' },
      openaiCompatibleUrl: null,
      providerKeys: { openai: null, anthropic: null, google: null, 'openai-compatible': null },
    },
    clock: systemClock,
  })

/** Answers a question from nothing: no history, nobody waiting for its events. */
export async function answerTo(analyst: Analyst, question: string): Promise<AnswerKind> {
  const { document } = await analyst.answer(
    { question, depth: 'quick', history: [], today: '2026-01-15', signal: AbortSignal.timeout(60_000) },
    () => {},
  )
  return kindOf(document)
}

function kindOf(document: AnswerDocument): AnswerKind {
  const { blocks } = document
  if (document.version === 2 && document.queries.length > 0) return 'figures'
  if (blocks.some(({ type }) => type === 'gap')) return 'gap'
  return blocks.some(({ type }) => type === 'ask') ? 'ask' : 'words'
}

/** Answers each question once, and keeps the SQL that it ran. */
export async function recordAnswers(opened: Insights, questions: readonly string[]): Promise<Recorded[]> {
  let statements: Statement[] = []
  const query: Insights['query'] = (sql, params = [], limits) => {
    statements.push({ sql, params })
    return opened.query(sql, params, limits)
  }
  const recording: Insights = {
    ...opened,
    runAsk: (ask, limits) => runAsk({ ...opened, warehouse: { query } }, ask, limits),
  }
  const analyst = builtInAnalyst(recording)
  const recorded: Recorded[] = []
  for (const question of questions) {
    statements = []
    const kind = await answerTo(analyst, question)
    recorded.push({ question, statements, kind })
  }
  return recorded
}
