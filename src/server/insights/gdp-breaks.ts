import type { Country, FigureFlag } from './catalogue-shape.ts'
import { largestPlainMove, moveWords, type Years } from './exchange-rates.ts'
import type { FigureOf } from './figures.ts'

const measures = { gdp_usd: 'GDP', gdp_per_capita_usd: 'GDP per capita', gdp_usd_unsd: 'GDP (UNSD)' }
/** Moves of the figure in US$, and real growth in % a year. */
const largestMove = 0.4
const ordinaryGrowth = 10

/** Years in which GDP in US$ moved by more than 40% while real growth lay within ±10%: no economy changes so. */
export function gdpBreaks(
  figure: FigureOf,
  countries: readonly Pick<Country, 'iso3' | 'name'>[],
  years: Years,
): FigureFlag[] {
  const found: FigureFlag[] = []
  for (const [measure, label] of Object.entries(measures))
    for (const { iso3, name } of countries)
      for (let year = years.first + 1; year <= years.last; year++) {
        const [before, now] = [figure(measure, iso3, year - 1), figure(measure, iso3, year)]
        const growth = figure('gdp_growth', iso3, year)
        if (!before || now === undefined || growth === undefined) continue
        const move = now / before - 1
        if (Math.abs(move) <= largestMove || Math.abs(growth) > ordinaryGrowth) continue
        const rate = rateMove(figure, iso3, year)
        const isOrdinaryAtHome = Math.abs((1 + move) * (1 + rate) - 1) <= largestMove
        const cause =
          Math.abs(rate) > largestPlainMove && isOrdinaryAtHome ? ' made by the exchange rate' : ''
        found.push({
          ...{ measure, country: iso3, kind: 'break', fromYear: year - 1, toYear: year },
          text: `${name}: ${label} in US$ moved by ${moveWords(move)} from ${year - 1} to ${year} while real growth was ${growth.toFixed(1).replace('-', '−')}%: a break in the series${cause}, not growth.`,
        })
      }
  return found
}

/** Change of the average rate on the year before; 0 where one of them is not available. */
function rateMove(figure: FigureOf, iso3: string, year: number): number {
  const [before, now] = [figure('exchange_rate', iso3, year - 1), figure('exchange_rate', iso3, year)]
  return before && now ? now / before - 1 : 0
}
