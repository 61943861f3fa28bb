import { isDeepStrictEqual } from 'node:util'
import type { Cond, Dim, End, Expr, SetOf, Time, TimeGrain } from '../../../contract/query.ts'
import { opposites } from './grammar/conditions.ts'
import { calc, isPanel } from './grammar/measures.ts'
import { isCitizenAt, union } from './grammar/sets.ts'
import type { ChangeForm, Piece, SemOf } from './sem.ts'
import { placeSuperlative, type Superlative } from './superlatives.ts'

type Folded = Omit<SemOf<'fold'>, 'c'>

export type Slice = SemOf<'slice'>['by']

/** What a question says, by kind: the typed slots from which queries are built and which a follow-up edits. */
export interface Draft {
  measures: { of: Expr; panel: boolean; at: number; weak?: 'whom' | 'count'; beside?: boolean }[]
  /** Sets in the order they were said, by dimension. */
  sets: Record<Dim, SemOf<'set'>[]>
  minus: SemOf<'minus'>[]
  slices: Slice[]
  /** Plain nouns: 'countries', 'brands'. */
  nouns: Slice[]
  /** What the size of a noun is: 'economies' by GDP. */
  nounOwn: Expr | null
  size: boolean
  /** 'By inflation': members are listed. */
  listed: boolean
  times: Time[]
  /** True where only the end of a stretch was said: 'until 2020'. */
  until: boolean
  /** True where several times were said as points to compare. */
  compared: boolean
  /** True where the second of them is an earlier level: 'lower than in 2014'. */
  earlier: boolean
  grain: TimeGrain | null
  duration: { n: number; grain: TimeGrain } | null
  /** The stretch before, the same quarter of another year: what a change is measured from. */
  against: SemOf<'against'> | null
  order: Superlative | null
  ownOrder: Expr | null
  /** Ordered by the level, though its change is shown too. */
  byLevel: boolean
  /** 'The ten largest economies': a set where something else is asked of it, else the order. */
  among: SemOf<'sup'> | null
  /** 'Lower', 'bigger'. */
  towards: End | null
  /** What was said as better or worse: of which measure more is better decides. */
  qualities: ('comp' | 'change')[]
  /** So many comparatives were said: 'where more homes have power, fewer children die'. */
  comparatives: number
  /** `listed`: it is one of several figures asked for, and of the first of them. */
  change: { dir: 'up' | 'down' | 'any'; as: ChangeForm | null; at: number; listed?: boolean } | null
  conds: Cond[]
  /** Thresholds whose measure is not said beside them, with where they stand. */
  preds: { pred: SemOf<'pred'>; at: number }[]
  predExprs: SemOf<'predExpr'>[]
  rivals: SemOf<'rival'>[]
  freq: SemOf<'freq'> | null
  find: 'first' | 'last' | null
  relate: SemOf<'relate'>['how'] | null
  per: Expr | null
  /** What is shown is in per cent of it. */
  whole: Expr | null
  share: boolean
  /** Shares stand beside sales where their growth is shown too. */
  besideShares: boolean
  real: boolean
  money: SemOf<'money'> | null
  nominal: boolean
  profile: boolean
  /** What an index is 100 at, where it is not the first of the times. */
  base: Time | null
  /** In numbers of people, not in per cent of them. */
  number: boolean
  study: Omit<SemOf<'study'>, 'c'> | null
  /** Against the mean of the periods. */
  usual: boolean
  fold: Folded | null
  /** Others of the same figures: 'the mean and the standard deviation'. */
  folds: Folded[]
  wants: SemOf<'want'>['want'][]
  stats: string[]
  lead: boolean
  /** What is said is not so: 'if prices rose 10%'. */
  supposed: boolean
  /** What is tested will be so: 'when will it exceed'. */
  ahead: boolean
  /** What is not supposed to change does not. */
  steady: boolean
  elasticity: number | null
  /** Quantities that belong to nothing beside them: 'our revenue is $30m'. */
  amounts: { value: number; unit: string | null; at: number }[]
  /** Parts of growth that are asked for. */
  effects: SemOf<'effect'>['of'][]
  count: number | null
  /** 'Nepi ngapi': so many of the goods. */
  counted: boolean
  vs: boolean
  /** 'Than', with nothing read after it. */
  than: boolean
}

export const emptyDraft = (): Draft => ({
  measures: [],
  sets: { country: [], segment: [], brand: [], channel: [] },
  minus: [],
  slices: [],
  nouns: [],
  ...{ nounOwn: null, size: false, listed: false },
  ...{ times: [], compared: false, earlier: false },
  grain: null,
  duration: null,
  against: null,
  order: null,
  ownOrder: null,
  among: null,
  towards: null,
  qualities: [],
  comparatives: 0,
  change: null,
  ...{ conds: [], preds: [], predExprs: [], rivals: [] },
  ...{ freq: null, find: null, relate: null },
  ...{ per: null, whole: null },
  ...{ share: false, real: false, money: null, nominal: false, profile: false },
  ...{ base: null, number: false, until: false, besideShares: false, byLevel: false },
  ...{ study: null, usual: false },
  ...{ fold: null, folds: [], wants: [], stats: [], lead: false },
  ...{ supposed: false, ahead: false, steady: false, elasticity: null, amounts: [], effects: [] },
  ...{ count: null, counted: false },
  ...{ vs: false, than: false },
})

/** Puts each piece of a cover into its slot; gives the pieces that found none. */
export function draftOf(pieces: readonly Piece[]): { draft: Draft; left: Piece[] } {
  const draft = emptyDraft()
  const left = pieces.filter(piece => isOfNumber(piece, pieces) || !place(draft, piece))
  // 'How many people have no access to water': where nothing else is measured, what is denied is what is asked.
  const denied = pieces.filter(({ sem }) => sem.c === 'wrong' && sem.of.c === 'meas')
  if (draft.measures.length > 0 && draft.measures.every(({ weak }) => weak)) left.push(...denied)
  if (pieces.some((piece, at) => isCitizenAt(piece, pieces[at + 1])))
    draft.per ??= { k: 'measure', id: 'population' }
  return { draft, left }
}

/** Signs and words between pieces that mean nothing by themselves once their neighbours are read. */
const joining = new Set([
  ...[',', 'and', 'vs', 'or', 'but', 'than', 'by', 'over', 'between', 'from', 'this', '-', 'to'],
  ...['per year', 'each', 'last', 'among', 'how much', '(', 'with', 'one'],
])

type Placer<C extends Piece['sem']['c']> = (draft: Draft, sem: SemOf<C>, at: number) => boolean

/** How each kind of piece takes its slot; false where the slot is taken or there is none. */
const placers: { [C in Piece['sem']['c']]?: Placer<C> } = {
  meas(draft, { of, panel, listed, weak, beside, tested }, at) {
    if (tested) return false
    draft.listed ||= listed === true
    return draft.measures.push({ of, panel, at, ...(weak && { weak }), ...(beside && { beside }) }) > 0
  },
  set(draft, sem, at) {
    draft.sets[sem.dim].push(sem)
    if (sem.perHead) draft.per = { k: 'measure', id: 'population' }
    if (sem.fold) placeFold(draft, sem.fold)
    const of: Expr = { k: 'measure', id: 'population' }
    if (sem.counted && sem.dim === 'country') draft.measures.push({ of, panel: false, at, weak: 'count' })
    draft.counted ||= sem.counted === true && sem.dim === 'segment'
    return true
  },
  minus: (draft, sem) => draft.minus.push(sem) > 0,
  slice(draft, { by, n, own, share }) {
    draft.share ||= share === true
    draft.nounOwn ??= own ?? null
    draft.count ??= n ?? null
    return draft.slices.push(by) > 0
  },
  dim(draft, { dim, own, n, counted }) {
    if (counted) draft.wants.push('count')
    draft.count ??= n ?? null
    draft.nounOwn ??= own
    return draft.nouns.push(dim) > 0
  },
  size: draft => takes(draft, 'size', true),
  time(draft, { time, vague }) {
    draft.until ||= vague && time.k === 'span'
    return draft.times.push(time) > 0
  },
  times(draft, { list, than }) {
    draft.earlier ||= than === true
    draft.times.push(...list)
    draft.compared = true
    return true
  },
  against: (draft, sem) => takes(draft, 'against', sem),
  grain(draft, sem) {
    if (sem.counted) draft.wants.push('count')
    if (sem.adverb) draft.slices.push(sem.grain)
    else draft.grain = sem.grain
    return true
  },
  dur: (draft, { n, grain }) => takes(draft, 'duration', { n, grain }),
  sup: (draft, sem) => placeSuperlative(draft, sem),
  comp(draft, { end, own, quality }, at) {
    if (own) draft.measures.push({ of: own, panel: isPanel(own), at })
    if (quality) draft.qualities.push('comp')
    draft.comparatives += 1
    return takes(draft, 'towards', end)
  },
  change(draft, sem, at) {
    const { change } = draft
    draft.change = {
      dir: change && sem.dir === 'any' ? change.dir : sem.dir,
      as: sem.as ?? change?.as ?? null,
      at,
      ...(sem.noun === 'listed' && { listed: true }),
    }
    if (sem.quality) draft.qualities.push('change')
    if (sem.own) draft.measures.push({ of: sem.own, panel: isPanel(sem.own), at })
    return true
  },
  cond(draft, { cond, subject, ahead }) {
    draft.ahead ||= ahead === true
    if (subject) draft.sets[subject.dim].push(subject)
    return draft.conds.push(cond) > 0
  },
  pred(draft, pred, at) {
    draft.ahead ||= pred.ahead === true
    if (pred.own) draft.measures.push({ of: pred.own, panel: isPanel(pred.own), at })
    return draft.preds.push({ pred, at }) > 0
  },
  predExpr(draft, sem, at) {
    const { subject, of, op, own } = sem
    if (own) draft.measures.push({ of: own, panel: isPanel(own), at })
    // 'The population of Ethiopia above the population of Egypt'
    if (subject && draft.measures.some(one => isDeepStrictEqual(one.of, of)))
      return draft.rivals.push({ c: 'rival', op, of: subject }) > 0
    if (subject) draft.sets[subject.dim].push(subject)
    return sem.of || sem.at ? draft.predExprs.push(sem) > 0 : false
  },
  rival(draft, sem, at) {
    if (sem.of.fold) placeFold(draft, sem.of.fold)
    if (sem.own) draft.measures.push({ of: sem.own, panel: isPanel(sem.own), at })
    return draft.rivals.push(sem) > 0
  },
  freq: (draft, sem) => takes(draft, 'freq', sem),
  find: (draft, { find }) => takes(draft, 'find', find),
  relate(draft, { how, own, less }, at) {
    if (less) draft.towards ??= 'low'
    if (own) draft.measures.push({ of: own, panel: isPanel(own), at })
    return takes(draft, 'relate', draft.relate ?? how)
  },
  // 'Per head and day'
  per: (draft, { by }) => {
    // Said twice it is one: 'by population: how much does each person drink'.
    const isSaid = isDeepStrictEqual(draft.per, by)
    return takes(draft, 'per', draft.per && !isSaid ? calc('*', draft.per, by) : by)
  },
  of: (draft, { of }) => draft.whole === null && takes(draft, 'whole', of),
  factor: (draft, { value, verb }, at) => {
    if (!verb) return false
    const op = value < 1 ? '<=' : '>='
    return draft.preds.push({ pred: { c: 'pred', on: 'times', tests: [{ op, value, unit: null }] }, at }) > 0
  },
  share: draft => takes(draft, 'share', true),
  real: draft => takes(draft, 'real', true),
  money(draft, sem) {
    const isBoth = draft.money !== null && draft.money.money !== sem.money
    const country = sem.country ?? draft.money?.country ?? null
    draft.money = isBoth ? { ...sem, money: 'both', country } : sem
    return true
  },
  fold: (draft, sem) => placeFold(draft, sem),
  degree: (draft, { end }) => takes(draft, 'towards', draft.towards ?? end),
  nominal: draft => takes(draft, 'nominal', true),
  profile: draft => takes(draft, 'profile', true),
  number: draft => takes(draft, 'number', true),
  study: (draft, sem) => takes(draft, 'study', draft.study?.firm || !sem.firm ? (draft.study ?? sem) : sem),
  usual: draft => takes(draft, 'usual', true),
  scale: () => true,
  // 'How far is Kenya below Ghana': the word after 'how far' only points.
  cmp: draft => draft.relate !== null,
  want: (draft, { want }) => draft.wants.push(want) > 0,
  stat: (draft, { stat }) => draft.stats.push(stat) > 0,
  lead: draft => takes(draft, 'lead', true),
  if: draft => takes(draft, 'supposed', true),
  steady: draft => takes(draft, 'steady', true),
  elasticity: (draft, { value }) =>
    value === null ? draft.stats.push('elasticity') > 0 : takes(draft, 'elasticity', value),
  effect: (draft, { of }) => draft.effects.push(of) > 0,
  base(draft, { time }) {
    draft.stats.push('index')
    return takes(draft, 'base', time)
  },
  qty(draft, { value, unit, reached }, at) {
    if (reached) draft.stats.push('reach')
    return draft.amounts.push({ value, unit, at }) > 0
  },
  num(draft, { value }) {
    if (draft.count !== null || !Number.isInteger(value) || value > 60) return false
    return takes(draft, 'count', value)
  },
  op(draft, { op }) {
    if (op === 'vs') draft.vs = true
    if (op === 'than') draft.than = true
    // 'When did it last fall below'
    if (op === 'last' && draft.wants.includes('when')) draft.find ??= 'last'
    // '20% of the beer market'
    if (op === 'as share of') return takes(draft, 'share', true)
    return joining.has(op)
  },
  // 'Them' after what they are found by, or their names: no one else.
  // 'Who leads, and how far ahead of no. 2'
  ref: (draft, { ref, n }) =>
    (ref === 'nth' && n === 2 && draft.lead && draft.relate === 'difference') ||
    (ref === 'those' &&
      (draft.among !== null ||
        draft.measures.length + draft.conds.length + draft.preds.length > 0 ||
        Object.values(draft.sets).some(list => list.length > 0))),
  wrong: () => true,
  unit(draft, { unit }, at) {
    // 'Which grows faster, in litres'
    const isOfVolume = ['L', 'kg'].includes(unit) && draft.measures.length === 0 && isChanged(draft)
    if (isOfVolume) draft.measures.push({ of: { k: 'measure', id: 'panel_volume' }, panel: true, at })
    // 'In naira and dollars'
    return unit === 'US$' && draft.money !== null
      ? takes(draft, 'money', { ...draft.money, money: draft.money.money === 'lcu' ? 'both' : 'usd' })
      : unit !== '%' || draft.change !== null || draft.relate !== null
  },
  filler: () => true,
  frame: () => true,
  // A town stands in its country, whose figures are the nearest.
  unavailable(draft, { country }) {
    if (country) draft.sets.country.push(placeOf(country))
    return true
  },
  restrictor: () => true,
}

function placeFold(draft: Draft, { how, weighted, simple }: SemOf<'fold'>): boolean {
  const isOther = draft.fold !== null && draft.fold.how !== how
  return isOther
    ? draft.folds.push({ how, weighted, simple }) > 0
    : takes(draft, 'fold', { how, weighted, simple })
}

export const placeOf = (id: string): SemOf<'set'> => ({
  ...{ c: 'set', dim: 'country', of: { k: 'ids', dim: 'country', ids: [id] }, group: null, name: true },
})

function takes<K extends keyof Draft>(draft: Draft, slot: K, value: Draft[K]): true {
  draft[slot] = value
  return true
}

/** True where the piece has a slot. */
function place(draft: Draft, { sem, from }: Piece): boolean {
  const placer = placers[sem.c] as Placer<typeof sem.c> | undefined
  return placer?.(draft, sem as never, from) ?? false
}

/** One set of what was said of a dimension, in the order said, without what is left out; null where nothing was. */
export function setOfDim(draft: Draft, dim: Dim): SetOf | null {
  const said = draft.sets[dim].map(({ of }) => of)
  const all = said.length === 0 ? null : said.reduce(union)
  const out = draft.minus.filter(one => one.dim === dim).map(({ of }) => of)
  if (out.length === 0) return all
  const from: SetOf = all ?? (dim === 'country' ? { k: 'in', dim, id: 'africa' } : { k: 'all', dim })
  return { k: 'except', a: from, b: out.reduce(union) }
}

/** A threshold of any kind. */
export const isTested = (draft: Draft) =>
  draft.conds.length + draft.preds.length + draft.predExprs.length > 0 ||
  draft.rivals.some(({ op }) => op in opposites)

export const isChanged = (draft: Draft) =>
  draft.change !== null ||
  draft.order?.change === true ||
  draft.preds.some(({ pred }) => pred.on !== undefined) ||
  draft.predExprs.some(({ change }) => change) ||
  draft.rivals.some(({ change }) => change)

/** Whether the years at which something was so are asked for. */
export const asksWhen = (draft: Draft) =>
  draft.wants.includes('when') ||
  draft.find !== null ||
  (draft.wants.includes('count') && draft.grain === 'year')

/** 'People on less than 10 dollars', 'of more than 40 years': the unit belongs to the number of the threshold before it. */
const isOfNumber = ({ sem, from, to: end }: Piece, pieces: readonly Piece[]): boolean =>
  ((sem.c === 'unit' && sem.unit !== '') ||
    (sem.c === 'money' && end - from === 1) ||
    (sem.c === 'grain' && !sem.adverb)) &&
  pieces.some(({ sem: before, to }) => to === from && (before.c === 'cond' || before.c === 'pred'))
