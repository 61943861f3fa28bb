import type { SmallSales } from './small-engine.ts'

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
