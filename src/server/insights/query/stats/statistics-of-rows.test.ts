import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cell, Table } from '../../../../contract/result.ts'
import {
  type SmallEngine,
  type SmallFigure,
  type SmallSales,
  smallEngine,
} from '../../../testing/small-engine.ts'
import { pearson, spearman } from '../../statistics/correlation.ts'
import { estimateElasticity, priceScenario } from '../../statistics/elasticity.ts'
import { forecast } from '../../statistics/forecast.ts'
import { leastSquares } from '../../statistics/least-squares.ts'
import { paceBetween, timeToReach } from '../../statistics/pace.ts'
import { seasonality } from '../../statistics/seasonality.ts'

/** Beer in Kenya over 84 months: it grows, sells most in December, and its price rises unevenly. */
const years = [2019, 2020, 2021, 2022, 2023, 2024, 2025]
const weights = { 4: 0.8, 7: 1.1, 8: 1.2, 12: 1.6 }
const yearly = (at: number) => ({
  volume: Math.round(1000 * 1.06 ** at + 40 * (at % 3)),
  price: 100 + 7 * at + (at % 2) * 9,
})
const sales: SmallSales[] = years.map((year, at) => ({
  ...{ segment: 'beer', country: 'KEN', year, brand: 'Brand A', channel: 'modern_trade' },
  ...{ ...yearly(at), rate: 100, weights },
}))
const pairs: [string, number, number][] = [
  ['KEN', 2363, 30.2],
  ['GHA', 2400, 58.9],
  ['NGA', 1224, 54.5],
  ['RWA', 1100, 18.1],
  ['ZAF', 6300, 68.8],
]
const inflation = [6.1, 5.2, 4.7, 8.0, 6.6, 6.9, 6.5, 5.4, 6.1, 7.7, 7.9, 4.5]
const figures: SmallFigure[] = [
  ...pairs.flatMap(([iso3, gdp, urban]): SmallFigure[] => [
    ['gdp_per_capita_usd', iso3, 2025, gdp],
    ['urban_share', iso3, 2025, urban],
  ]),
  ['urban_share', 'EGY', 2025, 43.2],
  ...inflation.map((value, at): SmallFigure => ['inflation_cpi', 'KEN', 2013 + at, value]),
  ...[16.6, 17.8, 19.5, 22.7].map((value, at): SmallFigure => ['internet_users', 'KEN', 2016 + at, value]),
  ['internet_users', 'KEN', 2024, 35],
  ['internet_users', 'NGA', 2016, 25],
  ['internet_users', 'NGA', 2023, 20],
]
let engine: SmallEngine
beforeAll(async () => {
  engine = await smallEngine(sales, figures)
})
afterAll(() => engine.close())

async function both(text: string): Promise<{ main: Table; stat: Table }> {
  const [main, stat] = (await engine.ask(text)).tables
  return { main: main as Table, stat: stat as Table }
}
const column = (table: Table, key: string): Cell[] => {
  const at = table.columns.findIndex(one => one.key === key)
  if (at < 0) throw new Error(`no column ${key}`)
  return table.rows.map(row => row[at] ?? null)
}
const numbers = (table: Table, key: string) => column(table, key) as (number | null)[]
const first = (table: Table, keys: readonly string[]) => keys.map(key => numbers(table, key)[0])
/** As figures of tables are: twelve significant digits. */
const close = (wanted: readonly (number | null | undefined)[]) =>
  wanted.map(value => (typeof value === 'number' ? expect.closeTo(value, 6) : value))
const of = <K extends string, T extends { kind: string }>(kind: K, made: T) => {
  if (made.kind !== kind) throw new Error(JSON.stringify(made))
  return made as Extract<T, { kind: K }>
}

test('a correlation has both coefficients, their p and n, and the line, over the rows that have both figures', async () => {
  const { main, stat } = await both(
    'show gdp_per_capita_usd, urban_share\nrows country KEN|GHA|NGA|RWA|ZAF|EGY\ntime 2025\nstat correlation',
  )
  expect(main.rows).toHaveLength(6)
  const [y, x] = [pairs.map(([, gdp]) => gdp), pairs.map(([, , urban]) => urban)]
  const [linear, ranked] = [of('correlation', pearson(x, y)), of('correlation', spearman(x, y))]
  const line = of('least_squares', leastSquares(y, [x]))
  const keys = ['n', 'pearson', 'pearson_p', 'spearman', 'spearman_p', 'slope', 'slope_p', 'intercept', 'r2']
  expect(first(stat, keys)).toEqual(
    close([
      ...[5, linear.r, linear.p, ranked.r, ranked.p],
      ...[line.slopes[0]?.value, line.slopes[0]?.p, line.intercept.value, line.rSquared],
    ]),
  )
  expect(stat.flags).toContain('1 of the 6 rows lack one of the two figures and are left out.')
  expect(stat.columns.find(({ key }) => key === 'slope')?.unit).toBe('US$ for 1 % of population')
})

test('a first column is correlated with each of several others, the closest first', async () => {
  const { stat } = await both(
    'show gdp_per_capita_usd, inflation_cpi, urban_share, urban_share * urban_share\n' +
      'rows country KEN|GHA|NGA|RWA|ZAF|EGY\ntime 2025\nstat correlation',
  )
  const [y, x] = [pairs.map(([, gdp]) => gdp), pairs.map(([, , urban]) => urban)]
  const plain = of('correlation', pearson(x, y)).r
  const squared = of(
    'correlation',
    pearson(
      x.map(value => value * value),
      y,
    ),
  ).r
  expect(column(stat, 'with_id')).toEqual(['c4', 'c3'])
  expect(numbers(stat, 'pearson')).toEqual(close([squared, plain]))
  expect(stat.flags.join(' ')).toContain('No correlation')
})

test('two rows have no correlation, and the table says why', async () => {
  const { stat } = await both(
    'show gdp_per_capita_usd, urban_share\nrows country KEN|GHA\ntime 2025\nstat correlation',
  )
  expect([stat.role, stat.rows]).toEqual(['correlation', []])
  expect(stat.flags).toEqual(['No correlation, since there are too few figures (at least 3 are needed).'])
})

describe('forecasts', () => {
  /** Values of the rows after the figures. */
  const ahead = (table: Table, key: string) => {
    const isAhead = column(table, 'basis').map(basis => basis !== 'figure')
    return column(table, key).filter((_, row) => isAhead[row])
  }
  const monthly = (to: string) =>
    `show panel_volume\nrows month\ncut country KEN, segment beer\ntime 2019..2025\nstat forecast ${to}`
  const expected = async (yearsAhead: number) => {
    const { main } = await both(monthly('2026'))
    const values = numbers(main, 'c1')
    return forecast({ values, kind: 'amount', periodsPerYear: 12, yearly: 'sum' }, yearsAhead)
  }

  test('of monthly amounts follow the damped trend over the months, summed to the years asked for', async () => {
    const { stat } = await both(monthly('2027'))
    const made = of('forecast', await expected(2))
    expect(made.seasonal).toBe(true)
    expect(ahead(stat, 'period')).toEqual(['2026', '2027'])
    for (const key of ['value', 'low', 'high', 'error'] as const)
      expect(ahead(stat, key)).toEqual(close(made.years.slice(0, 2).map(year => year[key])))
    expect(ahead(stat, 'basis')).toEqual(['damped trend', 'damped trend'])
    expect(stat.columns.find(({ key }) => key === 'value')?.unit).toBe('L')
  })

  test('of months follow the whole years before, without a range', async () => {
    const { main, stat } = await both(monthly('2026'))
    const months = numbers(main, 'c1').map(value => value ?? 0)
    const sums = years.map((_, at) => months.slice(12 * at, 12 * at + 12).reduce((sum, one) => sum + one, 0))
    expect(column(stat, 'period')).toEqual([...years.map(String), '2026'])
    expect(numbers(stat, 'value').slice(0, -1)).toEqual(close(sums))
    expect(numbers(stat, 'low').slice(0, -1)).toEqual(years.map(() => null))
  })

  test('go to the month where a month is asked for', async () => {
    const { stat } = await both(monthly('2026-03'))
    const made = of('forecast', await expected(1))
    expect(column(stat, 'period')).toEqual(['2026-01', '2026-02', '2026-03'])
    expect(numbers(stat, 'value')).toEqual(close(made.periods.slice(0, 3).map(({ value }) => value)))
  })

  test('beyond half of the history are arithmetic at the same pace, without a range, and say so', async () => {
    const { stat } = await both(monthly('2031'))
    const made = of('beyond_forecast', await expected(6))
    expect(ahead(stat, 'period')).toEqual(['2026', '2027', '2028', '2031'])
    expect(numbers(stat, 'value').at(-1)).toBeCloseTo(made.asked.value, 4)
    expect([numbers(stat, 'low').at(-1), column(stat, 'basis').at(-1)]).toEqual([null, 'arithmetic'])
    expect(stat.flags.join(' ')).toContain('2031 is plain arithmetic')
  })

  test('of rates keep the last value, with errors in points', async () => {
    const { stat } = await both(
      'show inflation_cpi\nrows year\ncut country KEN\ntime 2013..2024\nstat forecast 2026',
    )
    const made = of('forecast', forecast({ values: inflation, kind: 'rate', periodsPerYear: 1 }, 2))
    expect(ahead(stat, 'value')).toEqual([4.5, 4.5])
    expect(ahead(stat, 'low')).toEqual(close(made.years.slice(0, 2).map(({ low }) => low)))
    expect(ahead(stat, 'basis')).toEqual(['last value', 'last value'])
    expect(stat.columns.find(({ key }) => key === 'error')?.unit).toBe('points')
  })

  test('rest on the figures since the last gap, and are refused where those are too few', async () => {
    const { stat } = await both(
      'show internet_users\nrows country KEN, year\ntime 2016..2024\nstat forecast 2027',
    )
    expect(stat.rows).toEqual([])
    expect(stat.flags).toEqual([
      'Kenya: no forecast, since there are too few figures (at least 10 are needed).',
    ])
  })
})

describe('seasons', () => {
  test('are the index of each month with its lowest and highest year', async () => {
    const { main, stat } = await both(
      'show panel_volume\nrows month\ncut country KEN, segment beer\ntime 2019..2025\nstat seasonality',
    )
    const made = of('seasonality', seasonality(numbers(main, 'c1'), 12))
    expect(column(stat, 'season').slice(0, 2)).toEqual(['January', 'February'])
    for (const key of ['index', 'lowest', 'highest'] as const)
      expect(numbers(stat, key)).toEqual(close(made.seasons.map(season => season[key])))
  })

  test('say in how many whole years each month was the highest', async () => {
    const { main, stat } = await both(
      'show panel_volume\nrows month\ncut country KEN, segment beer\ntime 2019-05..2025\nstat seasonality',
    )
    expect(numbers(main, 'c1')).toHaveLength(80)
    expect(numbers(stat, 'peaks')).toEqual([...Array.from({ length: 11 }, () => 0), 6])
  })

  test('of a series that starts within a year stand at their months', async () => {
    const { main, stat } = await both(
      'show panel_volume\nrows quarter\ncut country KEN, segment beer\ntime 2019-Q3..2025-Q2\nstat seasonality',
    )
    const made = of('seasonality', seasonality(numbers(main, 'c1'), 4, 2))
    expect(column(stat, 'season')).toEqual(['Q1', 'Q2', 'Q3', 'Q4'])
    expect(numbers(stat, 'index')).toEqual(close(made.seasons.map(({ index }) => index)))
  })
})

describe('reaching a target', () => {
  test('of a share goes by equal steps, of an amount by a compound pace', async () => {
    const share = await both('show internet_users\nrows country KEN, year\ntime 2016..2024\nstat reach 50')
    const steps = of('step', paceBetween(16.6, 35, 8, 'step'))
    const years = of('time', timeToReach(35, 50, steps)).periods
    expect(first(share.stat, ['value', 'pace', 'years'])).toEqual(close([35, steps.step, years]))
    expect(column(share.stat, 'reached')).toEqual([String(2024 + Math.ceil(years))])
    expect(share.stat.columns.find(({ key }) => key === 'pace')?.unit).toBe('points a year')

    const amount = await both(
      'show panel_volume\nrows year\ncut country KEN, segment beer\ntime 2019..2025\nstat reach 40000',
    )
    const [from, to] = [numbers(amount.main, 'c1')[0] as number, numbers(amount.main, 'c1').at(-1) as number]
    const pace = of('percent', paceBetween(from, to, 6, 'percent'))
    const wanted = of('time', timeToReach(to, 40_000, pace)).periods
    expect(first(amount.stat, ['pace', 'years'])).toEqual(close([pace.percent, wanted]))
  })

  test('that the pace leads away from has no time, and the reason is given', async () => {
    const { stat } = await both(
      'show internet_users\nrows country KEN|NGA, year\ntime 2016..2024\nstat reach 50',
    )
    expect(column(stat, 'country')).toEqual(['Kenya', 'Nigeria'])
    expect(column(stat, 'reached')[1]).toBeNull()
    expect(stat.flags).toEqual([expect.stringMatching(/^Nigeria: no time .* leads away from it\.$/)])
  })
})

describe('a change of price', () => {
  test('at an elasticity found in the rows has the range of the estimate', async () => {
    const { main, stat } = await both(
      'show panel_volume, panel_price_lcu\nrows month\ncut country KEN, segment beer\ntime 2019..2025\nstat price 10',
    )
    const elasticity = of('elasticity', estimateElasticity(numbers(main, 'c2'), numbers(main, 'c1'), 12))
    const made = of('scenario', priceScenario(10, elasticity))
    expect(first(stat, ['elasticity', 'elasticity_low', 'elasticity_high', 'n'])).toEqual(
      close([elasticity.value, elasticity.low, elasticity.high, elasticity.n]),
    )
    expect(first(stat, ['volume', 'volume_low', 'value_change', 'value_high'])).toEqual(
      close([made.volume.expected, made.volume.low, made.value.expected, made.value.high]),
    )
  })

  test('at an elasticity that was given is taken per cent for per cent', async () => {
    const { stat } = await both(
      'show panel_volume\ncut country KEN, segment beer\ntime 2025\nstat price 10 elasticity -0.5',
    )
    expect(first(stat, ['elasticity', 'volume', 'value_change'])).toEqual([-0.5, -5, expect.closeTo(4.5, 9)])
    expect(stat.computed).toContain('The elasticity of -0.5 is an assumption of the asker, taken % for %.')
  })
})

describe('a supposition', () => {
  test('changes the figure of each row once, and all else stays', async () => {
    const { main, stat } = await both(
      'show panel_value_lcu\nrows country KEN\ncut segment beer\ntime 2025\nstat suppose 8 price',
    )
    const [base = 0] = numbers(main, 'c1') as number[]
    expect([column(stat, 'country'), column(stat, 'period')]).toEqual([['Kenya'], ['2025']])
    expect(first(stat, ['base', 'change', 'value', 'difference'])).toEqual(
      close([base, 8, base * 1.08, base * 0.08]),
    )
  })

  test('goes on year by year to the year asked for', async () => {
    const { main, stat } = await both(
      'show panel_volume\ncut country KEN, segment beer\ntime 2025\nstat suppose 6 volume to 2028',
    )
    const [base = 0] = numbers(main, 'c1') as number[]
    expect(column(stat, 'period')).toEqual(['2026', '2027', '2028'])
    expect(numbers(stat, 'value')).toEqual(close([1, 2, 3].map(n => base * 1.06 ** n)))
  })

  test('to a year that has passed has nothing to work out, and says so', async () => {
    const { stat } = await both(
      'show panel_volume\ncut country KEN, segment beer\ntime 2025\nstat suppose 6 volume to 2020',
    )
    expect([stat.rows, stat.flags]).toEqual([
      [],
      ['There is no figure to start from, or the year lies before it.'],
    ])
  })
})
