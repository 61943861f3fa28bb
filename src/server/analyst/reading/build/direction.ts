import type { Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'

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
