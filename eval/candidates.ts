import type { Table } from '../src/contract/result.ts'
import type { PastTurn } from '../src/server/analyst/past-turn.ts'
import { loadLexicons } from '../src/server/analyst/reading/lexicon.ts'
import { createReader, type Reader } from '../src/server/analyst/reading/read.ts'
import { pastOf } from '../src/server/analyst/reading/read-question.ts'
import type { Insights } from '../src/server/insights/insights.ts'
import type { Asked } from './ask-questions.ts'
import { mostRows } from './grade.ts'
import { matchRows } from './match-rows.ts'
import type { EvalQuestion, GoldRow } from './questions.ts'
import { readTables } from './read-answer.ts'

/** Says at which place among the reader's candidates, from 1, the first stands whose figures are those of an accepted reading. */
export type FindCandidate = (question: EvalQuestion, history: readonly PastTurn[]) => Promise<number | null>

/** Runs the candidates of the reader one after the other until one gives accepted rows. */
export const createCandidates =
  (today: string) =>
  (insights: Insights): FindCandidate => {
    const reader = createReader(loadLexicons(insights.catalogue), insights.model, insights.catalogue)
    return async (question, history) => {
      const candidates = reader.read(question.question, today, history.map(pastOf))
      for (const [at, { queries }] of candidates.entries())
        if (showsOne(accepted(question), await tablesOf(insights, queries))) return at + 1
      return null
    }
  }

const accepted = ({ accept }: EvalQuestion) => accept.map(({ rows }) => rows)

/** No tables where the queries cannot be run. */
export async function tablesOf(insights: Insights, queries: Queries): Promise<Table[]> {
  try {
    return (await insights.runAsk({ queries: queries.slice(0, 8) })).tables
  } catch {
    return []
  }
}

export type Queries = ReturnType<Reader['read']>[number]['queries']

/** Whether tables show the rows of one of the accepted readings. */
export function showsOne(readings: readonly (readonly GoldRow[])[], tables: readonly Table[]): boolean {
  const answer = readTables(tables)
  return readings.some(rows => rows.length > 0 && matchRows(rows, answer).found >= mostRows)
}

/** So many of the questions with gold have their right query first among the candidates, and among all of them. */
export interface CandidateTally {
  n: number
  first: number
  among: number
}

/** Questions without a place were not looked up. */
export function tallyCandidates(asked: readonly Asked[]): CandidateTally {
  const places = asked.flatMap(({ candidate }) => (candidate === undefined ? [] : [candidate]))
  return {
    n: places.length,
    first: places.filter(place => place === 1).length,
    among: places.filter(place => place !== null).length,
  }
}
