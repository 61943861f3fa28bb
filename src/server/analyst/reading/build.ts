import {
  bareQuery,
  type Cond,
  type Cut,
  type Dim,
  type End,
  type Expr,
  type Query,
  type SetOf,
  type Time,
} from '../../../contract/query.ts'
import { type CatalogueModel, checkQuery, columnTypes, dimOf } from '../../insights/insights.ts'
import type { MessageId } from '../answer/messages.ts'
import { claimOf } from './build/claim.ts'
import { againstUsual, changeOf, columnsOf, related, shaped, withOtherInflation } from './build/columns.ts'
import { saysAll } from './build/complete.ts'
import { conditionOf, sidesOf } from './build/conditions.ts'
import { formed } from './build/forms.ts'
import { localFirst } from './build/local-money.ts'
import { growth, measuresOf, same, testedMeasures } from './build/measures.ts'
import { apart, rowDimsOf, rowsOf } from './build/rows.ts'
import { settled } from './build/settled.ts'
import { statisticOf } from './build/statistics.ts'
import { isSpan, lastYear, span, timeOf, windowOf } from './build/times.ts'
import { asksWhen, type Draft, isChanged } from './draft.ts'
import { isAmount } from './grammar/measures.ts'
import { needsStatistic } from './unused.ts'

/** Queries, and the texts of choices that the question left open. */
export interface Built {
  queries: Query[]
  assumed: MessageId[]
  /** What a question by yes or no asks of the first query. */
  claim: Cond | null
}

/** The queries that a draft asks for; null where nothing says what is asked. */
export function build(said: Draft, model: CatalogueModel): Built | null {
  const draft = settled(said, model)
  const asked = statisticOf(draft, model)
  // What is supposed or taken apart is not answered as what is.
  if (asked || needsStatistic(draft)) {
    const isWhole = asked !== null && saysAll(asked, { ...draft, measures: [] }, model)
    return isWhole ? { queries: asked, assumed: [], claim: null } : null
  }
  const built = builtAt(draft, model, null)
  const isFaulty = built?.queries.some(query => checkQuery(model, query).length > 0) ?? false
  // Sales for each of something that is counted up to an earlier year are of that year.
  const isOpen = draft.times.every(time => time.k === 'since' || (time.k === 'last' && time.to === null))
  return isFaulty && isOpen ? builtAt(draft, model, { k: 'latest', within: null }) : built
}

function builtAt(draft: Draft, model: CatalogueModel, at: Time | null): Built | null {
  const measures = measuresOf(draft, model)
  if (measures === null) return null
  // A rate has no share of a place.
  const isOfPlace = draft.rivals.some(({ op, of }) => op === 'share' && of.group !== null)
  if (isOfPlace && !measures.every(of => isAmount(of, model))) return null
  const by = rowDimsOf(draft)
  const shown = measures.map(of => shaped(of, draft, by, model))
  const time = at ?? timeOf(draft, shown, by.grain, model)
  const { rows, cut } = rowsOf(draft, by, time)
  const base: Query = { ...bareQuery, rows, cut, time }
  const places = apart(draft, by.groups)
  const bases = places
    ? places.map((country: SetOf) => ({
        ...{ ...base, rows: rows.filter(row => row.k !== 'groups' && !isCountries(row)) },
        cut: { ...cut, country },
      }))
    : [base]
  const all = bases.map(one => arranged(one, shown, draft, at, model))
  const arrangements = all.filter(one => one !== null)
  if (arrangements.length < all.length) return null
  const queries = formed(
    arrangements.map(({ query }) => query),
    draft,
    model,
  )
  if (!saysAll(queries, draft, model)) return null
  if (queries.some(query => hasSquares(query, model))) return null
  const assumed: MessageId[] = arrangements.some(({ isLocal }) => isLocal) ? ['assumed.local'] : []
  return { queries, assumed, claim: claimOf(draft, queries[0], arrangements[0]?.test ?? null) }
}

/** What is per head already, taken per head again, means nothing. */
const hasSquares = (query: Query, model: CatalogueModel) =>
  checkQuery(model, query).length === 0 && columnTypes(model, query).some(({ unit }) => unit.includes('^2'))

const isCountries = (row: Query['rows'][number]) =>
  row.k === 'members' && JSON.stringify(row.of).includes('country')

/** A query, what is tested of its one place, and whether local currency was put first. */
interface Arranged {
  query: Query
  test: Cond | null
  isLocal: boolean
}

/** Columns, conditions and the order of one query. */
function arranged(
  base: Query,
  shown: Expr[],
  draft: Draft,
  at: Time | null,
  model: CatalogueModel,
): Arranged | null {
  const main = shown[0] as Expr
  const byPeriod =
    draft.slices.includes('year') ||
    (draft.order?.change === true && (draft.grain !== null || asksWhen(draft))) ||
    (isChanged(draft) &&
      draft.against === null &&
      (draft.freq !== null || (draft.change !== null && asksWhen(draft))))
  const window = byPeriod
    ? ({ from: { k: 'shift', by: -1, grain: 'year' }, to: base.time } as const)
    : windowOf(draft, base.time, main, model)
  const query = { ...base }
  const isChange = (isChanged(draft) || draft.against !== null) && !shown.every(of => same(of, growth))
  if (isChange && !byPeriod) {
    query.time = at ?? window.to
    query.rows = query.rows.filter(row => row.k !== 'periods')
  } else if (draft.compared) {
    query.time = draft.times.at(-1) ?? query.time
  } else if (
    draft.fold &&
    draft.times.length === 1 &&
    isSpan(draft.times[0]) &&
    !base.rows.some(({ k }) => k === 'periods')
  ) {
    query.time = span(lastYear(model), lastYear(model))
  }
  const hasRate = draft.rivals.some(({ change }) => change)
  const compared = hasRate ? shown.map(of => changeOf(of, window, null, model)) : shown
  const pair = draft.relate ? related(compared, draft, query, model) : null
  if (draft.relate && !pair && !isChanged(draft) && !draft.against && !draft.compared) return null
  const usual = draft.usual && draft.times.length > 0 ? againstUsual(shown, query.time, 'month') : null
  const paired = pair && draft.compared ? columnsOf(pair, draft, query, window, model) : pair
  const local = paired || usual ? null : localFirst(shown, { draft, query, window, model })
  const own = paired ?? usual ?? local ?? columnsOf(shown, draft, query, window, model)
  const columns = withOtherInflation(own, query, model)
  if (pair) query.rows = query.rows.filter(row => row.k !== 'members')
  query.show = columns.slice(0, 8).map(of => ({ as: null, of }))
  const where = conditionOf({ draft, shown, columns, query, window, model })
  if (where === undefined) return null
  // Of one place a test asks yes or no: what is compared is shown.
  const isSearch = query.rows.length > 0 || asksWhen(draft) || draft.freq !== null
  query.where = isSearch ? where : null
  const sides = where === null ? [] : isSearch && !asksWhen(draft) ? testedMeasures(where) : sidesOf(where)
  // 'Bigger than it was in 2022': by how much.
  const since = isSearch
    ? null
    : (draft.predExprs.find(one => one.at && !one.of && one.times === 1)?.at ?? null)
  const grown = since ? [changeOf(main, { from: since, to: query.time }, null, model)] : []
  query.show = [
    ...new Map([...columns, ...sides, ...grown].map(of => [JSON.stringify(of), { as: null, of }])).values(),
  ].slice(0, 8)
  // What is folded over the members of a group stands without it.
  if (columns.every(of => of.k === 'fold' && of.over.k === 'members')) query.cut = withoutCountry(query.cut)
  const [line, list] = [false, true].map(byDefault =>
    ordered(query, pair ? { ...draft, order: null } : draft, byDefault),
  )
  const made = list && checkQuery(model, list).length === 0 ? list : line
  return made ? { query: made, test: isSearch ? null : where, isLocal: local !== null } : null
}

/** Of those that fell the deepest fall comes first. */
const downwards = ({ change, preds }: Draft): End =>
  change?.dir === 'down' || preds.some(({ pred }) => pred.on === 'down') ? 'low' : 'high'

const withoutCountry = ({ country: _, ...cut }: Cut): Cut => cut

/** 'The leading brand in each country': so many for each member of the first of two lists. */
function perOf({ rows }: Query): Dim | null {
  const listed = rows.flatMap(row => (row.k === 'members' ? [dimOf(row.of)] : []))
  return listed.length > 1 && listed.length === rows.length ? (listed[0] ?? null) : null
}

/** 'The five largest'; a list without an order goes from the greatest down. */
function ordered(query: Query, draft: Draft, byDefault: boolean): Query {
  const level = draft.byLevel ? query.show.find(({ of }) => of.k !== 'change') : undefined
  const lead = (level ?? query.show[0])?.of as Expr
  const { order } = draft
  if (order) {
    const per = perOf(query)
    const n = order.n ?? (per === null ? draft.count : null) ?? (order.both || per !== null ? 1 : 5)
    const take = { n, skip: order.skip, ends: order.both ? 'both' : 'one', per } as const
    return { ...query, order: { by: lead, end: order.end }, take }
  }
  const areMembers =
    query.rows.length > 0 && query.rows.every(row => row.k !== 'periods' && row.k !== 'departments')
  return areMembers && byDefault
    ? { ...query, order: { by: lead, end: draft.towards ?? downwards(draft) } }
    : query
}
