import {
  type Cond,
  type Dim,
  dims,
  type Time,
  type TimeGrain,
  timeGrains,
} from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { asksFigures } from '../asks-figures.ts'
import { isGrowthRate, same, testedMeasures } from '../build/measures.ts'
import { ranksOne } from '../build/rows.ts'
import { isPoint, isSpan, lastYear, point, span } from '../build/times.ts'
import { numbersOf } from '../build/twins.ts'
import { asksWhen, type Draft, isChanged } from '../draft.ts'
import { cond } from '../grammar/conditions.ts'
import type { SemOf } from '../sem.ts'
import { hasGoods } from './earlier.ts'
import { withForms, withMeasures } from './measures.ts'
import { isRanked, withMembers, withMinus } from './members.ts'
import { withStatistic } from './statistics.ts'
import type { Followed, Step } from './step.ts'

/** A follow-up's draft with what it leaves open taken from the one before. */
export function followed(how: Followed): Draft {
  const { before } = how
  const next = counted(how)
  const start: Draft = structuredClone(before)
  if (next.study) return ofStudy(withMinus(withMembers(start, how), how), next)
  return steps.reduce((draft, step) => step(draft, { ...how, next }), start)
}

/** 'How many people is that' after a rate asks for their number. */
function counted({ before, next, model }: Followed): Draft {
  const [only, ...more] = next.measures
  const places = ({ sets }: Draft) => sets.country.flatMap(({ of }) => (of.k === 'ids' ? of.ids : []))
  const isThere = places(next).every(id => places(before).includes(id))
  const asks = only?.weak === 'count' && more.length === 0 && isThere && next.order === null && !next.share
  const rates = before.measures.map(({ of }) => of)
  if (!asks || numbersOf(rates, model) === null) return next
  return { ...next, measures: [], number: true }
}

/** A study of what was asked before: figures that were asked of it are done with. */
const ofStudy = ({ sets, minus, times }: Draft, next: Draft): Draft => ({
  ...next,
  ...{ sets, minus },
  times: next.times.length > 0 ? next.times : times.filter(isPoint),
})

/** Another period, or a second one to compare with. */
const withTimes: Step = (draft, { before, next, edit, model }) => {
  const shifted = next.against && !next.against.vs && !next.against.of && !next.change && !next.order
  if (next.times.length === 0)
    return {
      ...draft,
      // Two times that were compared are one again where a list is asked for.
      ...(next.order && before.compared && { times: before.times.slice(0, 1), compared: false }),
      ...(next.order && !next.change && !next.order.change && { against: null }),
      ...(next.duration && { duration: next.duration, times: [] }),
      ...(next.against && !shifted && { against: next.against }),
    }
  const index = indexTimes(before, next, model)
  if (index) return { ...draft, ...index }
  const hasSets = dims.some(dim => next.sets[dim].length > 0)
  const isBeside =
    (edit === 'add' || (next.vs && !hasSets)) && before.times.length < 2 && next.times.length === 1
  const latest: Time = hasGoods(before) ? point(lastYear(model)) : { k: 'latest', within: null }
  const now = before.times[0] ?? latest
  // 'Against 2020' is against what was asked last.
  const [start] = before.times
  const [end] = next.times
  if (next.until && start && 'from' in start && end?.k === 'span')
    return { ...draft, times: [span(start.from.slice(0, 4), end.to.slice(0, 4))], compared: false }
  const said = next.earlier ? next.times.map(time => (time.k === 'latest' ? now : time)) : next.times
  const times = isBeside ? [now, ...said] : said
  const isOne = times.length === 1 && times.every(isPoint)
  return {
    ...(isOne ? withoutSearch(draft, before, next) : times.some(isSpan) ? withoutPlace(draft, next) : draft),
    ...{ times, compared: isBeside || next.compared, duration: next.duration, against: next.against },
    slices: isOne ? draft.slices.filter(by => by !== 'year' || next.slices.includes(by)) : draft.slices,
  }
}

/** A year in which something was so is no longer looked for where the year is given. */
function withoutSearch(draft: Draft, before: Draft, next: Draft): Draft {
  if (!asksWhen(before) || next.wants.length > 0 || next.find) return draft
  const measures = draft.measures.length > 0 ? draft.measures : []
  const tested = draft.conds.flatMap(testedMeasures).map(of => ({ of, panel: false, at: 0 }))
  return {
    ...{ ...draft, measures: measures.length > 0 ? measures : tested, wants: [], find: null, freq: null },
    ...{ conds: [], preds: [], predExprs: [] },
  }
}

/** Over the years the place among others is no longer asked for, but the figure itself. */
function withoutPlace(draft: Draft, next: Draft): Draft {
  const isPlace = ranksOne(draft) && next.order === null && !next.stats.includes('rank')
  if (!isPlace) return draft
  const country = draft.sets.country.filter(set => set.group === null)
  const stats = draft.stats.filter(stat => stat !== 'rank')
  return { ...draft, sets: { ...draft.sets, country }, order: null, stats }
}

/** 'Index it to 2019' keeps the years that are looked at. */
function indexTimes(before: Draft, next: Draft, model: CatalogueModel): Partial<Draft> | null {
  const [base] = next.times
  const isBase =
    next.stats.includes('index') && next.times.length === 1 && base?.k === 'span' && isPoint(base)
  if (!isBase) return null
  const isLong = before.times.length === 1 && before.times.some(isSpan)
  const times = isLong ? before.times : [span(base.from, lastYear(model))]
  return { base, times, change: null, compared: false, duration: null, against: null }
}

/** How it is listed: by what, in what order, how many. */
const withRows: Step = (draft, { before, next, edit }) => {
  const { order, count, grain } = next
  const left = edit === 'add' ? draft.slices : draft.slices.filter(by => !gives(by, next.slices, before))
  // 'Which month is highest' after a list of quarters
  const own = grain && order ? left.filter(by => !timeGrains.includes(by as TimeGrain)) : left
  const slices = [...new Set([...own, ...next.slices])]
  // A peak that was looked for is one of its own periods.
  const searched = grain !== before.grain ? before.grain : null
  const lost =
    draft.slices.find(by => timeGrains.includes(by as TimeGrain) && !slices.includes(by)) ??
    (grain && searched)
  return {
    ...draft,
    slices,
    nouns: [...new Set([...draft.nouns, ...next.nouns])],
    ...(grain && { grain }),
    ...(lost && before.order && !order && { grain: lost as TimeGrain, slices: [...slices, grain ?? 'year'] }),
    ...(order && { order: mergedOrder(before.order, order, next.measures.length === 0) }),
    // What a superlative is by itself goes with it: 'the largest' after 'the youngest'.
    ...(order && next.ownOrder === null && before.order === null ? { ownOrder: draft.ownOrder } : {}),
    ...(count !== null && { count }),
    ...(count !== null && draft.order && !order ? { order: { ...draft.order, n: count } } : {}),
    ...(next.among && { among: next.among }),
    // 'And lost?' after who gained most: the other end.
    ...(turnsChange(before, next) && draft.order
      ? {
          order: { ...draft.order, end: next.change?.dir === 'down' ? 'low' : 'high' },
          change: before.change,
        }
      : {}),
    ...(next.towards && { towards: next.towards }),
  }
}

const turnsChange = (before: Draft, next: Draft) =>
  before.order?.change === true &&
  next.order === null &&
  next.change !== null &&
  next.change.dir !== 'any' &&
  next.measures.length === 0

/** 'By brand' after 'by channel', 'by quarter' after 'by month': one gives way to the other. */
function gives(by: Draft['slices'][number], next: Draft['slices'], before: Draft): boolean {
  const isPeriod = (one: Draft['slices'][number]) => timeGrains.includes(one as TimeGrain)
  const isNamed = !isPeriod(by) && dims.includes(by as Dim) && before.sets[by as Dim].length > 0
  return !isNamed && next.some(one => one !== by && isPeriod(one) === isPeriod(by))
}

/** 'And the poorest?' keeps how many were asked for; of another measure the level is meant where its change was. */
const mergedOrder = (
  before: Draft['order'],
  next: NonNullable<Draft['order']>,
  isSame: boolean,
): Draft['order'] => ({
  ...next,
  n: next.n ?? before?.n ?? null,
  change: next.change || (isSame && (before?.change ?? false)),
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

const flags = ['nominal', 'profile', 'usual', 'size'] as const

const withRest: Step = (draft, { before, next, edit, model }) => {
  const { freq, find, wants, towards } = next
  const isStudied = !asksFigures(next) && next.nouns.length + next.wants.length === 0 && !next.among
  const isSame = next.measures.length === 0
  const asksPlace = towards !== null && next.order === null && isRanked(before, next, 'country')
  return {
    ...draft,
    ...Object.fromEntries(flags.map(flag => [flag, next[flag] || (draft[flag] && isSame)])),
    // A profile is of a place or of goods; a list is none.
    profile: next.profile || (draft.profile && isSame && next.order === null && next.change === null),
    study: isStudied ? draft.study : null,
    lead: next.lead || (draft.lead && (isSame || next.measures.every(({ panel }) => panel))),
    listed: next.listed || (draft.listed && isSame),
    ...(freq && { freq }),
    ...(find && { find }),
    // 'Is that high for Africa' asks for the place.
    towards: asksPlace ? null : (towards ?? draft.towards),
    predExprs: [...draft.predExprs, ...next.predExprs.map(one => risen(one, draft, model))],
    rivals: [...draft.rivals, ...next.rivals, ...otherOfTwo(before, next)],
    vs: draft.vs || next.vs,
    wants:
      wants.length > 0 ? wants : (draft.wants.length > 0 ? before.wants : []).filter(want => kept.has(want)),
    stats: [
      ...new Set([
        ...draft.stats.filter(stat => isSame || stat !== 'rank'),
        ...next.stats,
        ...(asksPlace ? ['rank'] : []),
      ]),
    ],
    comparatives: edit === 'add' ? before.comparatives + next.comparatives : next.comparatives,
  }
}

/** 'Is that more than inflation' after a change is asked of the change. */
const risen = (one: SemOf<'predExpr'>, draft: Draft, model: CatalogueModel): SemOf<'predExpr'> =>
  isChanged(draft) && one.of && one.at === null && isGrowthRate(one.of, model)
    ? { ...one, change: true }
    : one

/** 'When was Egypt last ahead' after two that were compared: ahead of the other one. */
function otherOfTwo(before: Draft, next: Draft): Draft['rivals'] {
  const [one, ...more] = next.sets.country.flatMap(({ of }) => (of.k === 'ids' ? of.ids : []))
  const pair = before.sets.country.flatMap(({ of }) => (of.k === 'ids' ? of.ids : []))
  const others = pair.filter(id => id !== one)
  const isLead = next.comparatives > 0 || next.find !== null
  if (!asksWhen(next) || !isLead || more.length > 0 || pair.length !== 2) return []
  if (one === undefined || others.length !== 1 || next.rivals.length > 0) return []
  const of = { k: 'ids', dim: 'country', ids: others } as const
  const op = next.towards === 'low' ? '<' : '>'
  return [
    { c: 'rival', op, of: { c: 'set', dim: 'country', of: { ...of, ids: others }, group: null, name: true } },
  ]
}

/** What is still looked for where a follow-up says nothing of it. */
const kept = new Set<Draft['wants'][number]>(['who', 'count', 'when'])

const steps: readonly Step[] = [
  ...[withMeasures, withForms, withMembers, withMinus, withTimes, withRows, withTests, withRest],
  withStatistic,
]
