import type { Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'
import { isAmount } from '../grammar/measures.ts'
import { measure, sales, same } from './measures.ts'
import { rateOf } from './twins.ts'

/** 'The share of children in the population': of two amounts the second is the whole. */
export function withParts(draft: Draft, model: CatalogueModel): Draft {
  // Nothing has more people than the population: it is the whole wherever it stands.
  const [part, whole, ...more] = draft.measures.toSorted(
    (a, b) => Number(isPeople(a.of)) - Number(isPeople(b.of)),
  )
  const isOfGroup = draft.sets.country.some(set => set.group !== null)
  if (!draft.share || !part || !whole || more.length > 0 || isOfGroup) return draft
  const areParts = [part, whole].every(({ of, panel }) => !panel && isAmount(of, model))
  return areParts ? { ...draft, share: false, measures: [part], whole: whole.of } : draft
}

const isPeople = (of: Expr) => same(of, measure('population'))

/** 'How much of Kenya's GDP is farming': the figure is a share of GDP itself. */
export function withOwnWhole(draft: Draft, model: CatalogueModel): Draft {
  const isOfGdp = ({ of }: Draft['measures'][number]) =>
    of.k === 'measure' && model.measure(of.id)?.unit === '% of GDP'
  const isGdp = ({ of }: Draft['measures'][number]) => same(of, measure('gdp_usd'))
  if (!draft.share || !draft.measures.some(isOfGdp) || !draft.measures.some(isGdp)) return draft
  return { ...draft, share: false, measures: draft.measures.filter(one => !isGdp(one)) }
}

/** 'What percentage of Ethiopians live in towns': a number of people as the rate it is. */
export function withRate(draft: Draft, model: CatalogueModel): Draft {
  const [only, ...more] = draft.measures
  const isOfGroup = draft.sets.country.some(set => set.group !== null)
  const rate = draft.share && only && more.length === 0 && !isOfGroup ? rateOf(only.of, model) : null
  return only && rate ? { ...draft, share: false, measures: [{ ...only, of: rate }] } : draft
}

/** 'More than 40% of value' is a share of sales. */
export function withShare(said: Draft): Draft {
  const draft = withWhole(said)
  const { whole } = draft
  // 'Kenya's economy is what per cent of the economy of the EAC'
  const isOfOwn = whole !== null && draft.measures.some(({ of }) => same(of, whole))
  return isOfOwn || (whole !== null && same(whole, sales)) ? { ...draft, whole: null, share: true } : draft
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
const wholes = new Set(['gdp_usd', 'hh_consumption_usd'])

/** All consumer goods together. */
const everything = 'all_consumer_goods'

/** 'The shares of the shampoo brands' are a list of brands; of two groups of countries the smaller is the part of the larger. */
export function withSharers(draft: Draft, model: CatalogueModel): Draft {
  const isNamed = draft.sets.brand.length + draft.sets.channel.length + draft.slices.length > 0
  const areShares = draft.measures.some(({ of }) => isShareOfBrands(of, model))
  // 'Volume share of wine in Kenya': of all brands it would be the whole.
  if (areShares && !isNamed && draft.order === null) return { ...draft, slices: ['brand'] }
  if (!draft.share) return draft
  const listed = (['brand', 'channel'] as const).find(
    dim => draft.nouns.includes(dim) && draft.sets[dim].length === 0 && !draft.slices.includes(dim),
  )
  if (listed && draft.order === null) return { ...draft, slices: [...draft.slices, listed] }
  // 'The share of beverages in all consumer goods'
  const { segment } = draft.sets
  if (segment.length === 2 && segment.some(({ group }) => group === everything)) {
    const parts = segment.map(one => (one.group === everything ? one : { ...one, group: null }))
    return { ...draft, sets: { ...draft.sets, segment: parts } }
  }
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
