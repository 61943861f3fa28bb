import type { Stat } from '../../../../contract/query.ts'
import { correlationTable } from './correlation.ts'
import { forecastTable } from './forecast.ts'
import { priceTable } from './price.ts'
import { reachTable } from './reach.ts'
import { seasonalityTable } from './seasonality.ts'
import type { StatRows, StatTable } from './stat-table.ts'
import { supposeTable } from './suppose.ts'

/** What a query asks to be worked out over its finished rows; where it cannot be, a table without rows that says why. */
export function statisticsOf(stat: Stat, rows: StatRows): StatTable {
  switch (stat.k) {
    case 'correlation':
      return correlationTable(rows)
    case 'forecast':
      return forecastTable(rows, stat.to)
    case 'seasonality':
      return seasonalityTable(rows)
    case 'reach':
      return reachTable(rows, stat.target)
    case 'suppose':
      return supposeTable(rows, stat)
    case 'price':
      return priceTable(rows, stat.change, stat.elasticity)
  }
}
