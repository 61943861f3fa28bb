import type { Block, BlockOf, Span } from '../src/contract/answer.ts'
import { createAnalyst } from '../src/server/analyst/analyst.ts'
import type { Insights } from '../src/server/insights/insights.ts'
import { systemClock } from '../src/server/platform/clock.ts'

/** What the landing page asks in front of the visitor; it is the product's own fourth question. */
const question = 'What is the feasibility of the diaper market in Ghana?'
/** The years that step by, as the product specification names them. */
const [firstYear, lastYear] = [2021, 2025]
/** Fixed: the figures change with the data alone, not with the day they are written or checked on. */
const today = '2026-11-21'

/**
 * Every figure of the landing page, from the same engine and analyst that answer in the app: the answer to the question,
 * the growth of each country by year, the segments by department.
 */
export async function landingFigures(insights: Insights) {
  return {
    edition: insights.catalogue.edition,
    answer: await answerToTheQuestion(insights),
    growth: await growthByCountry(insights),
    departments: insights.catalogue.departments
      .filter(department => !department.umbrella)
      .map(({ name, segments }) => ({
        name,
        segments: segments.map(id => insights.catalogue.segment(id)?.name ?? id),
      })),
  }
}

async function answerToTheQuestion(insights: Insights) {
  const builtIn = { provider: 'built-in' } as const
  const providerKeys = { openai: null, anthropic: null, google: null, 'openai-compatible': null }
  const models = { quick: builtIn, deep: builtIn, openaiCompatibleUrl: null, providerKeys }
  const analyst = createAnalyst({ insights, models, clock: systemClock })
  const signal = new AbortController().signal
  const asked = { question, depth: 'quick', history: [], today, signal } as const
  const { document } = await analyst.answer(asked, () => {})
  const { chart } = blockOf(document.blocks, 'chart')
  const table = document.tables.find(one => one.id === chart.table)
  if (!table) throw new Error('The chart of the answer has no table')
  const drawn = new Set(chart.panels.flatMap(panel => [panel.x, ...panel.series.map(one => one.column)]))
  const kept = table.columns.flatMap((column, at) => (drawn.has(column.key) ? [at] : []))
  return {
    question,
    headline: blockOf(document.blocks, 'headline').spans.map(({ text, claim }) => ({
      text,
      isFigure: claim !== undefined,
    })),
    tiles: tilesOf(document.blocks),
    chart,
    table: {
      ...table,
      columns: table.columns.filter(column => drawn.has(column.key)),
      rows: table.rows.map(row => kept.map(at => row[at] ?? null)),
    },
  }
}

const mostTiles = 4

/** The sections of the answer as tiles: the first figure of each large, the words after it below. */
const tilesOf = (blocks: readonly Block[]) =>
  blocks
    .flatMap(block => {
      if (block.type !== 'paragraph' || block.heading === null) return []
      const [figure, ...note] = block.spans.slice(block.spans.findIndex(span => span.claim !== undefined))
      if (!figure?.claim || block.spans[0] !== figure) return []
      const line = words(note).replace(/^[\s;:,]+/, '')
      return [{ label: block.heading, figure: figure.text, note: line, tone: 'neutral' as const }]
    })
    .slice(0, mostTiles)

function blockOf<T extends Block['type']>(blocks: readonly Block[], type: T): BlockOf<T> {
  const found = blocks.find((block): block is BlockOf<T> => block.type === type)
  if (!found) throw new Error(`The answer has no ${type}`)
  return found
}

const words = (spans: readonly Span[]) => spans.map(span => span.text).join('')

/** Real growth of each economy in % a year; null where none is held. */
async function growthByCountry(insights: Insights) {
  const measure = insights.catalogue.measure('gdp_growth')
  if (!measure) throw new Error('Economic growth is not in the catalogue')
  const { rows } = await insights.query(
    `SELECT iso3, year, value FROM figures WHERE indicator = '${measure.id}' AND year BETWEEN ${firstYear} AND ${lastYear}`,
  )
  const held = new Map(rows.map(([iso3, year, value]) => [`${iso3} ${year}`, Number(value)]))
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at)
  return {
    years,
    countries: insights.catalogue.countries.map(({ iso3, name, limitedData }) => ({
      iso3,
      name,
      values: limitedData ? years.map(() => null) : years.map(year => held.get(`${iso3} ${year}`) ?? null),
    })),
  }
}
