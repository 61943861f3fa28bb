import type { Suggestion } from '../../../contract/answer.ts'
import type { Writing } from './draft-answer.ts'

/** What a reader may want next, by what the plan is about. */
export function followupsFor(w: Writing): (Suggestion | null)[] {
  const { plan, ask, segment, country } = w
  const figure = plan.measures.find(id => w.catalogue.measure(id)?.kind === 'figure')
  if (segment && country && plan.countries.length === 1 && plan.segments.length === 1) {
    return [
      plan.operation === 'trend' ? ask.priceVolume(segment, country) : ask.trend(segment, country),
      ask.brands(segment, country),
      ask.channels(segment, country),
      ask.rankCountries(segment),
    ]
  }
  if (segment && plan.segments.length === 1) {
    const largest = plan.countries[0]
    return [
      plan.rank_by === 'growth' ? ask.rankCountries(segment) : ask.rankGrowth(segment),
      ask.rankPerHead(segment),
      country ? ask.profile(segment, country) : null,
      largest && plan.countries.length <= 6 ? ask.consumer(segment, largest) : null,
    ]
  }
  if (figure) {
    const ranked = plan.operation === 'rank' && plan.group === 'africa'
    return [
      country ? ask.figureTrend(figure, country) : null,
      ranked ? null : ask.figureRank(figure),
      country ? ask.country(country) : ask.figureRank(figure === 'population' ? 'gdp_usd' : 'population'),
      country
        ? ask.segmentsOf(country)
        : ask.figureRank(figure === 'gdp_per_capita_usd' ? 'gdp_growth' : 'gdp_per_capita_usd'),
    ]
  }
  if (country)
    return [ask.segmentsOf(country), ask.country(country), segment ? ask.profile(segment, country) : null]
  return [ask.holdings()]
}
