import type { Suggestions } from '../../contract/suggestions.ts'
import type { Catalogue } from './catalogue-shape.ts'

/** Trades of people who study consumer goods without making them: no segment of ours is theirs. */
const trades = [
  'Advertising',
  'Agriculture',
  'Consulting',
  'Financial services',
  'Market research',
  'Retail',
  'Telecommunications',
  'Wholesale',
]

/** The industries that our segments belong to, with the trades around them, and the 52 countries, each in its alphabet. */
export function suggestionsFrom(catalogue: Pick<Catalogue, 'countries' | 'departments'>): Suggestions {
  const inOrder = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b, 'en'))
  return {
    industries: inOrder([...catalogue.departments.map(department => department.name), ...trades]),
    countries: inOrder(
      catalogue.countries.filter(country => !country.limitedData).map(country => country.name),
    ),
  }
}
