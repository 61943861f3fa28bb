import { type Dim, dims, type SetOf, type Time } from '../../../contract/query.ts'
import type { Draft } from './draft.ts'
import type { Piece, SemOf } from './sem.ts'

/** Members that an answer showed, in order. */
export interface Shown {
  dim: Dim
  ids: string[]
}

/** What a follow-up does to what was asked before. */
export type Edit = 'add' | 'drop' | 'only' | 'instead' | null

/** Takes the words of an edit and the references to an earlier answer out of the pieces; references become names. */
export function resolved(
  pieces: readonly Piece[],
  shown: readonly Shown[],
  before: Draft | null = null,
): { pieces: Piece[]; edit: Edit; refers: boolean } {
  let edit: Edit = null
  let refers = false
  const kept = pieces.flatMap((piece): Piece[] => {
    const { sem } = piece
    if (sem.c === 'edit') {
      if (sem.edit !== 'same') edit = sem.edit as Edit
      refers = true
      return []
    }
    if (sem.c === 'timeRef') {
      refers = true
      const time = timeBefore(sem, before)
      return [time ? { ...piece, sem: { c: 'time', time, vague: false } } : piece]
    }
    if (sem.c !== 'ref') return [piece]
    refers = true
    if (sem.ref === 'it') return []
    const set = referred(sem, shown)
    return set ? [{ ...piece, sem: set }] : [piece]
  })
  return { pieces: kept, edit, refers }
}

/** 'The five years before that': the years that end where the time asked last starts. */
function timeBefore({ n, grain }: SemOf<'timeRef'>, before: Draft | null): Time | null {
  const last = before?.times[0]
  if (grain !== 'year' || last?.k !== 'span') return null
  const end = Number(last.from.slice(0, 4)) - 1
  return { k: 'span', from: String(end - n + 1), to: String(end) }
}

/** 'Those' are the members last shown in a list, 'the second' one of them. */
function referred(ref: SemOf<'ref'>, shown: readonly Shown[]): SemOf<'set'> | null {
  const list = shown.find(({ ids }) => ids.length > 1) ?? shown[0]
  if (!list) return null
  const ids = ref.ref === 'nth' ? list.ids.slice(ref.n - 1, ref.n) : list.ids
  if (ids.length === 0) return null
  const of: SetOf = { k: 'ids', dim: list.dim, ids }
  return { c: 'set', dim: list.dim, of, group: null, name: true }
}

/** True where a question says by itself what is measured and where: it inherits nothing. */
export function standsAlone(draft: Draft, edit: Edit, refers: boolean, before: Draft): boolean {
  if (edit !== null || refers || draft.vs) return false
  if (fillsGap(draft, before)) return false
  const hasMeasure = draft.measures.length > 0 || draft.ownOrder !== null || draft.sets.segment.length > 0
  const hasPlace = draft.sets.country.length > 0
  const isSearch = draft.nouns.includes('country') && (draft.order !== null || draft.preds.length > 0)
  return hasMeasure && (hasPlace || isSearch)
}

/** A bare name that says what was left open: 'how did Brand A do?', then 'skin care, Tanzania'. */
const fillsGap = (draft: Draft, before: Draft) =>
  draft.measures.length === 0 &&
  draft.ownOrder === null &&
  (before.measures.length > 0 || before.sets.brand.length > 0) &&
  ((before.sets.segment.length === 0 && draft.sets.segment.length > 0) ||
    (before.sets.country.length === 0 && draft.sets.country.length > 0))

/** A follow-up's draft with what it leaves open taken from the one before. */
export function followed(before: Draft, next: Draft, edit: Edit): Draft {
  const draft: Draft = structuredClone(before)
  for (const dim of dims) {
    const said = next.sets[dim]
    if (said.length === 0) continue
    if (edit === 'drop') draft.minus.push(...said.map(({ of }) => ({ c: 'minus' as const, dim, of })))
    else if (edit === 'add' || next.vs) draft.sets[dim].push(...said)
    else {
      draft.sets[dim] = said
      draft.minus = draft.minus.filter(one => one.dim !== dim)
      // One place instead of a list is no list any more.
      if (edit !== 'only' && !next.order) draft.slices = draft.slices.filter(by => by !== dim)
    }
  }
  draft.minus.push(...next.minus)
  if (next.measures.length > 0) {
    const isAdded = edit === 'add'
    draft.measures = isAdded ? [...draft.measures, ...next.measures] : next.measures
    Object.assign(draft, { ownOrder: null, conds: next.conds, preds: next.preds })
    if (!isAdded) Object.assign(draft, { per: null, share: false, real: false, fold: null, change: null })
    // Goods belong to the panel: a measure of the economy leaves them.
    if (next.measures.every(one => !one.panel) && next.sets.segment.length === 0)
      draft.sets = { ...draft.sets, segment: [], brand: [], channel: [] }
    if (draft.order?.change) draft.order.change = false
  } else if (next.sets.segment.length > 0 && before.measures.every(one => !one.panel)) {
    draft.measures = []
    draft.ownOrder = null
  }
  if (next.ownOrder) Object.assign(draft, { ownOrder: next.ownOrder, measures: next.measures })
  if (next.times.length > 0) {
    const isAdded = (edit === 'add' || next.vs) && before.times.length === 1
    draft.times = isAdded ? [...before.times, ...next.times] : next.times
    draft.compared = isAdded || next.compared
  }
  draft.slices.push(...next.slices.filter(by => !draft.slices.includes(by)))
  draft.nouns.push(...next.nouns)
  draft.conds.push(...(next.measures.length > 0 ? [] : next.conds))
  draft.preds.push(...(next.measures.length > 0 ? [] : next.preds))
  const { order, change, per, money, fold, grain, duration, count } = next
  Object.assign(
    draft,
    order && { order: mergedOrder(before.order, order) },
    change && { change },
    per && { per },
    money && { money },
    fold && { fold },
    grain && { grain },
    duration && { duration },
    count !== null && { count },
  )
  const { against, among, towards, freq, find, relate, whole, nounOwn } = next
  Object.assign(
    draft,
    against && { against },
    among && { among },
    towards && { towards },
    freq && { freq },
    find && { find },
    relate && { relate },
    whole && { whole },
    nounOwn && { nounOwn },
  )
  draft.predExprs.push(...next.predExprs)
  draft.rivals.push(...next.rivals)
  draft.unavailable = next.unavailable
  for (const flag of ['nominal', 'profile', 'usual', 'lead', 'size', 'listed', 'elsewhere'] as const)
    draft[flag] = next[flag] || (draft[flag] && next.measures.length === 0)
  if (count !== null && draft.order && !order) draft.order.n = count
  draft.share ||= next.share
  draft.real ||= next.real
  draft.vs ||= next.vs
  draft.wants = next.wants
  draft.stats.push(...next.stats)
  return draft
}

/** 'And the poorest?' keeps how many were asked for. */
const mergedOrder = (before: Draft['order'], next: NonNullable<Draft['order']>): Draft['order'] => ({
  ...next,
  n: next.n ?? before?.n ?? null,
  change: next.change || (before?.change ?? false),
})
