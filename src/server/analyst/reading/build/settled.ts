import {
  type Dim,
  type Expr,
  type SetOf,
  type Time,
  type TimeGrain,
  timeGrains,
} from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { asksWhen, type Draft, isChanged, isTested, setOfDim } from '../draft.ts'
import { isAmount } from '../grammar/measures.ts'
import type { SemOf } from '../sem.ts'
import { withQuality } from './direction.ts'
import { withLead } from './lead.ts'

import { growth, measure, sales, same } from './measures.ts'
import { isSingle } from './rows.ts'
import { isPoint, isSpan, isYear, lastYear, span } from './times.ts'
import { numbersOf, rateOf } from './twins.ts'

/** A draft with what only the whole question decides: which of two superlatives is a set, which times are compared. */
export function settled(said: Draft, model: CatalogueModel): Draft {
  return [
    withPeople,
    withBeside,
    withListed,
    withYearlyGrowth,
    withExtremes,
    withSuperlatives,
    withQuality,
    withLevels,
    withDistances,
    withPartYear,
    withTimes,
    withPlaces,
    withFrequency,
    withCorrelation,
    withShare,
    withSharers,
    withRivals,
    withUsual,
    withNominal,
    withParts,
    withRate,
    withFall,
    withReach,
    withForecast,
    withIndex,
    withFold,
  ].reduce((draft, step) => step(draft, model), said)
}

/** 'Where do people live longest': the people are those of another measure; 'how many people smoke' is their number. */
function withPeople(draft: Draft, model: CatalogueModel): Draft {
  const strong = draft.measures.filter(({ weak }) => !weak)
  const hasOther =
    strong.length > 0 || draft.ownOrder !== null || draft.conds.length > 0 || draft.sets.segment.length > 0
  if (!hasOther) return draft
  const isCounted = draft.measures.some(({ weak }) => weak === 'count')
  const measures = isCounted
    ? strong.map(one => ({ ...one, of: numbersOf([one.of], model)?.[0] ?? one.of }))
    : strong
  return { ...draft, measures }
}

/** Growth in a list: of an economy it is a figure beside the others, of a single figure that figure's. */
function withListed(draft: Draft, model: CatalogueModel): Draft {
  const { change, measures, sets, size } = draft
  if (!change?.listed) return draft
  const { listed: _, ...alone } = change
  const isOfGoods = size || sets.segment.length > 0 || measures.some(({ panel }) => panel)
  const [only] = measures
  if (isOfGoods) return measures.length > 0 || size ? draft : { ...draft, change: alone }
  const isOwn =
    !only || (measures.length === 1 && isAmount(only.of, model) && !same(only.of, measure('gdp_usd')))
  if (isOwn) return { ...draft, change: alone }
  const all = [...measures, { of: growth, panel: false, at: change.at }]
  return { ...draft, change: null, measures: all.toSorted((a, b) => a.at - b.at) }
}

/** 'The average growth', 'the lowest growth in twenty years': of an economy, the figure of each year. */
function withYearlyGrowth(draft: Draft): Draft {
  const { change, measures, order, fold, sets, times } = draft
  const isOpen = measures.length === 0 && draft.ownOrder === null && !draft.nounOwn && !draft.size
  const isOfPlace =
    sets.segment.length + sets.brand.length + sets.channel.length + draft.nouns.length === 0 &&
    draft.slices.every(by => by === 'year')
  const isOne =
    sets.country.length === 1 && sets.country.every(({ of }) => isSingle(of)) && times.some(isSpan)
  const isMean = fold?.how === 'mean' && change?.dir === 'any' && change.as === null
  if (!isOpen || !isOfPlace || !isOne || !(isMean || order?.change)) return draft
  const found = [{ of: growth, panel: false, at: change?.at ?? 0 }]
  return { ...draft, change: null, order: order && { ...order, change: false }, measures: found }
}

/** 'First, last, best and worst year': all years, of which the answer names these. */
function withExtremes(draft: Draft): Draft {
  const isEnds = draft.find !== null && draft.order !== null && draft.times.some(isSpan)
  return isEnds && !isTested(draft) && !asksWhen({ ...draft, find: null })
    ? { ...draft, find: null, order: null, slices: [...draft.slices, 'year'] }
    : draft
}

/** 'The five largest markets, with the price': the order is by what their size is. */
function withBeside(draft: Draft): Draft {
  const { order, measures, sets } = draft
  const areBeside = measures.length > 0 && measures.every(({ beside }) => beside)
  if (!order || order.change || draft.ownOrder || !areBeside) return draft
  const own = draft.nounOwn ?? (sets.segment.length > 0 ? sales : null)
  return own ? { ...draft, ownOrder: own } : draft
}

/** 'Of the ten largest economies, which …' is a set; alone it is the order. */
export function withSuperlatives(draft: Draft): Draft {
  const { among } = draft
  if (!among) return withLead(draft)
  const own = among.own ?? among.nounOwn ?? ownOf(draft, among)
  // 'The five largest brands grew how much' is told from 'the five categories that grew most' by its measure.
  const isSized = (among.own ?? among.nounOwn ?? null) !== null || among.of === 'country'
  const asks =
    draft.order !== null || ((isTested(draft) || draft.fold !== null || isChanged(draft)) && isSized)
  if (!asks || !own || !among.of) {
    const order = draft.order ?? { ...among, change: false }
    // 'The top 5 markets by volume', 'in volume'
    const isSaid = draft.listed || draft.measures.some(({ panel }) => panel)
    return {
      ...draft,
      order,
      ownOrder: draft.ownOrder ?? among.own ?? (isSaid ? null : (among.nounOwn ?? null)),
      among: null,
      nouns: [among.of ?? 'country', ...draft.nouns],
    }
  }
  const dim = among.of
  const inside = setOfDim(draft, dim) ?? everyone(dim)
  const { end, n } = among
  const of: SetOf = { k: 'top', of: inside, by: own, end, n: n ?? 1, skip: 0 }
  const set: SemOf<'set'> = { c: 'set', dim, of, group: null, name: false }
  return {
    ...{ ...draft, among: null, sets: { ...draft.sets, [dim]: [set] }, slices: [...draft.slices, dim] },
    minus: draft.minus.filter(one => one.dim !== dim),
  }
}

/** The largest countries are so by GDP, by sales where goods are named. */
const ownOf = (draft: Draft, among: SemOf<'sup'>): Expr =>
  among.of !== 'country' || draft.sets.segment.length > 0 ? sales : measure('gdp_usd')

const everyone = (dim: Dim): SetOf => {
  if (dim === 'country') return { k: 'in', dim, id: 'africa' }
  return dim === 'brand' ? { k: 'in', dim, id: 'named' } : { k: 'all', dim }
}

/** 'Do countries with higher X have lower Y': comparatives of two measures ask how they go together. */
function withCorrelation(draft: Draft): Draft {
  const isOpen = !draft.wants.includes('who') && draft.order === null && draft.rivals.length === 0
  const asks =
    isOpen && draft.comparatives > 0 && draft.measures.length > 1 && draft.nouns.includes('country')
  return asks ? { ...draft, towards: null, stats: [...draft.stats, 'correlation'] } : draft
}

/** 'Which countries have a lower debt than in 2014': a level to stay below, where some are looked for. */
function withLevels(draft: Draft): Draft {
  const [first, at] = draft.times
  const isSearch = draft.slices.length > 0 || draft.wants.some(want => want === 'who' || want === 'count')
  if (!draft.earlier || !isSearch || !draft.towards || !first || !at) return draft
  const op = draft.towards === 'low' ? '<' : '>'
  const level: SemOf<'predExpr'> = { c: 'predExpr', op, of: null, times: 1, at, change: false }
  const times = first.k === 'latest' ? [] : [first]
  return { ...draft, times, compared: false, predExprs: [...draft.predExprs, level] }
}

/** 'By how many is it behind, and was the gap narrower in 2010': the distance at both times. */
function withDistances(draft: Draft): Draft {
  const { predExprs, times, relate } = draft
  const levels = predExprs.flatMap(one => (one.of === null && one.times === 1 && one.at ? [one.at] : []))
  if (!relate || levels.length === 0 || levels.length < predExprs.length) return draft
  const said = [...times, ...levels]
  const all: Time[] = said.length > 1 ? said : [{ k: 'latest', within: null }, ...said]
  return { ...draft, predExprs: [], times: all, compared: true }
}

/** 'The year to date through September, 2025 vs 2024': that part of the later year against the earlier. */
function withPartYear(draft: Draft): Draft {
  const part = draft.times.find(time => time.k === 'ytd' || (time.k === 'last' && time.grain === 'month'))
  const years = draft.times.flatMap(time => (isYear(time) ? [Number(time.from)] : []))
  if (!part || !('to' in part) || part.to === null || years.length !== 2) return draft
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const time: Time = { ...part, to: `${to}${part.to.slice(4)}` }
  const against = { c: 'against', n: to - from, grain: 'year', of: null } as const
  return { ...draft, times: [time], compared: false, against }
}

/** Several points are compared, a duration alone is the last so many periods. */
function withTimes(said: Draft): Draft {
  const draft = { ...said, times: timesOf(said.times) }
  const whole = stretchOf(draft)
  if (whole) return { ...draft, times: [whole], compared: false }
  const isCompared =
    draft.times.length > 1 &&
    !isChanged(draft) &&
    draft.times.every(time => isPoint(time) || time.k === 'latest')
  const { duration } = draft
  const times =
    duration && draft.times.length === 0
      ? [{ k: 'last' as const, n: duration.n, grain: duration.grain, to: null }]
      : draft.times
  return { ...draft, times, compared: draft.compared || isCompared }
}

/** 'By quarter, 2024 and 2025': years that follow one another are one stretch of periods. */
function stretchOf({ slices, times }: Draft): Time | null {
  const isByPeriod = slices.some(by => timeGrains.includes(by as TimeGrain))
  const years = times.flatMap(time => (isYear(time) ? [Number(time.from)] : [])).sort((a, b) => a - b)
  if (!isByPeriod || years.length < 2 || years.length < times.length) return null
  const isRun = years.every((year, at) => at === 0 || year === (years[at - 1] ?? 0) + 1)
  return isRun ? span(years[0] ?? 0, years.at(-1) ?? 0) : null
}

/** 'Now' alone says nothing; beside another time it is the latest. */
function timesOf(said: readonly Time[]): Time[] {
  const others = said.filter(time => time.k !== 'latest')
  if (others.length === 0) return []
  return [...new Map(said.map(time => [JSON.stringify(time), time])).values()]
}

/** 'When will it exceed 300 million' asks of the pace. */
function withReach(draft: Draft): Draft {
  const asks = draft.ahead && asksWhen(draft) && !draft.supposed
  const wants = draft.wants.filter(want => want !== 'when')
  return asks ? { ...draft, wants, find: null, stats: [...draft.stats, 'reach'] } : draft
}

/** What will be: a time after the last figures, with nothing said of how it grows. */
function withForecast(draft: Draft, model: CatalogueModel): Draft {
  const last = lastYear(model)
  const isAhead = draft.times.some(time => time.k === 'span' && Number(time.to.slice(0, 4)) > last)
  const isPlain = !isChanged(draft) && !isTested(draft) && !draft.supposed
  const isNew = isAhead && isPlain && !draft.stats.includes('forecast')
  return isNew ? { ...draft, stats: [...draft.stats, 'forecast'] } : draft
}

/** An index runs from its base on; without one from the first time said. */
function withIndex(draft: Draft, model: CatalogueModel): Draft {
  if (!draft.stats.includes('index')) return draft
  const [said] = draft.times
  const base = draft.base ?? (said?.k === 'span' || said?.k === 'since' ? startOf(said) : null)
  if (!base) return draft
  const from = base.k === 'span' ? base.from.slice(0, 4) : String(lastYear(model))
  const isBase = (time: Time) => draft.base === null && time === said && isPoint(time)
  const others = draft.times.filter(time => !isBase(time))
  return { ...draft, base, times: others.length > 0 ? others : [span(from, lastYear(model))] }
}

const startOf = (time: Extract<Time, { from: string }>): Time => span(time.from, time.from)

/** Of one place there is nothing to weight or to take the middle of. */
function withFold(draft: Draft): Draft {
  const overMembers = draft.fold?.how === 'weighted' || draft.fold?.how === 'median'
  const { country } = draft.sets
  const isOne = country.length === 1 && country[0]?.of.k === 'ids' && country[0].of.ids.length === 1
  return overMembers && isOne && draft.slices.length === 0 ? { ...draft, fold: null } : draft
}

/** 'In naira' names Nigeria where no country is named. */
function withPlaces(draft: Draft): Draft {
  const { money, sets } = draft
  if (!money?.country || sets.country.length > 0) return draft
  const of: SetOf = { k: 'ids', dim: 'country', ids: [money.country] }
  return {
    ...draft,
    sets: { ...sets, country: [{ c: 'set', dim: 'country', of, group: null, name: true }] },
  }
}

/** 'Rwanda as a percentage of Kenya' shows Rwanda; 'is Kenya above Ghana' shows both and the distance. */
function withRivals(said: Draft): Draft {
  if (said.rivals.length === 0) return said
  const than = said.towards === 'low' ? '<' : '>'
  const rivals = said.rivals.map(one => (one.op === 'than' ? ({ ...one, op: than } as const) : one))
  const draft = { ...said, rivals }
  const others = new Set(rivals.map(({ of }) => JSON.stringify(of.of)))
  const country = draft.sets.country.filter(({ of }) => !others.has(JSON.stringify(of)))
  const isSearch =
    draft.wants.some(want => want === 'who' || want === 'count') ||
    asksWhen(draft) ||
    draft.nouns.length + draft.slices.length > 0
  const isPair = !isSearch && rivals.every(({ op }) => op !== 'share')
  const how = rivals.some(({ op }) => op === 'times') ? 'times' : isPair ? 'difference' : null
  return { ...draft, sets: { ...draft.sets, country }, relate: draft.relate ?? how }
}

/** 'Nominal GDP growth' is the change of GDP. */
function withNominal(draft: Draft): Draft {
  const isGrowth = draft.measures.some(({ of }) => same(of, growth))
  if (!draft.nominal || draft.real || !isGrowth) return draft
  const measures = draft.measures.map(one =>
    same(one.of, growth) ? { ...one, of: measure('gdp_usd') } : one,
  )
  return { ...draft, measures, change: draft.change ?? { dir: 'any', as: null, at: 0 } }
}

/** 'The share of children in the population': of two amounts the second is the whole. */
function withParts(draft: Draft, model: CatalogueModel): Draft {
  const [part, whole, ...more] = draft.measures
  const isOfGroup = draft.sets.country.some(set => set.group !== null)
  if (!draft.share || !part || !whole || more.length > 0 || isOfGroup) return draft
  const areParts = [part, whole].every(({ of, panel }) => !panel && isAmount(of, model))
  return areParts ? { ...draft, share: false, measures: [part], whole: whole.of } : draft
}

/** 'What percentage of Ethiopians live in towns': a number of people as the rate it is. */
function withRate(draft: Draft, model: CatalogueModel): Draft {
  const [only, ...more] = draft.measures
  const isOfGroup = draft.sets.country.some(set => set.group !== null)
  const rate = draft.share && only && more.length === 0 && !isOfGroup ? rateOf(only.of, model) : null
  return only && rate ? { ...draft, share: false, measures: [{ ...only, of: rate }] } : draft
}

/** 'Where did it fall, and where most': what fell most is the lowest change. */
function withFall(draft: Draft): Draft {
  const { order, change } = draft
  if (!order || order.change || change?.dir !== 'down' || draft.ownOrder || draft.measures.length > 1)
    return draft
  return { ...draft, order: { ...order, change: true, end: order.end === 'high' ? 'low' : 'high' } }
}

/** Above a normal month: of the months of a year, or of all years as a season. */
function withUsual(draft: Draft): Draft {
  if (!draft.usual) return draft
  const stats = draft.times.length > 0 ? draft.stats : [...draft.stats, 'seasonality']
  return { ...draft, stats, relate: null }
}

/** 'More than 40% of value' is a share of sales. */
function withShare(said: Draft): Draft {
  const draft = withWhole(said)
  const { whole } = draft
  const isOfSales = whole?.k === 'measure' && whole.id === 'panel_value_usd'
  return isOfSales ? { ...draft, whole: null, share: true } : draft
}

/** 'What share of Ivorian household consumption went on beer': the measure that is no sale is the whole. */
function withWhole(draft: Draft): Draft {
  const isOfGoods = draft.share && draft.sets.segment.length > 0 && draft.whole === null
  const whole = draft.measures.find(({ of }) => of.k === 'measure' && wholes.has(of.id))
  if (!isOfGoods || !whole) return draft
  return {
    ...{ ...draft, share: false, whole: whole.of },
    measures: draft.measures.filter(one => one !== whole),
  }
}

/** What sales can be a share of. */
const wholes = new Set(['gdp_usd', 'hh_consumption_usd', 'imports_usd', 'exports_usd'])

/** 'The shares of the shampoo brands' are a list of brands; of two groups of countries the smaller is the part of the larger. */
function withSharers(draft: Draft, model: CatalogueModel): Draft {
  const isNamed = draft.sets.brand.length + draft.sets.channel.length + draft.slices.length > 0
  const areShares = draft.measures.some(({ of }) => isShareOfBrands(of, model))
  // 'Volume share of wine in Kenya': of all brands it would be the whole.
  if (areShares && !isNamed && draft.order === null) return { ...draft, slices: ['brand'] }
  if (!draft.share) return draft
  const listed = (['brand', 'channel'] as const).find(
    dim => draft.nouns.includes(dim) && draft.sets[dim].length === 0 && !draft.slices.includes(dim),
  )
  if (listed && draft.order === null) return { ...draft, slices: [...draft.slices, listed] }
  const [a, b, ...more] = draft.sets.country
  if (!a?.group || !b?.group || more.length > 0) return draft
  const membersOf = (id: string) => model.sets.country.get(id) ?? []
  const part = [a, b].find((one, at) => {
    const whole = membersOf((at === 0 ? b : a).group ?? '')
    const own = membersOf(one.group ?? '')
    // South Sudan is in the EAC and has no sales, so it is not of the Africa that is compared.
    return own.length < whole.length && own.filter(id => whole.includes(id)).length > own.length / 2
  })
  if (!part) return draft
  const country = draft.sets.country.map(one => (one === part ? { ...one, group: null } : one))
  return { ...draft, sets: { ...draft.sets, country } }
}

function isShareOfBrands(of: Expr, model: CatalogueModel): boolean {
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known?.k === 'derived' && known.of.k === 'share' && known.of.whole.brand !== undefined
}

/** A condition 'each year' is one of every year. */
function withFrequency(draft: Draft): Draft {
  if (!isTested(draft) || draft.freq || !draft.slices.includes('year')) return draft
  const slices = draft.slices.filter(by => by !== 'year')
  return { ...draft, slices, freq: { c: 'freq', op: 'every', n: 0 } }
}
