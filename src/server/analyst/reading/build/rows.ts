import {
  type Cut,
  type Dim,
  dims,
  type Row,
  type SetOf,
  type Time,
  type TimeGrain,
  timeGrains,
} from '../../../../contract/query.ts'
import { asksWhich } from '../asks-which.ts'
import { asksWhen, type Draft, isTested, type Slice, setOfDim } from '../draft.ts'
import { groupsOf } from '../grammar/sets.ts'
import { isSpan, trendGrain } from './times.ts'

const isGrain = (by: Slice): by is TimeGrain => timeGrains.includes(by as TimeGrain)
const isDim = (by: Slice): by is Dim => dims.includes(by as Dim)

/** 'Where does Kenya rank in Africa', 'is Egypt the largest': one place among others. */
export function ranksOne(draft: Draft): boolean {
  const isSuperlative = draft.order !== null && draft.order.n === null && !draft.wants.includes('who')
  const isAsked = draft.stats.includes('rank') || isSuperlative
  const { country } = draft.sets
  const single = country.filter(set => set.of.k === 'ids' && set.of.ids.length === 1)
  const isRest = country.every(set => set.group !== null || single.includes(set))
  const isSeason = draft.stats.includes('seasonality')
  return (
    isAsked &&
    !isSeason &&
    !asksWhen(draft) &&
    single.length === 1 &&
    isRest &&
    draft.relate === null &&
    !draft.times.some(isSpan)
  )
}

/** 'Which beverages sell most in Kenya': the kinds of a group of goods. */
const asksKinds = ({ order, wants, nouns, slices, sets }: Draft): boolean =>
  order !== null &&
  wants.includes('who') &&
  nouns.length + slices.length === 0 &&
  sets.segment.length === 1 &&
  sets.segment.every(({ group }) => group !== null) &&
  sets.country.length === 1 &&
  sets.country.every(({ of }) => isSingle(of))

/** The dimensions and the grain that make rows. */
export interface RowDims {
  dims: Dim[]
  grain: TimeGrain | null
  groups: boolean
}

export function rowDimsOf(draft: Draft): RowDims {
  const said = new Set<Dim>(draft.slices.filter(isDim))
  if (asksKinds(draft)) said.add('segment')
  const grain = draft.slices.filter(isGrain).at(-1) ?? searchedGrain(draft)
  const others = [...draft.nouns.filter(by => by !== 'country'), ...draft.slices]
  const isOne =
    ranksOne(draft) &&
    said.size === 0 &&
    grain === null &&
    others.length === 0 &&
    !dims.some(dim => dim !== 'country' && isNamedList(draft, dim))
  if (isOne) return { dims: draft.lead ? ['brand'] : [], grain, groups: false }
  if (said.size === 0 && grain === null && isSearch(draft)) {
    const noun = draft.nouns.find(isDim)
    if (noun) said.add(noun)
    else if (!draft.sets.country.some(set => isSingle(set.of))) said.add('country')
  }
  if (listsMembers(draft)) said.add('country')
  if (draft.nouns.includes('segment') && draft.sets.segment.some(set => set.group !== null))
    said.add('segment')
  for (const dim of dims) {
    const set = setOfDim(draft, dim)
    if (set && draft.sets[dim].length > 0 && isList(set)) said.add(dim)
  }
  if (draft.lead) said.add('brand')
  // 'Kenya and Uganda together' is one figure.
  const isPlain = draft.fold?.simple === true && !draft.times.some(isSpan)
  if (draft.fold?.how === 'sum' || isPlain) {
    for (const dim of dims) if (!draft.slices.includes(dim) && isNamedList(draft, dim)) said.delete(dim)
  }
  if (areGroups(draft) && !draft.slices.includes('country') && !draft.nouns.includes('country')) {
    said.delete('country')
    return { dims: [...said], grain, groups: true }
  }
  return { dims: [...said], grain, groups: false }
}

const isNamedList = (draft: Draft, dim: Dim) => {
  const set = setOfDim(draft, dim)
  return set !== null && isList(set)
}

const searching: ReadonlySet<string> = new Set(['who', 'count', 'list'])
/** Whether members are looked for: who, how many, the largest, those above. */
const isSearch = (draft: Draft) =>
  asksWhich(draft) ||
  draft.listed ||
  draft.order !== null ||
  isTested(draft) ||
  draft.wants.some(want => searching.has(want)) ||
  // 'The ranking of countries by debt'
  (draft.stats.includes('rank') && draft.nouns.includes('country'))

/** 'In which year', 'the peak month': periods are looked for. */
function searchedGrain(draft: Draft): TimeGrain | null {
  if (draft.order === null) return null
  // 'The year of the fastest growth'
  if (draft.order.change) return asksWhen(draft) ? 'year' : null
  if (draft.grain) return draft.grain
  if (asksWhen(draft)) return 'year'
  // 'The lowest inflation Kenya has had since 2000'
  const { sets, slices, nouns, times } = draft
  const isOne = slices.length + nouns.length === 0 && sets.country.length === 1 && !draft.lead
  return isOne && sets.country.every(set => isSingle(set.of)) && times.some(isSpan) ? 'year' : null
}

/** 'The EAC countries' are a row each. */
const listsMembers = (draft: Draft) =>
  draft.nouns.includes('country') &&
  draft.sets.country.some(set => (set.group !== null && set.group !== 'africa') || set.of.k === 'and') &&
  !draft.fold &&
  !draft.share

const areGroups = (draft: Draft) =>
  draft.sets.country.flatMap(groupsOf).length > 1 && draft.sets.country.every(set => groupsOf(set).length > 0)

export const isSingle = (of: SetOf) => of.k === 'ids' && of.ids.length === 1

/** 'What share of dairy is yoghurt': goods beside the department they are of. */
export const hasPartOfGoods = ({ share, sets }: Draft): boolean =>
  share && sets.segment.some(set => set.group !== null) && sets.segment.some(set => set.group === null)

/** Several members by name are rows; a group is one figure. */
const isList = (of: SetOf): boolean => {
  if (of.k === 'ids') return of.ids.length > 1
  return of.k === 'or' ? isNamed(of.a) && isNamed(of.b) : of.k === 'except' && isList(of.a)
}
const isNamed = (of: SetOf): boolean => of.k === 'ids' || (of.k === 'or' && isNamed(of.a) && isNamed(of.b))

/** The rows and the cut: what is listed, and what restricts all of it. */
export function rowsOf(draft: Draft, by: RowDims, time: Time): { rows: Row[]; cut: Cut } {
  const rows: Row[] = []
  const cut: Cut = {}
  for (const dim of dims) {
    const isOfPlace = dim === 'country' && (draft.share || draft.relate !== null || ranksOne(draft))
    const isPart = isOfPlace || (dim === 'segment' && hasPartOfGoods(draft))
    const set = isPart ? partOf(draft, dim) : setOfDim(draft, dim)
    if (by.dims.includes(dim) && !(set && isSingle(set)))
      rows.push({ k: 'members', of: membersOf(draft, dim, set) })
    else if (dim === 'country' && by.groups)
      rows.push({ k: 'groups', ids: draft.sets.country.flatMap(groupsOf) })
    else if (dim === 'segment' && departmentsOf(draft).length > 1)
      rows.push({ k: 'departments', ids: departmentsOf(draft) })
    else if (set) cut[dim] = set
  }
  const grain = by.grain ?? trendGrain(draft, time)
  if (grain) rows.push({ k: 'periods', grain })
  return { rows, cut }
}

/** Departments that were said one by one are a row each. */
function departmentsOf(draft: Draft): string[] {
  const said = draft.sets.segment
  return said.every(set => groupsOf(set).length > 0) ? said.flatMap(groupsOf) : []
}

/** Of a country or goods and the group that their share is of, they are shown. */
function partOf(draft: Draft, dim: Dim): SetOf | null {
  const parts = draft.sets[dim].filter(set => groupsOf(set).length === 0)
  const only = { ...draft, sets: { ...draft.sets, [dim]: parts } }
  return parts.length > 0 ? setOfDim(only, dim) : setOfDim(draft, dim)
}

/** The members of a row; everyone of Africa is all countries with figures where some are looked for. */
function membersOf(draft: Draft, dim: Dim, set: SetOf | null): SetOf {
  const isRanked = draft.order !== null || isTested(draft)
  const isAfrica = set?.k === 'in' && set.id === 'africa'
  if (set && !(isAfrica && isRanked)) return set
  if (dim === 'brand') return { k: 'in', dim, id: 'named' }
  return dim === 'country' && !isRanked ? { k: 'in', dim, id: 'africa' } : { k: 'all', dim }
}

/** Places that make a query each: a country beside a group, or groups whose average is asked for; null where one query has all. */
export function apart(draft: Draft, groups: boolean): SetOf[] | null {
  const sets = draft.sets.country
  const isMixed = sets.some(set => groupsOf(set).length > 0) && sets.some(set => groupsOf(set).length === 0)
  if (
    isMixed &&
    !draft.share &&
    !ranksOne(draft) &&
    draft.minus.length === 0 &&
    !draft.order &&
    !draft.stats.includes('rank')
  )
    return sets.flatMap(set => (groupsOf(set).length > 1 ? groupsOf(set).map(inGroup) : [set.of]))
  if (groups && draft.fold && draft.fold.how !== 'sum') return sets.flatMap(groupsOf).map(inGroup)
  return null
}

const inGroup = (id: string): SetOf => ({ k: 'in', dim: 'country', id })
