import type { Cond, Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { asksWhen, type Draft, isChanged, isTested } from '../draft.ts'
import { calc, perOf } from '../grammar/measures.ts'
import { amountOf, numbersOf } from './twins.ts'

export const measure = (id: string): Expr => ({ k: 'measure', id })
export const sales = measure('panel_value_usd')
export const volume = measure('panel_volume')
/** What 'growth' alone is of an economy. */
export const growth = measure('gdp_growth')

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const unique = (list: readonly Expr[]) => [
  ...new Map(list.map(of => [JSON.stringify(of), of])).values(),
]

/** What is measured: what was said, what a superlative means by itself, what conditions test; sales where goods are named. */
export function measuresOf(draft: Draft, model: CatalogueModel): Expr[] | null {
  const said = draft.measures.map(({ of }) => of)
  const list = unique([...(draft.ownOrder ? [draft.ownOrder] : []), ...said])
  // 'How many people is that' of those above a threshold
  if (draft.number)
    return numbersOf(list.length > 0 ? list : unique(draft.conds.flatMap(testedMeasures)), model)
  // 'Size, growth and price of beer'
  if (draft.size && list.length > 0 && hasGoods(draft) && !list.some(of => same(of, sales)))
    list.unshift(sales)
  if (list.length === 0 && draft.profile) return hasGoods(draft) ? ofMarket : ofCountry
  if (list.length === 0) {
    const tested = unique(draft.conds.flatMap(testedMeasures))
    const isTest = tested.length > 0 && (draft.sets.segment.length === 0 || tested.some(hasPanel))
    const hasOther = hasGoods(draft) && draft.preds.length > 0
    if (isTest) return hasOther ? unique([sales, ...tested]) : tested
    const other = assumedMeasures(draft)
    if (other === null) return null
    list.push(...other)
  }
  // 'Is there a link between urbanisation and beer per head'
  if (draft.stats.includes('correlation') && draft.sets.segment.length > 0 && !list.some(hasPanel))
    list.push(draft.per ? volume : sales)
  // 'In naira and in litres'
  if (draft.money && hasGoods(draft) && list.length > 0 && list.every(of => same(of, volume)))
    list.unshift(sales)
  // Brands and channels are of goods: 'phone brands' are none.
  const areOfGoods = [...draft.slices, ...draft.nouns].some(by => by === 'brand' || by === 'channel')
  if (areOfGoods && !hasGoods(draft) && list.length > 0 && !list.some(hasPanel)) return null
  // What is exported of one good is not known: its sales at home are no part of exports.
  if (draft.share && draft.sets.segment.length > 0 && list.some(isTrade)) return null
  const isNominal = draft.nominal && !draft.real
  const isYearly = asksWhen(draft) || draft.freq !== null || (isChanged(draft) && isOneYear(draft))
  const grown = list.map(of =>
    !isNominal && isChanged(draft) && (isYearly || draft.real) ? yearlyGrowth(of) : of,
  )
  const per = draft.per
  // 'Debt in dollars', 'revenue per head'
  const isAmount = per !== null || draft.money?.money === 'usd'
  const amounts = isAmount ? grown.map(of => amountOf(of, model)) : grown
  return amounts.flatMap(of => inMoney(per ? perOf(of, per, model) : of, draft))
}

const isTrade = (of: Expr) => of.k === 'measure' && /^(goods_)?(im|ex)ports_/.test(of.id)

/** What a market and a country are described by. */
const leader: Expr = { k: 'concentration', of: sales, dim: 'brand', how: 'top', n: 1 }
const growthOfSales: Expr = {
  ...{ k: 'change', of: sales, from: { k: 'shift', by: -5, grain: 'year' }, as: 'cagr' },
}
const ofMarket = [sales, volume, growthOfSales, measure('panel_price_usd'), leader]
const ofCountry = ['gdp_usd', 'population', 'gdp_growth', 'inflation_cpi', 'gdp_per_capita_usd'].map(measure)

const hasPanel = (of: Expr) => JSON.stringify(of).includes('"panel_')

const hasGoods = ({ sets, lead }: Draft) =>
  lead || sets.segment.length + sets.brand.length + sets.channel.length > 0

/** Sales of goods, and their volume where they are counted for each child; the size of a noun; growth of an economy. */
function assumedMeasures(draft: Draft): Expr[] | null {
  const slices = [...draft.slices, ...draft.nouns]
  const areGoods = hasGoods(draft) || slices.some(by => ['segment', 'brand', 'channel'].includes(by))
  // 'How many nappies are sold'
  if (areGoods && (draft.counted || countsGoods(draft))) return [volume]
  if (areGoods) return draft.per && !same(draft.per, measure('population')) ? [sales, volume] : [sales]
  if (draft.whole) return null
  // 'What proportion of Africans live in Nigeria'
  const { country } = draft.sets
  const isPart = country.some(({ group }) => group !== null) && country.some(({ group }) => group === null)
  if (draft.share && isPart) return [measure('population')]
  // 'How much has the cedi lost'
  if (draft.money?.country && draft.stats.includes('forecast')) return [measure('exchange_rate')]
  // 'How much ground did the Rwandan franc lose'
  const isOfMoney = draft.money?.country || (draft.money?.money === 'lcu' && draft.sets.country.length > 0)
  if (isOfMoney && isChanged(draft)) return [measure('currency_value'), measure('exchange_rate')]
  if (draft.nounOwn && (draft.order || draft.size || isChanged(draft))) return [draft.nounOwn]
  return isChanged(draft) && draft.change?.dir !== 'down' && !draft.money ? [growth] : null
}

const countsGoods = (draft: Draft) =>
  draft.wants.includes('count') &&
  !asksWhen(draft) &&
  draft.slices.length + draft.nouns.length === 0 &&
  // Points of share are no packs.
  !draft.share &&
  draft.change?.as !== 'points' &&
  draft.sets.segment.length > 0 &&
  !isTested(draft)

/** The measures that a condition tests. */
export function testedMeasures(of: Cond): Expr[] {
  if (of.k === 'compare') return [of.a]
  if (of.k === 'and' || of.k === 'or') return [...testedMeasures(of.a), ...testedMeasures(of.b)]
  return of.k === 'not' ? testedMeasures(of.of) : []
}

const isOneYear = (draft: Draft) =>
  draft.times.length < 2 && draft.times.every(time => time.k === 'span' && time.from === time.to)

/** What has a growth rate of its own in the data is asked for by it, where one year's growth is meant. */
const yearlyGrowth = (of: Expr): Expr => (same(of, measure('gdp_usd')) ? growth : of)

/** Sales and prices in the money asked for; in real terms they are local currency at prices of one year. */
export function inMoney(of: Expr, { money, real, nominal }: Draft): Expr[] {
  if (real && nominal && same(of, growth)) return [growth, measure('gdp_usd')]
  if (real || money?.money === 'lcu') return [localOf(of)]
  if (money?.money === 'both' && !same(localOf(of), of)) return [localOf(of), of]
  return [of]
}

const locals = { panel_value_usd: 'panel_value_lcu', panel_price_usd: 'panel_price_lcu', gdp_usd: 'gdp_lcu' }
const local: Record<string, string> = { ...locals, panel_value_pc_usd: 'panel_value_pc_lcu' }

export function localOf(of: Expr): Expr {
  if (of.k === 'measure') return measure(local[of.id] ?? of.id)
  if (of.k === 'calc') return calc(of.op, localOf(of.a), localOf(of.b))
  return of
}

/** 'Economic growth' is a measure by itself, not a change of one. */
export function isGrowthRate(of: Expr, model: CatalogueModel): boolean {
  const known = of.k === 'measure' ? model.measure(of.id) : undefined
  return known?.k === 'base' && known.rules.fold.time === 'chain'
}
