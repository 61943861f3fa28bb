import type { Insights } from '../../src/server/insights/insights.ts'
import { answerTo, builtInAnalyst, type Recorded } from './recorded-analyst.ts'

/** How long each question took, in ms, in the questions' order. */
export interface Measured {
  answerMs: number[]
  bareMs: number[]
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/**
 * Each question asked by one of so many askers who wait for nobody; and the same with its SQL alone, all statements of a
 * question at once. The two take turns round by round, so that a machine that drifts does so for both; of the rounds of a
 * question the middle one counts.
 */
export async function measureAnswers(
  insights: Insights,
  recorded: readonly Recorded[],
  { askers, rounds }: { askers: number; rounds: number },
): Promise<Measured> {
  const analyst = builtInAnalyst(insights)
  const answer = ({ question }: Recorded) => answerTo(analyst, question)
  const bare = ({ statements }: Recorded) =>
    Promise.all(statements.map(({ sql, params }) => insights.query(sql, params)))
  const answers: number[][] = []
  const bares: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    answers.push(await inParallel(recorded, askers, one => timed(() => answer(one))))
    bares.push(await inParallel(recorded, askers, one => timed(() => bare(one))))
  }
  return { answerMs: middles(answers), bareMs: middles(bares) }
}

async function inParallel(
  recorded: readonly Recorded[],
  askers: number,
  measure: (one: Recorded) => Promise<number>,
): Promise<number[]> {
  const tookMs: number[] = []
  const queue = recorded.entries()
  const asker = async () => {
    for (const [at, one] of queue) tookMs[at] = await measure(one)
  }
  await Promise.all(Array.from({ length: askers }, asker))
  return tookMs
}

const middles = (rounds: readonly number[][]): number[] =>
  (rounds[0] ?? []).map(
    (_, at) => rounds.map(round => round[at] ?? 0).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0,
  )
