import { describe, expect, test } from 'vitest'
import { type ExpectedRow, firstDifference, type ShownFigure } from './expected-rows.ts'

const shown = (value: number, members: string[][] = [], years: number[] = []): ShownFigure => ({
  ...{ value, members, years },
})
const kenya = ['KEN', 'Kenya']
const ghana = ['GHA', 'Ghana']
const expected: ExpectedRow[] = [
  ['Kenya', '2024', 5],
  ['Ghana', '2023', 3],
]
const right = [shown(5, [kenya], [2024]), shown(3, [ghana], [2023])]

test('the same figures of the same members and years in the same order differ in nothing', () => {
  expect(firstDifference(expected, right)).toBeNull()
})

test.each<[string, ShownFigure[]]>([
  ['another order', right.toReversed()],
  ['a figure that is 0.2% off', [shown(5.01, [kenya], [2024]), shown(3, [ghana], [2023])]],
  ['another member', [shown(5, [ghana], [2024]), shown(3, [ghana], [2023])]],
  ['another year', [shown(5, [kenya], [2025]), shown(3, [ghana], [2023])]],
  ['a row too few', right.slice(0, 1)],
  ['a row too many', [...right, shown(1, [kenya], [2022])]],
])('%s is a difference', (_, figures) => {
  expect(firstDifference(expected, figures)).toEqual(expect.any(String))
})

describe('what an SQL gave beside figures', () => {
  const channel = ['traditional_trade', 'Traditional trade']

  test.each<[string, ExpectedRow[], ShownFigure[]]>([
    [
      'words that explain a row, beside a short name',
      [['traditional', 'التقليدي', 61]],
      [shown(61, [channel])],
    ],
    ['a row without a word', [[7.5]], [shown(7.5, [kenya])]],
    [
      'several figures in a row, read from left to right',
      [['Kenya', 1, 2]],
      [shown(1, [kenya]), shown(2, [kenya])],
    ],
    ['a year as the only figure', [[2020]], [shown(2020)]],
    ['a year beside a figure', [[2020, -0.3]], [shown(-0.3, [], [2020])]],
  ])('%s is no difference', (_, rows, figures) => {
    expect(firstDifference(rows, figures)).toBeNull()
  })

  test('rows kept only up to the twelfth may go on', () => {
    const rows = Array.from({ length: 12 }, (_, at): ExpectedRow => [at + 1])
    expect(
      firstDifference(
        rows,
        Array.from({ length: 40 }, (_, at) => shown(at + 1)),
      ),
    ).toBeNull()
  })
})
