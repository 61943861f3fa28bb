import { type Cut, type Dim, dims, type Query, queryLimits, type SetOf } from '../../../contract/query.ts'
import { membersOf, monthsOfPeriod } from './check-cell.ts'
import type { QueryFault } from './check-faults.ts'
import { dimOf } from './dim-of.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import { is, partsOf } from './parts-of.ts'
import { printNamedSet, printTime } from './text/print-expression.ts'

/** Rule 1: ids that are not in the catalogue, sets of another dimension than they stand under, sets without a member. */
export function idFaults(model: CatalogueModel, query: Query): QueryFault[] {
  const faults: QueryFault[] = []
  const refuse = (at: string, message: string) => {
    if (!faults.some(one => one.at === at && one.message === message)) faults.push({ rule: 1, at, message })
  }
  const checkIds = (of: string, ids: readonly string[], known: readonly string[], at: string) => {
    for (const id of ids)
      if (!known.includes(id)) refuse(at, `There is no ${of} '${id}'${nearest(id, known)}.`)
  }
  const checkSet = (set: SetOf, dim: Dim, isWhole: boolean) => {
    const at = printNamedSet(set)
    if ('dim' in set && set.dim !== dim)
      refuse(at, `A set of ${set.dim} stands where a set of ${dim} is needed: write it under ${set.dim}.`)
    else if (set.k === 'ids') checkIds(dim, set.ids, model.members[dim], at)
    else if (set.k === 'in') checkIds(`group of ${dim}`, [set.id], [...model.sets[dim].keys()], at)
    else if ('a' in set) {
      checkSet(set.a, dim, false)
      checkSet(set.b, dim, false)
    } else if ('of' in set) checkSet(set.of, dim, false)
    if (isWhole && faults.length === 0 && membersOf(model, set).most === 0)
      refuse(at, `No ${dim} is left in the set: take away less.`)
  }
  const checkCut = (cut: Cut) => {
    for (const dim of dims) if (cut[dim]) checkSet(cut[dim], dim, true)
  }
  for (const { part } of partsOf(query)) {
    if (is(part, 'measure')) {
      if (!model.measure(part.id))
        refuse(part.id, `There is no measure '${part.id}': search the catalogue for its id.`)
    } else if ('cut' in part) checkCut(part.cut as Cut)
    else if ('whole' in part) checkCut(part.whole as Cut)
    else if (is(part, 'rank')) checkSet(part.among, dimOf(part.among), true)
    else if (is(part, 'members')) checkSet(part.of, dimOf(part.of), true)
    else if (is(part, 'groups'))
      checkIds('group of countries', part.ids, [...model.sets.country.keys()], 'rows')
    else if (is(part, 'departments')) checkIds('department', part.ids, [...model.sets.segment.keys()], 'rows')
  }
  return faults
}

/** Rule 10 of times as they are written: no span that runs backwards, nothing at the top that needs a cell. */
export function timeFaults(query: Query): QueryFault[] {
  const faults: QueryFault[] = []
  if (query.time.k === 'shift' || query.time.k === 'since')
    faults.push({
      rule: 10,
      at: `time ${printTime(query.time)}`,
      message:
        'There is no earlier time that it could start from at the top of a query: write the time itself.',
    })
  for (const { part } of partsOf(query))
    if (is(part, 'span') && monthsOfPeriod(part.from).from > monthsOfPeriod(part.to).from)
      faults.push({
        rule: 10,
        at: printTime(part),
        message: 'The time runs backwards: write the earlier period first.',
      })
  return faults
}

/** Rule 13 but for cells: how large a query is written. */
export function sizeFaults(query: Query): QueryFault[] {
  const parts = [...partsOf(query)].filter(({ part }) => 'k' in part)
  const depth = Math.max(...parts.map(part => part.depth)) + 1
  const most: [number, number, string][] = [
    [workOf(query), mostWork, 'values to work out'],
    [parts.length, queryLimits.nodes, 'parts'],
    [depth, queryLimits.depth, 'parts inside each other'],
    [query.show.length, queryLimits.columns, 'columns'],
  ]
  return most.flatMap(([size, limit, what]) =>
    size > limit
      ? [{ rule: 13, at: 'show', message: `The query has ${size} ${what}, and may have ${limit}.` }]
      : [],
  )
}

/** Nodes that look at what is in them twice: there and then, part and whole. */
const twice = new Set<unknown>(['change', 'index', 'share', 'rank', 'effect'])
/** Values inside each other double with each such node. */
const mostWork = 3_000

function workOf(part: object): number {
  const inner = Object.values(part).map(value => (typeof value === 'object' && value ? workOf(value) : 0))
  const work = inner.reduce((sum, one) => sum + one, 0)
  if (!('k' in part)) return work
  return 1 + (twice.has(part.k) ? 2 * work : work)
}

/** Up to three known ids with a word of the unknown one. */
function nearest(id: string, known: readonly string[]): string {
  const words = id
    .toLowerCase()
    .split(/\W|_/)
    .filter(word => word.length > 2)
  const near = known.filter(one => words.some(word => one.toLowerCase().includes(word))).slice(0, 3)
  return near.length > 0 ? `; there is ${near.map(one => `'${one}'`).join(', ')}` : ''
}
