import type { Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { asksWhen, type Draft, isChanged, isTested } from '../draft.ts'
import { measure, same } from './measures.ts'
import { numbersOf } from './twins.ts'

/** 'Where do people live longest': the people are those of another measure; 'how many people smoke' is their number. */
export function withPeople(draft: Draft, model: CatalogueModel): Draft {
  const isCity = draft.measures.some(({ of }) => same(of, measure('largest_city_population')))
  const isOther = (of: Expr) => !isCity || !same(of, measure('population'))
  const strong = draft.measures.filter(({ weak, of }) => !weak && isOther(of))
  if (countsPeople(draft, model)) {
    const measures = strong.map(one => ({ ...one, of: numbersOf([one.of], model)?.[0] ?? one.of }))
    return { ...draft, measures }
  }
  const hasOther =
    strong.length > 0 || draft.ownOrder !== null || draft.conds.length > 0 || draft.sets.segment.length > 0
  if (!hasOther) return draft
  const isCounted = draft.measures.some(({ weak }) => weak === 'count')
  const measures = isCounted
    ? strong.map(one => ({ ...one, of: numbersOf([one.of], model)?.[0] ?? one.of }))
    : strong
  return { ...draft, measures }
}

/** 'How many Nigerians live in cities': the number of them, not their share. */
function countsPeople(draft: Draft, model: CatalogueModel): boolean {
  const { measures, wants, sets, nouns, slices } = draft
  const isAsked = wants.includes('count') && !asksWhen(draft) && !isTested(draft) && !isChanged(draft)
  const isPlain = nouns.length + slices.length === 0 && draft.per === null && draft.order === null
  const isRate = ({ of }: Draft['measures'][number]) =>
    of.k === 'measure' && (model.measure(of.id)?.unit.startsWith('% of p') ?? false)
  return isAsked && isPlain && sets.country.length > 0 && measures.length === 1 && measures.every(isRate)
}
