import { type Dim, dims, type Expr, type SetOf } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { growth, measure, same, testedMeasures } from '../build/measures.ts'
import { rowDimsOf } from '../build/rows.ts'
import { settled, withSuperlatives } from '../build/settled.ts'
import { isPoint } from '../build/times.ts'
import { type Draft, emptyDraft, isChanged, isTested } from '../draft.ts'
import { isPanel } from '../grammar/measures.ts'
import type { Piece } from '../sem.ts'

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

/** 'Back to the totals': neither per head nor as a share. */
export const inTotals = (before: Draft): Draft => ({
  ...{ ...before, per: null, whole: null, share: false, number: false },
  measures: before.measures.map(one => ({ ...one, of: totalOf(one.of) })),
})

/** What a figure per head is of. */
const totalOf = (of: Expr): Expr => (of.k === 'measure' ? measure(totals[of.id] ?? of.id) : of)
const totals: Record<string, string> = {
  ...{ gdp_per_capita_usd: 'gdp_usd', gdp_per_capita_ppp: 'gdp_ppp', gdp_per_capita_lcu: 'gdp_lcu' },
  ...{ panel_value_pc_usd: 'panel_value_usd', panel_value_pc_lcu: 'panel_value_lcu' },
  ...{ panel_volume_pc: 'panel_volume' },
}

export const hasGoods = ({ sets }: Draft) => sets.segment.length + sets.brand.length + sets.channel.length > 0

/** Whether its members were a row each. */
export const listsMembers = (before: Draft, dim: Dim, model: CatalogueModel) =>
  rowDimsOf(settled(before, model)).dims.includes(dim)

/** A fold over the members of a group. */
export const overMembers = (draft: Draft) =>
  draft.fold !== null && (draft.fold.how === 'median' || draft.fold.how === 'weighted')

/** An ask whose members were taken over by name: what they were found by is done with. */
export function consumed(before: Draft, dim: Dim, hasOther: boolean): Draft {
  const blank = emptyDraft()
  const isLevel = hasOther || before.change === null
  return {
    ...before,
    measures: saidOf(before),
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
    times: hasOther && (isChanged(before) || before.fold) ? before.times.filter(isPoint) : before.times,
    ...{ freq: null, find: null, wants: [], towards: null, lead: false, listed: false, minus: [] },
    sets: { ...before.sets, [dim]: [] },
    slices: before.slices.filter(by => by !== dim),
    nouns: before.nouns.filter(by => by !== dim),
    relate: blank.relate,
    stats: before.stats.filter(stat => stat !== 'rank'),
    ...(hasOther && isTested(before) ? { whole: null } : {}),
    change: isLevel && hasOther ? null : before.change,
    fold: hasOther ? null : before.fold,
  }
}

/** What was measured: as said, as a superlative means it, or as it was tested. */
function saidOf({ ownOrder, measures, conds }: Draft): Draft['measures'] {
  const own = ownOrder ? [ownOrder] : measures.length > 0 ? [] : conds.flatMap(testedMeasures)
  return [...own.map(of => ({ of, panel: isPanel(of), at: 0 })), ...measures]
}

const rates = /exchange_rate|currency_value/

/** Whether the topic is what currencies are worth. */
export const isOfCurrency = ({ measures }: Draft) =>
  measures.length > 0 && measures.every(({ of }) => rates.test(JSON.stringify(of)))

/** There 'the naira' and 'the cedi' are places. */
export function asCountry(piece: Piece): Piece {
  const { sem } = piece
  if (sem.c !== 'money' || !sem.country) return piece
  const of: SetOf = { k: 'ids', dim: 'country', ids: [sem.country] }
  return { ...piece, sem: { c: 'set', dim: 'country', of, group: null, name: true } }
}

/** 'The next five' of a list that is ordered. */
export function further(draft: Draft, n: number): Draft {
  const { order } = draft
  if (!order) return draft
  // 'The next one' after who is first is the second.
  const shown = order.n ?? (n === 1 ? 1 : 5)
  return { ...draft, count: null, order: { ...order, n, skip: order.skip + shown } }
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
