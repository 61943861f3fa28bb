import type { Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'
import { measure, sales, same } from './measures.ts'

type Direction = 'better' | 'worse' | 'neutral'

const flipped = { better: 'worse', worse: 'better', neutral: 'neutral' } as const

/** Whether more of it is better, as the catalogue says of measures; what is computed follows its parts. */
export function directionOf(of: Expr, model: CatalogueModel): Direction {
  if (of.k === 'measure') {
    const known = model.measure(of.id)
    return known?.k === 'derived' ? directionOf(known.of, model) : (model.facts(of.id)?.higherIs ?? 'neutral')
  }
  if (of.k === 'calc') {
    const [a, b] = [directionOf(of.a, model), directionOf(of.b, model)]
    if (a !== 'neutral') return a
    if (of.op === '/') return of.a.k === 'number' ? flipped[b] : 'neutral'
    return of.op === '-' ? flipped[b] : b
  }
  return 'of' in of ? directionOf(of.of, model) : 'neutral'
}

const opposite = { high: 'low', low: 'high', up: 'down', down: 'up', any: 'any' } as const

/** 'Best', 'worse' and 'improved' as an end of the order or a way of the change, by what is measured. */
export function withQuality(draft: Draft, model: CatalogueModel): Draft {
  const main = draft.ownOrder ?? draft.measures[0]?.of
  if (!main || directionOf(main, model) !== 'worse') return draft
  const { order, towards, change, qualities } = draft
  return {
    ...draft,
    order: order?.quality ? { ...order, end: opposite[order.end] } : order,
    towards: towards && qualities.includes('comp') ? opposite[towards] : towards,
    change: change && qualities.includes('change') ? { ...change, dir: opposite[change.dir] } : change,
  }
}

const income = ['gdp_per_capita_ppp', 'gni_per_capita_usd', 'gni_per_capita_ppp'].map(measure)

/** 'The richest by GDP per head in PPP': the measure that is said goes before the one in 'rich'. */
function withIncome(draft: Draft): Draft {
  const { ownOrder, measures } = draft
  const isRich = ownOrder !== null && same(ownOrder, measure('gdp_per_capita_usd'))
  const [only] = measures
  const isSaid = only && measures.length === 1 && income.some(one => same(one, only.of))
  return isRich && isSaid ? { ...draft, ownOrder: null } : draft
}

const [under5, under15] = ['children_under_5', 'children_0_14'].map(measure)

/** 'Children in Uganda under five': those of the age that is said. */
const withAge = (draft: Draft): Draft =>
  draft.measures.some(({ of }) => same(of, under5))
    ? { ...draft, measures: draft.measures.filter(({ of }) => !same(of, under15)) }
    : draft

/** 'Who has lost most share in soft drinks in Kenya': the brands of one market. */
function withSharesOfBrands(draft: Draft): Draft {
  const { sets, change, order, wants, nouns, slices } = draft
  const isOfShare =
    order?.share === true ||
    ((change !== null || order?.change === true) && (draft.share || change?.as === 'points'))
  const isOfMarket = sets.segment.length > 0 && sets.country.length === 1
  const isNamed = sets.brand.length + sets.channel.length + nouns.length + slices.length > 0
  const isPlace = sets.country.every(({ of }) => of.k === 'ids')
  if (!isOfShare || !isOfMarket || isNamed || !isPlace || !wants.includes('who')) return draft
  return { ...draft, share: true, slices: ['brand'] }
}

/** 'How many diapers do they use' asks for so many, not for what they cost. */
export const withGoods = (draft: Draft): Draft =>
  draft.counted ? { ...draft, measures: draft.measures.filter(({ of }) => !same(of, sales)) } : draft

/** 'Where do the fewest people have power': the order is by those people, not by all. */
function withPeopleOf(draft: Draft, model: CatalogueModel): Draft {
  const { ownOrder, measures } = draft
  const [only] = measures.filter(({ weak }) => !weak)
  const isOfAll = ownOrder !== null && same(ownOrder, measure('population'))
  const unit = only?.of.k === 'measure' ? model.measure(only.of.id)?.unit : undefined
  return isOfAll && unit?.startsWith('% of p') ? { ...draft, ownOrder: null } : draft
}

/** What measure, age and brands are meant where a question names more than one or none. */
export const withMeant = (draft: Draft, model: CatalogueModel): Draft =>
  withPeopleOf(withIncome(withSharesOfBrands(withAge(draft))), model)
