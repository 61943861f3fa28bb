import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createInsights, prepareSamplePanel } from '../src/server/insights/insights.ts'
import { composedQueries, measureComposed } from './answers/composed-queries.ts'
import { type Measured, measureAnswers } from './answers/measure-answers.ts'
import { askedQuestions } from './answers/questions.ts'
import { answerKinds, recordAnswers } from './answers/recorded-analyst.ts'
import { median, percentile, printTable } from './figures.ts'
import { type Figure, report } from './report.ts'

/**
 * What the built-in analyst adds to its own queries: 200 questions, alone and with sixteen askers, over panels of 2 and
 * of 20 million rows; and 200 composed queries beside SQL that others wrote for the same questions.
 * `npm run bench:answers -- --seed 7 --slowest 10`
 */
const promisedExtraMs = 60
/** Of a composed query, on the smaller panel. */
const promisedQueryExtraMs = 10
const promisedQueryMs = 250
const questionCount = 200
const panels = [
  { name: '2 million rows', grain: { months: 36, linesPerBrand: 1 } },
  { name: '20 million rows', grain: { months: 84, linesPerBrand: 5 } },
]
const crowds = [
  { askers: 1, rounds: 3 },
  { askers: 16, rounds: 3 },
]

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, slowest: { type: 'string', default: '0' } },
})
const seed = Number(values.seed)
console.log(`Seed ${seed}`)
const root = join(import.meta.dirname, '..')
const dataFolder = join(root, 'data')
const shelf = join(root, '.cache/panels')

const figures: Figure[] = []
for (const { name, grain } of panels) {
  const folder = `${grain.months}-months-${grain.linesPerBrand}-lines`
  const insights = await open(folder, grain)
  const recorded = await recordAnswers(insights, askedQuestions(insights.catalogue, questionCount, seed))
  const reached = new Set(recorded.map(({ kind }) => kind))
  figures.push({
    what: `${name}: kinds of answer reached`,
    ours: `${reached.size}`,
    beside: `of ${answerKinds.length}`,
    promise: 'all',
    holds: answerKinds.every(one => reached.has(one)),
  })
  console.log(`Not reached: ${answerKinds.filter(one => !reached.has(one)).join(', ') || 'none'}`)
  for (const crowd of crowds) {
    const measured = await measureAnswers(insights, recorded, crowd)
    figures.push(...figuresOf(`${name}, ${crowd.askers} asker${crowd.askers > 1 ? 's' : ''}`, measured))
    printSlowest(Number(values.slowest), recorded, measured)
  }
  const queries = composedQueries(root)
  const composed = await measureComposed(insights, queries, 3)
  figures.push(...composedFigures(name, queries.length, composed, name === panels[0]?.name))
  await insights.close()
}
report({
  id: 'answers',
  title: 'Answers of the built-in analyst',
  command: `npm run bench:answers -- --seed ${seed}`,
  how: `${questionCount} questions of all kinds, over all countries and segments, each answered whole, beside the SQL that it ran, run again bare and all at once; both in turn, three rounds, the middle one counts. Composed queries are those written by hand in eval/queries, beside SQL written apart from the product. The panels are cut from the modelled sample panel's own maker.`,
  figures,
})

/** Opens a panel, made once and kept as long as nothing of it changes. */
async function open(folder: string, grain: (typeof panels)[number]['grain']) {
  mkdirSync(shelf, { recursive: true })
  const wanted = panels.map(one => `${one.grain.months}-months-${one.grain.linesPerBrand}-lines`)
  for (const other of readdirSync(shelf))
    if (!wanted.includes(other)) rmSync(join(shelf, other), { recursive: true, force: true })
  const dataDir = join(shelf, folder)
  const from = performance.now()
  const { rows } = await prepareSamplePanel({ dataDir, dataFolder, grain })
  console.log(`A panel of ${rows} rows (${((performance.now() - from) / 1_000).toFixed(1)} s)`)
  return await createInsights({ dataDir, dataFolder })
}

function figuresOf(where: string, { answerMs, bareMs }: Measured): Figure[] {
  const extraMs = median(answerMs) - median(bareMs)
  return [
    {
      what: `${where}: median`,
      ours: `${median(answerMs).toFixed(1)} ms`,
      beside: `bare queries ${median(bareMs).toFixed(1)} ms`,
      promise: `at most ${promisedExtraMs} ms more`,
      holds: extraMs <= promisedExtraMs,
    },
    {
      what: `${where}: p95`,
      ours: `${percentile(answerMs, 95).toFixed(1)} ms`,
      beside: `bare queries ${percentile(bareMs, 95).toFixed(1)} ms`,
      promise: '',
      holds: true,
    },
  ]
}

/** Composed queries, checked, run and made into tables, beside the SQL of the same questions. */
function composedFigures(
  where: string,
  count: number,
  { answerMs, bareMs }: Measured,
  isPromised: boolean,
): Figure[] {
  const [own, bare, slow] = [median(answerMs), median(bareMs), percentile(answerMs, 95)]
  return [
    {
      what: `${where}, ${count} composed queries: median`,
      ours: `${own.toFixed(1)} ms`,
      beside: `SQL ${bare.toFixed(1)} ms`,
      promise: isPromised ? `at most ${promisedQueryExtraMs} ms more` : '',
      holds: !isPromised || own - bare <= promisedQueryExtraMs,
    },
    {
      what: `${where}, ${count} composed queries: p95`,
      ours: `${slow.toFixed(1)} ms`,
      beside: `SQL ${percentile(bareMs, 95).toFixed(1)} ms`,
      promise: isPromised ? `under ${promisedQueryMs} ms` : '',
      holds: !isPromised || slow < promisedQueryMs,
    },
  ]
}

/** Where the time goes beyond the queries. */
function printSlowest(
  count: number,
  recorded: Awaited<ReturnType<typeof recordAnswers>>,
  { answerMs, bareMs }: Measured,
) {
  if (count === 0) return
  const rows = recorded.map(({ question, statements }, at): [string, number, number, number, number] => {
    const [answer = 0, bare = 0] = [answerMs[at], bareMs[at]]
    return [question, statements.length, answer, bare, answer - bare]
  })
  const slowest = rows.sort((a, b) => b[4] - a[4]).slice(0, count)
  printTable(['question', 'queries', 'answer ms', 'bare ms', 'extra ms'], slowest)
}
