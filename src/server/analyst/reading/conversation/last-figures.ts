import type { CatalogueModel } from '../../../insights/insights.ts'
import { lastYear } from '../build/times.ts'
import type { Draft } from '../draft.ts'

const measureId = /"k":"measure","id":"(\w+)"/g

/** The last year for which all measures of a draft have figures; that of the panel where none is said. */
export function lastFigures({ measures, ownOrder }: Draft, model: CatalogueModel): number {
  const texts = [ownOrder, ...measures.filter(({ weak }) => !weak).map(({ of }) => of)].map(of =>
    JSON.stringify(of),
  )
  const ids = texts.flatMap(text => basesOf(text ?? '', model))
  const years = ids.flatMap(id => model.facts(id)?.years?.to ?? [])
  return Math.min(lastYear(model), ...years)
}

/** The measures with stored figures that an expression rests on. */
function basesOf(text: string, model: CatalogueModel): string[] {
  return [...text.matchAll(measureId)].flatMap(([, id = '']) => {
    const known = model.measure(id)
    return known?.k === 'derived' ? basesOf(JSON.stringify(known.of), model) : [id]
  })
}
