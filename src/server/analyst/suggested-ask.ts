import type { Ask } from '../../contract/query.ts'
import type { CatalogueModel } from '../insights/insights.ts'
import { checkQuery } from '../insights/query/check.ts'
import { parseAsk } from '../insights/query/text/parse-query.ts'
import { QueryTextError } from '../insights/query/text/query-text-error.ts'

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
