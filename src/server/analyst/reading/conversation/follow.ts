import { type Cond, type Dim, dims, type SetOf, type Time } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { formOf } from '../build/columns.ts'
import { growth, localOf, measure, sales, same, testedMeasures } from '../build/measures.ts'
import { isSingle, rowDimsOf } from '../build/rows.ts'
import { settled, withSuperlatives } from '../build/settled.ts'
import { isPoint, lastYear, point } from '../build/times.ts'
import { type Draft, emptyDraft, isTested } from '../draft.ts'
import { cond } from '../grammar/conditions.ts'
import { isAmount, isPanel } from '../grammar/measures.ts'
import { groupsOf, union } from '../grammar/sets.ts'
import type { SemOf } from '../sem.ts'
import type { Edit } from './edits.ts'

/** What a clause of a follow-up says beside its own draft. */
export interface Followed {
  before: Draft
  next: Draft
  edit: Edit
  model: CatalogueModel
}

type Step = (draft: Draft, followed: Followed) => Draft

/** A follow-up's draft with what it leaves open taken from the one before. */
export function followed(how: Followed): Draft {
  const { before } = how
  const start: Draft = { ...structuredClone(before), unavailable: how.next.unavailable }
  return [withMeasures, withForms, withMembers, withMinus, withTimes, withRows, withTests, withRest].reduce(
    (draft, step) => step(draft, how),
    start,
  )
}

/** What was assumed is said from here on: the growth of an economy is a measure. */
export function asSaid(said: Draft): Draft {
  const before = withPlace(withGrowth(withSize(withSuperlatives(said))))
  const isGrowth =
    before.change !== null && before.change.dir !== 'down' && !before.money && !hasGoods(before)
  const isOpen = before.measures.length === 0 && before.ownOrder === null && before.nounOwn === null
  return isGrowth && isOpen && before.slices.length + before.nouns.length === 0
    ? { ...before, measures: [{ of: growth, panel: false, at: 0 }], change: null }
    : before
}

/** 'How has the economy grown' is asked of what an economy is measured by. */
function withSize(before: Draft): Draft {
  const { nounOwn, measures, ownOrder, order, change } = before
  if (!nounOwn || measures.length > 0 || ownOrder || order || (!change && !before.size)) return before
  const nouns = before.nouns.filter(by => by !== 'country')
  return { ...before, nouns, nounOwn: null, measures: [{ of: nounOwn, panel: isPanel(nounOwn), at: 0 }] }
}

/** 'How fast did the economy grow in 2025' is asked of its yearly growth. */
function withGrowth(before: Draft): Draft {
  const { measures, change, nominal, times } = before
  const isYearly = change !== null && !nominal && times.length < 2 && times.every(isPoint)
  if (!isYearly || !measures.some(({ of }) => same(of, measure('gdp_usd')))) return before
  const grown = measures.map(one => (same(one.of, measure('gdp_usd')) ? { ...one, of: growth } : one))
  return { ...before, measures: grown, change: grown.every(({ of }) => same(of, growth)) ? null : change }
}

/** The place of a currency stays when the money is no longer spoken of. */
function withPlace(before: Draft): Draft {
  const { money, sets } = before
  if (!money?.country || sets.country.length > 0) return before
  const of: SetOf = { k: 'ids', dim: 'country', ids: [money.country] }
  return {
    ...before,
    sets: { ...sets, country: [{ c: 'set', dim: 'country', of, group: null, name: true }] },
  }
}

const hasGoods = ({ sets }: Draft) => sets.segment.length + sets.brand.length + sets.channel.length > 0

/** Another measure instead of the one before, or beside it. */
const withMeasures: Step = (draft, { before, next, edit, model }) => {
  const goods = next.sets.segment.length > 0 && before.measures.every(one => !one.panel)
  if (next.ownOrder) return { ...draft, ownOrder: next.ownOrder, measures: next.measures }
  if (next.measures.length === 0) {
    // Goods after a figure of an economy are asked for by their sales.
    return goods && before.sets.segment.length === 0 ? { ...draft, measures: [], ownOrder: null } : draft
  }
  if (edit === 'add') {
    const first = before.measures.length > 0 || before.ownOrder ? [] : assumed(before)
    const known = [...before.measures, ...first]
    const more = next.measures.filter(one => !known.some(other => same(other.of, one.of)))
    return { ...draft, measures: [...known, ...more] }
  }
  const isMacro = next.measures.every(one => !one.panel) && next.sets.segment.length === 0
  const isRate = next.measures.every(one => formOf(one.of, model) !== 'percent')
  const isCount = next.measures.every(one => !isAmount(one.of, model))
  const isLevel = isRate || next.relate !== null
  const isSpent = isLevel && before.change !== null && next.times.length === 0
  return {
    ...draft,
    measures: next.measures,
    ownOrder: null,
    nounOwn: null,
    listed: false,
    conds: [],
    preds: [],
    predExprs: [],
    rivals: [],
    per: isCount || isSamePer(next, before) ? null : before.per,
    whole: null,
    relate: before.relate,
    // Litres are in no currency.
    money: next.measures.some(({ of }) => !same(localOf(of), of)) ? before.money : null,
    share: before.share && !isCount,
    change: isLevel ? null : before.change,
    // A span that a change ran over says nothing of a level.
    times: isSpent ? draft.times.filter(isPoint) : draft.times,
    order: turned(before, next, edit, isRate, model),
    ...(isMacro ? { sets: { ...draft.sets, segment: [], brand: [], channel: [] }, lead: false } : {}),
    ...(isMacro ? { slices: withoutGoods(draft.slices), nouns: withoutGoods(draft.nouns) } : {}),
  }
}

const isSamePer = (next: Draft, before: Draft) => next.measures.some(({ of }) => same(of, before.per))

const withoutGoods = (slices: Draft['slices']) =>
  slices.filter(by => by !== 'segment' && by !== 'brand' && by !== 'channel' && by !== 'department')

/** Sales of goods, where no measure was said. */
const assumed = (before: Draft): Draft['measures'] =>
  before.sets.segment.length + before.sets.brand.length > 0 ? [{ of: sales, panel: true, at: 0 }] : []

/** The order of another measure: 'the poorest, by poverty rate' are those with most of it. */
function turned(
  before: Draft,
  next: Draft,
  edit: Edit,
  isRate: boolean,
  model: CatalogueModel,
): Draft['order'] {
  const { order } = before
  if (!order) return null
  const [first] = next.measures
  const own = before.ownOrder
  const isTurned =
    edit === 'instead' &&
    own?.k === 'measure' &&
    first?.of.k === 'measure' &&
    isOpposite(model, own.id, first.of.id)
  const end = isTurned ? (order.end === 'high' ? 'low' : 'high') : order.end
  return { ...order, end, change: order.change && !isRate }
}

/** True where more of one measure is better and more of the other is worse. */
function isOpposite(model: CatalogueModel, a: string, b: string): boolean {
  const [one, other] = [a, b].map(id => model.facts(id)?.higherIs ?? 'neutral')
  return (one === 'better' && other === 'worse') || (one === 'worse' && other === 'better')
}

/** How the measure is looked at: per head, as a share, in real terms, its change. */
const withForms: Step = (draft, { before, next }) => {
  const { change, per, money, fold, relate, whole, nounOwn, order, lead } = next
  const isLevel = change === null && order?.change !== true
  return {
    ...draft,
    ...(change && { change: { ...change, as: change.as ?? before.change?.as ?? null } }),
    ...(per && { per }),
    ...(money && { money }),
    ...(fold && { fold }),
    ...(relate && { relate }),
    ...(whole && { whole }),
    ...(nounOwn && { nounOwn }),
    // The mean of what grew is of its yearly growth.
    ...(fold && isLevel && before.measures.some(({ of }) => same(of, growth)) ? { change: null } : {}),
    share: draft.share || next.share || movesShare(before, next),
    real: draft.real || next.real,
    // Who leads is asked of sales, whatever they were counted by.
    ...(lead && next.measures.length === 0 ? { per: null, measures: [], ownOrder: null } : {}),
  }
}

/** 'How has that moved', of channels or brands whose shares were shown. */
const movesShare = (before: Draft, next: Draft) =>
  next.change?.dir === 'any' &&
  next.measures.length === 0 &&
  before.order === null &&
  before.change === null &&
  before.slices.some(by => by === 'channel' || by === 'brand')

/** Other places, goods, brands: instead, beside, or fewer of the same. */
const withMembers: Step = (draft, how) =>
  dims.reduce((one, dim) => withDim(one, dim, how), widened(draft, how))

function withDim(draft: Draft, dim: Dim, { before, next, edit, model }: Followed): Draft {
  const said = next.sets[dim]
  if (said.length === 0) return draft
  const own = draft.sets[dim]
  const with_ = (list: SemOf<'set'>[], more: Partial<Draft> = {}): Draft => ({
    ...draft,
    sets: { ...draft.sets, [dim]: list },
    ...more,
  })
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
  const isPlaced = isOne && before.order !== null && next.order === null && dim !== 'segment'
  const group = isPlaced ? own.filter(set => set.group !== null && set.group !== 'africa') : []
  return with_([...said, ...group], {
    minus: rest,
    slices,
    ...(isOne ? { nouns: draft.nouns.filter(by => by !== dim), count: null } : {}),
    ...(isPlaced && draft.order ? { order: { ...draft.order, n: null }, wants: [] } : {}),
    ...(isOne && dim === 'country' && overMembers(draft) ? { fold: null } : {}),
  })
}

/** 'Is that the highest in Africa': the place of one member among a group. */
const isRanked = (before: Draft, next: Draft, dim: Dim) =>
  dim === 'country' &&
  (next.order?.n === null || next.stats.includes('rank')) &&
  !next.wants.includes('who') &&
  next.nouns.length + next.slices.length === 0 &&
  before.sets.country.length === 1 &&
  isSingle((before.sets.country[0] as SemOf<'set'>).of) &&
  next.sets.country.every(set => set.group !== null)

const overMembers = (draft: Draft) =>
  draft.fold !== null && (draft.fold.how === 'median' || draft.fold.how === 'weighted')

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

/** Whether its members were a row each. */
const listsMembers = (before: Draft, dim: Dim, model: CatalogueModel) =>
  rowDimsOf(settled(before, model)).dims.includes(dim)

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

/** 'Who gained most there', 'where is it highest': others than the one named are looked for. */
function widened(draft: Draft, { before, next }: Followed): Draft {
  const asks = next.wants.includes('who') && next.order !== null && next.grain === null
  if (!asks && !next.lead) return draft
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
const withMinus: Step = (draft, { next }) =>
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

/** Another period, or a second one to compare with. */
const withTimes: Step = (draft, { before, next, edit, model }) => {
  const shifted = next.against && !next.against.vs && !next.against.of && !next.change && !next.order
  if (next.times.length === 0)
    return {
      ...draft,
      ...(next.duration && { duration: next.duration, times: [] }),
      ...(next.against && !shifted && { against: next.against }),
    }
  const isBeside = (edit === 'add' || next.vs) && before.times.length < 2 && next.times.length === 1
  const latest: Time = hasGoods(before) ? point(lastYear(model)) : { k: 'latest', within: null }
  const times = isBeside ? [before.times[0] ?? latest, ...next.times] : next.times
  const isOne = times.length === 1 && times.every(isPoint)
  return {
    ...draft,
    ...{ times, compared: isBeside || next.compared, duration: next.duration, against: next.against },
    slices: isOne ? draft.slices.filter(by => by !== 'year' || next.slices.includes(by)) : draft.slices,
  }
}

/** How it is listed: by what, in what order, how many. */
const withRows: Step = (draft, { before, next }) => {
  const { order, count, grain } = next
  const slices = [...new Set([...draft.slices, ...next.slices])]
  return {
    ...draft,
    slices,
    nouns: [...new Set([...draft.nouns, ...next.nouns])],
    ...(grain && { grain }),
    ...(order && { order: mergedOrder(before.order, order) }),
    // What a superlative is by itself goes with it: 'the largest' after 'the youngest'.
    ...(order && next.ownOrder === null && before.order === null ? { ownOrder: draft.ownOrder } : {}),
    ...(count !== null && { count }),
    ...(count !== null && draft.order && !order ? { order: { ...draft.order, n: count } } : {}),
    ...(next.among && { among: next.among }),
    ...(next.towards && { towards: next.towards }),
  }
}

/** 'And the poorest?' keeps how many were asked for. */
const mergedOrder = (before: Draft['order'], next: NonNullable<Draft['order']>): Draft['order'] => ({
  ...next,
  n: next.n ?? before?.n ?? null,
  change: next.change || (before?.change ?? false),
})

/** Thresholds: another number for the same test, or one test more. */
const withTests: Step = (draft, { next }) => {
  if (next.conds.length > 0) {
    const tested = next.conds.flatMap(testedMeasures)
    const kept = draft.conds.filter(
      of => !testedMeasures(of).some(one => tested.some(other => same(one, other))),
    )
    return { ...draft, conds: [...kept, ...next.conds], preds: draft.preds }
  }
  if (next.preds.length === 0) return draft
  const [only] = draft.conds
  const isMoved = draft.conds.length === 1 && next.measures.length === 0
  const [first] = next.preds
  const of = only && testedMeasures(only)[0]
  if (isMoved && first && of && !first.pred.on) {
    const moved: Cond = cond(of, first.pred.tests).cond
    return { ...draft, conds: [moved] }
  }
  return { ...draft, preds: next.preds }
}

const flags = ['nominal', 'profile', 'usual', 'size', 'elsewhere'] as const

const withRest: Step = (draft, { before, next, edit }) => {
  const { freq, find, wants, towards } = next
  const isSame = next.measures.length === 0
  return {
    ...draft,
    ...Object.fromEntries(flags.map(flag => [flag, next[flag] || (draft[flag] && isSame)])),
    // A profile is of a place or of goods; a list is none.
    profile: next.profile || (draft.profile && isSame && next.order === null && next.change === null),
    lead: next.lead || (draft.lead && isSame),
    listed: next.listed || (draft.listed && isSame),
    ...(freq && { freq }),
    ...(find && { find }),
    towards: towards ?? draft.towards,
    predExprs: [...draft.predExprs, ...next.predExprs],
    rivals: [...draft.rivals, ...next.rivals],
    vs: draft.vs || next.vs,
    wants:
      wants.length > 0 ? wants : (draft.wants.length > 0 ? before.wants : []).filter(want => kept.has(want)),
    stats: [...new Set([...draft.stats.filter(stat => isSame || stat !== 'rank'), ...next.stats])],
    comparatives: edit === 'add' ? before.comparatives + next.comparatives : next.comparatives,
  }
}

/** What is still looked for where a follow-up says nothing of it. */
const kept = new Set<Draft['wants'][number]>(['who', 'count', 'when'])

/** An ask whose members were taken over by name: what they were found by is done with. */
export function consumed(before: Draft, dim: Dim, hasOther: boolean): Draft {
  const blank = emptyDraft()
  const isLevel = hasOther || before.change === null
  return {
    ...before,
    measures: before.ownOrder ? [saidOf(before), ...before.measures] : before.measures,
    ...{
      order: null,
      ownOrder: null,
      among: null,
      count: null,
      conds: [],
      preds: [],
      predExprs: [],
      rivals: [],
    },
    times: hasOther && before.change !== null ? before.times.filter(isPoint) : before.times,
    ...{ freq: null, find: null, wants: [], towards: null, lead: false, listed: false, minus: [] },
    sets: { ...before.sets, [dim]: [] },
    slices: before.slices.filter(by => by !== dim),
    nouns: before.nouns.filter(by => by !== dim),
    relate: blank.relate,
    stats: before.stats.filter(stat => stat !== 'rank'),
    ...(hasOther && isTested(before) ? { whole: null } : {}),
    change: isLevel && hasOther ? null : before.change,
    fold: hasOther && overMembers(before) ? null : before.fold,
  }
}

const saidOf = ({ ownOrder }: Draft): Draft['measures'][number] => {
  const of = ownOrder ?? sales
  return { of, panel: isPanel(of), at: 0 }
}

/** Two asks side by side: what differs between them is shown of both. */
export function beside(older: Draft, newer: Draft): Draft {
  const differing = dims.filter(dim => !same(older.sets[dim], newer.sets[dim]))
  const sets = Object.fromEntries(
    dims.map(dim => [
      dim,
      differing.includes(dim) ? [...older.sets[dim], ...newer.sets[dim]] : newer.sets[dim],
    ]),
  ) as Draft['sets']
  const measures = [
    ...new Map([...older.measures, ...newer.measures].map(one => [JSON.stringify(one.of), one])).values(),
  ]
  return { ...newer, sets, measures, order: differing.length > 0 ? null : newer.order }
}
