import fc from 'fast-check'
import { bareQuery, type Dim, type Query, type Row, type Take } from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'
import { dimOf, dimOfRow } from '../dim-of.ts'
import { Choices } from './choices.ts'
import { ExpressionMaker } from './generate-expression.ts'
import { earlyTime, topTime } from './generate-time.ts'
import { atCut, atMember, atTime, type Scope } from './query-scope.ts'

/** Queries over a data model that mostly pass the type check; each gets simpler by making numbers smaller. */
export const queriesOf = (model: DataModel, measures: readonly string[]): fc.Arbitrary<Query> =>
  fc
    .array(fc.noBias(fc.nat(9_999)), { minLength: 160, maxLength: 160 })
    .map(numbers => queryOf(new Choices(numbers), model, measures))

const everywhere: Scope = {
  ...{ single: [], isOneUnit: false, span: 'year', hasPanel: true, needsPanel: false, mixes: [], depth: 0 },
}

function queryOf(c: Choices, model: DataModel, measures: readonly string[]): Query {
  const wide = { ...everywhere, depth: c.of([1, 1, 2]) }
  const maker = new ExpressionMaker(c, model, measures, wide)
  const shape = shapeOf(c)
  const rowDims = shape.flatMap(kind => (kind === 'periods' ? [] : [dimOfKind[kind]]))
  const free = (['segment', 'country', 'brand', 'channel'] as const).filter(dim => !rowDims.includes(dim))
  const wanted = free.filter(dim => c.chance({ segment: 60, country: 40, brand: 15, channel: 15 }[dim]))
  const ofPanel = [...rowDims, ...wanted].some(dim => dim !== 'country')
  const isEarly = !ofPanel && c.chance(30)
  const time = isEarly
    ? earlyTime(c, maker.yearsAsked)
    : topTime(c, maker.yearsAsked, shape.includes('periods'))
  const ofTime = { ...atTime(wide, time), hasPanel: !isEarly }
  maker.top = { ...ofTime, needsPanel: wanted.some(dim => dim !== 'country') }
  const cut = maker.cutOf(wanted, maker.top)
  maker.top = atCut(model, ofTime, cut)

  const rows = shape.map((kind): Row => rowOf(c, model, maker, kind))
  const cell = rows.reduce((scope, row) => atRow(model, scope, row), maker.top)
  const show = Array.from({ length: c.of([1, 1, 2, 3]) }, (_, at) => {
    const mayBeFigures = at > 0 && c.chance(50)
    const { of } = maker.expression({ ...cell, needsPanel: cell.needsPanel && !mayBeFigures })
    return { as: null, of }
  })
  const beside = { ...cell, mixes: rowDims }
  const where = c.chance(30) ? maker.condition(beside) : null
  const by = c.chance(50) ? c.of(show).of : maker.expression(beside).of
  const order = rows.length > 0 && c.chance(50) ? { by, end: c.of(['high', 'low'] as const) } : null
  const take = order && c.chance(60) ? takeOf(c, rows) : null
  const zip = rows.length === 2 && c.chance(35)
  return {
    ...bareQuery,
    show,
    rows: zip ? rows.map(withRepeat(c)) : rows,
    zip,
    cut,
    time,
    where,
    order,
    take,
    total: c.chance(30),
  }
}

type RowKind = Dim | 'groups' | 'departments' | 'periods'
const dimOfKind: Record<Exclude<RowKind, 'periods'>, Dim> = {
  ...{ country: 'country', segment: 'segment', brand: 'brand', channel: 'channel' },
  ...{ groups: 'country', departments: 'segment' },
}

/** What the rows are; two clauses are of two dimensions. */
function shapeOf(c: Choices): RowKind[] {
  const one = (): RowKind[] =>
    c.of<RowKind[]>([
      ['country'],
      ['country'],
      ['brand'],
      ['periods'],
      ['groups'],
      ['segment'],
      ['channel'],
      ['departments'],
    ])
  const two = (): RowKind[] =>
    c.of<RowKind[]>([
      ['country', 'periods'],
      ['country', 'brand'],
      ['segment', 'country'],
      ['groups', 'periods'],
      ['brand', 'periods'],
    ])
  return c.of([() => [], one, one, one, one, two, two])()
}

function rowOf(c: Choices, model: DataModel, maker: ExpressionMaker, kind: RowKind): Row {
  switch (kind) {
    case 'periods':
      return { k: 'periods', grain: c.of(['year', 'year', 'quarter', 'half', 'month']) }
    case 'groups':
      return { k: 'groups', ids: c.some([...model.sets.country.keys()], 3) }
    case 'departments':
      return { k: 'departments', ids: c.some([...model.sets.segment.keys()], 2) }
    default:
      return { k: 'members', of: maker.set(kind, 1) }
  }
}

function atRow(model: DataModel, scope: Scope, row: Row): Scope {
  switch (row.k) {
    case 'members':
      return atMember(scope, dimOf(row.of))
    case 'periods': {
      const isYear = row.grain === 'year'
      return {
        ...scope,
        span: isYear ? 'year' : 'months',
        needsPanel: scope.needsPanel || !isYear,
      }
    }
    case 'groups':
      return atCut(model, scope, { country: { k: 'ids', dim: 'country', ids: ['several', 'countries'] } })
    case 'departments':
      return atCut(model, scope, { segment: { k: 'all', dim: 'segment' } })
  }
}

/** Ids in which sometimes the first stands once more: under `zip` a row of its own. */
const withRepeat =
  (c: Choices) =>
  (row: Row): Row => {
    const again = (ids: readonly string[]) => (c.chance(40) ? [...ids, ids[0] as string] : [...ids])
    if ('ids' in row) return { ...row, ids: again(row.ids) }
    if (row.k !== 'members' || row.of.k !== 'ids') return row
    return { ...row, of: { ...row.of, ids: again(row.of.ids) } }
  }

function takeOf(c: Choices, rows: readonly Row[]): Take {
  const members = rows.flatMap(row => dimOfRow(row) ?? [])
  return {
    n: c.between(1, 4),
    skip: c.chance(35) ? c.between(1, 2) : 0,
    ends: c.chance(30) ? 'both' : 'one',
    per: rows.length > 1 && members.length > 0 && c.chance(50) ? c.of(members) : null,
  }
}
