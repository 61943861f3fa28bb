import type { Dim } from '../../../../contract/query.ts'
import type { Cell, Column } from '../../../../contract/result.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import { periodColumn, text } from './columns.ts'
import { periodKeys } from './result-places.ts'

/** What is written over the id and the name of a kind of row; without an id the name is all there is. */
const headings: Readonly<Record<string, { id?: [string, string]; name: [string, string]; dim: Dim }>> = {
  country: { id: ['iso3', 'Code'], name: ['country', 'Country'], dim: 'country' },
  segment: { id: ['segment_id', 'Segment id'], name: ['segment', 'Segment'], dim: 'segment' },
  brand: { name: ['brand', 'Brand'], dim: 'brand' },
  channel: { id: ['channel_id', 'Channel id'], name: ['channel', 'Channel'], dim: 'channel' },
  group: { id: ['group_id', 'Group id'], name: ['group', 'Group'], dim: 'country' },
  department: { id: ['department_id', 'Department id'], name: ['department', 'Department'], dim: 'segment' },
}
const plurals: Readonly<Record<string, string>> = {
  ...{ country: 'countries', segment: 'segments', brand: 'brands', channel: 'channels', group: 'groups' },
  ...{ department: 'departments', year: 'years', half: 'half-years', quarter: 'quarters', month: 'months' },
}
const totalLabel = 'Total'

/** The columns that say which row it is; a period is one column, a member its id and its name. */
export function keyColumns(keys: readonly string[]): Column[] {
  return keys.flatMap(key => {
    const heading = headings[key]
    if (!heading) return [periodColumn(keys.filter(isPeriod).length > 1 ? key : 'period')]
    return [...(heading.id ? [text(...heading.id)] : []), text(...heading.name)]
  })
}

export function keyCells(model: CatalogueModel, keys: readonly string[], ids: readonly string[]): Cell[] {
  return keys.flatMap((key, at): Cell[] => {
    const id = ids[at] ?? ''
    return headings[key]?.id ? [id, nameOf(model, key, id)] : [nameOf(model, key, id)]
  })
}

/** The key cells of the row of totals: its name where the first row's name is, else nothing. */
export function totalCells(keys: readonly string[]): Cell[] {
  return keys.flatMap((key, at): Cell[] => {
    const name = at === 0 ? totalLabel : null
    return headings[key]?.id ? [null, name] : [name]
  })
}

/** 'Kenya, 2019': what a row is called in a sentence. */
export const rowName = (model: CatalogueModel, keys: readonly string[], ids: readonly string[]): string =>
  keys.map((key, at) => nameOf(model, key, ids[at] ?? '')).join(', ')

/** 'countries'; 'rows' where they differ in more than one way. */
export const nounOf = (keys: readonly string[]): string =>
  keys.length === 1 ? (plurals[keys[0] ?? ''] ?? 'rows') : 'rows'

const isPeriod = (key: string) => periodKeys.includes(key)

function nameOf(model: CatalogueModel, key: string, id: string): string {
  const heading = headings[key]
  return heading ? model.nameOf(heading.dim, id) : id
}
