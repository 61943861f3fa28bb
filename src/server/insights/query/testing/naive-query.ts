import {
  type Cut,
  type Dim,
  dims,
  type End,
  type Query,
  type Row,
  type SetOf,
  type Take,
} from '../../../../contract/query.ts'
import { dimOf } from '../dim-of.ts'
import { baseValues, type Cell, type Value } from './naive-base.ts'
import { type Evaluator, evaluatorOf } from './naive-expression.ts'
import { periodsIn, resolveTime, type Window } from './naive-time.ts'
import type { RawRows } from './raw-rows.ts'
import type { OrderedRows } from './same-rows.ts'

/** One row of a clause: what it is called, and what it puts in the place of the cell's own. */
interface Part {
  id: string
  dim: Dim | null
  members: readonly string[]
  window: Window | null
}

interface NaiveRow {
  ids: string[]
  cell: Cell
  values: Value[]
  years: (number | null)[]
  order: Value
}

/**
 * A query from raw rows, in plain loops, cell by cell: docs/query-language.md read once more, and on purpose by nobody who
 * knew how it becomes SQL. Slow, and for tests alone.
 */
export function naiveEvaluator(raw: RawRows): (query: Query, slack?: number) => OrderedRows {
  const base = baseValues(raw)
  return (query, slack = 0) => evaluate(raw, base, query, slack)
}

/** With a slack, values that nearly agree are equal in an order, and in a comparison as far as it says. */
function evaluate(
  raw: RawRows,
  base: ReturnType<typeof baseValues>,
  query: Query,
  slack: number,
): OrderedRows {
  const { model } = raw
  const { time } = query
  const window =
    time.k === 'latest'
      ? { from: 0, to: -1 }
      : resolveTime(time, { from: model.panel.to, to: model.panel.to })
  const atTop = (evaluator: Evaluator) => (of: Query['show'][number]['of'], cell: Cell) =>
    time.k === 'latest'
      ? evaluator.newest(of, cell, time.within)
      : { value: evaluator.value(of, cell), year: null }

  /** Members of sets, each worked out once, at a cut. */
  function setsAt(cut: Cell['sets']): { evaluator: Evaluator; idsOf: (set: SetOf) => readonly string[] } {
    const known = new Map<SetOf, readonly string[]>()
    const idsOf = (set: SetOf): readonly string[] => {
      const ids = known.get(set) ?? find(set)
      known.set(set, ids)
      return ids
    }
    const evaluator = evaluatorOf(model, base, idsOf, slack)
    const memberCell = (set: SetOf, id: string): Cell => ({ ...window, sets: { ...cut, [dimOf(set)]: [id] } })
    const find = (set: SetOf): readonly string[] => {
      switch (set.k) {
        case 'ids':
          return [...new Set(set.ids)]
        case 'all':
          return model.members[set.dim]
        case 'in': {
          const ids = model.sets[set.dim].get(set.id)
          if (!ids) throw new Error(`no ${set.dim} in ${set.id}`)
          return ids
        }
        case 'where':
          return byId(set.of).filter(
            id => evaluator.truth(set.test, of => atTop(evaluator)(of, memberCell(set, id)).value) === true,
          )
        case 'top': {
          const valued = byId(set.of).flatMap(id => {
            const { value } = atTop(evaluator)(set.by, memberCell(set, id))
            return value === null ? [] : [{ id, value: rounded(value, slack) }]
          })
          const sign = set.end === 'high' ? -1 : 1
          const sorted = valued.sort((a, b) => sign * (a.value - b.value))
          return sorted
            .slice(set.skip, set.skip + set.n)
            .map(({ id }) => id)
            .sort()
        }
        default: {
          const [a, b] = [byId(set.a), byId(set.b)]
          if (set.k === 'or') return [...new Set([...a, ...b])].sort()
          return a.filter(id => b.includes(id) === (set.k === 'and'))
        }
      }
    }
    const byId = (set: SetOf) => [...idsOf(set)].sort()
    return { evaluator, idsOf }
  }

  const cut = cutOf(query.cut, sets => setsAt(sets).idsOf)
  const { evaluator, idsOf } = setsAt(cut)
  const top = atTop(evaluator)

  /** What stands twice pairs up twice, else it is one row. */
  const asWritten = (ids: readonly string[]) => (query.zip ? ids : [...new Set(ids)])

  const clauses = query.rows.map(row => partsOf(row, idsOf))
  const rows = (query.zip ? pairs(clauses) : products(clauses)).map(parts => rowAt(parts))

  function partsOf(row: Row, find: (set: SetOf) => readonly string[]): Part[] {
    const members = (dim: Dim, id: string, of: readonly string[]): Part => ({
      id,
      dim,
      members: of,
      window: null,
    })
    const group = (dim: Dim, id: string) => members(dim, id, model.sets[dim].get(id) ?? [])
    switch (row.k) {
      case 'members': {
        const ids = row.of.k === 'ids' ? asWritten(row.of.ids) : find(row.of)
        return ids.map(id => members(dimOf(row.of), id, [id]))
      }
      case 'groups':
        return asWritten(row.ids).map(id => group('country', id))
      case 'departments':
        return asWritten(row.ids).map(id => group('segment', id))
      case 'periods':
        return periodsIn(window, row.grain).map(one => ({ id: one.id, dim: null, members: [], window: one }))
    }
  }

  function rowAt(parts: readonly Part[]): NaiveRow {
    const cell: Cell = { sets: { ...cut }, ...window }
    for (const part of parts) {
      if (part.dim) cell.sets[part.dim] = part.members
      if (part.window) Object.assign(cell, { from: part.window.from, to: part.window.to })
    }
    const columns = query.show.map(({ of }) => top(of, cell))
    return {
      ids: parts.map(part => part.id),
      cell,
      values: columns.map(column => column.value),
      years: columns.map(column => column.year),
      order: query.order ? rounded(top(query.order.by, cell).value, slack) : null,
    }
  }

  function total(): Value[] {
    const cell: Cell = { sets: { ...cut }, ...window }
    for (const [at, parts] of clauses.entries()) {
      const dim = dimOfRow(query.rows[at] as Row)
      if (dim) cell.sets[dim] = [...new Set(parts.flatMap(part => part.members))]
      else Object.assign(cell, { from: parts[0]?.window?.from ?? 0, to: parts.at(-1)?.window?.to ?? -1 })
    }
    return query.show.map(({ of }) => top(of, cell).value)
  }

  const missing: NaiveRow[] = []
  let shown: NaiveRow[] = []
  for (const row of rows) {
    const test = query.where ? evaluator.truth(query.where, of => top(of, row.cell).value) : true
    if (test === false) continue
    const isMissing =
      test === null || (query.order && row.order === null) || row.values.every(value => value === null)
    ;(isMissing ? missing : shown).push(row)
  }
  if (query.order) {
    shown.sort(byOrder(query.order.end))
    missing.sort((a, b) => compareIds(a.ids, b.ids))
  }
  if (query.take) shown = taken(shown, query.take, query)
  return {
    keys: query.rows.map(keyOf),
    rows: shown.map(({ ids, values, years, order }) => ({ ids, values, years, order })),
    missing: missing.map(row => row.ids),
    total: query.total ? total() : null,
  }
}

/** Sets that need no figures first; of the others each sees those before it. */
function cutOf(cut: Cut, finder: (sets: Cell['sets']) => (set: SetOf) => readonly string[]): Cell['sets'] {
  const sets: Cell['sets'] = {}
  const named = dims.flatMap(dim => (cut[dim] ? [{ dim, set: cut[dim] }] : []))
  for (const { dim, set } of named) if (!needsFigures(set)) sets[dim] = finder({})(set)
  for (const { dim, set } of named) if (needsFigures(set)) sets[dim] = finder({ ...sets })(set)
  return sets
}

function needsFigures(set: SetOf): boolean {
  if (set.k === 'where' || set.k === 'top') return true
  return 'a' in set && (needsFigures(set.a) || needsFigures(set.b))
}

const keyOf = (row: Row): string => {
  if (row.k === 'members') return dimOf(row.of)
  if (row.k === 'periods') return row.grain
  return row.k === 'groups' ? 'group' : 'department'
}

const dimOfRow = (row: Row): Dim | null =>
  row.k === 'members'
    ? dimOf(row.of)
    : ({ groups: 'country', departments: 'segment', periods: null } as const)[row.k]

const products = (clauses: readonly Part[][]): Part[][] =>
  clauses.reduce<Part[][]>((rows, parts) => rows.flatMap(row => parts.map(part => [...row, part])), [[]])

const pairs = (clauses: readonly Part[][]): Part[][] =>
  Array.from({ length: Math.min(...clauses.map(parts => parts.length)) }, (_, at) =>
    clauses.map(parts => parts[at] as Part),
  )

const rounded = <V extends Value>(value: V, slack: number): V =>
  slack === 0 || value === null ? value : (Number(value.toPrecision(9)) as V)

function compareIds(a: readonly string[], b: readonly string[]): number {
  for (const [at, id] of a.entries()) {
    const other = b[at] as string
    if (id !== other) return id < other ? -1 : 1
  }
  return 0
}

const byOrder = (end: End) => (a: NaiveRow, b: NaiveRow) =>
  (end === 'high' ? -1 : 1) * ((a.order ?? 0) - (b.order ?? 0)) || compareIds(a.ids, b.ids)

function taken(rows: NaiveRow[], take: Take, { rows: clauses, order }: Query): NaiveRow[] {
  const otherEnd = byOrder(order?.end === 'high' ? 'low' : 'high')
  const place = take.per === null ? -1 : clauses.findIndex(row => dimOfRow(row) === take.per)
  const kept = new Set<NaiveRow>()
  const groups = Map.groupBy(rows, row => row.ids[place] ?? '')
  for (const group of groups.values()) {
    for (const row of fromTheStart(group, take)) kept.add(row)
    if (take.ends === 'one') continue
    const opposite = order ? group.toSorted(otherEnd) : group.toReversed()
    for (const row of fromTheStart(opposite, take)) kept.add(row)
  }
  return rows.filter(row => kept.has(row))
}

/** The rows after the first `skip`, as many as asked, and those after them that have the value of the last. */
function fromTheStart(rows: readonly NaiveRow[], { n, skip }: Take): NaiveRow[] {
  const edge = rows.slice(skip, skip + n).at(-1)
  return rows
    .slice(skip)
    .filter((row, at) => at < n || (edge !== undefined && row.order !== null && row.order === edge.order))
}
