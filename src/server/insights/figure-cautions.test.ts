import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelForTests } from '../testing/panel-for-tests.ts'
import { parseCsv } from './csv.ts'
import { createInsights, type Insights, parseAsk } from './insights.ts'

const folder = join(import.meta.dirname, '../../../data')
const macro = parseCsv(readFileSync(join(folder, 'macro.csv'), 'utf8'))
let insights: Insights
beforeAll(async () => {
  insights = await createInsights(await panelForTests())
}, 120_000)
afterAll(() => insights?.close())

/** A series of the shipped file, read without the product's own loader. */
function series(indicator: string, iso3: string): Map<number, number> {
  const row = macro.find(one => one.indicator === indicator && one.iso3 === iso3) ?? {}
  return new Map(
    Object.entries(row).flatMap(([key, text]) =>
      /^\d{4}$/.test(key) && text !== '' ? [[Number(key), Number(text)] as const] : [],
    ),
  )
}

/** What a query in the text form says to be careful about. */
async function flagsOf(...lines: string[]): Promise<string> {
  const { tables } = await insights.runAsk(parseAsk(lines.join('\n')))
  return tables.flatMap(table => table.flags).join('\n')
}
const of = (measure: string, country: string, year: number) =>
  flagsOf(`show ${measure}`, `cut country ${country}`, `time ${year}`)

describe('exchange rates', () => {
  test.each([
    ['LBY', 2021],
    ['SLE', 2022],
    ['SLE', 2023],
    ['MWI', 2012],
    ['MWI', 2024],
    ['ZMB', 2020],
    ['ZMB', 2024],
    ['LBR', 2019],
    ['BDI', 2023],
    ['AGO', 2020],
    ['AGO', 2023],
    ['GHA', 2022],
    ['NGA', 2023],
    ['NGA', 2024],
    ['ETH', 2024],
    ['ETH', 2025],
    ['EGY', 2023],
    ['SDN', 2021],
    ['SDN', 2024],
    ['ZWE', 2023],
  ])('GDP in US$ of %s in %i comes with the move of the rate', async (iso3, year) => {
    const name = insights.catalogue.country(iso3)?.name
    const said = await of('gdp_usd', iso3, year)
    expect(said).toContain(`${name}: the average exchange rate went from`)
  })

  test('the caution gives both rates, both years and the move', async () => {
    const said = await of('gdp_usd', 'LBY', 2021)
    expect(said).toContain('from 1.389 to 4.514 per US$ between 2020 and 2021 (+225%)')
  })

  test('a change of currency is a caution, and no move is computed across it', async () => {
    const change = 'Zimbabwe changed currency in 2024: exchange rates before and after cannot be compared.'
    expect(insights.catalogue.exchangeRateCautions(['ZWE'], 2025, 2025)).toEqual([change])
    expect(await of('gdp_usd', 'ZWE', 2025)).toContain(change)
  })

  test('retail values and prices in US$ have the caution, volumes and local currency do not', async () => {
    const beer = (measure: string) => flagsOf(`show ${measure}`, 'cut country SLE, segment beer', 'time 2023')
    for (const measure of ['panel_value_usd', 'panel_price_usd'])
      expect(await beer(measure)).toContain('Sierra Leone: the average exchange')
    for (const measure of ['panel_volume', 'panel_value_lcu', 'panel_price_lcu'])
      expect(await beer(measure)).not.toContain('average exchange rate went')
  })

  test('figures that are not money converted from local currency have no caution', async () => {
    for (const measure of ['population', 'inflation_cpi', 'reserves_usd', 'exchange_rate'])
      expect(await of(measure, 'NGA', 2024)).not.toContain('average exchange rate went')
  })

  test('the yearly move is the mean of the span, and none is given across a change of currency', () => {
    const { exchangeRateMove } = insights.catalogue
    expect(exchangeRateMove('NGA', 2020, 2025)).toBeCloseTo((1518.4 / 358.81) ** (1 / 5) - 1, 3)
    expect(exchangeRateMove('MAR', 2025, 2025)).toBeNull()
    expect(exchangeRateMove('ZWE', 2020, 2025)).toBeNull()
  })

  test('a table of several countries names those whose rates moved, in one sentence', async () => {
    const said = await flagsOf(
      'show gdp_usd, change(gdp_usd, from 2019, percent)',
      ...['rows country in africa', 'time 2024', 'order gdp_usd high', 'take 10'],
    )
    expect(said).toMatch(
      /moved by more than 25% between 2019 and 2024 in \d+ of the 10 countries shown: .*Nigeria \(\+382%\)/,
    )
  })

  test('the segments of one country have one caution about its rate', async () => {
    const said = await flagsOf(
      'show change(panel_value_usd, from 2019, percent)',
      ...['rows segment all', 'cut country KEN', 'time 2025'],
    )
    expect(said).toContain('Kenya: the average exchange rate went from')
    expect(said).not.toContain('countries')
  })

  test('segments over many countries have the caution of all of them', async () => {
    const said = await flagsOf(
      'show panel_value_usd',
      'rows segment all',
      'cut country in africa',
      'time 2024',
    )
    expect(said).toMatch(/in \d+ of the 5\d countries shown: /)
  })

  test('where the rate of every country moved, the caution says all', () => {
    const said = insights.catalogue.exchangeRateCautions(['GHA', 'NGA', 'KEN', 'ZMB'], 2021, 2025)
    expect(said.join()).toMatch(/between 2021 and 2025 in all 4 countries shown: Ghana \(/)
  })

  test('what concerns one country stands before what concerns all of them', () => {
    const said = insights.catalogue.flagsFor('gdp_usd', 'COD', 2000, 2020)
    expect(said.findIndex(text => text.startsWith('DR Congo'))).toBe(0)
    expect(said.length).toBeGreaterThan(1)
  })

  test('for every country and span there is a caution exactly where the shipped rates move by more than 25%', () => {
    const wrong: string[] = []
    for (const { iso3 } of insights.catalogue.countries.filter(one => one.iso3 !== 'ZWE')) {
      const rates = [...series('exchange_rate', iso3)].toSorted(([a], [b]) => a - b)
      const last = rates.at(-1)?.[0] ?? 0
      for (let from = 2000; from < last; from++)
        for (let to = from + 1; to <= last; to++) {
          const inSpan = rates.filter(([of]) => of >= from && of <= to)
          const moves = inSpan.some(([, a], at) =>
            inSpan.slice(at + 1).some(([, b]) => Math.abs(b / a - 1) > 0.25),
          )
          const said = insights.catalogue.exchangeRateCautions([iso3], from, to)
          if (moves !== said.length > 0) wrong.push(`${iso3} ${from}–${to}: ${said.join(' ')}`)
        }
    }
    expect(wrong).toEqual([])
  })
})

describe('breaks of GDP in US$', () => {
  const breakOf = (measure: string, iso3: string, to: number) =>
    insights.catalogue
      .flagsFor(measure, iso3, to - 1, to)
      .filter(text => text.includes('break in the series'))

  test('every year with a move over 40% and real growth within ±10% is a break, and no other year is', () => {
    const wrong: string[] = []
    let breaks = 0
    for (const { iso3 } of insights.catalogue.countries) {
      const [gdp, growth] = [series('gdp_usd', iso3), series('gdp_growth', iso3)]
      for (let of = 2001; of <= 2025; of++) {
        const [before, now, real] = [gdp.get(of - 1), gdp.get(of), growth.get(of)]
        const isBreak =
          before !== undefined &&
          now !== undefined &&
          real !== undefined &&
          Math.abs(now / before - 1) > 0.4 &&
          Math.abs(real) <= 10
        breaks += Number(isBreak)
        if (isBreak !== breakOf('gdp_usd', iso3, of).length > 0) wrong.push(`${iso3} ${of}`)
      }
    }
    expect(wrong).toEqual([])
    expect(breaks).toBeGreaterThan(15)
  })

  test('a break that the exchange rate makes says so', () => {
    expect(breakOf('gdp_usd', 'NGA', 2024).join()).toContain('made by the exchange rate')
    expect(breakOf('gdp_usd', 'GHA', 2006).join()).not.toContain('exchange rate')
  })

  test('GDP per capita breaks with GDP', () => {
    expect(breakOf('gdp_per_capita_usd', 'MWI', 2002).join()).toContain('+99% from 2001 to 2002')
  })
})

describe('population', () => {
  test.each(['TGO', 'MUS', 'SYC'])(
    '%s is not said to come from the World Population Prospects',
    async iso3 => {
      const said = await of('population', iso3, 2025)
      expect(said).not.toMatch(/projection of the medium variant/)
      expect(said).toMatch(/not the UN World Population Prospects 2024/)
    },
  )

  test('other countries are', async () => {
    const said = await of('population', 'GHA', 2025)
    expect(said).toMatch(/medium variant of the UN World Population Prospects 2024/)
  })

  test('the note of the series names the exceptions', () => {
    expect(insights.catalogue.measure('population')?.note).toMatch(/except Togo, Mauritius and Seychelles/)
  })
})

describe('sources', () => {
  test('every source of published figures says its release and the day it was read', () => {
    for (const source of insights.catalogue.sources.filter(one => one.id !== 'modelled-sample-panel'))
      expect([source.name, source.detail]).toEqual([
        source.name,
        expect.stringMatching(/read \d{4}-\d\d(-\d\d)?/),
      ])
  })

  test('the edition lists every set with its release and the day it was read', () => {
    const edition = JSON.parse(readFileSync(join(folder, 'edition.json'), 'utf8')) as {
      sets: { name: string; release: string; read: string; url: string }[]
    }
    const published = insights.catalogue.measures.filter(measure => measure.kind === 'figure')
    expect(edition.sets.map(set => set.name)).toEqual(
      expect.arrayContaining([...new Set(published.map(measure => measure.source))]),
    )
    for (const set of edition.sets) {
      expect(set.release).not.toBe('')
      expect(set.read).toMatch(/^20\d\d-\d\d(-\d\d)?$/)
      expect(set.url).toMatch(/^(https:|$)/)
    }
  })
})

describe('inflation by two publishers', () => {
  const textOf = (iso3: string, of: number, measure = 'inflation_cpi') =>
    insights.catalogue.flagsFor(measure, iso3, of, of).join('\n')

  test('is given by both where they differ by more than two points', () => {
    const both = 'South Sudan: inflation in 2024 is 91.4% by the World Bank and 99.8% by the IMF.'
    expect(textOf('SSD', 2024)).toContain(both)
    expect(textOf('SSD', 2024, 'inflation_cpi_imf')).toContain(both)
  })

  test.each(publishedTwice())('comes with both figures in %s in %i: %s', (iso3, of, differs) => {
    expect(/by the World Bank and .* by the IMF/.test(textOf(iso3, of))).toBe(differs)
  })
})

/** Some of each kind: every seventh country and year with both figures. */
function publishedTwice(): [string, number, boolean][] {
  const rowsOf = (id: string) => macro.filter(row => row.indicator === id)
  const pairs = rowsOf('inflation_cpi').flatMap(({ iso3 = '' }) => {
    const [own, other] = [series('inflation_cpi', iso3), series('inflation_cpi_imf', iso3)]
    return [...own].flatMap(([of, value]): [string, number, boolean][] => {
      const theirs = other.get(of)
      return theirs === undefined ? [] : [[iso3, of, Math.abs(value - theirs) > 2]]
    })
  })
  return pairs.filter((_, at) => at % 7 === 0)
}
