import { expect, test } from 'vitest'
import { absentNodes, compareWithNaive, describeComparison } from './testing/compare-with-naive.ts'
import { smallMeasures, smallPanel } from './testing/small-panel.ts'
import { smallWarehouse } from './testing/small-warehouse.ts'

/** The same queries in every run; `npm run chaos:queries` takes others. */
const usualSeed = 20_261_123
/** 12 × year + month − 1 */
const october2021 = 12 * 2021 + 9
const panels = [
  { what: 'a panel of whole years', panel: smallPanel(), count: 1_000, isLarge: true },
  {
    what: 'a panel that starts and ends within a year',
    panel: smallPanel({ from: october2021, to: october2021 + 47 }),
    ...{ count: 200, isLarge: false },
  },
]

test.each(panels)(
  'on $what, SQL gives generated queries the rows, order, years and values that plain loops give',
  async ({ panel, count, isLarge }) => {
    const seed = Number(process.env.QUERY_SEED ?? usualSeed)
    const warehouse = await smallWarehouse(panel, 2)
    try {
      const comparison = await compareWithNaive({
        ...{ raw: panel, warehouse, measures: smallMeasures, seed, count, lanes: 2 },
      })
      console.log(`seed ${seed}: ${describeComparison(comparison)}`)
      expect(comparison.differences.slice(0, 5)).toEqual([])
      expect(comparison.ties).toBeLessThanOrEqual(comparison.run / 500)
      expect(comparison.run).toBeGreaterThan(comparison.generated / 2)
      expect(comparison.withRows).toBeGreaterThan(comparison.run / 2)
      if (isLarge) expect(absentNodes(comparison)).toEqual([])
    } finally {
      warehouse.close()
    }
  },
  600_000,
)
