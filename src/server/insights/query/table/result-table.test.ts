import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cell, Table } from '../../../../contract/result.ts'
import { type SmallEngine, type SmallFigure, smallEngine } from '../../../testing/small-engine.ts'
import { westAfricanTea } from '../../../testing/small-west-africa.ts'

const beer = { segment: 'beer', brand: 'Brand A', channel: 'modern_trade', price: 30, rate: 15 }
const figures: SmallFigure[] = [
  ...(['GHA', 'CIV', 'NGA'] as const).map((iso3): SmallFigure => ['population', iso3, 2025, 1200]),
  ...(
    [
      ['GHA', 2024, 2000],
      ['NGA', 2023, 1500],
      ['CIV', 2025, 2500],
      ['ERI', 2024, 600],
    ] as const
  ).map(([iso3, year, value]): SmallFigure => ['gdp_per_capita_usd', iso3, year, value]),
  ...(
    [
      ['DZA', 200],
      ['LBY', 40],
      ['MAR', 140],
      ['TUN', 50],
    ] as const
  ).map(([iso3, value]): SmallFigure => ['gdp_usd', iso3, 2024, value * 1e9]),
  ['gdp_usd', 'NGA', 2018, 420e9],
  ['gdp_usd', 'NGA', 2020, 430e9],
  ['gdp_usd', 'NGA', 2024, 250e9],
  ['gini', 'GHA', 2016, 43.5],
  ['urban_share', 'GHA', 2024, 58.1],
  ['urban_share', 'GHA', 2025, 58.9],
  ['urban_share', 'NGA', 2025, 54.5],
  ['exchange_rate', 'GHA', 2024, 12],
  ['exchange_rate', 'GHA', 2025, 16],
]
let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(
    [
      ...westAfricanTea,
      { ...beer, country: 'GHA', year: 2025, volume: 10 },
      { ...beer, country: 'NGA', year: 2025, volume: 20 },
    ],
    figures,
  )
})
afterAll(() => engine.close())

const tableOf = async (text: string): Promise<Table> => {
  const { tables } = await engine.ask(text)
  return tables[0] as Table
}
/** 'Average price (US$) [US$ a kg] .2' */
const heads = ({ columns }: Table): string[] =>
  columns.map(({ label, unit, decimals }) =>
    [label, unit === null ? '' : ` [${unit}]`, decimals === null ? '' : ` .${decimals}`].join(''),
  )

describe('what stands over the columns', () => {
  test.each<[string, string, string[]]>([
    [
      'a stored measure has its name, unit and decimals',
      'show population\nrows country GHA\ntime 2025',
      ['Code', 'Country', 'Population, total [people] .0'],
    ],
    [
      'local currency of one country is its sign',
      'show panel_value_lcu\ncut country GHA, segment tea\ntime 2025',
      ['Value sales (local currency) [GH₵] .0'],
    ],
    [
      'a price is by the unit of its segment',
      'show panel_price_usd, panel_price_lcu\ncut country GHA, segment tea\ntime 2025',
      ['Average price (US$) [US$ a kg] .2', 'Average price (local currency) [GH₵ a kg] .2'],
    ],
    [
      'a price in a currency of which a unit buys little has no decimals',
      'show panel_price_lcu\ncut country CIV, segment tea\ntime 2025',
      ['Average price (local currency) [CFA a kg] .0'],
    ],
    [
      'a volume a person is in the unit of its segment',
      'show panel_volume_pc\ncut country GHA, segment beer\ntime 2025',
      ['Volume sales per capita [L a person] .2'],
    ],
    [
      'a name that was given stands in place of the words',
      'show panel_value_usd as "Tea"\nrows country GHA\ncut segment tea\ntime 2025',
      ['Code', 'Country', 'Tea [US$] .0'],
    ],
    [
      'growth a year is in per cent a year',
      'show change(panel_value_usd, from 2023, cagr)\ncut country GHA\ntime 2025',
      ['Yearly growth of value sales since 2023 [% a year] .1'],
    ],
    [
      'a change of a share is in points',
      'show change(urban_share, from 2024, points)\ncut country GHA\ntime 2025',
      ['Change in urban share of population since 2024 [points] .1'],
    ],
    [
      'a change on the year before says so',
      'show change(panel_volume, from shift -1 year, percent)\ncut country GHA, segment tea\ntime 2025',
      ['Change in volume sales on the year before [%] .1'],
    ],
    [
      'an index names its base',
      'show index(panel_value_lcu, base 2023)\nrows year\ncut country GHA\ntime 2023..2025',
      ['Period', 'Value sales in local currency, 2023 = 100 [index] .1'],
    ],
    [
      'a quotient is said with its sign, in its own unit',
      'show panel_value_usd / population\ncut country GHA\ntime 2025',
      ['Value sales ÷ population [US$ a person] .2'],
    ],
    [
      'a place is a place among a set',
      'show rank(panel_value_usd, among country in africa, high)\nrows country GHA\ntime 2025',
      ['Code', 'Country', 'Place by value sales among Africa [rank] .0'],
    ],
    [
      'members have an id and a name, brands a name, periods their id',
      "show panel_value_usd\nrows segment tea, brand 'Brand A', month\ncut country GHA\ntime 2025",
      ['Segment id', 'Segment', 'Brand', 'Period', 'Value sales (US$) [US$] .0'],
    ],
    [
      'groups and channels have an id and a name',
      'show panel_value_usd\nrows groups ecowas, channel modern_trade\ntime 2025',
      ['Group id', 'Group', 'Channel id', 'Channel', 'Value sales (US$) [US$] .0'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(heads(await tableOf(text))).toEqual(expected)
  })

  test('a column knows its measure, what it rests on, and how it was worked out', async () => {
    const { columns } = await tableOf(
      'show gini @ (time 2016), panel_price_lcu, panel_value_usd / population\ncut country GHA, segment tea\ntime 2025',
    )
    expect(columns.map(({ key, measure, of, formula }) => [key, measure, of, formula])).toEqual([
      ['c1', null, ['gini'], 'Gini index, 2016'],
      [
        'c2',
        'panel_price_lcu',
        ['panel_value_lcu', 'panel_volume'],
        'value sales in local currency ÷ volume sales',
      ],
      ['c3', null, ['panel_value_usd', 'population'], 'value sales ÷ population'],
    ])
  })
})

describe('rows that differ in unit or year', () => {
  test.each<[string, string, string[], Cell[][]]>([
    [
      'countries with currencies of their own have the unit beside the figure',
      'show panel_value_lcu\nrows country GHA|NGA\ncut segment tea\ntime 2025',
      ['Code', 'Country', 'Value sales (local currency) .0', 'Unit'],
      [
        ['GHA', 'Ghana', 21_600, 'GH₵'],
        ['NGA', 'Nigeria', 3600, '₦'],
      ],
    ],
    [
      'segments sold in different units have theirs',
      'show panel_volume\nrows segment beer|tea\ncut country GHA\ntime 2025',
      ['Segment id', 'Segment', 'Volume sales .0', 'Unit'],
      [
        ['beer', 'Beer (lager and stout)', 120, 'L'],
        ['tea', 'Tea (black and green)', 1800, 'kg'],
      ],
    ],
    [
      'latest figures of different years have the year beside them',
      'show gdp_per_capita_usd\nrows country GHA|NGA|CIV\ntime latest',
      ['Code', 'Country', 'GDP per capita (current US$) [US$] .0', 'Year'],
      [
        ['GHA', 'Ghana', 2000, '2024'],
        ['NGA', 'Nigeria', 1500, '2023'],
        ['CIV', "Côte d'Ivoire", 2500, '2025'],
      ],
    ],
    [
      'two columns of different years have a year each',
      'show gdp_per_capita_usd, urban_share\nrows country GHA\ntime latest',
      [
        'Code',
        'Country',
        'GDP per capita (current US$) [US$] .0',
        'Year',
        'Urban population [% of population] .1',
        'Year',
      ],
      [['GHA', 'Ghana', 2000, '2024', 58.9, '2025']],
    ],
    [
      'latest figures of one year need no year beside them',
      'show urban_share\nrows country GHA|NGA\ntime latest',
      ['Code', 'Country', 'Urban population [% of population] .1'],
      [
        ['GHA', 'Ghana', 58.9],
        ['NGA', 'Nigeria', 54.5],
      ],
    ],
  ])('%s', async (_, text, columns, rows) => {
    const table = await tableOf(text)
    expect(heads(table)).toEqual(columns)
    expect(table.rows).toEqual(rows)
    expect(new Set(table.columns.map(({ key }) => key)).size).toBe(table.columns.length)
  })

  test('the year of the latest figures is the period of the table', async () => {
    const { period, title } = await tableOf('show urban_share\nrows country GHA|NGA\ntime latest')
    expect([period?.from, period?.to]).toEqual(['2025', '2025'])
    expect(title).toBe('Urban population, Ghana and Nigeria, 2025')
  })
})

describe('titles', () => {
  test.each([
    [
      'show panel_value_usd\ncut country in ecowas, segment tea\ntime 2025',
      'Value sales (US$), Tea (black and green), ECOWAS, 2025',
    ],
    [
      'show panel_value_usd\nrows brand in named\ncut country GHA, segment tea\ntime 2024..2025',
      'Value sales (US$), Tea (black and green), Ghana, named brands, 2024–2025',
    ],
    [
      'show population\nrows country in ecowas except NGA\ntime 2025',
      'Population, total, ECOWAS without Nigeria, 2025',
    ],
    [
      'show panel_value_usd\nrows groups ecowas|uemoa\ntime 2025-Q1',
      'Value sales (US$), ECOWAS and UEMOA (WAEMU), 2025-01–2025-03',
    ],
  ])('%j', async (text, title) => {
    expect((await tableOf(text)).title).toBe(title)
  })
})

describe('totals', () => {
  test('the total stands last, is marked, and is of all rows that were asked for', async () => {
    const table = await tableOf(
      'show panel_value_usd, panel_price_usd\nrows country GHA|CIV|NGA\ncut segment tea\ntime 2025\norder panel_value_usd high\ntake 2\ntotal',
    )
    expect(table.total).toBe(true)
    expect(table.rows).toEqual([
      ['NGA', 'Nigeria', 3600, 1],
      ['GHA', 'Ghana', 1440, 0.8],
      [null, 'Total', 6240, 0.945454545455],
    ])
  })

  test('without a total nothing is marked', async () => {
    expect(await tableOf('show population\nrows country GHA\ntime 2025')).not.toHaveProperty('total')
  })

  test('the total of rows of periods is named in their column', async () => {
    const { rows } = await tableOf(
      'show panel_value_usd\nrows year\ncut country GHA, segment tea\ntime 2024..2025\ntotal',
    )
    expect(rows).toEqual([
      ['2024', 1440],
      ['2025', 1440],
      ['Total', 2880],
    ])
  })
})

describe('coverage', () => {
  test.each<[string, string, Table['coverage']]>([
    [
      'rows without a figure are named',
      'show gdp_per_capita_usd\nrows country GHA|NGA|KEN\ntime 2024',
      { held: 1, of: 3, what: 'countries', missing: ['Nigeria', 'Kenya'] },
    ],
    [
      'a limit leaves the coverage that of all that was asked',
      'show gdp_per_capita_usd\nrows country GHA|NGA|CIV|KEN\ntime latest\norder gdp_per_capita_usd high\ntake 1',
      { held: 3, of: 4, what: 'countries', missing: ['Kenya'] },
    ],
    [
      'a condition that is not met is no lack of figures',
      'show gdp_per_capita_usd\nrows country GHA|NGA|CIV|KEN\ntime latest\nwhere gdp_per_capita_usd > 2100',
      { held: 3, of: 4, what: 'countries', missing: ['Kenya'] },
    ],
    [
      'a value over several countries counts those with a figure',
      'show gdp_usd\ncut country in uma\ntime 2024',
      { held: 4, of: 5, what: 'countries', missing: ['Mauritania'] },
    ],
    [
      'of a set that figures decide, its members count',
      'show panel_value_usd\ncut country (top 2 high of GHA|CIV|NGA by panel_value_usd)\ntime 2025',
      { held: 2, of: 2, what: 'countries', missing: [] },
    ],
    ['a value of one place has none', 'show population\ncut country GHA\ntime 2025', null],
    [
      'years without a figure are named',
      'show urban_share\nrows year\ncut country GHA\ntime 2023..2025',
      { held: 2, of: 3, what: 'years', missing: ['2023'] },
    ],
  ])('%s', async (_, text, coverage) => {
    expect((await tableOf(text)).coverage).toEqual(coverage)
  })

  test('a group names the members without a figure', async () => {
    const { flags } = await tableOf('show gdp_usd\nrows groups uma\ntime 2024')
    expect(flags).toContain('Arab Maghreb Union: 4 of 5 countries have figures; none for Mauritania.')
  })

  test('a column that lacks figures beside another names its rows', async () => {
    const { flags } = await tableOf('show population, urban_share\nrows country GHA|CIV\ntime 2025')
    expect(flags).toContain("No figure for Urban population: Côte d'Ivoire.")
  })
})

describe('cautions', () => {
  test('a country that is not covered in full is marked', async () => {
    const { flags } = await tableOf('show gdp_per_capita_usd\nrows country ERI|GHA\ntime 2024')
    expect(flags).toContain('Eritrea: limited data, not one of the 52 countries covered in full.')
  })

  test('only cautions of the years that are read are given', async () => {
    const rebased = async (earlier: number) => {
      const { flags } = await tableOf(
        `show gdp_usd, gdp_usd @ (time ${earlier})\nrows country NGA\ntime 2024`,
      )
      return flags.filter(flag => flag.includes('rebased'))
    }
    expect(await rebased(2020)).toEqual([])
    expect(await rebased(2018)).toEqual([expect.stringMatching(/^Nigeria: the rebased GDP series/)])
  })

  test('a move of the exchange rate is said of US$, and not of a share or of local currency', async () => {
    const moves = async (show: string) => {
      const { flags } = await tableOf(
        `show ${show}\nrows country GHA\ncut segment tea, brand 'Brand A'\ntime 2025`,
      )
      return flags.filter(flag => flag.includes('exchange rate'))
    }
    expect(await moves('change(panel_value_usd, from 2023, percent)')).toHaveLength(1)
    expect(await moves('panel_value_lcu')).toEqual([])
    expect(await moves('share(panel_value_usd, brand all)')).toEqual([])
  })
})

test('figures of the panel are marked as modelled, published ones are not; both name their sources and series', async () => {
  const both = await tableOf('show panel_value_pc_usd\ncut country GHA\ntime 2025')
  expect(both.modelled).toBe(true)
  expect(both.sources).toEqual(['modelled-sample-panel', 'world-bank-world-development-indicators'])
  expect(both.origins?.panel_value_pc_usd).toEqual([
    { source: 'modelled-sample-panel', series: '' },
    { source: 'world-bank-world-development-indicators', series: 'SP.POP.TOTL' },
  ])
  expect(both.computed).toEqual(['Rests on sums over rows of the panel and figures as published.'])
  const published = await tableOf('show population\ncut country GHA\ntime 2025')
  expect([published.modelled, published.computed]).toEqual([false, ['Rests on figures as published.']])
})
