import type { Country, FigureFlag } from './catalogue-shape.ts'
import type { FigureOf } from './figures.ts'
import { yearlyRate } from './sample-anchors.ts'

/** A larger move of the yearly average rate changes how a figure in US$ is read. */
export const largestPlainMove = 0.25

/** The average rate of a year in local currency per US$. */
interface YearRate {
  year: number
  rate: number
  /** The official series has ended before: implied by GDP in local currency and in US$. */
  implied: boolean
}

/** The two years of a span between which the average rate moved most. */
interface RateMove {
  from: YearRate
  to: YearRate
  /** Later rate ÷ earlier rate − 1; above 0 the currency lost value. */
  move: number
}

export interface ExchangeRates {
  /** The largest move within the years, if it is over 25%; never across a change of currency. */
  largestMove(iso3: string, fromYear: number, toYear: number): RateMove | null
  /** What the rate changed by a year on average, 0.1 for 10% up; null where a rate is missing or the currency changed. */
  yearlyMove(iso3: string, fromYear: number, toYear: number): number | null
  /**
   * What the reader should know of the rates in a span of years: changes of currency, and a move over 25%; for more
   * than three countries in one sentence. A single year is read against the year before it.
   */
  cautions(countries: readonly Named[], fromYear: number, toYear: number): string[]
}

/** The years for which figures are available. */
export interface Years {
  first: number
  last: number
}

type Named = Pick<Country, 'iso3' | 'name'>

/** More than these share one sentence. */
const fewCountries = 3
const mostNames = 10

/** Moves of the official exchange rates that ship; `flags` names the changes of currency as breaks of `exchange_rate`. */
export function exchangeRates(figure: FigureOf, flags: readonly FigureFlag[], years: Years): ExchangeRates {
  const changes = flags.filter(flag => flag.measure === 'exchange_rate' && flag.kind === 'break')
  const changesIn = (iso3: string, fromYear: number, toYear: number) =>
    changes.filter(flag => flag.country === iso3 && fromYear < flag.toYear && toYear > flag.fromYear)

  const known = new Map<string, YearRate[]>()
  const ratesOf = (iso3: string) => {
    const rates = known.get(iso3) ?? yearRates(figure, iso3, years)
    known.set(iso3, rates)
    return rates
  }

  function largestMove(iso3: string, fromYear: number, toYear: number): RateMove | null {
    const rates = ratesOf(iso3).filter(({ year }) => year >= fromYear && year <= toYear)
    let largest: RateMove | null = null
    for (const [at, from] of rates.entries())
      for (const to of rates.slice(at + 1)) {
        const move = to.rate / from.rate - 1
        if (Math.abs(move) <= Math.max(largestPlainMove, Math.abs(largest?.move ?? 0))) continue
        if (changesIn(iso3, from.year, to.year).length > 0) continue
        largest = { from, to, move }
      }
    return largest
  }

  function ofOne({ iso3, name }: Named, fromYear: number, toYear: number): string[] {
    const move = largestMove(iso3, fromYear, toYear)
    return [
      ...changesIn(iso3, fromYear, toYear).map(flag => flag.text),
      ...(move ? [moveText(name, move)] : []),
    ]
  }

  function yearlyMove(iso3: string, fromYear: number, toYear: number): number | null {
    const [from, to] = [fromYear, toYear].map(year => ratesOf(iso3).find(one => one.year === year))
    if (!from || !to || toYear <= fromYear || changesIn(iso3, fromYear, toYear).length > 0) return null
    return (to.rate / from.rate) ** (1 / (toYear - fromYear)) - 1
  }

  return {
    largestMove,
    yearlyMove,
    cautions(countries, fromYear, toYear) {
      const first = fromYear === toYear ? fromYear - 1 : fromYear
      if (countries.length <= fewCountries) return countries.flatMap(one => ofOne(one, first, toYear))
      const moved = countries.flatMap(({ iso3, name }) => {
        const move = largestMove(iso3, first, toYear)
        if (changesIn(iso3, first, toYear).length > 0) return [`${name} (new currency)`]
        return move ? [`${name} (${moveWords(move.move)})`] : []
      })
      return moved.length === 0 ? [] : [manyText(moved, countries.length, first, toYear)]
    },
  }
}

/** Official rates; after the last of them, what GDP implies, as in the sample panel. */
function yearRates(figure: FigureOf, iso3: string, { first, last }: Years): YearRate[] {
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const lastOfficial = all.findLast(year => figure('exchange_rate', iso3, year) !== undefined)
  return all.flatMap((year): YearRate[] => {
    const official = figure('exchange_rate', iso3, year)
    if (official !== undefined) return [{ year, rate: official, implied: false }]
    const hasEnded = lastOfficial !== undefined && year > lastOfficial
    if (!hasEnded || figure('gdp_usd', iso3, year) === undefined) return []
    return [{ year, rate: yearlyRate(iso3, figure, year), implied: true }]
  })
}

const shown = (rate: number) => rate.toLocaleString('en-US', { maximumSignificantDigits: 4 })

/** '+225%', '−27%'; '70 times as much' where a percentage would be hard to read. */
export function moveWords(move: number): string {
  if (move > 9) return `${(move + 1).toLocaleString('en-US', { maximumSignificantDigits: 3 })} times as much`
  return `${move < 0 ? '−' : '+'}${Math.round(Math.abs(move) * 100)}%`
}

function moveText(name: string, { from, to, move }: RateMove): string {
  const implied = [from, to].filter(one => one.implied).map(one => one.year)
  const basis = implied.length > 0 ? `; ${implied.join(' and ')} as implied by GDP` : ''
  return `${name}: the average exchange rate went from ${shown(from.rate)} to ${shown(to.rate)} per US$ between ${from.year} and ${to.year} (${moveWords(move)}${basis}). Figures in US$ contain this move.`
}

function manyText(moved: readonly string[], of: number, fromYear: number, toYear: number): string {
  const more = moved.length > mostNames ? ` and ${moved.length - mostNames} more` : ''
  const which = moved.length === of ? `all ${of}` : `${moved.length} of the ${of}`
  return `The average exchange rate moved by more than 25% between ${fromYear} and ${toYear} in ${which} countries shown: ${moved.slice(0, mostNames).join(', ')}${more}. Figures in US$ contain these moves.`
}
