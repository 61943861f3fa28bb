import type { Cut, Dim, Expr, SetOf, Time } from '../../../contract/query.ts'
import type { Months } from './check-cell.ts'
import { type BaseMeasure, type DataModel, deflator, lastYearOf } from './data-model.ts'
import { dimOf } from './dim-of.ts'
import { maxAgeOf, sides } from './sql/leaves.ts'
import { periodMonths, window, windowAt } from './sql/windows.ts'

/** A cell, as far as cautions, units and coverage depend on it. */
export interface Place {
  countries: readonly string[]
  segments: readonly string[]
  months: Months
}

/** A stored measure that a value rests on, with where and when it is read. */
export interface Read extends Place {
  measure: BaseMeasure
}

/** The members of a set; those of one that needs figures are looked up before. */
export type IdsOf = (set: SetOf) => readonly string[]

/** What an expression reads at a cell: each stored measure under it, where the expression itself moves to. */
export function readsOf(model: DataModel, idsOf: IdsOf): (of: Expr, place: Place) => Read[] {
  const placed = (place: Place, dim: Dim, ids: readonly string[]): Place => {
    if (dim === 'country') return { ...place, countries: ids }
    return dim === 'segment' ? { ...place, segments: ids } : place
  }
  const cutTo = (place: Place, cut: Cut): Place =>
    Object.values(cut).reduce((at, set) => placed(at, dimOf(set), idsOf(set)), place)
  const during = (place: Place, time: Time, of: Expr): Place => ({
    ...place,
    months: monthsAt(model, time, place.months, of),
  })

  function reads(of: Expr, place: Place): Read[] {
    switch (of.k) {
      case 'measure': {
        const measure = model.measure(of.id)
        if (!measure) return []
        return measure.k === 'base' ? [{ measure, ...place }] : reads(measure.of, place)
      }
      case 'number':
        return []
      case 'calc':
        return [...reads(of.a, place), ...reads(of.b, place)]
      case 'fn':
      case 'concentration':
        return reads(of.of, place)
      case 'at': {
        const elsewhere = cutTo(place, of.cut)
        return reads(of.of, of.time ? during(elsewhere, of.time, of.of) : elsewhere)
      }
      case 'share':
        return [...reads(of.of, place), ...reads(of.of, cutTo(place, of.whole))]
      case 'change':
        return [...reads(of.of, during(place, of.from, of.of)), ...reads(of.of, place)]
      case 'index':
        return [...reads(of.of, during(place, of.base, of.of)), ...reads(of.of, place)]
      case 'real': {
        const [base] = periodMonths(of.base)
        const ends = [base, place.months.from, place.months.to]
        const months = { from: Math.min(...ends), to: Math.max(...ends) }
        return [...reads(of.of, place), ...reads({ k: 'measure', id: deflator }, { ...place, months })]
      }
      case 'fold': {
        const { over, by } = of
        const at =
          over.k === 'members'
            ? placed(place, dimOf(over.of), idsOf(over.of))
            : during(place, over.time, of.of)
        return [...reads(of.of, at), ...(by ? reads(by, at) : [])]
      }
      case 'when': {
        const at = { ...place, months: monthsAt(model, of.over.time, place.months) }
        return sides(of.test).flatMap(side => reads(side, at))
      }
      case 'rank':
        return [...reads(of.of, place), ...reads(of.of, placed(place, dimOf(of.among), idsOf(of.among)))]
      case 'effect':
        return of.factors.flatMap(factor => [
          ...reads(factor, during(place, of.from, factor)),
          ...reads(factor, place),
        ])
    }
  }
  return reads
}

/** The months of a time at a cell; of `latest`, all in which it may find its year. */
export function monthsAt(model: DataModel, time: Time, cell: Months | null, of?: Expr): Months {
  if (time.k === 'latest') {
    const last = lastYearOf(model)
    const within = time.within ?? (of ? maxAgeOf(of, model) : 0)
    return { from: 12 * (last - within), to: 12 * last + 11 }
  }
  const { lo, hi } = windowAt(time, cell && window(cell.from, cell.to), model.panel.to)
  return { from: lo.plus, to: hi.plus }
}
