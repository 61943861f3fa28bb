import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Query } from '../src/contract/query.ts'
import { lexiconsOf } from '../src/server/analyst/reading/lexicon.ts'
import { type Candidate, createReader, type Reader } from '../src/server/analyst/reading/read.ts'
import { pastOf } from '../src/server/analyst/reading/read-question.ts'
import { learnedWeights, type Weights } from '../src/server/analyst/reading/weights.ts'
import { createInsights, type Insights, printQuery } from '../src/server/insights/insights.ts'
import { readingExamples } from '../src/server/testing/reading-examples.ts'
import { alterData } from './altered-data.ts'
import { goldDay, openAnalyst } from './ask-in-process.ts'
import { askQuestions } from './ask-questions.ts'
import { showsOne, tablesOf } from './candidates.ts'
import type { EvalQuestion, GoldRow } from './questions.ts'

/** A question as it stands in its conversation, and what its right queries are. */
interface Case {
  read(reader: Reader): readonly Candidate[]
  isRight(queries: readonly Query[]): Promise<boolean>
  /** Every fifth is not learned from. */
  isKept: boolean
}

/** How well weights rank: the mean loss of the cases learned from with the penalty, and how many of all have the right one first. */
export interface Ranking {
  loss: number
  first: { learned: number; kept: number }
  n: { learned: number; kept: number }
}

/** What moves a weight away from where it was set costs so much. */
const penalty = 0.02
/** Steps of the search, as parts of a weight. */
const steps = [0.4, 0.2, 0.1]
/** A right reading so far ahead of all others stays there. */
const safeMargin = 2
const examplesFolder = join(import.meta.dirname, '../src/server/analyst/reading/examples')

/**
 * Learns the weights of the reader: the log-linear model whose loss is the negative logarithm of the share that right candidates have
 * of exp(−cost), searched weight by weight. A candidate of a question is right where its figures are those of an accepted reading on
 * the figures that ship and on an altered copy of them; one of an example of the reader, where it is the query that stands there.
 */
export async function learnWeights(
  where: { dataDir: string; dataFolder: string },
  alteredDir: string,
  questions: readonly EvalQuestion[],
  print: (line: string) => void,
): Promise<Weights> {
  const altered = await alterData(where, alteredDir, questions)
  const insights = await createInsights(where)
  const alteredInsights = await createInsights({ ...where, dataDir: altered.dataDir })
  try {
    const readerOf = (weights: Weights) =>
      createReader(lexiconsOf(insights.catalogue, weights), insights.model, insights.catalogue)
    const both = { insights, alteredInsights, altered: altered.gold }
    const all = [...(await questionCases(where, both, questions)), ...exampleCases()]
    const contested = await contestedCases(all, readerOf(learnedWeights))
    print(`${all.length} questions and examples, ${contested.length} with more than one near reading`)
    const rank = (weights: Weights) => rankingOf(contested, readerOf(weights), distance(weights))
    return await search(rank, print)
  } finally {
    await Promise.all([insights.close(), alteredInsights.close()])
  }
}

/** Weight by weight a step up or down, as long as the loss falls; then smaller steps. */
async function search(
  rank: (weights: Weights) => Promise<Ranking>,
  print: (line: string) => void,
): Promise<Weights> {
  let weights = learnedWeights
  let best = await rank(weights)
  print(`before: ${wordsOf(best)}`)
  for (const step of steps) {
    for (const name of names(weights)) {
      for (const way of [1 + step, 1 - step]) {
        const next = withWeight(weights, name, weightOf(weights, name) * way)
        const ranking = await rank(next)
        if (ranking.loss >= best.loss - 1e-5) continue
        ;[weights, best] = [next, ranking]
        print(`${name} ${weightOf(weights, name)}: ${wordsOf(best)}`)
        break
      }
    }
  }
  return weights
}

const wordsOf = ({ loss, first, n }: Ranking): string =>
  `loss ${loss.toFixed(4)}, first ${first.learned} of ${n.learned} learned from, ${first.kept} of ${n.kept} kept apart`

async function rankingOf(cases: readonly Case[], reader: Reader, far: number): Promise<Ranking> {
  const first = { learned: 0, kept: 0 }
  const n = { learned: 0, kept: 0 }
  let loss = 0
  for (const one of cases) {
    const side = one.isKept ? 'kept' : 'learned'
    const candidates = one.read(reader)
    const isRight = await Promise.all(candidates.map(({ queries }) => one.isRight(queries)))
    n[side] += 1
    if (isRight[0]) first[side] += 1
    const share = shareOfRight(candidates, isRight)
    if (!one.isKept) loss -= Math.log(Math.max(share, 1e-4))
  }
  return { loss: loss / Math.max(n.learned, 1) + penalty * far, first, n }
}

function shareOfRight(candidates: readonly Candidate[], isRight: readonly boolean[]): number {
  const least = Math.min(...candidates.map(({ cost }) => cost))
  const parts = candidates.map(({ cost }) => Math.exp(least - cost))
  const sum = (list: readonly number[]) => list.reduce((total, part) => total + part, 0)
  return sum(parts.filter((_, at) => isRight[at])) / sum(parts)
}

/** Those that another ranking could change: the right reading is among the candidates, and not far ahead of all others. */
async function contestedCases(all: readonly Case[], reader: Reader): Promise<Case[]> {
  const kept: Case[] = []
  for (const one of all) {
    const candidates = one.read(reader)
    const isRight = await Promise.all(candidates.map(({ queries }) => one.isRight(queries)))
    const costs = (right: boolean) =>
      candidates.filter((_, at) => isRight[at] === right).map(({ cost }) => cost)
    const [right, wrong] = [Math.min(...costs(true)), Math.min(...costs(false))]
    if (Number.isFinite(right) && wrong - right < safeMargin) kept.push(one)
  }
  return kept
}

interface Data {
  insights: Insights
  alteredInsights: Insights
  altered: ReadonlyMap<string, readonly GoldRow[][]>
}

/** Questions with gold, each after the answers that its conversation had before it. */
async function questionCases(
  where: { dataDir: string; dataFolder: string },
  { insights, alteredInsights, altered }: Data,
  questions: readonly EvalQuestion[],
): Promise<Case[]> {
  const cases: Case[] = []
  const analyst = await openAnalyst(where, {
    find: () => async (question, history) => {
      const past = history.map(pastOf)
      const gold = question.accept.map(({ rows }) => rows)
      cases.push({
        isKept: cases.length % 5 === 0,
        read: reader => reader.read(question.question, goldDay, past),
        isRight: remembered(async queries => {
          if (queries.length === 0) return false
          if (!showsOne(gold, await tablesOf(insights, [...queries]))) return false
          return showsOne(altered.get(question.id) ?? [], await tablesOf(alteredInsights, [...queries]))
        }),
      })
      return null
    },
  })
  await askQuestions(questions, analyst.converse)
  await analyst.close()
  return cases
}

/** The examples of the reader, each with the query that it stands for. */
const exampleCases = (): Case[] =>
  readdirSync(examplesFolder)
    .flatMap(file => readingExamples(join(examplesFolder, file)))
    .filter(({ query }) => query !== 'incomplete')
    .map(({ question, query }, at) => ({
      isKept: at % 5 === 0,
      read: reader => reader.read(question, goldDay),
      isRight: async ([first]) => first !== undefined && printQuery(first).split('\n').join(' | ') === query,
    }))

/** The same queries are run once. */
function remembered(isRight: Case['isRight']): Case['isRight'] {
  const known = new Map<string, Promise<boolean>>()
  return queries => {
    const key = JSON.stringify(queries)
    const found = known.get(key) ?? isRight(queries)
    known.set(key, found)
    return found
  }
}

/** 'piece', 'unread.known': every number of the file but those that are nothing. */
const names = (weights: Weights): string[] =>
  Object.entries(weights).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [name]
      : Object.keys(value).flatMap(part => (part === 'sign' ? [] : [`${name}.${part}`])),
  )

function weightOf(weights: Weights, name: string): number {
  const [whole = '', part] = name.split('.')
  const value = weights[whole as keyof Weights]
  return typeof value === 'number' ? value : (value[part as keyof Weights['unread']] ?? 0)
}

function withWeight(weights: Weights, name: string, value: number): Weights {
  const rounded = Math.round(value * 1000) / 1000
  const [whole = '', part] = name.split('.')
  if (part === undefined) return { ...weights, [whole]: rounded }
  return { ...weights, unread: { ...weights.unread, [part]: rounded } }
}

/** How far weights are from where they were, each by its own size. */
const distance = (weights: Weights): number =>
  names(weights).reduce((sum, name) => {
    const before = weightOf(learnedWeights, name)
    return sum + ((weightOf(weights, name) - before) / Math.max(Math.abs(before), 0.2)) ** 2
  }, 0)
