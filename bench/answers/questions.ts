import type { Catalogue } from '../../src/server/insights/insights.ts'
import { seededRandom } from '../../src/server/insights/seeded-random.ts'

/** What a template's gaps are filled with: `{segment}`, `{country}`, `{other}`, `{figure}`, `{group}`, `{year}`, `{channel}`, `{term}`. */
type Gaps = Record<'segment' | 'country' | 'other' | 'figure' | 'group' | 'year' | 'channel' | 'term', string>

/** Every kind of question, those asked most more often. */
const templates: readonly string[] = [
  'What were {segment} sales in {country} in {year}?',
  '{figure} in {country} in {year}',
  'average price of {segment} in {country}',
  'How have {segment} sales in {country} developed since 2023?',
  '{figure} in {country} since 2015',
  '{segment} volume in {country} by month in {year}',
  'Compare {country} and {other} on {segment} sales in {year}',
  'difference in {figure} between {country} and {other}',
  '{segment} sales in {country} 2025 vs 2023',
  'Top 10 countries by {segment} sales',
  'rank {group} countries by {figure}',
  'Which segments are growing fastest in {country}?',
  'Where is {segment} growing fastest?',
  'Brand shares of {segment} in {country} in {year}',
  'How concentrated is the {segment} market in {country}?',
  'year on year growth of {segment} in {country} in {year}',
  'CAGR of {segment} sales in {country} 2023-2025',
  'Was the growth of {segment} in {country} driven by price or volume?',
  '{segment} sales by channel in {country}',
  '{channel} share of {segment} in {country}',
  'Give me a summary of {segment} purchase trends in {country}',
  'market overview of {segment} in {country}',
  'What was {segment} consumer behaviour in {country} in the last calendar year?',
  'Who are the key players in {segment} in {country}?',
  'Economic profile of {country}',
  'What is the feasibility of the {segment} market in {country}?',
  'what does {term} mean?',
  'what data do you have on {country}?',
  'household penetration of {segment} in {country}',
  'What about the Congo and {segment}?',
  'How big is the market in {country}?',
  'what can you do?',
]

/**
 * So many questions over all of the catalogue: every country and segment comes up before one comes up again. The same
 * seed makes the same questions.
 */
export function askedQuestions(catalogue: Catalogue, count: number, seed: number): string[] {
  const { uniform, between } = seededRandom(seed, 'answers')
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map(one => ({ one, place: uniform() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one)
  const dealt = (list: readonly string[]) => {
    let stack: string[] = []
    return (): string => {
      if (stack.length === 0) stack = shuffled(list)
      return stack.pop() ?? ''
    }
  }
  const country = dealt(catalogue.countries.filter(one => !one.limitedData).map(({ name }) => name))
  const deal = {
    segment: dealt(catalogue.segments.map(({ phrase }) => phrase)),
    country,
    other: country,
    figure: dealt(catalogue.measures.filter(({ kind }) => kind === 'figure').map(({ phrase }) => phrase)),
    group: dealt(catalogue.groups.map(({ name }) => name)),
    year: () => String(Math.floor(between(2023, 2026))),
    channel: dealt(catalogue.channels.map(({ phrase }) => phrase)),
    term: dealt(catalogue.terms.map(({ name }) => name)),
  } satisfies Record<keyof Gaps, () => string>
  return Array.from({ length: count }, (_, at) => {
    const template = templates[at % templates.length] ?? ''
    return template.replace(/\{(\w+)\}/g, (_, gap: keyof Gaps) => deal[gap]())
  })
}
