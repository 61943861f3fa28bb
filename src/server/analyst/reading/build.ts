import {
  bareQuery,
  type Cond,
  type Cut,
  type Dim,
  dims,
  type Expr,
  type Query,
  type Row,
  type SetOf,
  type Time,
  type TimeGrain,
  timeGrains,
} from '../../../contract/query.ts'
import { columnTypes } from '../../insights/query/check.ts'
import { dimOf } from '../../insights/query/dim-of.ts'
import type { CatalogueModel } from '../../insights/query/model-of-catalogue.ts'
import { type Draft, setOfDim } from './draft.ts'
import { cond, perOf } from './grammar/measures.ts'
import { groupsOf } from './grammar/sets.ts'
import type { SemOf } from './sem.ts'

const measure = (id: string): Expr => ({ k: 'measure', id })
const value = 'panel_value_usd'
/** What 'growth' alone is of an economy. */
const growth = 'gdp_growth'
const isGrain = (by: string): by is TimeGrain => timeGrains.includes(by as TimeGrain)
const isDim = (by: string): by is Dim => dims.includes(by as Dim)

/** Choices that the question left open and how they were made. */
export interface Built {
  queries: Query[]
  assumed: string[]
}

/** The queries that a draft asks for; null where nothing says what is asked. */
export function build(said: Draft, model: CatalogueModel): Built | null {
  const isCompared = said.times.length > 1 && !isChanged(said) && said.times.every(isPoint)
  const draft = isCompared ? { ...said, compared: true } : said
  const assumed: string[] = []
  const measures = measuresOf(draft, model)
  if (measures === null) return null
  const rowDims = rowDimsOf(draft)
  const shown = measures.map(of => shaped(of, draft, rowDims, model))
  const time = timeOf(draft, measures, model)
  const { rows, cut } = rowsOf(draft, rowDims, time)
  const base = { ...bareQuery, rows, cut, time }
  const places = apart(draft, rowDims.groups)
  const queries = places
    ? places.map(country =>
        arranged(
          { ...base, rows: rows.filter(row => row.k !== 'groups'), cut: { ...cut, country } },
          shown,
          draft,
          model,
        ),
      )
    : [arranged(base, shown, draft, model)]
  const found = queries.flatMap(list => list ?? [])
  return found.length > 0 ? { queries: found, assumed } : null
}

/** What is measured: what was said, what a superlative means by itself, what conditions test; sales where goods are named. */
function measuresOf(draft: Draft, model: CatalogueModel): Expr[] | null {
  const said = draft.measures.map(({ of }) => of)
  const list = unique(draft.ownOrder ? [draft.ownOrder, ...said] : said)
  if (list.length === 0) {
    const tested = draft.conds.flatMap(condMeasures)
    if (tested.length > 0) return unique(tested)
    const goods = draft.sets.segment.length + draft.sets.brand.length + draft.sets.channel.length
    const isGrowing = isChanged(draft) && draft.change?.dir !== 'down' && !draft.money
    if (goods === 0 && !isGrowing) return null
    list.push(measure(goods === 0 ? growth : value))
  }
  const isYearly = draft.times.every(time => !isSpan(time)) && draft.times.length < 2
  const grown = list.map(of => (isChanged(draft) && isYearly ? yearlyGrowth(of) : of))
  return grown.map(of => inMoney(draft.per ? perOf(of, draft.per, model) : of, draft.money?.money ?? null))
}

const isChanged = (draft: Draft) => draft.change !== null || draft.order?.change === true

/** What has a growth rate of its own in the data is asked for by it, where one year's growth is meant. */
const yearlyGrowth = (of: Expr): Expr => (of.k === 'measure' && of.id === 'gdp_usd' ? measure(growth) : of)

/** Places that make a query each: a country beside a group, or groups whose average is asked for; null where one query has all. */
function apart(draft: Draft, groups: boolean): SetOf[] | null {
  const sets = draft.sets.country
  const isMixed = sets.some(set => groupsOf(set).length > 0) && sets.some(set => groupsOf(set).length === 0)
  if (isMixed && !draft.share && draft.minus.length === 0 && !draft.order)
    return sets.flatMap(set => (groupsOf(set).length > 1 ? groupsOf(set).map(inGroup) : [set.of]))
  if (groups && draft.fold && draft.fold.how !== 'sum') return sets.flatMap(groupsOf).map(inGroup)
  return null
}

const inGroup = (id: string): SetOf => ({ k: 'in', dim: 'country', id })

function condMeasures(of: Cond): Expr[] {
  if (of.k === 'compare') return [of.a]
  if (of.k === 'and' || of.k === 'or') return [...condMeasures(of.a), ...condMeasures(of.b)]
  return of.k === 'not' ? condMeasures(of.of) : []
}

const unique = (list: readonly Expr[]) => [...new Map(list.map(of => [JSON.stringify(of), of])).values()]

/** Sales and prices in the money asked for. */
function inMoney(of: Expr, money: 'usd' | 'lcu' | null): Expr {
  if (money !== 'lcu') return of
  const text = JSON.stringify(of)
    .replaceAll('panel_value_usd', 'panel_value_lcu')
    .replaceAll('panel_price_usd', 'panel_price_lcu')
  return JSON.parse(text) as Expr
}

/** The dimensions and the grain that make rows. */
function rowDimsOf(draft: Draft): { dims: Dim[]; grain: TimeGrain | null; groups: boolean } {
  const said = new Set<Dim>()
  let grain: TimeGrain | null = null
  let groups = false
  for (const by of draft.slices) {
    if (isGrain(by)) grain = by
    else if (isDim(by)) said.add(by)
    else if (by === 'group') groups = true
  }
  const isSearch =
    draft.order !== null ||
    draft.conds.length > 0 ||
    draft.wants.includes('who') ||
    draft.wants.includes('count')
  if (said.size === 0 && isSearch && grain === null) {
    const noun = draft.nouns.find(isDim)
    if (noun) said.add(noun)
    else if (draft.grain !== null && draft.order) grain = draft.grain
    else if (!draft.sets.country.some(set => single(set.of))) said.add('country')
  }
  if (
    draft.nouns.includes('country') &&
    draft.sets.country.some(set => set.group !== null && set.group !== 'africa') &&
    !draft.fold &&
    !draft.share
  )
    said.add('country')
  for (const dim of dims) {
    const set = setOfDim(draft, dim)
    if (set && draft.sets[dim].length > 0 && isList(set)) said.add(dim)
  }
  const areGroups =
    draft.sets.country.flatMap(groupsOf).length > 1 &&
    draft.sets.country.every(set => groupsOf(set).length > 0)
  if (areGroups && !said.has('country')) groups = true
  if (groups) said.delete('country')
  return { dims: [...said], grain, groups }
}

const single = (of: SetOf) => of.k === 'ids' && of.ids.length === 1
/** Several members by name are rows; a group is one figure. */
const isList = (of: SetOf): boolean => {
  if (of.k === 'ids') return of.ids.length > 1
  return of.k === 'or' ? isNamed(of.a) && isNamed(of.b) : of.k === 'except' && isList(of.a)
}
const isNamed = (of: SetOf): boolean => of.k === 'ids' || (of.k === 'or' && isNamed(of.a) && isNamed(of.b))

/** A measure with what the question asks of it: a share, real terms, an average over members or years. */
function shaped(of: Expr, draft: Draft, rows: { dims: Dim[] }, model: CatalogueModel): Expr {
  let shown = of
  const inPercent = draft.preds.some(({ pred }) => pred.tests[0]?.unit === '%') && !isChanged(draft)
  const isPart = draft.sets.channel.length + draft.sets.brand.length > 0
  const isBrand = draft.sets.brand.length > 0 && draft.measures.length === 0 && !isChanged(draft)
  if ((draft.share || isBrand || (inPercent && isPart)) && isAmount(of, model)) {
    const dim = shareDim(draft, rows.dims)
    if (dim) shown = { k: 'share', of: shown, whole: { [dim]: wholeOf(draft, dim) } }
  }
  return shown
}

/** A share of a share is not asked for: 'the share of people online' is the measure itself. */
function isAmount(of: Expr, model: CatalogueModel): boolean {
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known === undefined || ['amount', 'count'].includes(known.rules.kind)
}

/** What a share is of: the dimension whose part was named or is listed. */
function shareDim(draft: Draft, rows: readonly Dim[]): Dim | null {
  for (const dim of ['brand', 'channel'] as const)
    if (draft.sets[dim].length > 0 || rows.includes(dim)) return dim
  if (draft.sets.country.length > 0 && draft.sets.country.some(set => set.group !== null)) return 'country'
  if (rows.includes('segment')) return 'segment'
  return draft.sets.country.length > 0 ? 'country' : null
}

function wholeOf(draft: Draft, dim: Dim): SetOf {
  const group = draft.sets[dim].find(set => set.group !== null)
  if (group) return group.of
  return dim === 'country' ? { k: 'in', dim, id: 'africa' } : { k: 'all', dim }
}

function timeOf(draft: Draft, measures: readonly Expr[], model: CatalogueModel): Time {
  const [first] = draft.times
  if (!first || draft.compared) {
    const last = Math.floor(model.panel.to / 12)
    const isPanel = measures.every(of => JSON.stringify(of).includes('panel_'))
    if (isPanel) return { k: 'span', from: String(last), to: String(last) }
    return { k: 'latest', within: null }
  }
  if (first.k === 'since') return { k: 'span', from: first.from, to: String(Math.floor(model.panel.to / 12)) }
  return first
}

function rowsOf(
  draft: Draft,
  by: { dims: Dim[]; grain: TimeGrain | null; groups: boolean },
  time: Time,
): { rows: Row[]; cut: Cut } {
  const rows: Row[] = []
  const cut: Cut = {}
  for (const dim of dims) {
    let set = setOfDim(draft, dim)
    if (draft.share && set && dim === 'country' && draft.sets.country.length > 1) {
      const part = draft.sets.country.find(one => one.group === null)
      if (part) set = part.of
    }
    if (by.dims.includes(dim) && !(set && single(set))) {
      const ranked = draft.order !== null || draft.conds.length + draft.preds.length > 0
      const everyone: SetOf =
        dim === 'country' && !ranked ? { k: 'in', dim, id: 'africa' } : { k: 'all', dim }
      const wide = set?.k === 'in' && set.id === 'africa' && ranked ? everyone : set
      rows.push({ k: 'members', of: wide ?? (dim === 'brand' ? { k: 'in', dim, id: 'named' } : everyone) })
    } else if (dim === 'country' && by.groups) {
      const ids = draft.sets.country.flatMap(groupsOf)
      if (ids.length > 0) rows.push({ k: 'groups', ids })
    } else if (set) cut[dim] = set
  }
  const grain = by.grain ?? trendGrain(draft, time)
  if (grain) rows.push({ k: 'periods', grain })
  return { rows, cut }
}

/** A span of several years without a change, an order or an average of it is shown year by year. */
function trendGrain(draft: Draft, time: Time): TimeGrain | null {
  if (draft.change || draft.order || draft.fold || draft.compared) return null
  if (draft.conds.length + draft.preds.length > 0) return null
  if (time.k === 'span' && time.from !== time.to && time.from.length === 4) return 'year'
  if (time.k === 'last' && time.n > 1)
    return time.grain === 'month' && time.n === 12 && time.to ? null : time.grain
  return null
}

/** Changes, orders, conditions and averages over the rows. */
function arranged(base: Query, shown: Expr[], draft: Draft, model: CatalogueModel): Query[] | null {
  const query = { ...base }
  const last = String(Math.floor(model.panel.to / 12))
  const [main] = shown
  if (!main) return null
  let columns = shown
  const isChange = isChanged(draft) && !isGrowthRate(main, model)
  if (isChange) {
    const { from, to } = withinPanel(spanOf(draft, query.time, last), main, model)
    const form = draft.change?.as ?? (draft.duration ? 'percent' : null)
    const changes = shown.map((of): Expr => ({ k: 'change', of, from, as: form ?? formOf(of, model) }))
    query.time = to
    query.rows = query.rows.filter(row => row.k !== 'periods')
    columns = [...changes, ...shown]
  } else if (draft.compared) {
    const times = draft.times.filter((time): time is Exclude<Time, { k: 'latest' }> => time.k !== 'latest')
    columns = shown.flatMap(of => times.map((time): Expr => ({ k: 'at', of, cut: {}, time })))
    query.time = times.at(-1) ?? query.time
  } else if (draft.fold) {
    columns = shown.map(of => folded(of, draft, query))
    if (draft.times.length === 1 && isSpan(draft.times[0])) query.time = { k: 'span', from: last, to: last }
  }
  query.show = columns.slice(0, 8).map(of => ({ as: null, of }))
  const conds = [
    ...draft.conds,
    ...draft.preds.map(
      ({ pred, at }) =>
        cond(
          tested(draft, pred, at, { ...query, show: columns.map(of => ({ as: null, of })) }, model),
          pred.tests,
        ).cond,
    ),
  ]
  if (conds.length > 0) query.where = conds.reduce((a, b) => ({ k: 'and', a, b }))
  const lead = columns[0] as Expr
  const parts = query.rows.flatMap(row =>
    row.k === 'members' && ['brand', 'channel'].includes(dimOf(row.of)) ? [dimOf(row.of)] : [],
  )
  const [part] = parts
  if (part && lead.k === 'measure' && isAmount(lead, model))
    query.show.splice(1, 0, {
      as: null,
      of: { k: 'share', of: lead, whole: { [part]: { k: 'all', dim: part } } },
    })
  if (draft.stats.includes('correlation') && query.show.length > 1) {
    query.stat = { k: 'correlation' }
    if (query.rows.length === 0)
      query.rows = [{ k: 'members', of: query.cut.country ?? { k: 'all', dim: 'country' } }]
    delete query.cut.country
  }
  if (draft.order) {
    query.order = { by: lead, end: draft.order.end }
    const n = draft.order.n ?? draft.count ?? (draft.order.both ? 1 : null)
    if (n !== null)
      query.take = { n, skip: draft.order.skip, ends: draft.order.both ? 'both' : 'one', per: null }
    else if (draft.order) query.take = { n: 5, skip: 0, ends: 'one', per: null }
  } else if (query.rows.length > 0 && query.rows.every(row => row.k === 'members' || row.k === 'groups'))
    query.order = { by: lead, end: 'high' }
  return [query]
}

/** 'Economic growth' is a measure by itself, not a change of one. */
function isGrowthRate(of: Expr, model: CatalogueModel): boolean {
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known?.k === 'base' && known.rules.fold.time === 'chain'
}

const isPoint = (time: Time) => time.k === 'span' && time.from === time.to

const isSpan = (time: Time | undefined) =>
  time !== undefined &&
  ((time.k === 'span' && time.from !== time.to) || time.k === 'since' || time.k === 'last')

/** From when to when a change runs: the span said; else the last year, or five years where growth is asked for without one. */
function spanOf(draft: Draft, time: Time, last: string): { from: Time; to: Time } {
  const [first, second] = draft.times
  const point = (id: string): Time => ({ k: 'span', from: id, to: id })
  if (first && second && first.k === 'span' && second.k === 'span')
    return first.from < second.from ? { from: first, to: second } : { from: second, to: first }
  if (first?.k === 'since') return { from: point(first.from), to: point(last) }
  if (first?.k === 'span' && first.from !== first.to) return { from: point(first.from), to: point(first.to) }
  if (first?.k === 'last' && first.to === null)
    return { from: { k: 'shift', by: -first.n, grain: first.grain }, to: point(last) }
  if (first) return { from: { k: 'shift', by: -1, grain: 'year' }, to: time }
  return { from: { k: 'shift', by: -5, grain: 'year' }, to: time }
}

/** A change of sales that starts before the panel does starts with it. */
function withinPanel(
  span: { from: Time; to: Time },
  of: Expr,
  model: CatalogueModel,
): { from: Time; to: Time } {
  const first = String(Math.floor(model.panel.from / 12))
  const { from } = span
  const isPanel = JSON.stringify(of).includes('panel_')
  if (!isPanel || from.k !== 'span' || from.from >= first) return span
  return { ...span, from: { k: 'span', from: first, to: first } }
}

/** Shares and rates change in points, the rest in per cent. */
function formOf(of: Expr, model: CatalogueModel): 'percent' | 'points' | 'difference' {
  if (of.k === 'share') return 'points'
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known ? known.rules.changeAs : 'percent'
}

/** What a threshold without a measure beside it is about: of what is shown, what fits its unit and was said last before it. */
function tested(draft: Draft, pred: SemOf<'pred'>, at: number, query: Query, model: CatalogueModel): Expr {
  const unit = pred.tests[0]?.unit ?? null
  const units = columnTypes(model, query).map(type => type.unit)
  const isMoney = (text: string) => /^(US\$|lcu)/.test(text)
  const columns = query.show.map(({ of }) => of)
  const fitting = columns.filter((_, place) => {
    const own = units[place] ?? ''
    if (unit === '%') return own.includes('%')
    return unit === 'US$' || unit === 'lcu' ? isMoney(own) : !own.includes('%')
  })
  const before = draft.measures.filter(one => one.at < at).at(-1)?.of
  const said = fitting.find(of => JSON.stringify(of) === JSON.stringify(before))
  return said ?? fitting[0] ?? (columns[0] as Expr)
}

function folded(of: Expr, draft: Draft, query: Query): Expr {
  const { how, weighted } = draft.fold as NonNullable<Draft['fold']>
  const by = how === 'weighted' ? weighted : null
  const [time] = draft.times
  if (isSpan(time) && time) return { k: 'fold', of, over: { k: 'periods', grain: 'year', time }, how, by }
  const set = query.cut.country
  if (!set || how === 'sum' || single(set)) return of
  return { k: 'fold', of, over: { k: 'members', of: set }, how, by }
}
