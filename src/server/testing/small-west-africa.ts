import type { SmallFigure, SmallSales } from './small-engine.ts'

const tea = (
  country: string,
  year: number,
  [price, rate]: [number, number],
  parts: [brand: string, channel: string, volume: number][],
): SmallSales[] =>
  parts.map(([brand, channel, volume]) => ({
    ...{ segment: 'tea', country, year, brand, channel, volume, price, rate },
  }))

/**
 * Tea in three countries of Western Africa, the same in every month:
 *
 *                Ghana 2023  2024  2025    Côte d'Ivoire 2024  2025    Nigeria 2025
 *   volume            100   120   150                    50   100             300   a month
 *   price, lcu         10    12    12                     1     1               1
 *   lcu a US$          10    12    15                     1     1               1
 */
export const westAfricanTea: SmallSales[] = [
  ...tea(
    'GHA',
    2023,
    [10, 10],
    [
      ...([
        ['Brand A', 'modern_trade', 60],
        ['Brand B', 'traditional_trade', 30],
      ] as [string, string, number][]),
      ['All others', 'traditional_trade', 10],
    ],
  ),
  ...tea(
    'GHA',
    2024,
    [12, 12],
    [
      ...([
        ['Brand A', 'modern_trade', 60],
        ['Brand B', 'traditional_trade', 40],
      ] as [string, string, number][]),
      ['All others', 'traditional_trade', 20],
    ],
  ),
  ...tea(
    'GHA',
    2025,
    [12, 15],
    [
      ...([
        ['Brand A', 'modern_trade', 66],
        ['Brand B', 'traditional_trade', 54],
      ] as [string, string, number][]),
      ['All others', 'traditional_trade', 30],
    ],
  ),
  ...tea('CIV', 2024, [1, 1], [['Brand A', 'modern_trade', 50]]),
  ...tea('CIV', 2025, [1, 1], [['Brand A', 'modern_trade', 100]]),
  ...tea('NGA', 2025, [1, 1], [['Brand A', 'open_market', 300]]),
]

const each = (indicator: string, year: number, values: Record<string, number>): SmallFigure[] =>
  Object.entries(values).map(([iso3, value]) => [indicator, iso3, year, value])

/** Household consumption ends in 2024; Nigeria has no inflation. */
export const westAfricanFigures: SmallFigure[] = [
  ...each('population', 2023, { GHA: 1000 }),
  ...each('population', 2024, { GHA: 1000, CIV: 300, NGA: 3000 }),
  ...each('population', 2025, { GHA: 1000, CIV: 300, NGA: 3000 }),
  ...each('urban_share', 2025, { GHA: 50, CIV: 50, NGA: 50 }),
  ...each('hh_consumption_pc_usd', 2024, { GHA: 100, CIV: 200, NGA: 50 }),
  ...[2020, 2021, 2022, 2023, 2024, 2025].flatMap(year => each('inflation_cpi', year, { GHA: 10 })),
  ...each('inflation_cpi', 2025, { CIV: 5 }),
  ...each('gdp_usd', 2022, { GHA: 80, CIV: 70, NGA: 500 }),
  ...each('gdp_usd', 2023, { GHA: 100, CIV: 80 }),
  ...each('gdp_usd', 2024, { GHA: 110, CIV: 90, NGA: 400 }),
  ...each('gdp_usd', 2025, { GHA: 121 }),
]
