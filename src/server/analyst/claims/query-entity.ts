import { type Cut, dims, type Query, type SetOf } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { type CatalogueModel, dimOf, shortWords } from '../../insights/insights.ts'
import { textOf } from './result-set.ts'

const nameColumns = ['brand', 'channel', 'segment', 'department', 'country', 'group'] as const

/** What the rows of the tables of queries are about, by the table's id: 'Kenya (Beer)', 'Beer, Kenya' where rows name nothing. */
export function queryEntities(
  model: CatalogueModel,
  queryOf: (table: string) => Query | undefined,
): (table: Table, row: number) => string {
  const subjects = new Map<string, string>()
  const subjectOf = (table: string): string => {
    const known = subjects.get(table)
    if (known !== undefined) return known
    const query = queryOf(table)
    const subject = query ? subjectOfQuery(model, query) : ''
    subjects.set(table, subject)
    return subject
  }
  return (table, row) => {
    const names = nameColumns.flatMap(key => textOf(table, row, key) ?? []).join(', ')
    const subject = subjectOf(table.id)
    if (names === '' || subject === '') return names + subject
    return `${names} (${subject})`
  }
}

/** What a query is restricted to and its rows do not say: 'Beer, Kenya'; all of Africa where it names no country. */
export function subjectOfQuery(model: CatalogueModel, { cut, rows }: Query): string {
  const inRows = new Set(
    rows.flatMap(row => {
      if (row.k === 'members') return [dimOf(row.of)]
      if (row.k === 'groups') return ['country' as const]
      return row.k === 'departments' ? ['segment' as const] : []
    }),
  )
  const said: Cut = { ...cut, country: cut.country ?? { k: 'in', dim: 'country', id: 'africa' } }
  const words = setWords(model)
  const order = [...dims.filter(dim => dim !== 'country'), 'country' as const]
  const names = order.flatMap(dim => {
    const set = said[dim]
    return set && !inRows.has(dim) ? [words(set)] : []
  })
  const subject = names.join(', ')
  return subject.charAt(0).toUpperCase() + subject.slice(1)
}

/** Short words for a set; listed members by name, without what stands in brackets behind it. */
function setWords(model: CatalogueModel): (set: SetOf) => string {
  const words = shortWords(model)
  const name = (set: SetOf & { k: 'ids' }, id: string) => model.nameOf(set.dim, id).replace(/ ?\(.*?\)/g, '')
  return set => (set.k === 'ids' ? set.ids.map(id => name(set, id)).join(' and ') : words.set(set))
}
