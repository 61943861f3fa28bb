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
import { withGoods, withMeant, withQuality } from './direction.ts'
import { withLead } from './lead.ts'
import { growth, measure, sales, same } from './measures.ts'
import { withReach } from './outlook.ts'
import { withPeople } from './people.ts'
import { isSingle } from './rows.ts'
import { withOwnWhole, withParts, withRate, withShare, withSharers } from './shares.ts'
import { isPoint, isSpan, isYear, lastYear, point, span } from './times.ts'

/** A draft with what only the whole question decides: which of two superlatives is a set, which times are compared. */
export function settled(said: Draft, model: CatalogueModel): Draft {
  return [
    withStretch,
    withGrown,
    withNamedNouns,
    withGoods,
    withPeople,
    withRanking,
    withBeside,
    withListed,
    withYearlyGrowth,
    withExtremes,
    withSuperlatives,
    withMeant,
    withQuality,
    withLevels,
    withDistances,
    withPartYear,
    withTimes,
    withPlaces,
    withLocalMoney,
    withFrequency,
    withCorrelation,
    withShare,
    withSharers,
    withRivals,
    withUsual,
    withNominal,
    withOwnWhole,
    withParts,
    withRate,
    withFall,
    withReach,
    withForecast,
    withIndex,
    withFold,
  ].reduce((draft, step) => step(draft, model), said)
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
  const isGrowth = measures.every(({ of }) => same(of, measure('gdp_usd'))) && !draft.money && !draft.nominal
  const isOpen = isGrowth && draft.ownOrder === null && !draft.nounOwn && !draft.size
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
    ...{ ...draft, among: null, sets: { ...draft.sets, [dim]: [set] } },
    // 'The GDP of the three largest combined' is one figure.
    slices: draft.fold?.how === 'sum' ? draft.slices : [...draft.slices, dim],
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

/** 'How many countries grew': those that rose are counted. */
function withGrown(draft: Draft): Draft {
  const { change, wants, nouns } = draft
  const isCounted = wants.includes('count') && nouns.includes('country') && !isTested(draft)
  if (!isCounted || change?.dir !== 'any' || change.as !== null || draft.order) return draft
  return { ...draft, change: { ...change, dir: 'up' } }
}

/** 'The brands of toothpaste in Kenya', with nothing else asked of them: they are listed. */
function withNamedNouns(draft: Draft): Draft {
  const { nouns, measures, order, change, wants, slices, sets, share, stats } = draft
  const dim = (['brand', 'channel'] as const).find(one => nouns.includes(one) && sets[one].length === 0)
  const isOpen = measures.length + wants.length + slices.length + stats.length === 0 && !order && !change
  if (!dim || !isOpen || share || isTested(draft) || sets.segment.length === 0) return draft
  return { ...draft, slices: [dim] }
}

function withStretch(draft: Draft): Draft {
  const whole = stretchOf(draft)
  return whole ? { ...draft, times: [whole], compared: false } : draft
}

/** Several points are compared, a duration alone is the last so many periods. */
function withTimes(said: Draft, model: CatalogueModel): Draft {
  // Of the panel, now is its last year.
  const isOfPanel = said.sets.segment.length > 0 || said.measures.some(({ panel }) => panel)
  const now = (time: Time) => (time.k === 'latest' && isOfPanel ? point(lastYear(model)) : time)
  const points = timesOf(said.times)
  const draft = { ...said, times: points.length > 1 ? points.map(now) : points }
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
function stretchOf({ slices, times, fold }: Draft): Time | null {
  // 'The average of 2023, 2024 and 2025'
  const isByPeriod =
    slices.some(by => timeGrains.includes(by as TimeGrain)) ||
    (fold?.how === 'mean' && fold.weighted === null)
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

/** 'Average monthly sales': one figure, the mean of the months. */
function withPeriods(draft: Draft): Draft {
  const grain = draft.slices.find(by => by === 'month' || by === 'quarter')
  const isMean = draft.fold?.how === 'mean' && draft.order === null && !isChanged(draft)
  if (!grain || !isMean || draft.measures.some(({ panel }) => !panel)) return draft
  return { ...draft, grain: grain as TimeGrain, slices: draft.slices.filter(by => by !== grain) }
}

/** Of one place there is nothing to weight or to take the middle of. */
function withFold(said: Draft): Draft {
  const draft = withPeriods(said)
  const overMembers = draft.fold?.how === 'weighted' || draft.fold?.how === 'median'
  const { country } = draft.sets
  const isOne = country.length === 1 && country[0]?.of.k === 'ids' && country[0].of.ids.length === 1
  return overMembers && isOne && draft.slices.length === 0 ? { ...draft, fold: null } : draft
}

/** 'Has it gone up faster than inflation': inflation is of local money. */
function withLocalMoney(draft: Draft): Draft {
  const isOfInflation = draft.predExprs.some(
    ({ of }) => of?.k === 'measure' && of.id.startsWith('inflation_'),
  )
  const { country } = draft.sets
  const isOne = country.length === 1 && country.every(({ of }) => isSingle(of))
  if (!isOfInflation || !isOne || draft.money || draft.sets.segment.length === 0) return draft
  return { ...draft, money: { c: 'money', money: 'lcu', country: null } }
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
  const change = said.change !== null || said.order?.change === true
  const rivals = said.rivals.map(one =>
    one.op === 'than' ? ({ ...one, op: than, ...(change && { change }) } as const) : one,
  )
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

/** A condition 'each year' is one of every year. */
function withFrequency(draft: Draft): Draft {
  if (!isTested(draft) || draft.freq || !draft.slices.includes('year')) return draft
  const slices = draft.slices.filter(by => by !== 'year')
  return { ...draft, slices, freq: { c: 'freq', op: 'every', n: 0 } }
}

/** 'Ranking of countries by chocolate': of members that nobody names it is a list. */
function withRanking(draft: Draft): Draft {
  const noun = draft.nouns.find(by => by === 'country' || by === 'brand' || by === 'segment')
  if (!draft.stats.includes('rank') || !noun || draft.sets[noun].length > 0) return draft
  const stats = draft.stats.filter(stat => stat !== 'rank')
  return { ...draft, stats, listed: true, slices: [...draft.slices, noun] }
}

/** 'The five largest markets, with the price': the order is by what their size is. */
function withBeside(draft: Draft): Draft {
  const { order, measures, sets } = draft
  const areBeside = measures.length > 0 && measures.every(({ beside }) => beside)
  if (!order || order.change || draft.ownOrder || !areBeside) return draft
  const own = draft.nounOwn ?? (sets.segment.length > 0 ? sales : null)
  return own ? { ...draft, ownOrder: own } : draft
}
