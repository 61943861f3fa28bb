import { type Catalogue, parseExpr } from '../../insights/insights.ts'
import { measuresIn, measuresOf, type PastAnswer } from './past-answer.ts'

/** The measures with stored figures that an answer rests on. */
export function baseMeasures(answer: PastAnswer, catalogue: Catalogue): string[] {
  const derived = new Map(catalogue.derived.map(({ id, expression }) => [id, expression]))
  const bases = (id: string): string[] => {
    const expression = derived.get(id)
    return expression === undefined ? [id] : measuresOf(parseExpr(expression)).flatMap(bases)
  }
  const all = measuresIn(answer).flatMap(bases)
  return [...new Set(all)].filter(id => catalogue.measure(id) !== undefined)
}

/** What a figure is divided or multiplied by says least of what it is. */
const common: readonly string[] = ['population', 'gdp_usd']

/** The same, those that say what was shown before those that most figures rest on. */
export function ownMeasures({
  answer,
  catalogue,
}: {
  answer: PastAnswer | null
  catalogue: Catalogue
}): string[] {
  const all = answer ? baseMeasures(answer, catalogue) : []
  const own = all.filter(id => !common.includes(id))
  return own.length > 0 ? own : all
}
