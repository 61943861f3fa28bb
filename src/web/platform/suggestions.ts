import type { getSuggestions, Suggestions } from '../../contract/suggestions.ts'
import { call } from './api.ts'
import { foldText } from './fold-text.ts'

/** Suggestions shown at a time. */
const shownMax = 8

let asked: Promise<Suggestions> | undefined

/** All there are, read once a page load. Throws ApiError. */
function allSuggestions(): Promise<Suggestions> {
  asked ??= call<typeof getSuggestions>({ method: 'GET', path: '/front/suggestions' }).catch(error => {
    // The next who types tries again.
    asked = undefined
    throw error
  })
  return asked
}

const words = (text: string) =>
  ` ${foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`

/** Names that have a word beginning as typed, those that begin so themselves first; none for a name that is whole. */
export function namesLike(names: readonly string[], typed: string): string[] {
  const wanted = words(typed)
  if (wanted === ' ') return []
  const found = names.filter(name => words(name).includes(wanted))
  const begins = (name: string) => (words(name).startsWith(wanted) ? 0 : 1)
  const isWhole = found.length === 1 && words(found[0] ?? '') === wanted
  return isWhole ? [] : found.toSorted((a, b) => begins(a) - begins(b)).slice(0, shownMax)
}

/** Industries that what is typed may mean. Throws ApiError. */
export const industriesLike = async (typed: string): Promise<string[]> =>
  namesLike((await allSuggestions()).industries, typed)

/** Places whose country is completed: 'Ring Road, Gha' → 'Ring Road, Ghana'. Throws ApiError. */
export async function placesLike(typed: string): Promise<string[]> {
  const end = typed.lastIndexOf(',') + 1
  const before = typed.slice(0, end)
  const { countries } = await allSuggestions()
  return namesLike(countries, typed.slice(end)).map(country => (before ? `${before} ${country}` : country))
}
