import type { Ask } from '../../contract/query.ts'
import { type CatalogueModel, checkQuery, parseAsk, QueryTextError } from '../insights/insights.ts'

/** The queries behind a suggestion; null where the catalogue of today does not have all that they name. */
export function readSuggested(text: string, model: CatalogueModel): Ask | null {
  try {
    const ask = parseAsk(text)
    return ask.queries.every(query => checkQuery(model, query).length === 0) ? ask : null
  } catch (error) {
    if (error instanceof QueryTextError) return null
    throw error
  }
}
