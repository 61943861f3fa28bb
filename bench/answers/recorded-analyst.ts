import type { Operation } from '../../src/contract/plan.ts'
import { type Analyst, createAnalyst } from '../../src/server/analyst/analyst.ts'
import { runPlan } from '../../src/server/insights/engine/run-plan.ts'
import type { Insights } from '../../src/server/insights/insights.ts'
import { namedRows } from '../../src/server/insights/open-insights.ts'
import { systemClock } from '../../src/server/platform/clock.ts'

/** An answer's SQL, and what kind of question it was taken for. */
export interface Recorded {
  question: string
  statements: string[]
  operation: Operation | null
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
export async function answerTo(analyst: Analyst, question: string): Promise<Operation | null> {
  let operation: Operation | null = null
  await analyst.answer(
    { question, depth: 'quick', history: [], today: '2026-01-15', signal: AbortSignal.timeout(60_000) },
    event => {
      if (event.event === 'plan' && 'plan' in event.data) operation = event.data.plan.operation
    },
  )
  return operation
}

/** Answers each question once, and keeps the SQL that it ran. */
export async function recordAnswers(opened: Insights, questions: readonly string[]): Promise<Recorded[]> {
  let statements: string[] = []
  const recording: Insights = {
    ...opened,
    runPlan: (plan, limits) =>
      runPlan(
        opened.catalogue,
        async sql => {
          statements.push(sql)
          const { columns, rows } = await opened.query(sql, [], limits)
          return namedRows(columns, rows)
        },
        opened.dataVersion,
        plan,
      ),
  }
  const analyst = builtInAnalyst(recording)
  const recorded: Recorded[] = []
  for (const question of questions) {
    statements = []
    const operation = await answerTo(analyst, question)
    recorded.push({ question, statements, operation })
  }
  return recorded
}
