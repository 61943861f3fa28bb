import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyQuery } from '../../testing/any-query.ts'
import { loadCatalogue } from '../catalogue.ts'
import { englishWords, type QueryWording } from './english-words.ts'
import { type QueryNames, queryWords } from './query-words.ts'
import { parseQuery } from './text/parse-query.ts'

const catalogue = loadCatalogue(join(import.meta.dirname, '../../../../data'))
const said = (lines: string, names: QueryNames = catalogue) => queryWords(parseQuery(lines), names)

test('a query is one sentence, from what is shown to how many of them', () => {
  const text = `show panel_value_usd
rows country in ecowas except NGA
cut segment wine
time 2025
where panel_value_usd > 300000000 'US$'
order change(panel_value_usd, from 2020, cagr) high
take 5`
  expect(said(text)).toBe(
    'Value sales of wine, for each country of ECOWAS except Nigeria, 2025; ' +
      'only with value sales above 300 million US$; ' +
      'by growth a year of value sales from 2020, highest first; the first 5 of them',
  )
})

describe('each expression has its words', () => {
  test.each([
    ['gdp_usd + gini - 5', '(GDP plus Gini index) minus 5'],
    ['gdp_usd + gini + 5', 'GDP plus Gini index plus 5'],
    ['gini * (gini / 2)', 'Gini index times (Gini index divided by 2)'],
    ["gini * 1234567 'US$' / 2.5 '%'", '(Gini index times 1,234,567 US$) divided by 2.5%'],
    ['0.0000001 + 1e21', '1e-7 plus 1e+21'],
    ['abs(gini)', 'Size of Gini index without its sign'],
    ['ln(gini)', 'Natural logarithm of Gini index'],
    ['exp(gini / 2)', 'E to the power of (Gini index divided by 2)'],
    ['gini @ (country KEN, time 2019)', 'Gini index (in Kenya, 2019)'],
    ['share(panel_value_usd, brand all)', 'Value sales as a share of the whole (of all brands)'],
    ['change(gini, from 2019, percent)', 'Growth of Gini index from 2019'],
    ['change(gini, from 2019, points)', 'Change of Gini index in percentage points from 2019'],
    ['change(gini, from 2019, difference)', 'Change of Gini index from 2019'],
    ['change(gini, from 2019, times)', 'Gini index as a multiple of that of 2019'],
    ['index(gini, base 2019)', 'Index of Gini index (2019 is 100)'],
    ['real(panel_value_lcu, base 2019)', 'Value sales in local currency at prices of 2019'],
    [
      'fold(gini, over country in eac, median)',
      'Median of Gini index over the countries of East African Community (EAC)',
    ],
    [
      'fold(gini, over country KEN|UGA, weighted by population)',
      'Average of Gini index over Kenya and Uganda, weighted by population',
    ],
    [
      'fold(gini, over half last 2 half, sd)',
      'Standard deviation of Gini index over each half-year of the last 2 half-years',
    ],
    [
      'when(gini > 1, over year 2019..2025, first)',
      'Year of the first period with Gini index above 1, over each year of 2019–2025',
    ],
    [
      'when(known(gini), over year 2019, count)',
      'Number of periods with a figure for Gini index, over each year of 2019',
    ],
    [
      'rank(gini, among country in africa, low)',
      'Rank by Gini index among the countries of Africa, lowest first',
    ],
    ['concentration(panel_value_usd, brand, hhi)', 'Concentration (HHI) of value sales over brands'],
    ['concentration(panel_value_usd, brand, top 3)', 'Share of the 3 largest brands in value sales'],
    [
      'effect(gini; population, from shift -1 year, pick 2)',
      'Effect of population on the change of Gini index times population from 1 year earlier',
    ],
    ['an_unknown_measure', 'An_unknown_measure'],
  ])('%s', (text, words) => {
    expect(said(`show ${text}\ntime 2025`)).toBe(`${words}, 2025`)
  })
})

describe('each set has its words', () => {
  test.each([
    ['country all', 'in all countries'],
    ['country NGA|KEN|GHA', 'in Nigeria, Kenya and Ghana'],
    [
      'country in eac and in anglophone',
      'in East African Community (EAC) that are also in Anglophone Africa',
    ],
    ['country in sadc or (in uemoa except MLI)', 'in SADC or (UEMOA (WAEMU) except Mali)'],
    ["country (in sadc where inflation_cpi < 5 '%')", 'in SADC with consumer price inflation below 5%'],
    ['country (top 1 high of in sadc by population)', 'in the country of SADC with the highest population'],
    [
      'country (top 3 low of in sadc by gini skip 2)',
      'in the 3 countries of SADC with the lowest Gini index after the first 2',
    ],
    ['segment in dairy', 'of Dairy'],
    ['brand in named', 'of the named brands'],
    ["brand 'Brand A'|'Brand B'", 'of Brand A and Brand B'],
    ['channel modern_trade', 'through modern trade'],
  ])('%s', (text, words) => {
    const sentence = said(`show panel_value_usd\ncut ${text}\ntime 2025`)
    expect(sentence).toBe(`Value sales${words.startsWith('of ') ? ' ' : ', '}${words}, 2025`)
  })
})

describe('each time has its words', () => {
  test.each([
    ['2019-07..2019-12', 'July 2019 to December 2019'],
    ['2019-H1', 'H1 2019'],
    ['last 1 year', 'the last year'],
    ['last 12 month to 2025-06', 'the last 12 months to June 2025'],
    ['ytd to 2025-06', 'the year so far to June 2025'],
    ['since 2015', 'the time since 2015'],
    ['shift 0 year', 'the same time'],
    ['shift 2 quarter', '2 quarters later'],
    ['latest', 'the latest year with figures'],
    ['latest within 0', 'the last year of the figures'],
    ['latest within 3', 'the latest year with figures (at most 3 years old)'],
  ])('%s', (text, words) => {
    expect(said(`show gini\ntime ${text}`)).toBe(`Gini index, ${words}`)
  })
})

describe('each clause has its words', () => {
  test.each([
    ['rows year', ', for each year, 2025'],
    ['rows country all, half', ', for each country and for each half-year, 2025'],
    [
      'rows country KEN|UGA, brand X|Y zip',
      ', for Kenya and Uganda each and for X and Y each, paired in this order, 2025',
    ],
    ['rows groups eac|sadc', ', for East African Community (EAC) and SADC each as a whole, 2025'],
    ['rows departments dairy', ', for Dairy as a whole, 2025'],
    [
      'where gini <= 5 or gini >= 9 and not gini = 7',
      ', 2025; only with Gini index of at most 5 or ' +
        '(Gini index of at least 9 and not (Gini index equal to 7))',
    ],
    ['order gini low', ', 2025; lowest first'],
    ['order gini / 2 low', ', 2025; by Gini index divided by 2, lowest first'],
    ['take 1', ', 2025; the first of them'],
    [
      'take 3 skip 2 both per brand',
      ', 2025; the first 3 and the last 3 of them after leaving out 2, for each brand',
    ],
    ['total', ', 2025; with the total'],
    ['stat correlation', ', 2025; with the correlation of the first column and the others'],
    ['stat forecast 2028', ', 2025; with a forecast to 2028'],
    ['stat seasonality', ', 2025; with the seasons of the year'],
    ['stat suppose -20 currency', ', 2025; with what it comes to if currency changes by -20%'],
    ['stat suppose 6 volume to 2030', ', 2025; with what it comes to if volume changes by 6% a year to 2030'],
    ['stat reach 2500000', ', 2025; with the time when it reaches 2.5 million'],
    [
      'stat price -10',
      ', 2025; with what a price change of -10% does, at an elasticity estimated from the rows',
    ],
    [
      'stat price 10 elasticity -0.5',
      ', 2025; with what a price change of 10% does, at an elasticity of -0.5',
    ],
  ])('%s', (text, words) => {
    expect(said(`show gini\n${text}\ntime 2025`)).toBe(`Gini index${words}`)
  })

  test('a label stands behind its column', () => {
    expect(said('show gini as "G", population\ntime 2025')).toBe('Gini index (“G”) and population, 2025')
  })
})

/** Every word of the table as a star, every function as its arguments. */
function starred<T>(words: T): T {
  if (typeof words === 'string') return '*' as T
  if (typeof words === 'function') return ((...args: unknown[]) => starredArguments(args)) as T
  return Object.fromEntries(Object.entries(words as object).map(([key, one]) => [key, starred(one)])) as T
}
const starredArguments = (args: unknown[]): string =>
  `<${args
    .flat()
    .filter(arg => typeof arg === 'string' && /^[<*]/.test(arg))
    .join('')}>`

test('no word comes from anywhere but the table and the names, so another language is another table', () => {
  const name = { name: '*', phrase: '*' }
  const [measure, country, group, segment, department, channel] = Array(6).fill(() => name)
  const names = { measure, country, group, segment, department, channel }
  const words: QueryWording = starred(englishWords)
  const text = `show a + fold(b, over country (in eac where c > 1), mean), rank(a, among segment all, high)
rows country (top 3 high of in eac or in sadc by a) except KEN, year
cut segment in dairy, channel modern_trade
time last 5 year
where not (known(a) or b < c)
order a high
take 3 per country
total
stat correlation`
  expect(queryWords(parseQuery(text), names, words)).toMatch(/^[<*>]+$/)
})

const seed = Date.now() % 2 ** 31
test(`every measure, member and group of a query is in its sentence, seed ${seed}`, () => {
  const tagged = (kind: string) => (id: string) => ({ name: `${kind}:${id}`, phrase: `${kind}:${id}` })
  const names: QueryNames = {
    measure: tagged('measure'),
    country: tagged('country'),
    group: tagged('group'),
    segment: tagged('segment'),
    department: tagged('department'),
    channel: tagged('channel'),
  }
  fc.assert(
    fc.property(anyQuery, query => {
      const sentence = queryWords(query, names)
      expect(sentence).not.toMatch(/undefined|\[object/)
      const asInTheMiddle = sentence.charAt(0).toLowerCase() + sentence.slice(1)
      for (const name of namesIn(query)) expect(asInTheMiddle).toContain(name)
    }),
    { seed, numRuns: 300 },
  )
})

/** The names a sentence has to have, tagged by kind. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { k, id, ids, dim } = node as { k?: string; id?: string; ids?: string[]; dim?: string }
  const tag = dim === 'brand' ? '' : `${dim}:`
  const own = k === 'measure' ? [`measure:${id}`] : k === 'ids' ? (ids ?? []).map(one => tag + one) : []
  return [...own, ...Object.values(node).flatMap(namesIn)]
}
