import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerDocument, Block, PlanDocument } from '../../contract/answer.ts'
import { emptyPlan } from '../../contract/plan.ts'
import type { Source, Table } from '../../contract/result.ts'
import type { Analyst, AnalystEvent, AnalystOutcome, AnalystQuestion } from '../analyst/analyst.ts'

const plan = { ...emptyPlan, operation: 'lookup' as const, measures: ['gdp_usd'], countries: ['GHA'] }
const source: Source = {
  id: 's1',
  name: 'World Bank, World Development Indicators',
  licence: 'CC BY 4.0',
  detail: 'NY.GDP.MKTP.CD',
  url: null,
  modelled: false,
}
const table: Table = {
  id: 't1',
  role: 'main',
  title: 'GDP, Ghana, 2023–2024',
  columns: [
    {
      key: 'country',
      label: 'Country',
      kind: 'text',
      unit: null,
      decimals: null,
      measure: null,
      formula: null,
    },
    { key: 'year', label: 'Year', kind: 'period', unit: null, decimals: null, measure: null, formula: null },
    { key: 'gdp', label: 'GDP', kind: 'number', unit: 'US$', decimals: 1, measure: 'gdp_usd', formula: null },
  ],
  rows: [
    ['Ghana', '2023', 80.5],
    ['Ghana', '2024', 82.3],
  ],
  sources: ['s1'],
  period: null,
  coverage: null,
  modelled: false,
  flags: [],
  computed: [],
}
const claim = {
  id: 'c1',
  table: 't1',
  row: 1,
  column: 'gdp',
  value: 82.3,
  unit: 'US$',
  entity: 'Ghana',
  period: '2024',
  measure: 'GDP',
  shown: 'US$ 82.3bn',
  formula: null,
}
const headline: Block = {
  type: 'headline',
  checked: true,
  spans: [{ text: 'Ghana’s GDP was ' }, { text: 'US$ 82.3bn', claim: 'c1' }, { text: ' in 2024.' }],
}

/** A whole small answer whose last paragraph says `text`. */
export const anAnswer = (text: string): PlanDocument => ({
  version: 1,
  plan,
  plan_words: [{ label: 'Measure', value: 'GDP' }],
  plan_hash: 'hash',
  data_version: 'test-1',
  modelled: false,
  blocks: [
    headline,
    { type: 'table', table: 't1', caption: 'GDP', columns: ['country', 'year', 'gdp'] },
    { type: 'paragraph', checked: true, heading: null, spans: [{ text }] },
  ],
  claims: [claim],
  tables: [table],
  sources: [source],
  model: 'built-in',
})

export interface Play {
  /** How many pieces of text, 'w1 ', 'w2 ' …, and how far apart. */
  words: number
  everyMs: number
  /** Said in place of the numbered words. */
  word?: string
  /** What each word is padded to, for a long answer. */
  wordLength?: number
  /** Waited for after so many words. */
  pause?: { after: number; until: Promise<void> }
  /** Thrown after the words. */
  failure?: Error
  /** Waited for before anything is said. */
  before?: Promise<void>
  /** Says nothing before it fails. */
  silent?: boolean
  /** Does not hear that it is to stop. */
  deaf?: boolean
  outcome?: Partial<AnalystOutcome>
  /** The answer whose last paragraph says a text; `anAnswer` without it. */
  answer?: (text: string) => AnswerDocument
}

export interface FakeAnalyst extends Analyst {
  /** What it was asked, in order. */
  asked: AnalystQuestion[]
  /** How it answers questions from now on. */
  play: Play
}

/**
 * An analyst that answers as it is told to: plan, result, a checked headline and table, then words of a paragraph, then
 * that paragraph checked.
 */
export function fakeAnalyst(play: Play = { words: 3, everyMs: 0 }): FakeAnalyst {
  const fake: FakeAnalyst = {
    asked: [],
    play,
    async answer(question, emit) {
      fake.asked.push(question)
      return perform(fake.play, question.signal, emit)
    },
  }
  return fake
}

async function perform(
  play: Play,
  signal: AbortSignal,
  emit: (event: AnalystEvent) => void,
): Promise<AnalystOutcome> {
  await play.before
  if (play.silent && play.failure) throw play.failure
  const outcome = {
    free: false,
    addsData: false,
    builtIn: true,
    tokens: { input: 0, output: 0 },
    ...play.outcome,
  }
  emit({ event: 'step', data: { id: 'read', label: 'Reading the question', state: 'running' } })
  const { answer = anAnswer } = play
  const whole = answer('')
  const { plan_words: words, tables, sources, data_version } = whole
  const asked = whole.version === 1 ? { plan: whole.plan } : { queries: whole.queries, lang: whole.lang }
  emit({ event: 'plan', data: { ...asked, words } })
  emit({ event: 'result', data: { tables, sources, data_version } })
  emit({ event: 'claims', data: { claims: [claim] } })
  emit({ event: 'block', data: { index: 0, block: headline } })
  emit({ event: 'block', data: { index: 1, block: whole.blocks[1] ?? null } })
  let text = ''
  for (let word = 1; word <= play.words; word += 1) {
    if (signal.aborted && !play.deaf)
      return { ...outcome, document: { ...whole, blocks: whole.blocks.slice(0, 2) }, state: 'stopped' }
    const said = (play.word ?? `w${word} `).padStart(play.wordLength ?? 0)
    text += said
    emit({ event: 'delta', data: { index: 2, text: said } })
    if (play.pause?.after === word) await play.pause.until
    if (play.everyMs > 0) await sleep(play.everyMs)
  }
  if (play.failure) throw play.failure
  const document = answer(text)
  emit({ event: 'block', data: { index: 2, block: document.blocks[2] ?? null } })
  return { document, state: 'complete', ...outcome }
}
