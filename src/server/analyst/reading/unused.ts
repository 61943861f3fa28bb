import { dims, type TimeGrain, timeGrains } from '../../../contract/query.ts'
import { asksWhen, type Draft, isChanged, isTested } from './draft.ts'
import { groupsOf } from './grammar/sets.ts'

const knownStats = new Set([
  ...['correlation', 'seasonality', 'forecast', 'index', 'rank', 'reach', 'decompose', 'contribution'],
  'lead',
])

/** What no plain figure answers. */
export const needsStatistic = (draft: Draft) =>
  draft.supposed ||
  draft.effects.length > 0 ||
  draft.stats.some(stat => whole.has(stat) && !(stat === 'decompose' && isByMember(draft)))

const whole = new Set(['reach', 'contribution', 'decompose'])

/** Something is said of what is supposed: by how much it changes, to what, or whom it is like. */
const supposes = (draft: Draft) =>
  draft.preds.length + draft.amounts.length + draft.conds.length > 0 ||
  draft.sets.country.length > 1 ||
  draft.order !== null

/** 'The split of shampoo sales by channel': the parts are members, not price and volume. */
const isByMember = ({ slices, effects, change }: Draft) =>
  effects.length === 0 && change === null && dims.some(dim => slices.includes(dim))

/** The growth of sales is taken apart: into price, volume and currency, or by who brought it. */
export const asksForParts = (draft: Draft) =>
  (draft.stats.includes('decompose') && !isByMember(draft)) ||
  draft.stats.includes('contribution') ||
  draft.effects.length > 0 ||
  (draft.wants.includes('why') && isChanged(draft) && draft.sets.segment.length > 0)

/** What was understood and has no place in what would be computed. */
export type Unplaced = 'why' | 'than' | 'number' | 'statistic' | 'when' | 'frequency' | 'count'

/** What a draft says that no query of it would show: an answer may not pass over it. */
export function unused(draft: Draft): Unplaced[] {
  const reaches = draft.stats.includes('reach')
  const rest: [Unplaced, boolean][] = [
    ['why', draft.wants.includes('why') && !asksForParts(draft)],
    ['than', draft.than && draft.rivals.length === 0 && !isTested(draft)],
    ['number', draft.amounts.length > 0 && !draft.supposed && !reaches],
    ['statistic', draft.supposed && !supposes(draft)],
    ['statistic', (draft.steady || draft.elasticity !== null) && !draft.supposed],
    ['number', draft.count !== null && draft.order === null && !isSize(draft, draft.count)],
    [
      'statistic',
      draft.stats.some(stat => !knownStats.has(stat) && !(draft.supposed && stat === 'elasticity')),
    ],
    // 'Is it like that every year': a peak for each of them.
    ['when', draft.order !== null && draft.grain !== null && hasOther(draft, draft.grain)],
    [
      'when',
      asksWhen(draft) &&
        !isTested(draft) &&
        draft.order === null &&
        draft.change === null &&
        !draft.stats.includes('seasonality') &&
        !reaches,
    ],
    ['when', draft.find !== null && draft.order === null && !isTested(draft) && draft.change === null],
    ['frequency', draft.freq !== null && !isTested(draft) && draft.change === null],
    // 'Quarterly growth' is no growth of the year.
    [
      'frequency',
      draft.change !== null && draft.order === null && finer.some(by => draft.slices.includes(by)),
    ],
    // 'By region': of which ones is not said.
    ['count', draft.slices.includes('group') && groupsIn(draft) < 2],
    ['count', draft.nouns.includes('group') && groupsIn(draft) === 0],
    ['count', draft.wants.includes('count') && !asksWhen(draft) && countsNothing(draft)],
  ]
  return rest.flatMap(([name, is]) => (is ? [name] : []))
}

const finer = ['half', 'quarter', 'month'] as const

const groupsIn = ({ sets }: Draft) => sets.country.flatMap(groupsOf).length

/** Other periods than those that are searched. */
const hasOther = ({ slices }: Draft, grain: TimeGrain) =>
  timeGrains.some(one => slices.includes(one) && one !== grain)

/** 'How many countries' without a condition. */
const countsNothing = (draft: Draft) =>
  draft.nouns.some(noun => noun === 'country' || noun === 'segment' || noun === 'brand') &&
  !isTested(draft) &&
  draft.change === null

/** 'The eight members': a number that only counts what is named. */
const isSize = (draft: Draft, count: number) =>
  (draft.sets.country.length > 0 && draft.nouns.includes('country') && count > 2) ||
  Object.values(draft.sets).some(
    list => list.length > 0 && list.flatMap(set => (set.of.k === 'ids' ? set.of.ids : [])).length === count,
  )
