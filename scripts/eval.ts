import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { AnswerDocument } from '../src/contract/answer.ts'
import type { Operation, Plan } from '../src/contract/plan.ts'
import { type Analyst, createAnalyst } from '../src/server/analyst/analyst.ts'
import { memoryOf } from '../src/server/chat/answer-memory.ts'
import { createInsights, type Insights, prepareSamplePanel } from '../src/server/insights/insights.ts'
import { systemClock } from '../src/server/platform/clock.ts'

/** A question with what its answer must be; `expect` names only what is graded. */
export interface EvalQuestion {
  id: string
  group: string
  question: string
  /** The question before, for a follow-up. */
  after?: string
  expect: Record<string, unknown> & {
    operation: string
    gap?: string
    period?: [string, string]
    against?: [string, string]
  }
  /** The figure that must stand in the answer, and where it is read without the engine. */
  value?:
    | { figure: [iso3: string, indicator: string, year: number] }
    | {
        panel: {
          segment: string
          country: string
          from: string
          to: string
          of: 'value_usd' | 'volume' | 'price_lcu'
        }
      }
}

export interface EvalGrade {
  question: EvalQuestion
  /** Right +1, wrong number −1, needless question −0.25, else 0. */
  score: number
  faults: string[]
  ms: number
}

const root = join(fileURLToPath(import.meta.url), '../..')
/** The day the questions were written on: 'last calendar year' is 2025. */
const today = '2026-11-21'

export function readQuestions(file: string): EvalQuestion[] {
  const lines = readFileSync(join(root, 'eval', file), 'utf8').split('\n')
  return lines.filter(line => line.trim() !== '').map(line => JSON.parse(line) as EvalQuestion)
}

/** Asks every question and grades plan, honesty and figures. */
export async function grade(
  questions: readonly EvalQuestion[],
  analyst: Analyst,
  insights: Insights,
): Promise<EvalGrade[]> {
  const figures = readFigures()
  const grades: EvalGrade[] = []
  for (const question of questions) {
    const history = question.after === undefined ? [] : [await pastTurn(question.after, analyst)]
    const startedAt = performance.now()
    const { document } = await ask(question.question, history, analyst)
    const ms = performance.now() - startedAt
    const faults = readingFaults(question, document)
    const wanted = await wantedValue(question, figures, insights)
    const isWrong = wanted !== null && !holds(document, wanted)
    if (isWrong) faults.push(`no figure ${wanted}`)
    grades.push({ question, score: scoreOf(question, kindOf(document), faults, isWrong), faults, ms })
  }
  return grades
}

const ask = (question: string, history: Parameters<Analyst['answer']>[0]['history'], analyst: Analyst) =>
  analyst.answer({ question, depth: 'quick', history, today, signal: new AbortController().signal }, () => {})

async function pastTurn(question: string, analyst: Analyst) {
  const { document } = await ask(question, [], analyst)
  const { plan, asks, entities } = memoryOf(document)
  return { question, plan, asks, entities: plan?.countries ?? entities, text: '' }
}

/** 'gap' and 'ask_back' are answers without figures; an answer to queries with figures is a 'query'. */
function kindOf(document: AnswerDocument): Operation | 'query' {
  if (document.version === 1) return document.plan.operation
  if (document.blocks.some(block => block.type === 'ask')) return 'ask_back'
  return document.tables.length === 0 ? 'gap' : 'query'
}

/** A plan is compared with what it has to say; of queries it is only known whether they should give a figure, and which. */
function readingFaults(question: EvalQuestion, document: AnswerDocument): string[] {
  if (document.version === 1) return planFaults(question, document.plan)
  const kind = kindOf(document)
  const wanted = question.expect.operation
  const mayAnswer = wanted !== 'gap' && wanted !== 'ask_back'
  if (kind === 'query' && mayAnswer) return question.value ? [] : ['queries, and no figure to grade them by']
  return kind === wanted ? [] : [`${kind}, not ${wanted}`]
}

function planFaults({ expect }: EvalQuestion, plan: Plan): string[] {
  const faults: string[] = []
  for (const [key, wanted] of Object.entries(expect)) {
    if (key === 'gap') {
      if (!plan.gaps.some(gap => gap.kind === wanted)) faults.push(`no gap of kind ${String(wanted)}`)
    } else if (key === 'period' || key === 'against') {
      const span = plan[key]
      const told = span ? `${span.from}..${span.to}` : 'none'
      if (told !== (wanted as string[]).join('..')) faults.push(`${key} ${told}`)
    } else {
      const found = plan[key as keyof Plan]
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        faults.push(`${key} ${JSON.stringify(found)?.slice(0, 60)}`)
    }
  }
  return faults
}

function scoreOf(
  { expect }: EvalQuestion,
  kind: ReturnType<typeof kindOf>,
  faults: readonly string[],
  isWrong: boolean,
): number {
  if (faults.length === 0) return 1
  if (kind === 'ask_back' && expect.operation !== 'ask_back') return -0.25
  const talks: string[] = ['gap', 'ask_back', 'help', 'definition', 'holdings']
  // A figure where there should be a gap is as bad as a wrong one.
  const isFalse = isWrong || (expect.operation === 'gap' && !talks.includes(kind))
  return isFalse && !(isWrong && talks.includes(kind)) ? -1 : 0
}

/** ISO3 indicator → year → value, straight from the shipped file. */
function readFigures(): Map<string, Map<string, number>> {
  const [head = '', ...lines] = readFileSync(join(root, 'data/macro.csv'), 'utf8').split(/\r?\n/)
  const names = head.split(',')
  const at = (name: string) => names.indexOf(name)
  return new Map(
    lines.filter(Boolean).map(line => {
      const cells = line.split(',')
      const years = names.flatMap((name, i) =>
        /^\d{4}$/.test(name) && cells[i] ? [[name, Number(cells[i])] as const] : [],
      )
      return [`${cells[at('iso3')]} ${cells[at('indicator')]}`, new Map(years)]
    }),
  )
}

async function wantedValue(
  { value }: EvalQuestion,
  figures: ReturnType<typeof readFigures>,
  insights: Insights,
): Promise<number | null> {
  if (!value) return null
  if ('figure' in value) {
    const [iso3, indicator, year] = value.figure
    const found = figures.get(`${iso3} ${indicator}`)?.get(String(year))
    if (found === undefined)
      throw new Error(`The question asks for a figure that is not shipped: ${value.figure.join(' ')}`)
    return found
  }
  const { segment, country, from, to, of } = value.panel
  const sum = of === 'price_lcu' ? 'sum(value_lcu) / sum(volume)' : `sum(${of})`
  const { rows } = await insights.query(
    `SELECT (${sum})::DOUBLE FROM panel WHERE segment = ? AND country = ? AND month BETWEEN ?::DATE AND ?::DATE`,
    [segment, country, `${from}-01`, `${to}-01`],
  )
  return Number(rows[0]?.[0])
}

/** True where a claim of the answer is that figure, to a millionth. */
const holds = (document: AnswerDocument, wanted: number) =>
  document.claims.some(claim => Math.abs(claim.value - wanted) <= Math.abs(wanted) * 1e-6)

function report(name: string, grades: readonly EvalGrade[], isVerbose: boolean): void {
  const groups = [...new Set(grades.map(grade => grade.question.group))]
  console.log(`\n${name}`)
  for (const group of [...groups, 'all']) {
    const own = grades.filter(grade => group === 'all' || grade.question.group === group)
    const score = own.reduce((sum, grade) => sum + grade.score, 0)
    const right = own.filter(grade => grade.faults.length === 0).length
    const times = own.map(grade => grade.ms).toSorted((a, b) => a - b)
    const median = times[Math.floor(times.length / 2)] ?? 0
    console.log(
      `  ${group.padEnd(12)} ${right}/${own.length} right, score ${score.toFixed(2)}, median ${median.toFixed(0)} ms`,
    )
  }
  if (!isVerbose) return
  for (const { question, faults } of grades)
    if (faults.length > 0) console.log(`  ${question.id} ${question.question}: ${faults.join('; ')}`)
}

/** `node scripts/eval.ts [--held-out] [--data-dir ./var]`: misses of the held-out file are counted and not shown. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: join(root, 'var') },
      'held-out': { type: 'boolean', default: false },
    },
  })
  const where = { dataDir: values['data-dir'], dataFolder: join(root, 'data') }
  await prepareSamplePanel(where)
  const insights = await createInsights(where)
  try {
    const builtIn = { provider: 'built-in' } as const
    const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
    const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
    const analyst = createAnalyst({ insights, models, clock: systemClock })
    report('questions', await grade(readQuestions('questions.jsonl'), analyst, insights), true)
    if (values['held-out'])
      report('held out', await grade(readQuestions('held-out.jsonl'), analyst, insights), false)
  } finally {
    await insights.close()
  }
}

if (import.meta.main) await main()
