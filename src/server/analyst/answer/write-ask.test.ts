import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lintChart } from '../../../charts/lint.ts'
import type { Block, QueryDocument, Span } from '../../../contract/answer.ts'
import type { Ask } from '../../../contract/query.ts'
import { createInsights, type Insights, parseAsk } from '../../insights/insights.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { answerAsk } from '../answer-ask.ts'
import { printsFigure } from '../claims/match-figure.ts'
import { proseNumbers } from '../claims/prose-numbers.ts'
import { withContext } from './context-of-ask.ts'
import { replyFaults } from './reply-law.ts'
import { writeAsk } from './write-ask.ts'

const root = join(import.meta.dirname, '../../../..')

/** Blocks of a file of queries: '# ' and a title, the text of an ask, and lines that begin with '> ', what is said first. */
function asksIn(file: string): { title: string; text: string; said: string[] }[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split(/\n{2,}/)
    .map(block => {
      const [title = '', ...lines] = block.split('\n')
      const isSaid = (line: string) => line.startsWith('> ')
      return {
        title: title.slice(2),
        text: lines.filter(line => !isSaid(line)).join('\n'),
        said: lines.filter(isSaid).map(line => line.slice(2)),
      }
    })
}

const examples = asksIn(join(import.meta.dirname, 'examples.txt'))
const asked = globSync('eval/queries/*.txt', { cwd: root })
  .sort()
  .flatMap(file => asksIn(join(root, file)))

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

async function answer(ask: Ask): Promise<QueryDocument> {
  const parts = { insights, write: writeAsk, extend: withContext }
  const read = { question: '', ask, lang: 'en' as const }
  const { document } = await answerAsk(parts, read, () => {}, new AbortController().signal)
  if (document.version !== 2) throw new Error('the answer to queries is of another version')
  return document
}

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')

function proseOf(block: Block): Span[][] {
  if (block.type === 'headline' || block.type === 'paragraph') return [block.spans]
  return block.type === 'list' ? block.items : []
}

/** Figures that are not what their cells hold: within three significant figures, in the unit, with the sign. */
function wrongFigures({ blocks, claims }: QueryDocument): string[] {
  return blocks.flatMap(proseOf).flatMap(spans =>
    spans.flatMap(span => {
      const claim = claims.find(({ id }) => id === span.claim)
      const number = proseNumbers(span.text)[0]
      if (!claim) return []
      if (!number) return [span.text]
      const tolerance = Math.max(number.tolerance, Math.abs(claim.value) * 0.005)
      const unit = plainUnit(claim.unit)
      const holds = printsFigure({ ...number, tolerance }, claim.value, unit, textOf(spans))
      return holds ? [] : [`${span.text} for ${claim.value} ${claim.unit}: ${textOf(spans)}`]
    }),
  )
}

/** HHI is no currency, and a pace in points has their sign. */
const plainUnit = (unit: string | null) =>
  unit === 'HHI' ? null : unit?.startsWith('points') ? 'points' : unit

const chartFaults = ({ blocks, tables }: QueryDocument): string[] =>
  blocks.flatMap(block => {
    const table = block.type === 'chart' ? tables.find(({ id }) => id === block.chart.table) : undefined
    return block.type === 'chart' && table ? lintChart(block.chart, table) : []
  })

describe('an example of each shape says what was asked first', () => {
  test('there are eighty of them, each with a title of its own', () => {
    expect(examples.length).toBeGreaterThanOrEqual(80)
    expect(new Set(examples.map(({ title }) => title)).size).toBe(examples.length)
  })

  test.for(examples)('$title', async ({ text, said }) => {
    const ask = parseAsk(text)
    const document = await answer(ask)
    const prose = document.blocks.filter(({ type }) => type === 'headline' || type === 'paragraph')
    expect(prose.flatMap(proseOf).map(textOf)).toEqual(said)
    expect(replyFaults(document, ask)).toEqual([])
    expect(wrongFigures(document)).toEqual([])
    expect(chartFaults(document)).toEqual([])
  })
})

describe('a question that people asked is answered by the rules', () => {
  test.for(asked)('$title', async ({ text }) => {
    const ask = parseAsk(text)
    const document = await answer(ask)
    expect(replyFaults(document, ask)).toEqual([])
    expect(wrongFigures(document)).toEqual([])
    expect(chartFaults(document)).toEqual([])
  })
})

test('the same ask gives the same words', async () => {
  const ask = parseAsk('show gdp_usd\nrows country in africa\ntime 2025\norder gdp_usd high')
  const [one, other] = [await answer(ask), await answer(ask)]
  expect(JSON.stringify(other)).toBe(JSON.stringify(one))
})

test('one figure needs no table, several rows have one', async () => {
  const types = async (text: string) => (await answer(parseAsk(text))).blocks.map(({ type }) => type)
  expect(await types('show gdp_usd\ncut country KEN\ntime 2025')).not.toContain('table')
  expect(await types('show gdp_usd\nrows country KEN|GHA\ntime 2025')).toContain('table')
})

test('without a figure the latest one stands beside it, and the answer is free', async () => {
  const parts = { insights, write: writeAsk, extend: withContext }
  const ask = parseAsk('show inflation_cpi\ncut country GMB\ntime 2025')
  const read = { question: '', ask, lang: 'en' as const }
  const { document, free } = await answerAsk(parts, read, () => {}, new AbortController().signal)
  expect(document.blocks.flatMap(proseOf).map(textOf)).toEqual([
    'There is no figure for inflation in the Gambia in 2025.',
    'The latest figure is 11.6% in 2024.',
  ])
  expect(free).toBe(true)
})
