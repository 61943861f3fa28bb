import { type Dim, dims, type Expr } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { formOf } from '../build/columns.ts'
import { growth, localOf, measure, sales, same, testedMeasures, unique } from '../build/measures.ts'
import { isPoint, isSpan } from '../build/times.ts'
import { rateOf } from '../build/twins.ts'
import { type Draft, isChanged } from '../draft.ts'
import { isAmount, isPanel } from '../grammar/measures.ts'
import { isOfCurrency, listsMembers } from './earlier.ts'
import type { Edit } from './edits.ts'
import type { Step } from './step.ts'

/** Another measure instead of the one before, or beside it. */
export const withMeasures: Step = (draft, { before, next, edit, model }) => {
  const goods = next.sets.segment.length > 0 && before.measures.every(one => !one.panel)
  if (next.ownOrder) return { ...draft, ownOrder: next.ownOrder, measures: next.measures }
  if (next.measures.length === 0) {
    // What a currency lost is of its worth, not of its rate.
    if (isOfCurrency(before) && next.change)
      return { ...draft, measures: [{ of: measure('currency_value'), panel: false, at: 0 }] }
    const tested = asked(before, next, model)
    if (tested) return { ...draft, ...tested }
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
  const isCount = next.measures.every(one => !isAmount(one.of, model) || isRatio(one.of))
  const isOfAll = next.measures.every(({ of }) => of.k === 'concentration')
  // 'No, I want the sales since 2019' after the shares of channels are sales of all.
  const listed = (['brand', 'channel'] as const).some(dim => listsMembers(before, dim, model))
  const isAnew = edit === 'instead' && listed && !isMacro && next.times.length > 0
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
    whole: next.measures.every(({ of }) => isLike(before, of, model)) ? before.whole : null,
    relate: before.relate,
    // Litres are in no currency.
    money: next.measures.some(({ of }) => !same(localOf(of), of)) ? before.money : null,
    share: before.share && !isCount && !isAnew,
    change: isLevel ? null : before.change,
    // A span that a change ran over says nothing of a level.
    times: isSpent ? draft.times.filter(isPoint) : draft.times,
    order: isOfAll ? null : turned(before, next, edit, isRate, model),
    // What all brands make up together is of none of them.
    ...(isOfAll
      ? { sets: { ...draft.sets, brand: [] }, slices: without(draft.slices, 'brand'), lead: false }
      : {}),
    ...(isAnew
      ? { sets: { ...draft.sets, brand: [], channel: [] }, slices: withoutGoods(draft.slices), lead: false }
      : {}),
    ...(isMacro ? { sets: { ...draft.sets, segment: [], brand: [], channel: [] }, lead: false } : {}),
    ...(isMacro ? { slices: withoutGoods(draft.slices), nouns: withoutGoods(draft.nouns) } : {}),
  }
}

/** Another amount in the same unit: 'imports?' after exports as a share of GDP. */
const isLike = ({ measures: [first] }: Draft, of: Expr, model: CatalogueModel) =>
  first !== undefined && isAmount(of, model) && unitOf(of, model) === unitOf(first.of, model)

const unitOf = (of: Expr, model: CatalogueModel) =>
  of.k === 'measure' ? model.measure(of.id)?.unit : undefined

const isRatio = (of: Expr) => of.k === 'calc' && of.op === '/'

const isSamePer = (next: Draft, before: Draft) => next.measures.some(({ of }) => same(of, before.per))

const without = (slices: Draft['slices'], dim: Dim) => slices.filter(by => by !== dim)

const withoutGoods = (slices: Draft['slices']) =>
  slices.filter(by => by !== 'segment' && by !== 'brand' && by !== 'channel' && by !== 'department')

/** 'Is the HHI there above 2,500' asks of one place by its own measure. */
function asked(before: Draft, next: Draft, model: CatalogueModel): Partial<Draft> | null {
  const tested = unique(next.conds.flatMap(testedMeasures))
  const isList = dims.some(dim => listsMembers(before, dim, model)) || before.order !== null
  if (tested.length === 0 || isList || before.conds.length > 0) return null
  const measures = tested.map(of => ({ of, panel: isPanel(of), at: 0 }))
  return { measures, ownOrder: null, change: null, share: false, per: null, relate: null, fold: null }
}

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
export const withForms: Step = (draft, { before, next, model }) => {
  const { change, per, money, fold, relate, whole, nounOwn, order, lead } = next
  const isLevel = change === null && order?.change !== true
  const isSame = next.measures.length === 0 && next.ownOrder === null
  const lists = listsMembers(before, 'brand', model) || listsMembers(before, 'channel', model)
  const isList = (order ?? next.among) !== null && isLevel && next.share && !before.share
  const isBoth = next.share && next.change !== null && next.change.as !== 'points' && lists && !before.share
  // The share of a number that was worked out from a rate is the rate.
  const isRated = before.number && before.measures.every(({ of }) => rateOf(of, model) === null)
  const isNumber = next.number || (before.number && isSame && !next.share)
  return {
    ...draft,
    // 'How many people is that' asks for the level.
    ...(next.number && isLevel
      ? {
          ...{ change: null, order: draft.order && { ...draft.order, change: false } },
          times: isChanged(before) ? draft.times.filter(isPoint) : draft.times,
        }
      : {}),
    // 'The three largest brands, with their share' after growth is a list of its own.
    ...(isList && {
      change: null,
      duration: null,
      against: null,
      times: isChanged(before) ? draft.times.filter(isPoint) : draft.times,
    }),
    ...(change && { change: { ...change, as: change.as ?? before.change?.as ?? null } }),
    ...(per && { per }),
    ...(money && { money }),
    // The mean of the years is of all of them, not of the highest.
    ...(fold && draft.order && !order && before.times.some(isSpan) && !listsSome(before, model)
      ? { order: null }
      : {}),
    ...(fold && { fold: isOfList(before, fold, model) ? { ...fold, simple: true } : fold }),
    ...(relate && { relate }),
    ...(whole && { whole }),
    ...(nounOwn && { nounOwn }),
    // The mean of what grew is of its yearly growth.
    ...(fold && isLevel && before.measures.some(({ of }) => same(of, growth)) ? { change: null } : {}),
    // Of a number of people 'the share' is the rate that it was counted from.
    number: isNumber,
    // 'Only the top 3, with growth' are still the largest.
    byLevel:
      before.byLevel ||
      (order !== null && !order.change && change !== null && before.order?.change === false),
    besideShares: before.besideShares || isBoth,
    share: !isNumber && !isBoth && (draft.share || (next.share && !isRated) || movesShare(before, next)),
    real: draft.real || next.real,
    // Who leads is asked of sales, whatever they were counted by.
    ...(lead && next.measures.length === 0
      ? { per: null, measures: [], ownOrder: null, ...(change ? {} : { change: null, order: null }) }
      : {}),
  }
}

const listsSome = (before: Draft, model: CatalogueModel) => dims.some(dim => listsMembers(before, dim, model))

/** 'What's the average' after a list of members is the plain mean of what was shown. */
const isOfList = (before: Draft, fold: NonNullable<Draft['fold']>, model: CatalogueModel) =>
  fold.how === 'mean' && !before.times.some(isSpan) && listsMembers(before, 'country', model)

/** 'How has that moved', of channels or brands whose shares were shown. */
const movesShare = (before: Draft, next: Draft) =>
  next.change?.dir === 'any' &&
  next.measures.length === 0 &&
  before.order === null &&
  before.change === null &&
  before.slices.some(by => by === 'channel' || by === 'brand')
