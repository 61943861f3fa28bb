import {
  type Cond,
  type Cut,
  calcOps,
  changeForms,
  comparisons,
  dims,
  type Expr,
  folds,
  functions,
  type Over,
  type Query,
  type Row,
  type SetOf,
  type Time,
  timeGrains,
} from '../../../../contract/query.ts'

const kindsOf = <Kind extends string>(kinds: Record<Kind, true>) => Object.keys(kinds)

const exprKinds = kindsOf<Expr['k']>({
  ...{ measure: true, number: true, calc: true, fn: true, at: true, share: true, change: true, index: true },
  ...{ real: true, fold: true, when: true, rank: true, concentration: true, effect: true },
})
const setKinds = kindsOf<SetOf['k']>({
  ...{ ids: true, all: true, in: true, and: true, or: true, except: true, where: true, top: true },
})
const condKinds = kindsOf<Cond['k']>({ compare: true, and: true, or: true, not: true, known: true })
const timeKinds = kindsOf<Time['k']>({
  span: true,
  last: true,
  ytd: true,
  since: true,
  shift: true,
  latest: true,
})
const rowKinds = kindsOf<Row['k']>({ members: true, groups: true, departments: true, periods: true })

const wholeQuery = [
  ...([
    'no rows',
    'two rows',
    'zip',
    'where',
    'take',
    'take with skip',
    'take both',
    'take per',
    'total',
  ] as const),
] as const

/** Everything a query can have in it, but statistics, which are worked out over the finished rows. */
export const nodeTypes: readonly string[] = [
  ...exprKinds.map(kind => `expression ${kind}`),
  ...calcOps.map(op => `calc ${op}`),
  ...functions.map(name => `fn ${name}`),
  ...changeForms.map(form => `change ${form}`),
  ...folds.map(how => `fold ${how}`),
  ...['members', 'periods'].map(over => `over ${over}`),
  ...['first', 'last', 'count'].map(find => `when ${find}`),
  ...['hhi', 'top'].map(how => `concentration ${how}`),
  ...['high', 'low'].flatMap(end => [`rank ${end}`, `top ${end}`, `order ${end}`]),
  ...setKinds.map(kind => `set ${kind}`),
  ...dims.flatMap(dim => [`set of ${dim}`, `cut ${dim}`]),
  ...condKinds.map(kind => `condition ${kind}`),
  ...comparisons.map(op => `compare ${op}`),
  ...timeKinds.flatMap(kind => [
    `time ${kind}`,
    ...(kind === 'shift' || kind === 'since' ? [] : [`query time ${kind}`]),
  ]),
  ...timeGrains.map(grain => `row of ${grain}`),
  ...rowKinds.map(kind => `row ${kind}`),
  ...wholeQuery,
]

/** The node types that stand in a query, each once. */
export function nodesOf(query: Query): Set<string> {
  const found = new Set<string>()
  const add = (type: string) => found.add(type)
  const time = (of: Time) => add(`time ${of.k}`)
  const cut = (of: Cut) => Object.values(of).forEach(set)

  function expr(of: Expr): void {
    add(`expression ${of.k}`)
    if (of.k === 'calc') add(`calc ${of.op}`)
    if (of.k === 'fn') add(`fn ${of.fn}`)
    if (of.k === 'change') add(`change ${of.as}`)
    if (of.k === 'fold') add(`fold ${of.how}`)
    if (of.k === 'when') add(`when ${of.find}`)
    if (of.k === 'rank') add(`rank ${of.end}`)
    if (of.k === 'concentration') add(`concentration ${of.how}`)
    if (of.k === 'effect') of.factors.forEach(expr)
    if (of.k === 'at') cut(of.cut)
    if (of.k === 'at' && of.time) time(of.time)
    if (of.k === 'share') cut(of.whole)
    if (of.k === 'index') time(of.base)
    if (of.k === 'rank') set(of.among)
    if ('from' in of) time(of.from)
    if ('over' in of) over(of.over)
    if ('by' in of && of.by) expr(of.by)
    if ('test' in of) cond(of.test)
    if ('of' in of) expr(of.of)
    if ('a' in of) [of.a, of.b].forEach(expr)
  }

  function over(of: Over): void {
    add(`over ${of.k}`)
    if (of.k === 'members') set(of.of)
    else time(of.time)
  }

  function set(of: SetOf): void {
    add(`set ${of.k}`)
    if ('dim' in of) add(`set of ${of.dim}`)
    if ('a' in of) [of.a, of.b].forEach(set)
    if ('of' in of) set(of.of)
    if (of.k === 'where') cond(of.test)
    if (of.k !== 'top') return
    add(`top ${of.end}`)
    expr(of.by)
  }

  function cond(of: Cond): void {
    add(`condition ${of.k}`)
    if (of.k === 'compare') {
      add(`compare ${of.op}`)
      ;[of.a, of.b].forEach(expr)
    } else if (of.k === 'known') expr(of.of)
    else if (of.k === 'not') cond(of.of)
    else [of.a, of.b].forEach(cond)
  }

  function row(of: Row): void {
    add(`row ${of.k}`)
    if (of.k === 'periods') add(`row of ${of.grain}`)
    if (of.k === 'members') set(of.of)
  }

  const { show, rows, where, order, take } = query
  time(query.time)
  add(`query time ${query.time.k}`)
  rows.forEach(row)
  for (const dim of Object.keys(query.cut)) add(`cut ${dim}`)
  cut(query.cut)
  for (const { of } of show) expr(of)
  if (where) cond(where)
  if (order) expr(order.by)
  if (order) add(`order ${order.end}`)
  const whole: Record<(typeof wholeQuery)[number], boolean | undefined> = {
    ...{ 'no rows': rows.length === 0, 'two rows': rows.length > 1, zip: query.zip, total: query.total },
    ...{ where: where !== null, take: take !== null, 'take both': take?.ends === 'both' },
    ...{ 'take per': take !== null && take.per !== null, 'take with skip': take !== null && take.skip > 0 },
  }
  for (const type of wholeQuery) if (whole[type]) add(type)
  return found
}
