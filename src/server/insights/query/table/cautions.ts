import type { Expr, Query } from '../../../../contract/query.ts'
import type { Catalogue } from '../../catalogue-shape.ts'
import type { DataModel } from '../data-model.ts'
import type { UsedFigures, UsedYears } from './used-figures.ts'

/** Cautions of single countries would drown a table of a whole continent. */
const fewCountries = 12

/** Cautions about the figures that a table rests on: moves of exchange rates, and flags of its measures. */
export function cautionsOf(
  model: DataModel,
  catalogue: Catalogue,
  query: Query,
  { measures, years, countries }: UsedFigures,
): string[] {
  const converted = [...new Set(query.show.flatMap(({ of }) => convertedIn(model, catalogue, of)))]
  const isPanel = converted.every(id => catalogue.measure(id)?.kind === 'panel')
  const moving = countries.filter(({ panelCurrency }) => !(isPanel && panelCurrency.code === 'USD'))
  const span = spanOf(moving.flatMap(({ iso3 }) => converted.flatMap(id => years.get(id)?.get(iso3) ?? [])))
  const rates = span
    ? catalogue.exchangeRateCautions(
        moving.map(({ iso3 }) => iso3),
        span.from,
        span.to,
      )
    : []
  const usual = measures.flatMap(({ id }) => {
    const ofMeasure = years.get(id) ?? new Map<string, UsedYears>()
    const span = spanOf([...ofMeasure.values()])
    if (!span) return []
    if (countries.length > fewCountries)
      return [...implausible(catalogue, id, ofMeasure), ...catalogue.flagsFor(id, '', span.from, span.to)]
    return [...ofMeasure].flatMap(([iso3, { from, to }]) => catalogue.flagsFor(id, iso3, from, to))
  })
  return [...new Set([...rates, ...usual])]
}

/** Figures that look implausible are named even in a table of a whole continent. */
const implausible = (catalogue: Catalogue, id: string, years: ReadonlyMap<string, UsedYears>): string[] =>
  catalogue.flags
    .filter(flag => {
      const used = flag.kind === 'implausible' && flag.measure === id ? years.get(flag.country) : undefined
      return used !== undefined && used.from <= flag.toYear && used.to >= flag.fromYear
    })
    .map(({ text }) => text)

/**
 * Ids of measures converted into US$ whose exchange rate is still in the value: it cancels in a share and in a quotient
 * of both.
 */
function convertedIn(model: DataModel, catalogue: Catalogue, of: Expr): string[] {
  const inside = (...parts: Expr[]) => parts.flatMap(part => convertedIn(model, catalogue, part))
  switch (of.k) {
    case 'measure': {
      const measure = model.measure(of.id)
      if (measure?.k === 'derived') return inside(measure.of)
      return catalogue.measure(of.id)?.converted ? [of.id] : []
    }
    case 'calc': {
      const [a, b] = [inside(of.a), inside(of.b)]
      return of.op === '/' && a.length > 0 && b.length > 0 ? [] : [...a, ...b]
    }
    case 'effect':
      return inside(...of.factors)
    case 'number':
    case 'share':
    case 'concentration':
    case 'when':
    case 'rank':
      return []
    default:
      return inside(of.of)
  }
}

function spanOf(years: readonly { from: number; to: number }[]): { from: number; to: number } | null {
  if (years.length === 0) return null
  return { from: Math.min(...years.map(({ from }) => from)), to: Math.max(...years.map(({ to }) => to)) }
}
