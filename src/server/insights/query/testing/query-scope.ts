import type { Cut, Dim, Expr, Time } from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'

/** What a generator knows of the cells an expression will stand at: enough to choose measures that have values there. */
export interface Scope {
  /** Dimensions of which the cell has one member. */
  single: readonly Dim[]
  /** All segments of the cell are sold in one unit. */
  isOneUnit: boolean
  /** A calendar year, several, or months. */
  span: 'year' | 'years' | 'months'
  /** The panel has rows of the cell's window. */
  hasPanel: boolean
  /** Only measures of the panel have the dimensions that rows and cut name. */
  needsPanel: boolean
  /** Values of several countries or segments are put beside each other: no local currencies, no volumes of several units. */
  mixes: readonly Dim[]
  /** So many expressions may stand in each other. */
  depth: number
}

export const isSingle = (scope: Scope, dim: Dim) => scope.single.includes(dim)
export const deeper = (scope: Scope): Scope => ({ ...scope, depth: scope.depth - 1 })

/** The scope where one member takes the place of a dimension's set. */
export const atMember = (scope: Scope, dim: Dim): Scope => ({
  ...scope,
  single: [...scope.single, dim],
  isOneUnit: scope.isOneUnit || dim === 'segment',
  needsPanel: scope.needsPanel || dim !== 'country',
})

/** The scope where members of a dimension are put beside each other. */
export const among = (scope: Scope, dim: Dim): Scope => ({
  ...atMember(scope, dim),
  mixes: [...scope.mixes, dim],
})

/** The scope at a cut, by how its sets are written. */
export function atCut(model: DataModel, scope: Scope, cut: Cut): Scope {
  let { single, isOneUnit, needsPanel, mixes } = scope
  for (const [dim, set] of Object.entries(cut)) {
    const ids = set.k === 'ids' ? set.ids : set.k === 'in' ? (model.sets[set.dim].get(set.id) ?? []) : null
    single = single.filter(one => one !== dim)
    mixes = mixes.filter(one => one !== dim)
    if (set.k === 'ids' && set.ids.length === 1) single = [...single, dim as Dim]
    if (dim === 'segment') isOneUnit = ids !== null && new Set(ids.map(model.volumeUnit)).size === 1
    if (dim !== 'country') needsPanel = true
  }
  return { ...scope, single, isOneUnit, needsPanel, mixes }
}

/** The scope at a time that takes the place of the cell's. */
export function atTime(scope: Scope, time: Time | null): Scope {
  if (time === null || time.k === 'shift') return scope
  return { ...scope, hasPanel: true, ...spanAt(scope, time) }
}

function spanAt(scope: Scope, time: Exclude<Time, { k: 'shift' }>): Pick<Scope, 'span'> {
  switch (time.k) {
    case 'latest':
      return { span: 'year' }
    case 'span':
      return { span: spanOf(time.from, time.to) }
    case 'last':
      return { span: time.grain === 'year' ? (time.n === 1 ? 'year' : 'years') : 'months' }
    case 'ytd':
      return { span: time.to === null || time.to.length === 4 ? 'year' : 'months' }
    case 'since':
      return { span: scope.span === 'months' ? 'months' : 'years' }
  }
}

export const spanOf = (from: string, to: string) =>
  from.length > 4 || to.length > 4 ? 'months' : from === to ? 'year' : 'years'

/** Whether a measure can have a value at such a cell. */
export function fits(model: DataModel, id: string, scope: Scope): boolean {
  const measure = model.measure(id)
  if (!measure) return false
  if (measure.k === 'derived')
    return (
      measuresUnder(measure.of).every(part => fits(model, part, { ...scope, needsPanel: false })) &&
      (!scope.needsPanel || measuresUnder(measure.of).some(part => isOfPanel(model, part)))
    )
  const { fold } = measure.rules
  if (fold.country === 'none' && (!isSingle(scope, 'country') || scope.mixes.includes('country')))
    return false
  if (measure.store === 'panel')
    return (
      scope.hasPanel && (fold.segment !== 'none' || (scope.isOneUnit && !scope.mixes.includes('segment')))
    )
  if (scope.needsPanel || scope.span === 'months') return false
  return scope.span === 'year' || fold.time !== 'none'
}

function isOfPanel(model: DataModel, id: string): boolean {
  const measure = model.measure(id)
  return measure?.k === 'base' && measure.store === 'panel'
}

/** Ids of the measures of an expression that a derived measure may be. */
function measuresUnder(of: Expr): string[] {
  if (of.k === 'measure') return [of.id]
  if (of.k === 'calc') return [...measuresUnder(of.a), ...measuresUnder(of.b)]
  return 'of' in of ? measuresUnder(of.of) : []
}
