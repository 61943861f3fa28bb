import type { Ask, Query } from '../../../contract/query.ts'
import { type CatalogueModel, checkQuery, parseAsk } from '../../insights/insights.ts'
import { filled, type Holes } from './params.ts'
import type { Studies, Study, StudyQuery } from './study.ts'

/** A query of a study as it is asked: which column of its table has which name. */
export interface NamedQuery {
  name: string
  query: Query
  /** Key in the table, 'c1', by the name in sentences. */
  keys: Readonly<Record<string, string>>
}

/**
 * The queries of a study for what it is of. A column that has no meaning there, a volume of goods of several units, is left
 * out, and so is a query without any column left.
 */
export function queriesOf(study: Study, studies: Studies, holes: Holes, model: CatalogueModel): NamedQuery[] {
  return study.queries.flatMap(name => {
    const part = studies.queries[name]
    return part && isAsked(part.only, holes) ? (namedQuery(name, part, holes, model) ?? []) : []
  })
}

export const askOf = (queries: readonly NamedQuery[]): Ask => ({ queries: queries.map(({ query }) => query) })

const isAsked = (only: StudyQuery['only'], { single }: Holes): boolean =>
  (only ?? []).every(need => single.has(need))

function namedQuery(name: string, part: StudyQuery, holes: Holes, model: CatalogueModel): NamedQuery | null {
  const columns = Object.entries(part.show).flatMap(([id, column]) => {
    const [of, only] = typeof column === 'string' ? [column, []] : [column.of, column.only]
    return isAsked(only, holes) ? [{ id, text: filled(of, holes.texts) }] : []
  })
  const clauses = part.clauses.map(clause => filled(clause, holes.texts))
  const written = (shown: readonly { text: string }[]): Query | null => {
    const text = [`show ${shown.map(one => one.text).join(', ')}`, ...clauses].join('\n')
    const query = parseAsk(text).queries[0]
    return query && checkQuery(model, query).length === 0 ? query : null
  }
  // A figure of the country alone stands only beside one that belongs to the segment too.
  const [anchor] = columns.filter(column => written([column]) !== null)
  const shown = columns.filter(column => written([column]) ?? (anchor && written([anchor, column])))
  const query = shown.length > 0 ? written(shown) : null
  if (!query) return null
  return { name, query, keys: Object.fromEntries(shown.map(({ id }, at) => [id, `c${at + 1}`])) }
}
