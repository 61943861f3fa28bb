import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { goldDay, openAnalyst } from '../eval/ask-in-process.ts'
import { type Asked, askQuestions } from '../eval/ask-questions.ts'
import { createCandidates, tallyCandidates } from '../eval/candidates.ts'
import { floorFile, raisedFloor, readFloors, readQuickSet } from '../eval/floor.ts'
import { evalPage } from '../eval/page.ts'
import { type EvalQuestion, readQuestions, readUntouched, withWhatWentBefore } from '../eval/questions.ts'
import { type Summary, summarise, type Tally } from '../eval/summary.ts'
import { prepareSamplePanel } from '../src/server/insights/insights.ts'

/**
 * `npm run eval -- [--only form | lang=fr | persona=… | kind=… | id…] [--json FILE] [--page FILE] [--data-dir DIR] [--raise-floor] [--candidates] [--untouched]`:
 * asks the questions of eval/ in this process, grades the answers, and writes them down in JSON and as a page. `--candidates` runs
 * the queries of the reader's candidates too and prints how often the right one is among them.
 */
const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string', default: join(root, '.cache/eval/result.json') },
    page: { type: 'string', default: join(root, '.cache/eval/result.html') },
    'data-dir': { type: 'string', default: join(root, 'var') },
    'raise-floor': { type: 'boolean', default: false },
    candidates: { type: 'boolean', default: false },
    untouched: { type: 'boolean', default: false },
  },
})

/** By a field, `lang=fr`; or a form; or the beginning of an id. */
function isWanted(question: EvalQuestion): boolean {
  const { only } = options
  if (only === undefined) return true
  const [field, value] = only.split('=')
  if (value === undefined) return question.form === only || question.id.startsWith(only)
  return question[field as 'lang' | 'persona' | 'kind' | 'form'] === value
}

/** Personas with fewer questions are on the page alone. */
const printedFrom = 8

function print({ all, ms, paid_for_wrong, ...groups }: Summary): void {
  for (const [title, group] of Object.entries(groups)) {
    console.log(title.replace('by_', '\nby '))
    const large = Object.entries(group).filter(([, { n }]) => title !== 'by_persona' || n >= printedFrom)
    for (const [name, own] of large) console.log(lineOf(name, own))
  }
  console.log(`\n${lineOf('all', all)}`)
  console.log(`${(ms.all / 1000).toFixed(1)} s in all, ${ms.p50} ms p50, ${ms.p95} ms p95`)
  console.log(`${paid_for_wrong} credits paid for wrong answers`)
}

/** Of the questions with gold: how many have the right query first among the reader's candidates, and among them at all. */
function printCandidates(asked: readonly Asked[]): void {
  const groups = {
    form: Map.groupBy(asked, ({ question }) => question.form),
    language: Map.groupBy(asked, ({ question }) => question.lang),
    all: new Map([['all', [...asked]]]),
  }
  for (const [title, group] of Object.entries(groups)) {
    console.log(`\nright query among the candidates, by ${title}`)
    for (const [name, own] of [...group].sort()) {
      const { n, first, among } = tallyCandidates(own)
      if (n > 0)
        console.log(`${name.padEnd(40)} n ${n}`.padEnd(52), `first ${first}`.padEnd(13), `among ${among}`)
    }
  }
}

const lineOf = (name: string, { n, right, partly, wrong, needless, score }: Tally): string =>
  [name.padEnd(40), `n ${n}`, `right ${right}`, `partly ${partly}`, `wrong ${wrong}`, `needless ${needless}`]
    .map((text, at) => (at === 0 ? text : text.padEnd(13)))
    .concat(`score ${score}`)
    .join(' ')

function write(file: string, text: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(file, text)
  console.log(`Written: ${file}`)
}

const recordOf = ({ question, ...answer }: Asked) => {
  const { id, persona, lang, form, kind } = question
  return { id, persona, lang, form, kind, question: question.question, ...answer }
}

/** Makes what was reached the least from here on. @throws where not every question was asked */
function raiseFloor(asked: readonly Asked[]): void {
  if (options.only !== undefined || options.untouched)
    throw new Error('The floor is that of all questions: leave --only and --untouched out')
  const ids = readQuickSet()
  const quick = asked.filter(({ question }) => ids.includes(question.id))
  const before = readFloors()
  const floors = { whole: raisedFloor(asked, before.whole), quick: raisedFloor(quick, before.quick) }
  write(floorFile, `${JSON.stringify(floors, null, 2)}\n`)
}

const where = { dataDir: options['data-dir'], dataFolder: join(root, 'data') }
await prepareSamplePanel(where)
const analyst = await openAnalyst(where, options.candidates ? { find: createCandidates(goldDay) } : {})
try {
  const asked = await askQuestions(
    withWhatWentBefore(options.untouched ? readUntouched() : readQuestions(), isWanted),
    analyst.converse,
  )
  const summary = summarise(asked)
  print(summary)
  if (options.candidates) printCandidates(asked)
  write(options.json, `${JSON.stringify({ summary, results: asked.map(recordOf) }, null, 1)}\n`)
  write(options.page, evalPage(summary, asked))
  if (options['raise-floor']) raiseFloor(asked)
} finally {
  await analyst.close()
}
