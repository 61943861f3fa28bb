import type { Suggestion } from '../../../contract/answer.ts'
import type { Catalogue } from '../../insights/insights.ts'

/** What a suggested question is about; names, not ids, come out. */
export interface Subject {
  country: string | null
  segment: string | null
}

/** Names as they stand in a sentence: 'the Gambia', 'DR Congo'. */
export function placePhrase(catalogue: Catalogue, iso3: string): string {
  const name = catalogue.country(iso3)?.name ?? iso3
  if (iso3 === 'GIN') return 'Guinea-Conakry'
  if (iso3 === 'COG') return 'Congo-Brazzaville'
  return ['GMB', 'CAF'].includes(iso3) ? `the ${name}` : name
}

/** A segment in the middle of a sentence, short: 'tea' rather than 'tea (black and green)'. */
export function goodsPhrase(catalogue: Catalogue, id: string): string {
  const phrase = catalogue.segment(id)?.phrase ?? catalogue.department(id)?.name.toLowerCase() ?? id
  return phrase.replace(/ ?\(.*?\)/g, '').replace('baby diapers', 'diapers')
}

/** Questions that the analyst itself can answer, in the words of its own understanding. */
export function questionMaker(catalogue: Catalogue) {
  const goods = (id: string) => goodsPhrase(catalogue, id)
  const place = (id: string) => placePhrase(catalogue, id)
  const ask = (label: string, question: string): Suggestion => ({ label, question })
  return {
    marketSize: (segment: string, country: string) =>
      ask(
        `Market size of ${goods(segment)}`,
        `What is the market size of ${goods(segment)} in ${place(country)}?`,
      ),
    trend: (segment: string, country: string) =>
      ask(
        `${capital(goods(segment))} over time`,
        `Show the trend of ${adjective(goods(segment))} sales in ${place(country)} since 2019`,
      ),
    channels: (segment: string, country: string) =>
      ask('Sales by channel', `Show ${adjective(goods(segment))} sales by channel in ${place(country)}`),
    brands: (segment: string, country: string) =>
      ask('Shares by brand', `Show the brand shares of ${goods(segment)} in ${place(country)}`),
    shareOfSpending: (segment: string, country: string) =>
      ask(
        'Share of household consumption',
        `What is the share of ${goods(segment)} in household consumption in ${place(country)}?`,
      ),
    players: (segment: string, country: string) =>
      ask('Key players', `Who are the key players in ${goods(segment)} in ${place(country)}?`),
    price: (segment: string, country: string) =>
      ask('Average price', `What is the average price of ${goods(segment)} in ${place(country)}?`),
    priceVolume: (segment: string, country: string) =>
      ask(
        'Price or volume?',
        `Was ${adjective(goods(segment))} growth in ${place(country)} driven by price or volume?`,
      ),
    volume: (segment: string, country: string) =>
      ask('Volume sales', `What are the volume sales of ${goods(segment)} in ${place(country)}?`),
    perHead: (segment: string, country: string) =>
      ask('Volume per head', `What is the volume per head of ${goods(segment)} in ${place(country)}?`),
    profile: (segment: string, country: string) =>
      ask(
        `${capital(goods(segment))} in ${place(country)}`,
        `Give me a summary of ${goods(segment)} in ${place(country)}`,
      ),
    consumer: (segment: string, country: string) =>
      ask(
        'Consumer behaviour',
        `What is ${adjective(goods(segment))} consumer behaviour in ${place(country)}?`,
      ),
    feasibility: (segment: string, country: string) =>
      ask('Feasibility', `What is the feasibility of ${goods(segment)} in ${place(country)}?`),
    rankCountries: (segment: string) =>
      ask('Across Africa', `Which countries have the highest ${adjective(goods(segment))} sales?`),
    rankGrowth: (segment: string) =>
      ask('Where it grows fastest', `Where are ${adjective(goods(segment))} sales growing fastest?`),
    rankPerHead: (segment: string) =>
      ask(
        'Per head, by country',
        `Which countries have the highest ${adjective(goods(segment))} volume per head?`,
      ),
    segmentsOf: (country: string) =>
      ask(`Largest segments in ${place(country)}`, `What are the top 10 segments in ${place(country)}?`),
    country: (country: string) =>
      ask(`Economy of ${place(country)}`, `Give me an economic profile of ${place(country)}`),
    figure: (measure: string, country: string) => {
      const phrase = catalogue.measure(measure)?.phrase ?? measure
      return ask(`${capital(phrase)}, ${place(country)}`, `What is the ${phrase} of ${place(country)}?`)
    },
    figureTrend: (measure: string, country: string) => {
      const phrase = catalogue.measure(measure)?.phrase ?? measure
      return ask('Over time', `Show the trend of ${phrase} in ${place(country)}`)
    },
    figureRank: (measure: string) => {
      const phrase = catalogue.measure(measure)?.phrase ?? measure
      return ask('Ranked across Africa', `Rank African countries by ${phrase}`)
    },
    compare: (segment: string, one: string, two: string) =>
      ask(
        `${place(one)} and ${place(two)}`,
        `Compare ${adjective(goods(segment))} sales in ${place(one)} and ${place(two)}`,
      ),
    compareFigure: (measure: string, one: string, two: string) => {
      const phrase = catalogue.measure(measure)?.phrase ?? measure
      return ask(
        `${place(one)} and ${place(two)}`,
        `Compare the ${phrase} of ${place(one)} and ${place(two)}`,
      )
    },
    holdings: () => ask('What is held', 'What do you hold?'),
  }
}

export type QuestionMaker = ReturnType<typeof questionMaker>

/** 'diapers' → 'diaper' before another noun; mass nouns and longer names stay. */
const adjective = (goods: string) => (/^[a-z]+[^s]s$/.test(goods) ? goods.slice(0, -1) : goods)

/** First letter large, the rest as it is. */
export const capital = (text: string) => (text[0] ?? '').toUpperCase() + text.slice(1)
