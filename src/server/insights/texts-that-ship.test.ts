import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { parseCsv } from './csv.ts'
import { createInsights, type Insights, parseAsk } from './insights.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => parseCsv(readFileSync(join(root, 'data', file), 'utf8'))

let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

/** What a compiler writes for himself and no reader should meet. */
const editorsMarks = [
  /\(\s*\)|\(not\)|, not\)|\(\W+\)/,
  /\bnot opened\b|, opened\)/i,
  /\b(not seen|nearest seen|by us|chart unflagged|general knowledge|to be read)\b/i,
  /^page\b|\bper page\b|\bpage:|\b(on the|deal) page\b|\bpage (names|says|reports|does)\b/i,
  /\b(article|essay|magazine)\b/i,
  /[;,] check\b/i,
  /\s{2,}|\s[,;.)]|\(\s|^[,;.]|[,;]\s*$/,
]

describe.each(readdirSync(join(root, 'data')).filter(file => file.endsWith('.csv') && file !== 'macro.csv'))(
  '%s',
  file => {
    test('no text has a mark that its editor left', () => {
      const marked = read(file).flatMap(row =>
        Object.values(row).filter(
          text => !text.startsWith('http') && editorsMarks.some(mark => mark.test(text)),
        ),
      )
      expect(marked).toEqual([])
    })
  },
)

describe('key players', () => {
  const players = () => read('key-players.csv')

  test('no note gives a firm a share of a market or a place in it', () => {
    const share =
      /\b(share of|share\b|of the market|market leader|of (plain|formal|sweet|fresh|spoonable|otc)\b|volume\b|value\b|dominat|best.selling|most consumed|top of mind|leading|largest|over half|claimed)/i
    expect(players().filter(({ note = '' }) => share.test(note))).toEqual([])
  })

  test('a percentage in a note is a part of a company that was owned, bought or sold, with its year', () => {
    const notes = players().flatMap(({ note = '' }) => (note.includes('%') ? [note] : []))
    expect(notes.length).toBeGreaterThan(0)
    for (const note of new Set(notes)) {
      expect(note).toMatch(/\b(owned|bought|buy|sold)\b/)
      expect(note).toMatch(/\b20\d\d\b/)
    }
  })
})

describe('licences', () => {
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8').replace(/\s+/g, ' ')
  const published = () => insights.catalogue.measures.filter(measure => measure.kind === 'figure')

  test('NOTICE names every publisher and its licence as the data has them', () => {
    for (const { source, licence } of published()) expect(notice).toContain(`${source}: ${licence}`)
  })

  test('NOTICE names no publisher that the data has not', () => {
    const [, list = ''] = readFileSync(join(root, 'NOTICE'), 'utf8').split(/^Publishers and licences\n-+\n/m)
    const named =
      list
        .split(/\n\n/)[0]
        ?.split(/^- /m)
        .slice(1)
        .map(line => line.replace(/\s+/g, ' ').trim()) ?? []
    const held = new Set(published().map(({ source, licence }) => `${source}: ${licence}`))
    expect(new Set(named)).toEqual(held)
  })

  test.each([
    'alcohol_total_l',
    'alcohol_beer_l',
    'alcohol_wine_l',
    'alcohol_spirits_l',
    'alcohol_other_l',
    'tobacco_use',
    'obesity_adult',
  ])('%s is the figure of the World Health Organization under its licence', async id => {
    const measure = insights.catalogue.measure(id)
    expect(measure?.source).toMatch(/^World Health Organization/)
    expect(measure?.licence).toContain('CC BY-NC-SA 3.0 IGO')
    const result = await insights.runAsk(parseAsk(`show ${id}\ncut country GHA\ntime latest`))
    expect(result.sources.map(({ name, licence }) => `${name}: ${licence}`).join()).toMatch(
      /World Health Organization.*CC BY-NC-SA 3\.0 IGO/,
    )
  })

  test('no licence claims free reuse of what the IMF reserves', () => {
    const imf = published().filter(measure => measure.source.startsWith('IMF'))
    expect(imf.length).toBe(4)
    for (const { licence } of imf) expect(licence).toMatch(/all rights reserved/)
  })
})
