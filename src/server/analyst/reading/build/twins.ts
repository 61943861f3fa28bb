import { isDeepStrictEqual } from 'node:util'
import type { Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'

/** The amount in US$ that a rate of GDP or GNI is of: government debt of 'gov_debt_gdp'; the measure itself where it has none. */
export function amountOf(of: Expr, model: CatalogueModel): Expr {
  if (of.k === 'calc' && of.a.k === 'number') return { ...of, b: amountOf(of.b, model) }
  if (of.k !== 'measure') return of
  const id = of.id.replace(/_(?:gdp|gni)$/, '_usd')
  return model.measure(of.id)?.unit.startsWith('% of') && model.measure(id) ? { k: 'measure', id } : of
}

/** The rate that a count of people is worked out by: the urban share of 'urban_population'; null where it has none. */
export function rateOf(of: Expr, model: CatalogueModel): Expr | null {
  const counted = of.k === 'measure' ? model.derived.find(({ id }) => id === of.id) : undefined
  const rate = counted?.rules.kind === 'count' ? partOf(counted.of) : null
  if (rate === null || rate.k === 'measure') return rate
  const named = model.derived.find(one => isDeepStrictEqual(one.of, rate))
  return named ? { k: 'measure', id: named.id } : null
}

/** 'How many people is that': rates as the numbers that they are parts of; null where there is no such number. */
export function numbersOf(list: readonly Expr[], model: CatalogueModel): Expr[] | null {
  const counts = list.flatMap(of => {
    const known = of.k === 'measure' ? model.measure(of.id) : undefined
    if (of.k === 'measure' && known?.k === 'derived' && known.rules.kind === 'count') return [of]
    const rate = known?.k === 'derived' ? known.of : of
    const count = model.derived.find(
      one => one.rules.kind === 'count' && isDeepStrictEqual(partOf(one.of), rate),
    )
    return count ? [{ k: 'measure' as const, id: count.id }] : []
  })
  return counts.length > 0 ? counts : null
}

/** The rate of a number that is so many per cent of another. */
function partOf(of: Expr): Expr | null {
  const isPart = of.k === 'calc' && of.op === '*' && of.a.k === 'calc' && of.a.op === '/'
  return isPart && of.a.k === 'calc' ? of.a.a : null
}
