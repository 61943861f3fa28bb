import { type Dim, dims, type SetOf } from '../../../../contract/query.ts'
import { same } from '../build/measures.ts'
import { isSingle } from '../build/rows.ts'
import type { Draft } from '../draft.ts'
import { groupsOf, union } from '../grammar/sets.ts'
import type { SemOf } from '../sem.ts'
import { listsMembers, overMembers } from './earlier.ts'
import type { Followed, Step } from './step.ts'

/** Other places, goods, brands: instead, beside, or fewer of the same. */
export const withMembers: Step = (draft, how) =>
  dims.reduce((one, dim) => withDim(one, dim, how), anew(widened(draft, how), how))

function withDim(draft: Draft, dim: Dim, { before, next, edit, model }: Followed): Draft {
  const said = next.sets[dim]
  if (said.length === 0) return draft
  const own = draft.sets[dim]
  const with_ = (list: SemOf<'set'>[], more: Partial<Draft> = {}): Draft => ({
    ...draft,
    sets: { ...draft.sets, [dim]: list },
    ...more,
  })
  const inBoth = shownIn(said)
  if (inBoth) return with_([inBoth])
  if (edit === 'drop') return without(draft, dim, said.map(({ of }) => of).reduce(union))
  if (isRanked(before, next, dim)) return with_([...own, ...said])
  if (edit === 'add' || (next.vs && own.length > 0)) {
    const isList = listsMembers(before, dim, model)
    return with_(joined(own, said, isList), isList ? { slices: [...new Set([...draft.slices, dim])] } : {})
  }
  const rest = draft.minus.filter(one => one.dim !== dim)
  const narrowed = edit === 'only' || next.order || isNarrower(own, said) ? narrow(own, said) : null
  if (narrowed) return with_([narrowed])
  // One place instead of a list is no list any more; after a ranking its rank is asked for.
  const isOne = said.length === 1 && isSingle((said[0] as SemOf<'set'>).of)
  const slices = edit === 'only' || next.order ? draft.slices : draft.slices.filter(by => by !== dim)
  const wasRanked = before.order !== null && listsMembers(before, dim, model)
  const isPlaced = isOne && wasRanked && next.order === null && dim !== 'segment'
  // 'Of that, what share is Kenya's' is one of the group before.
  const isPart = next.share && isOne && dim === 'country'
  const group = isPlaced || isPart ? own.filter(set => set.group !== null && set.group !== 'africa') : []
  return with_([...said, ...group], {
    minus: rest,
    slices,
    ...(isOne ? { nouns: draft.nouns.filter(by => by !== dim), count: null } : {}),
    ...(isPlaced && draft.order ? { order: { ...draft.order, n: null }, wants: [] } : {}),
    ...(isOne && dim === 'country' && overMembers(draft) ? { fold: null } : {}),
  })
}

/** 'Which of those are in ECOWAS': members of both. */
function shownIn(said: readonly SemOf<'set'>[]): SemOf<'set'> | null {
  const shown = said.filter(set => set.shown)
  const groups = said.filter(set => set.group !== null)
  const [first] = shown
  if (!first || groups.length === 0 || shown.length + groups.length < said.length) return null
  const [a, b] = [shown, groups].map(list => list.map(({ of }) => of).reduce(union))
  return a && b ? { ...first, of: { k: 'and', a, b } } : null
}

/** 'Is that the highest in Africa': the place of one member among a group. */
export const isRanked = (before: Draft, next: Draft, dim: Dim) =>
  dim === 'country' &&
  (next.order?.n === null || next.stats.includes('rank') || next.towards !== null) &&
  !next.wants.includes('who') &&
  next.nouns.length + next.slices.length === 0 &&
  before.sets.country.length === 1 &&
  isSingle((before.sets.country[0] as SemOf<'set'>).of) &&
  next.sets.country.every(set => set.group !== null)

/** Members of a list join it; figures of groups stand beside each other. */
function joined(own: SemOf<'set'>[], said: SemOf<'set'>[], isList: boolean): SemOf<'set'>[] {
  const all = [...own, ...said]
  const [first] = all
  if (!isList || !first) return all
  const groups = all.flatMap(groupsOf)
  const areGroups = all.every(set => groupsOf(set).length > 0)
  const of = all.map(set => set.of).reduce(union)
  return [{ ...first, of, group: null, name: true, ...(areGroups ? { groups } : {}) }]
}

const isNamed = ({ of }: SemOf<'set'>): boolean => of.k === 'ids'

/** A group after members that were named one by one keeps those of them that belong to it. */
const isNarrower = (own: readonly SemOf<'set'>[], said: readonly SemOf<'set'>[]) =>
  own.some(({ of }) => of.k === 'ids' && of.ids.length > 3) && said.every(set => set.group !== null)

/** What is in both; null where what is said replaces what was. */
function narrow(own: readonly SemOf<'set'>[], said: readonly SemOf<'set'>[]): SemOf<'set'> | null {
  const [first] = said
  if (own.length === 0 || !first || own.some(set => set.group === 'africa')) return null
  if (said.some(set => set.group === null || set.group === 'africa')) return null
  const a = own.map(({ of }) => of).reduce(union)
  const b = said.map(({ of }) => of).reduce(union)
  if (same(a, b)) return null
  return { ...first, of: { k: 'and', a, b }, group: null, name: true }
}

/** 'Now the five oldest' are looked for among all, not among those shown. */
function anew(draft: Draft, { before, next }: Followed): Draft {
  if (next.ownOrder === null && next.among === null) return draft
  const sets = { ...draft.sets }
  for (const dim of dims) if (before.sets[dim].some(set => set.shown)) sets[dim] = []
  return { ...draft, sets }
}

/** 'Who gained most there', 'where is it highest': others than the one named are looked for. */
function widened(draft: Draft, { before, next, model }: Followed): Draft {
  const asks = next.wants.includes('who') && next.order !== null && next.grain === null
  if (!asks && !next.lead) return draft
  // Brands or channels that are listed are those who are meant.
  const isPlace = [...next.nouns, ...next.slices].includes('country')
  const lists = (['brand', 'channel', 'segment'] as const).some(by => listsMembers(before, by, model))
  const isPair = dims.some(dim => next.sets[dim].some(({ of }) => of.k === 'ids' && of.ids.length > 1))
  if ((lists && !isPlace) || isPair) return draft
  const isOpen = (dim: Dim) => next.sets[dim].length === 0 && before.sets[dim].length === 1
  const named = before.sets.brand.length > 0
  const dim: Dim | null = named || next.lead ? 'brand' : 'country'
  if (!isOpen(dim) || !before.sets[dim].every(({ of }) => isSingle(of))) return draft
  const isOther = [...next.nouns, ...next.slices].some(by => by !== dim)
  if (isOther && dim === 'country') return draft
  const sets = { ...draft.sets, [dim]: [] }
  return {
    ...draft,
    sets,
    slices: [...draft.slices.filter(by => by !== dim), dim],
    share: draft.share || dim === 'brand',
  }
}

/** 'Drop Egypt', 'except Nigeria': out of the names, or left out of the group. */
export const withMinus: Step = (draft, { next }) =>
  next.minus.reduce((one, { dim, of }) => without(one, dim, of), draft)

function without(draft: Draft, dim: Dim, of: SetOf): Draft {
  const out = of.k === 'ids' ? of.ids : []
  const own = draft.sets[dim]
  const isListed = own.length > 0 && out.length > 0 && own.every(isNamed)
  if (!isListed) return { ...draft, minus: [...draft.minus, { c: 'minus', dim, of }] }
  const left = own.flatMap((set): SemOf<'set'>[] => {
    const ids = set.of.k === 'ids' ? set.of.ids.filter(id => !out.includes(id)) : []
    return ids.length > 0 ? [{ ...set, of: { k: 'ids', dim, ids } }] : []
  })
  return left.length > 0 ? { ...draft, sets: { ...draft.sets, [dim]: left } } : draft
}
