import { parseArgs } from 'node:util'
import { type Figure, report } from '../bench/report.ts'
import { limits } from '../src/contract/limits.ts'
import { runStorm, type StormOutcome } from './storm/run-storm.ts'

/** One free account against everybody: `npm run chaos:storm -- --questions 600 --searches 60 --rounds 30`. */
const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '600' },
    searches: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '30' },
  },
})
const [questions, searches, rounds] = [values.questions, values.searches, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const outcome = await runStorm({
  ...{ questions, searches, rounds, entry: 'dist/server/main.js' as const },
  say: console.log,
})
report({
  id: 'storm',
  title: 'One free account against everybody',
  command: `npm run chaos:storm -- --questions ${questions} --searches ${searches} --rounds ${rounds}`,
  how: `With the limits on, one account sends ${questions} questions with free answers, 20 at a time, and then ${rounds} times ${searches} searches at once over ${questions} long questions, while ten others read their balance, profile and history 40 times a second.`,
  figures: figuresOf(outcome),
})

function figuresOf(outcome: StormOutcome): Figure[] {
  const { questions, searches, searchesAtOnce, quietP99Ms, stormP99Ms, stormCalls, failedCalls } = outcome
  const answered = questions.counts[200] ?? 0
  const others = Object.keys({ ...questions.counts, ...searches.counts }).filter(
    status => !['200', '429', '503'].includes(status),
  )
  const withoutRetryAfter = questions.withoutRetryAfterCount + searches.withoutRetryAfterCount
  return [
    {
      what: 'calls of others during the storm, p99',
      ours: `${stormP99Ms.toFixed(0)} ms`,
      beside: `before it ${quietP99Ms.toFixed(0)} ms`,
      promise: 'at most 300 ms',
      holds: stormP99Ms <= 300,
    },
    {
      what: 'calls of others that failed',
      ours: String(failedCalls),
      beside: `${stormCalls} calls`,
      promise: 'none',
      holds: failedCalls === 0,
    },
    {
      what: 'questions answered, refused with 429',
      ours: `${answered}, ${questions.counts[429] ?? 0}`,
      beside: '',
      promise: `at most ${limits.questionsPerMinute} a minute`,
      holds: answered > 0 && answered <= 2 * limits.questionsPerMinute,
    },
    {
      what: 'searches answered, refused with 429',
      ours: `${searches.counts[200] ?? 0}, ${searches.counts[429] ?? 0}`,
      beside: '',
      promise: 'some of each',
      holds: (searches.counts[200] ?? 0) > 0 && (searches.counts[429] ?? 0) > 0,
    },
    {
      what: 'searches of the account in the database at once, at most',
      ours: String(searchesAtOnce),
      beside: '',
      promise: 'one',
      holds: searchesAtOnce === 1,
    },
    {
      what: 'refusals without Retry-After, other answers',
      ours: `${withoutRetryAfter}, ${others.length}`,
      beside: '',
      promise: 'none',
      holds: withoutRetryAfter === 0 && others.length === 0,
    },
  ]
}
