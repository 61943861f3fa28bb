import type { Dim, Expr, Query, SetOf, Time, TimeGrain } from '../../../../contract/query.ts'
import { type CatalogueModel, dimOf } from '../../../insights/insights.ts'
import { type Draft, isChanged } from '../draft.ts'
import { calc, isAmount, isPanel, ofMeasure, percentOf } from '../grammar/measures.ts'
import type { ChangeForm } from '../sem.ts'
import { growth, isGrowthRate, measure, sales, same, unique } from './measures.ts'
import { hasPartOfGoods, isSingle, type RowDims } from './rows.ts'
import { isSpan, lastYear, point, span, type Window } from './times.ts'

/** A measure with what the question asks of it: a share, real terms, a percentage of another measure. */
export function shaped(of: Expr, draft: Draft, rows: RowDims, model: CatalogueModel): Expr {
  const parts = draft.rivals.find(({ op }) => op === 'share')?.of
  if (parts?.group && isAmount(of, model)) return { k: 'share', of, whole: { [parts.dim]: parts.of } }
  if (parts) return percentOf(of, { k: 'at', of, cut: { [parts.dim]: parts.of }, time: null })
  if (draft.whole && isAmount(of, model) && !same(of, draft.whole)) return percentOf(of, draft.whole)
  // 'Debt of Senegal as a share of revenue': both are in per cent of GDP.
  if (draft.whole && !same(of, draft.whole))
    return ofMeasure({ of, panel: isPanel(of) }, draft.whole, model)?.of ?? of
  const real = draft.real ? realOf(of, String(lastYear(model))) : null
  if (real) return real
  const inPercent =
    draft.preds.some(({ pred }) => pred.tests[0]?.unit === '%' && !pred.on) && !isChanged(draft)
  const isPart = draft.sets.channel.length + draft.sets.brand.length > 0 || rows.dims.includes('brand')
  const isBrand = draft.sets.brand.length > 0 && draft.measures.length === 0 && !isChanged(draft)
  const isGround = draft.change?.as === 'points' && isPart
  if (!(draft.share || isBrand || isGround || (inPercent && isPart)) || !isAmount(of, model)) return of
  const dim = shareDim(draft, rows.dims)
  return dim ? { k: 'share', of, whole: { [dim]: wholeOf(draft, dim) } } : of
}

/** Local currency at prices of one year, also for each head; null of anything else. */
function realOf(of: Expr, base: string): Expr | null {
  if (isLocal(of)) return { k: 'real', of, base }
  const amount = of.k === 'calc' && of.op === '/' ? realOf(of.a, base) : null
  return amount && of.k === 'calc' ? { ...of, a: amount } : null
}

const isLocal = (of: Expr) => of.k === 'measure' && (of.id.endsWith('_lcu') || of.id === 'gdp_lcu')

/** What a share is of: the dimension whose part was named or is listed. */
function shareDim(draft: Draft, rows: readonly Dim[]): Dim | null {
  if (hasPartOfGoods(draft)) return 'segment'
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

/** The columns of a query: changes before the levels they are of. */
export function columnsOf(
  shown: readonly Expr[],
  draft: Draft,
  query: Query,
  window: Window,
  model: CatalogueModel,
): Expr[] {
  if (isChanged(draft) || draft.against) {
    const forms = formsOf(draft, window)
    if (draft.change?.listed) {
      const main = shown.find(of => of.k === 'measure' && isAmount(of, model)) ?? sales
      const grown = forms.map(form => changeOf(main, window, form, model))
      return unique([main, ...grown, ...shown])
    }
    const changes = shown.flatMap(of => forms.map(form => changeOf(of, window, form, model)))
    return unique([...changes, ...shown])
  }
  if (draft.compared) return compared(shown, draft, model)
  if (draft.fold) {
    const ways = [draft.fold, ...draft.folds].map(fold => ({ ...draft, fold }))
    return unique(shown.flatMap(of => ways.map(way => folded(of, way, query, model))))
  }
  const { base } = draft
  if (draft.stats.includes('index') && base) return shown.map(of => indexed(of, base))
  return [...shown]
}

/** How a change is given: as was said; over several years by the year beside the whole. */
function formsOf(draft: Draft, window: Window): (ChangeForm | null)[] {
  if (draft.change?.as) return [draft.change.as]
  return yearsOf(window) > 1 ? [null, 'cagr'] : [null]
}

export function yearsOf({ from, to }: Window): number {
  if (from.k === 'shift') return from.grain === 'year' ? -from.by : 0
  if (from.k !== 'span' || to.k !== 'span') return 0
  return Number(to.to.slice(0, 4)) - Number(from.from.slice(0, 4))
}

/** The change of a measure over the window; growth rates are compounded over its years. */
export function changeOf(of: Expr, window: Window, form: ChangeForm | null, model: CatalogueModel): Expr {
  if (same(of, growth)) return chained(of, window)
  const own = formOf(of, model)
  // A yearly rate of what changes in points is no such thing.
  const as = form === null || (own !== 'percent' && form === 'cagr') ? own : form
  return { k: 'change', of, from: window.from, as }
}

/** A yearly rate over the years of the window as one. */
export function chained(of: Expr, window: Window): Expr {
  const years = yearsOf(window)
  const { from, to } = window
  if (years < 2 || from.k !== 'span' || to.k !== 'span') return of
  const time = span(Number(from.from.slice(0, 4)) + 1, to.to.slice(0, 4))
  return { k: 'fold', of, over: { k: 'periods', grain: 'year', time }, how: 'chain', by: null }
}

/** Shares and rates change in points, the rest in per cent. */
export function formOf(of: Expr, model: CatalogueModel): 'percent' | 'points' | 'difference' {
  if (of.k === 'at') return formOf(of.of, model)
  if (of.k === 'share' || of.k === 'concentration' || isPercent(of)) return 'points'
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known ? known.rules.changeAs : 'percent'
}

/** What is in per cent of something else. */
const isPercent = (of: Expr) =>
  of.k === 'calc' &&
  of.op === '/' &&
  of.a.k === 'calc' &&
  of.a.op === '*' &&
  of.a.a.k === 'number' &&
  of.a.a.unit === '%'

/** Each measure at each time said, with the change from the first to the last of two. */
function compared(shown: readonly Expr[], draft: Draft, model: CatalogueModel): Expr[] {
  const { times } = draft
  const at = (of: Expr, time: Time): Expr => ({ k: 'at', of, cut: {}, time })
  const [a, b] = times
  const levels = shown.flatMap(of => times.map(time => at(of, time)))
  if (draft.relate || times.length !== 2 || !a || !b || b.k !== 'span') return levels
  if (a.k !== 'span' && a.k !== 'latest') return levels
  const isBefore = a.k === 'span' && a.from < b.from
  const window = isBefore ? { from: a, to: b } : { from: b, to: a }
  const changes = shown.map(of =>
    at({ k: 'change', of, from: window.from, as: formOf(of, model) }, window.to),
  )
  return [...levels, ...changes]
}

/** 2015 = 100; a growth rate is compounded from the base on. */
const indexed = (of: Expr, base: Time): Expr => {
  const from = base.k === 'span' ? point(base.from) : base
  const isRealGdp = same(of, growth) || (of.k === 'real' && same(of.of, measure('gdp_lcu')))
  if (!isRealGdp || base.k !== 'span') return { k: 'index', of, base: from }
  const time: Time = { k: 'since', from: String(Number(base.from.slice(0, 4)) + 1) }
  const chain: Expr = {
    k: 'fold',
    of: growth,
    over: { k: 'periods', grain: 'year', time },
    how: 'chain',
    by: null,
  }
  // By one per cent: an index has no unit.
  return calc('/', calc('+', { k: 'number', value: 100, unit: '%' }, chain), {
    k: 'number',
    value: 1,
    unit: '%',
  })
}

/** An average or another fold, over years where several were said, else over the members of a group. */
function folded(of: Expr, draft: Draft, query: Query, model: CatalogueModel): Expr {
  const { how, weighted, simple } = draft.fold as NonNullable<Draft['fold']>
  const by = how === 'weighted' ? weighted : null
  const [time] = draft.times
  if (how === 'mean' && isAverage(of, model)) return of
  const overMembers = how === 'median' || how === 'weighted'
  // 'Average monthly sales in 2025'
  const isOfParts = draft.grain !== null && draft.grain !== 'year' && isPanel(of) && query.time.k === 'span'
  if (isOfParts && !overMembers && (!time || !isSpan(time))) {
    return {
      k: 'fold',
      of,
      over: { k: 'periods', grain: draft.grain as TimeGrain, time: time ?? query.time },
      how,
      by,
    }
  }
  if (time && isSpan(time) && !overMembers) {
    const years = time.k === 'since' ? span(time.from, lastYear(model)) : time
    const grain = draft.grain ?? 'year'
    // Rates that have accumulated are compounded.
    const way = how === 'sum' && isGrowthRate(of, model) ? 'chain' : how
    return { k: 'fold', of: spread(of, how), over: { k: 'periods', grain, time: years }, how: way, by }
  }
  const set = query.cut.country
  if (!set || how === 'sum' || isSingle(set)) return of
  // The average of a bloc is by the measure's own rule, such as weighted by people.
  if (how === 'mean' && !simple && hasOwnAverage(of, model)) return of
  return { k: 'fold', of, over: { k: 'members', of: set }, how, by }
}

function hasOwnAverage(of: Expr, model: CatalogueModel): boolean {
  if (of.k === 'calc') return of.op === '/'
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known?.k === 'base' ? known.rules.fold.country === 'weighted' : !isAmount(of, model)
}

/** A price is an average already. */
const isAverage = (of: Expr, model: CatalogueModel) =>
  of.k === 'measure' && model.measure(of.id)?.rules.kind === 'price' && isPanel(of)

/** How volatile an exchange rate or a price was is the deviation of its yearly change, not of its level. */
const spread = (of: Expr, how: string): Expr =>
  how === 'sd' && (same(of, measure('exchange_rate')) || same(of, measure('currency_value')))
    ? {
        k: 'change',
        of: measure('exchange_rate'),
        from: { k: 'shift', by: -1, grain: 'year' },
        as: 'percent',
      }
    : of

/** The same measure at the first of a list ('below the best market') or at a rival. */
function elsewhere(main: Expr, draft: Draft, model: CatalogueModel): Expr | null {
  const [rival] = draft.rivals
  if (rival) {
    const { dim, of, group } = rival.of
    if (group === null || !draft.fold || hasOwnAverage(main, model))
      return { k: 'at', of: main, cut: { [dim]: of }, time: null }
    return { k: 'fold', of: main, over: { k: 'members', of }, how: draft.fold.how, by: null }
  }
  const { order, sets } = draft
  // Between brands no country is the other side.
  if (draft.nouns.includes('brand') || draft.slices.includes('brand')) return null
  const isOne = sets.country.filter(({ of }) => isSingle(of)).length === 1
  if (!order || !isOne) return null
  const group = sets.country.find(set => set.group !== null)
  const of: SetOf = group?.of ?? { k: 'in', dim: 'country', id: 'africa' }
  const top: SetOf = { k: 'top', of, by: main, end: order.end, n: 1, skip: order.skip }
  return { k: 'at', of: main, cut: { country: top }, time: null }
}

/** What a month is above or below the mean month, in per cent. */
export function againstUsual(shown: readonly Expr[], time: Time, grain: 'month' | 'quarter'): Expr[] {
  const hundred: Expr = { k: 'number', value: 100, unit: null }
  const one: Expr = { k: 'number', value: 1, unit: null }
  return shown.flatMap(of => {
    const mean: Expr = { k: 'fold', of, over: { k: 'periods', grain, time }, how: 'mean', by: null }
    return [calc('*', hundred, calc('-', calc('/', of, mean), one)), of]
  })
}

/** The distance of two named members or of two measures, with both. */
export function related(
  shown: readonly Expr[],
  draft: Draft,
  query: Query,
  model: CatalogueModel,
): Expr[] | null {
  // How far a leader is ahead of others is not the distance of two countries.
  const pair = draft.lead ? null : pairOf(shown, draft, query, model)
  if (!pair || !draft.relate) return null
  const [a, b] = pair
  const hundred: Expr = { k: 'number', value: 100, unit: null }
  const one: Expr = { k: 'number', value: 1, unit: null }
  // 'How far is Kenya below Ghana' is the way up.
  const isLess = draft.towards === 'low' || draft.rivals.some(({ op }) => op === '<')
  const difference = isLess ? calc('-', b, a) : calc('-', a, b)
  // 'How many times smaller', 'how many years' worth of revenue is the debt'
  const isTurned = isLess && draft.relate === 'times'
  const ratio = isTurned ? calc('/', b, a) : calc('/', a, b)
  const by = { difference, times: ratio, percent: calc('*', hundred, calc('-', ratio, one)) }
  return [by[draft.relate], a, b]
}

function pairOf(
  shown: readonly Expr[],
  draft: Draft,
  query: Query,
  model: CatalogueModel,
): [Expr, Expr] | null {
  const [main, other] = shown
  if (!main) return null
  // Of periods in order the distance is none of places.
  const isOfPeriods = draft.rivals.length === 0 && query.rows.some(row => row.k === 'periods')
  const away = isOfPeriods && draft.order ? null : elsewhere(main, draft, model)
  if (away) return [main, away]
  for (const row of query.rows) {
    if (row.k !== 'members' || row.of.k !== 'ids' || row.of.ids.length !== 2) continue
    const { dim, ids } = row.of
    const at = (id: string): Expr => ({
      ...{ k: 'at', of: main, cut: { [dim]: { k: 'ids', dim, ids: [id] } }, time: null },
    })
    return [at(ids[0] as string), at(ids[1] as string)]
  }
  return other ? [main, other] : null
}

const [worldBank, imf] = [measure('inflation_cpi'), measure('inflation_cpi_imf')]
/** A longer list keeps one figure each; what differs is said below it. */
const mostNamed = 4

/** Inflation of a year and of named countries by the World Bank and by the IMF, where the two differ for one of them. */
export function withOtherInflation(columns: readonly Expr[], query: Query, model: CatalogueModel): Expr[] {
  const { time, cut, rows } = query
  const at = columns.findIndex(of => same(of, worldBank))
  const isYear = time.k === 'span' && time.from === time.to && rows.every(row => row.k === 'members')
  const set = rows.flatMap(row => (row.k === 'members' && dimOf(row.of) === 'country' ? [row.of] : []))[0]
  const named = set ?? cut.country
  if (at < 0 || !isYear || named?.k !== 'ids' || named.ids.length > mostNamed) return [...columns]
  const year = Number(time.from.slice(0, 4))
  const differ = named.ids.some(id => model.hasOtherFigure('inflation_cpi', id, year, year))
  return differ ? unique([...columns.slice(0, at + 1), imf, ...columns.slice(at + 1)]) : [...columns]
}
