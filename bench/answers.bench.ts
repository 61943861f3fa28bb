import { emptyPlan } from '../src/contract/plan.ts'
import { createAnalyst } from '../src/server/analyst/analyst.ts'
import { runPlan } from '../src/server/insights/engine/run-plan.ts'
import { createInsights, type Insights } from '../src/server/insights/insights.ts'
import { systemClock } from '../src/server/platform/clock.ts'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'
import { median, percentile, printTable } from './figures.ts'
import { report } from './report.ts'

/**
 * What the built-in analyst adds to its own queries. Each question is answered, and the SQL it ran is then run again
 * bare, all at once, in the same process and minute; the promise is on the medians of the two.
 */
const promisedExtraMs = 60
const rounds = 5
const questions = [
  'What was tea consumer behaviour in South Africa in the last calendar year?',
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'Who are the key players in the beverage industry in Kenya?',
  'What is the feasibility of the diaper market in Ghana?',
  'GDP of Ghana in 2023',
  'Inflation in Nigeria since 2015',
  'Compare beer volume in Kenya, Uganda and Tanzania',
  'Top 10 countries by toothpaste sales',
  'Brand shares of laundry detergent in Egypt',
  'Soft drinks sales by channel in Morocco',
  'Was cooking oil growth in Ethiopia driven by price or volume?',
  'Country profile of Rwanda',
  'Where is chocolate growing fastest?',
  'Average price of rice in Senegal by month in 2024',
  'Population of ECOWAS countries',
  'Coffee market in Côte d’Ivoire since 2020',
]

const folders = await panelForTests()
const opened = await createInsights(folders)
let ran: string[] = []
const recording: Insights = {
  ...opened,
  runPlan: (plan, limits) =>
    runPlan(opened.catalogue, sql => readRecorded(sql, limits), opened.dataVersion, plan),
}

async function readRecorded(sql: string, limits?: Parameters<Insights['runPlan']>[1]) {
  ran.push(sql)
  const { columns, rows } = await opened.query(sql, [], limits)
  return rows.map(row => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))
}

const analyst = createAnalyst({
  insights: recording,
  models: {
    quick: { provider: 'built-in' },
    deep: { provider: 'built-in' },
    openaiCompatibleUrl: null,
    providerKeys: { openai: null, anthropic: null, google: null, 'openai-compatible': null },
  },
  clock: systemClock,
})

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const answerMs: number[] = []
const bareMs: number[] = []
const rows: (string | number)[][] = []
for (const question of questions) {
  const answered: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    ran = []
    const whole = await timed(() =>
      analyst.answer(
        {
          question,
          depth: emptyPlan.depth,
          history: [],
          today: '2026-01-15',
          signal: AbortSignal.timeout(30_000),
        },
        () => undefined,
      ),
    )
    const statements = ran
    const floor = await timed(() => Promise.all(statements.map(sql => opened.query(sql))))
    // The first round warms the caches of both.
    if (round > 0) {
      answered.push(whole)
      bare.push(floor)
    }
  }
  answerMs.push(...answered)
  bareMs.push(...bare)
  rows.push([question, ran.length, median(answered), median(bare), median(answered) - median(bare)])
}
printTable(['question', 'queries', 'answer ms', 'bare ms', 'extra ms'], rows)
const extraMs = median(answerMs) - median(bareMs)
report({
  id: 'answers',
  title: 'Answers of the built-in analyst',
  command: 'npm run bench:answers',
  how: `${questions.length} questions, ${rounds} times each: the whole answer beside the SQL it ran, run again bare and all at once.`,
  figures: [
    {
      what: 'an answer, median',
      ours: `${median(answerMs).toFixed(1)} ms`,
      beside: `bare queries ${median(bareMs).toFixed(1)} ms`,
      promise: `at most ${promisedExtraMs} ms more`,
      holds: extraMs <= promisedExtraMs,
    },
    {
      what: 'an answer, p95',
      ours: `${percentile(answerMs, 95).toFixed(1)} ms`,
      beside: `bare queries ${percentile(bareMs, 95).toFixed(1)} ms`,
      promise: '',
      holds: true,
    },
  ],
})
await opened.close()
