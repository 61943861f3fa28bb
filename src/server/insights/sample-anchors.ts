import type { Country } from './catalogue-shape.ts'
import { panelCurrencies } from './countries.ts'
import type { FigureOf } from './figures.ts'
import { type Season, seasonOf } from './sample-calendar.ts'
import { panelMonths, panelYears } from './sample-panel-shape.ts'
import { muslimShare } from './sample-tastes.ts'

/** What the model knows of a country: real figures only, carried forward where the last year is not held. */
export interface CountryAnchor {
  iso3: string
  region: string
  /** By year of the panel. */
  consumers: { head: number[]; adult: number[]; woman: number[]; child: number[] }
  /** Household consumption a head in US$, mean of 2019–2024: the swings of the exchange rate are averaged out. */
  purse: number
  /** Share of people in cities, 0–1. */
  urban: number
  /** Real GDP a head against 2019, by year. */
  realIncome: number[]
  /** Consumer prices against 2019, by year. */
  consumerPrices: number[]
  /** Local currency units of the panel per US$, average of each year. */
  exchangeRate: number[]
  /** Price level against the US in 2019, 0–1. */
  priceLevel: number
  internet: number
  /** 0 (least developed) to 1, from purse and cities. */
  development: number
  muslim: number
  season: Season
  /** Litres of pure alcohol an adult: beer, wine, spirits, other; sugar in kg a head. */
  supply: { beer: number; wine: number; spirits: number; other: number; sugar: number }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export function countryAnchor(country: Country, figure: FigureOf): CountryAnchor {
  const { iso3, region } = country
  const latest = (indicator: string, year: number, otherwise: number): number => {
    for (let at = year; at >= 2000; at--) {
      const value = figure(indicator, iso3, at)
      if (value !== undefined) return value
    }
    return otherwise
  }
  const population = panelYears.map(year => latest('population', year, Number.NaN))
  if (population.some(Number.isNaN)) throw new Error(`no population for ${iso3}`)
  const part = (indicator: string) => panelYears.map(year => latest(indicator, year, 40) / 100)
  const times = (shares: number[], factor = 1) =>
    population.map((people, at) => people * (shares[at] as number) * factor)
  const purse = mean(
    [2019, 2020, 2021, 2022, 2023, 2024].map(year => latest('hh_consumption_pc_usd', year, 800)),
  )
  const urban = latest('urban_share', 2022, 40) / 100
  const adults = part('age_0_14_share').map(share => 1 - share)
  return {
    iso3,
    region,
    consumers: {
      head: population,
      adult: times(adults),
      // Women aged 15–49 are close to two fifths of the people aged 15–64.
      woman: times(part('age_15_64_share'), 0.4),
      child: times(part('age_0_4_share')),
    },
    purse,
    urban,
    realIncome: chained(
      panelYears,
      year =>
        1 + ((figure('gdp_growth', iso3, year) ?? 0) - (figure('population_growth', iso3, year) ?? 0)) / 100,
    ),
    consumerPrices: chained(panelYears, year => 1 + inflation(iso3, figure, year) / 100),
    exchangeRate: panelCurrencies[iso3]
      ? panelYears.map(() => 1)
      : panelYears.map(year => yearlyRate(iso3, figure, year)),
    priceLevel: clamp(latest('price_level', 2019, 0.4), 0.22, 0.75),
    internet: latest('internet_users', 2023, 20) / 100,
    development: clamp((Math.log(purse / 300) / Math.log(20)) * 0.75 + urban * 0.25, 0, 1),
    muslim: (muslimShare.get(iso3) ?? 0) / 100,
    season: seasonOf(iso3, region),
    supply: {
      beer: latest('alcohol_beer_l', 2019, 0.5),
      wine: latest('alcohol_wine_l', 2019, 0.05),
      spirits: latest('alcohol_spirits_l', 2019, 0.2),
      other: latest('alcohol_other_l', 2019, 0.2),
      sugar: clamp(latest('sugar_supply_g', 2022, 40), 12, 130) * 0.365,
    },
  }
}

/** Products of yearly factors; the first year is 1. */
function chained(years: number[], factor: (year: number) => number): number[] {
  const levels = [1]
  for (const year of years.slice(1)) levels.push((levels.at(-1) as number) * factor(year))
  return levels
}

/** Consumer price inflation in %: World Bank, else IMF, else the GDP deflator; US$ prices for a dollar panel. */
function inflation(iso3: string, figure: FigureOf, year: number): number {
  if (panelCurrencies[iso3]) return 3
  return (
    figure('inflation_cpi', iso3, year) ??
    figure('inflation_cpi_imf', iso3, year) ??
    figure('gdp_deflator_inflation', iso3, year) ??
    0
  )
}

/**
 * Average official rate of the year. Where it is not held: the rate that the PPP factor and the price level imply;
 * past their last year, the change of GDP in local currency against GDP in US$.
 */
export function yearlyRate(iso3: string, figure: FigureOf, year: number): number {
  const held = figure('exchange_rate', iso3, year)
  if (held !== undefined) return held
  const [ppp, level] = [figure('ppp_rate', iso3, year), figure('price_level', iso3, year)]
  const implied = ppp !== undefined && level ? ppp / level : undefined
  // A country that keeps its accounts in US$ implies a rate of 1, which is no rate of its currency.
  if (implied !== undefined && Math.abs(implied - 1) > 0.01) return implied
  if (year <= 2000) throw new Error(`no exchange rate for ${iso3}`)
  return yearlyRate(iso3, figure, year - 1) * impliedChange(iso3, figure, year)
}

function impliedChange(iso3: string, figure: FigureOf, year: number): number {
  const [usd, before] = [figure('gdp_usd', iso3, year), figure('gdp_usd', iso3, year - 1)]
  const [growth, deflator] = [figure('gdp_growth', iso3, year), figure('gdp_deflator_inflation', iso3, year)]
  if (!usd || !before || growth === undefined || deflator === undefined) return 1
  return ((1 + growth / 100) * (1 + deflator / 100)) / (usd / before)
}

/** Yearly levels as a smooth monthly path: log-linear between the middles of the years, the ends carried on. */
export function monthly(levels: number[]): number[] {
  const logs = levels.map(Math.log)
  return panelMonths.map((_, at) => {
    const place = (at + 0.5) / 12 - 0.5
    const from = Math.min(Math.max(Math.floor(place), 0), logs.length - 2)
    const [a, b] = [logs[from] as number, logs[from + 1] as number]
    return Math.exp(a + (b - a) * (place - from))
  })
}
