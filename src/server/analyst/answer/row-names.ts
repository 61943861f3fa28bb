import type { Cut, Dim, Query } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import { textOf } from '../claims/result-set.ts'
import { dimOfSet } from './expression-facts.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { Phrase } from './phrase.ts'

/** Columns that name a row, with the column of the id behind the name and what it is a member, or a bundle of members, of. */
const namingKeys: Readonly<Record<string, { id: string | null; dim: Dim; isBundle?: true }>> = {
  brand: { id: null, dim: 'brand' },
  channel: { id: 'channel_id', dim: 'channel' },
  segment: { id: 'segment_id', dim: 'segment' },
  department: { id: 'department_id', dim: 'segment', isBundle: true },
  country: { id: 'iso3', dim: 'country' },
  group: { id: 'group_id', dim: 'country', isBundle: true },
}

/** What the rows of a table are called. */
export interface RowNames {
  /** Columns that name a row, but for periods: 'country', 'brand', 'group' … */
  naming: string[]
  /** 'the Gambia', 'Brand A in Kenya'; under some of the naming columns only where they are given. */
  name(row: number, keys?: readonly string[]): Phrase
  /** What the row is of: the query's own cut with the row's members in place. */
  cut(row: number): Cut
}

/** The dimensions that the rows say. */
export const rowDims = ({ rows }: Query): Dim[] =>
  rows.flatMap((row): Dim[] => {
    if (row.k === 'members') return [dimOfSet(row.of)]
    if (row.k === 'groups') return ['country']
    return row.k === 'departments' ? ['segment'] : []
  })

export function rowNames(query: Query, table: Table, messages: Messages, names: Names): RowNames {
  const naming = Object.keys(namingKeys).filter(key => table.columns.some(column => column.key === key))
  const nameUnder = (row: number, key: string): Phrase => {
    const { id, dim, isBundle } = namingKeys[key] ?? { id: null, dim: 'country' }
    const found = id === null ? null : textOf(table, row, id)
    if (found === null) {
      const name = textOf(table, row, key) ?? ''
      return dim === 'brand' && name !== '' ? names.member(dim, name) : new Phrase(name)
    }
    return isBundle ? names.bundle(dim, found) : names.member(dim, found)
  }
  return {
    naming,
    name(row, keys = naming) {
      const [first, ...rest] = keys.map(key => nameUnder(row, key)).filter(({ text }) => text !== '')
      return rest.reduce((a, b) => messages.phrase('name.in', { a, b }), first ?? new Phrase(''))
    },
    cut(row) {
      const cut: Cut = { ...query.cut }
      for (const key of naming) {
        const { id, dim, isBundle } = namingKeys[key] ?? { id: null, dim: 'country' }
        const found = textOf(table, row, id ?? key)
        if (found !== null)
          cut[dim] = isBundle ? { k: 'in', dim, id: found } : { k: 'ids', dim, ids: [found] }
      }
      return cut
    },
  }
}
