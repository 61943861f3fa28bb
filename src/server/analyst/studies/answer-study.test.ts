import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerDocument, type Block, type QueryDocument } from '../../../contract/answer.ts'
import { createInsights, type Insights } from '../../insights/insights.ts'
import { panelForTests } from '../../testing/panel-for-tests.ts'
import { english } from '../answer/locales/en.ts'
import { french } from '../answer/locales/fr.ts'
import { wordFaults } from '../answer/reply-law.ts'
import { answerStudy } from './answer-study.ts'
import type { StudyParams } from './params.ts'
import { loadStudies } from './study.ts'

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

const countries = (...ids: string[]): StudyParams['country'] => ({ k: 'ids', dim: 'country', ids })
const goods = (...ids: string[]): StudyParams['segment'] => ({ k: 'ids', dim: 'segment', ids })

async function answer(id: string, params: Partial<StudyParams>): Promise<QueryDocument> {
  const study = loadStudies(insights.catalogue).study(id)
  if (!study) throw new Error(`no study ${id}`)
  const asked = { study, params: { country: null, segment: null, year: null, weights: {}, ...params } }
  const { signal } = new AbortController()
  const question = { question: 'A question?', lang: 'en' as const, study: asked }
  const { document } = await answerStudy({ insights }, question, () => {}, signal)
  expect(answerDocument.parse(document)).toEqual(document)
  return document as QueryDocument
}

const textOf = (block: Block | undefined): string =>
  block?.type === 'headline' || block?.type === 'paragraph'
    ? block.spans.map(({ text }) => text).join('')
    : ''
const headed = ({ blocks }: QueryDocument, heading: string) =>
  blocks.find(block => (block.type === 'list' || block.type === 'paragraph') && block.heading === heading)

const everyStudy: [string, Partial<StudyParams>][] = [
  ['feasibility', { country: countries('GHA'), segment: goods('diapers') }],
  ['swot', { country: countries('ETH'), segment: goods('biscuits') }],
  ['entry', { country: { k: 'in', dim: 'country', id: 'west_africa' }, segment: goods('chocolate') }],
  ['entry', { country: countries('KEN', 'ETH'), segment: goods('soft_drinks') }],
  ['segment', { country: countries('CIV'), segment: goods('skin_care') }],
  ['segment', { country: countries('KEN'), segment: { k: 'in', dim: 'segment', id: 'beverages' } }],
  ['region', { segment: goods('beer') }],
  ['consumer', { country: countries('ZAF'), segment: goods('tea') }],
  ['country', { country: countries('RWA') }],
  ['openings', { country: countries('KEN') }],
  ['players', { country: countries('NGA'), segment: goods('instant_noodles') }],
  ['players', { country: countries('KEN'), segment: { k: 'in', dim: 'segment', id: 'beverages' } }],
  ['channels', { country: countries('ZAF'), segment: goods('rice') }],
  ['price', { country: countries('KEN'), segment: goods('rice') }],
]

describe('every study', () => {
  test.for(everyStudy)('of %s is written whole, every figure tied to its cell: %o', async ([id, params]) => {
    const document = await answer(id, params)
    expect(wordFaults(document)).toEqual([])
    const headline = document.blocks.find(block => block.type === 'headline')
    expect(textOf(headline)).toMatch(/^\p{Lu}.*\.$/u)
    expect(document.claims.length).toBeGreaterThan(0)
    const cells = new Map(document.tables.map(table => [table.id, table]))
    for (const { table, row, column, value } of document.claims) {
      const at = cells.get(table)?.columns.findIndex(({ key }) => key === column) ?? -1
      expect(cells.get(table)?.rows[row]?.[at]).toBe(value)
    }
  })

  test('of data is one that an example covers', () => {
    const covered = new Set(everyStudy.map(([id]) => id))
    expect(loadStudies(insights.catalogue).all.filter(({ id }) => !covered.has(id))).toEqual([])
  })
})

describe('feasibility', () => {
  test('opens with verdict and score, reasons on both sides, and what would change it', async () => {
    const document = await answer('feasibility', { country: countries('GHA'), segment: goods('diapers') })
    expect(textOf(document.blocks[0])).toMatch(/^Baby diapers in Ghana: .*\d+ of 100 in 2025/)
    const lists = document.blocks.filter(block => block.type === 'list').map(({ heading }) => heading)
    expect(lists.slice(0, 2)).toEqual(['For', 'Against'])
    expect(textOf(headed(document, 'What would change it'))).toMatch(/^Without .* at equal weights/)
  })

  test('shows what its score rests on, recomputed from the rows', async () => {
    const document = await answer('feasibility', { country: countries('GHA'), segment: goods('diapers') })
    const criteria = document.tables.find(({ role }) => role === 'criteria')
    const column = (key: string) => criteria?.columns.findIndex(one => one.key === key) ?? -1
    const weighted = (criteria?.rows ?? []).filter(row => typeof row[column('weight')] === 'number')
    const score = weighted.reduce(
      (sum, row) => sum + (Number(row[column('weight')]) * Number(row[column('points')])) / 100,
      0,
    )
    const total = document.tables.find(({ role }) => role === 'score')
    const at = total?.columns.findIndex(({ key }) => key === 'total') ?? -1
    expect(total?.rows[0]?.[at]).toBeCloseTo(score, 6)
  })

  test('has a line for each section, and the rows behind it fold below', async () => {
    const { blocks } = await answer('feasibility', { country: countries('GHA'), segment: goods('diapers') })
    const at = blocks.findIndex(block => block.type === 'paragraph' && block.heading === 'Competition')
    expect(textOf(blocks[at])).toMatch(/^Brand [A-Z] leads with/)
    expect(blocks[at + 1]).toMatchObject({ type: 'table', fold: true })
  })

  test('says by name what of it is not available, and gives no firm a share', async () => {
    const document = await answer('feasibility', { country: countries('GHA'), segment: goods('diapers') })
    expect(textOf(headed(document, 'Not available'))).toContain('duties')
    expect(textOf(headed(document, 'Named firms'))).toMatch(/Sunda.*No shares are available/)
  })
})

describe('market entry', () => {
  test('names one country, and what turns the order', async () => {
    const document = await answer('entry', {
      country: countries('KEN', 'ETH'),
      segment: goods('soft_drinks'),
    })
    expect(textOf(document.blocks[0])).toMatch(/^(Kenya rather than Ethiopia|Ethiopia rather than Kenya) for/)
    expect(textOf(headed(document, 'What would change it'))).toMatch(/Without/)
    const shown = document.tables.find(({ role }) => role === 'scores')
    expect(shown?.rows).toHaveLength(2)
  })

  test('follows the weights it is given', async () => {
    const asked = { country: countries('KEN', 'ETH'), segment: goods('soft_drinks') }
    const none = { size: 0, growth: 0, spending: 0, currency: 0, modernTrade: 0, leader: 0 }
    const first = async (column: string) => {
      const document = await answer('entry', { ...asked, weights: { ...none, [column]: 1 } })
      return textOf(document.blocks[0]).split(' ')[0]
    }
    expect([await first('size'), await first('growth')]).toEqual(['Kenya', 'Ethiopia'])
  })
})

test('a study of what has no sales says so, and estimates nothing', async () => {
  const document = await answer('feasibility', { country: countries('ERI'), segment: goods('tea') })
  expect(textOf(document.blocks[0])).toBe(
    'There are no sales figures for tea in Eritrea, so nothing is estimated.',
  )
})

test('a study in French is in French whole', async () => {
  const study = loadStudies(insights.catalogue).study('feasibility')
  if (!study) throw new Error('no study')
  const params = { country: countries('GHA'), segment: goods('diapers'), year: null, weights: {} }
  const { signal } = new AbortController()
  const asked = { question: 'Une question ?', lang: 'fr' as const, study: { study, params } }
  const { document } = await answerStudy({ insights }, asked, () => {}, signal)
  expect(textOf(document.blocks[0])).toMatch(/^Couches pour bébé au Ghana : feu vert.* sur 100 en 2025/)
  const words = document.blocks.map(textOf).join(' ')
  expect(words).not.toMatch(/\b(?:the|since|against|year|with)\b/)
})

test('every text of a study has a French one', () => {
  const [own, all] = [french as Record<string, string>, Object.keys(english)]
  expect(all.filter(id => id.startsWith('study.') && own[id] === undefined)).toEqual([])
})

test('a study of several segments leaves out what has no meaning for them', async () => {
  const segment = { k: 'in', dim: 'segment', id: 'beverages' } as const
  const document = await answer('segment', { country: countries('KEN'), segment })
  const words = document.blocks.map(textOf).join(' ')
  expect(words).not.toMatch(/Brand [A-Z]/)
  expect(document.queries.every(({ text }) => !text.includes('panel_volume'))).toBe(true)
})
