import type { Cond, Dim, End, Expr, Fold, SetOf, Time, TimeGrain } from '../../../contract/query.ts'
import { union } from './grammar/sets.ts'
import type { ChangeForm, Piece, SemOf } from './sem.ts'

type Slice = SemOf<'slice'>['by']

/** What a question says, by kind: the typed slots from which queries are built and which a follow-up edits. */
export interface Draft {
  measures: { of: Expr; panel: boolean; at: number }[]
  /** Sets in the order they were said, by dimension. */
  sets: Record<Dim, SemOf<'set'>[]>
  minus: SemOf<'minus'>[]
  slices: Slice[]
  /** Plain nouns: 'countries', 'brands'. */
  nouns: Slice[]
  times: Time[]
  /** True where several times were said as points to compare. */
  compared: boolean
  grain: TimeGrain | null
  duration: { n: number; grain: TimeGrain } | null
  order: { end: End; n: number | null; skip: number; both: boolean; change: boolean } | null
  ownOrder: Expr | null
  change: { dir: 'up' | 'down' | 'any'; as: ChangeForm | null } | null
  conds: Cond[]
  /** Thresholds whose measure is not said beside them, with where they stand. */
  preds: { pred: SemOf<'pred'>; at: number }[]
  per: Expr | null
  share: boolean
  real: boolean
  money: SemOf<'money'> | null
  fold: { how: Fold; weighted: Expr | null } | null
  wants: SemOf<'want'>['want'][]
  stats: string[]
  count: number | null
  vs: boolean
}

export const emptyDraft = (): Draft => ({
  measures: [],
  sets: { country: [], segment: [], brand: [], channel: [] },
  minus: [],
  slices: [],
  nouns: [],
  times: [],
  compared: false,
  grain: null,
  duration: null,
  order: null,
  ownOrder: null,
  change: null,
  conds: [],
  preds: [],
  per: null,
  share: false,
  real: false,
  money: null,
  fold: null,
  wants: [],
  stats: [],
  count: null,
  vs: false,
})

/** Puts each piece of a cover into its slot; gives the pieces that found none. */
export function draftOf(pieces: readonly Piece[]): { draft: Draft; left: Piece[] } {
  const draft = emptyDraft()
  const left = pieces.filter(piece => !place(draft, piece))
  return { draft, left }
}

/** True where the piece has a slot. */
function place(draft: Draft, { sem, from }: Piece): boolean {
  switch (sem.c) {
    case 'meas':
      draft.measures.push({ of: sem.of, panel: sem.panel, at: from })
      return true
    case 'set':
      draft.sets[sem.dim].push(sem)
      if (sem.perHead) draft.per = { k: 'measure', id: 'population' }
      return true
    case 'minus':
      draft.minus.push(sem)
      return true
    case 'slice':
      draft.slices.push(sem.by)
      return true
    case 'dim':
      draft.nouns.push(sem.dim)
      return true
    case 'time':
      draft.times.push(sem.time)
      return true
    case 'times':
      draft.times.push(...sem.list)
      draft.compared = true
      return true
    case 'grain':
      if (sem.adverb) draft.slices.push(sem.grain)
      else draft.grain = sem.grain
      return true
    case 'dur':
      draft.duration = { n: sem.n, grain: sem.grain }
      return true
    case 'sup':
      if (draft.order) {
        if (draft.order.end !== sem.end) draft.order.both = true
        draft.order.n ??= sem.n
      } else draft.order = { end: sem.end, n: sem.n, skip: sem.skip, both: sem.both, change: sem.change }
      draft.ownOrder ??= sem.own
      return true
    case 'change':
      draft.change = {
        dir: draft.change && sem.dir === 'any' ? draft.change.dir : sem.dir,
        as: sem.as ?? draft.change?.as ?? null,
      }
      return true
    case 'cond':
      draft.conds.push(sem.cond)
      return true
    case 'pred':
      draft.preds.push({ pred: sem, at: from })
      return true
    case 'per':
      draft.per = sem.by
      return true
    case 'share':
    case 'real':
      draft[sem.c] = true
      return true
    case 'money':
      draft.money = sem
      return true
    case 'fold':
      draft.fold = { how: sem.how, weighted: sem.weighted }
      return true
    case 'want':
      draft.wants.push(sem.want)
      return true
    case 'stat':
      draft.stats.push(sem.stat)
      return true
    case 'num':
      if (draft.count !== null || !Number.isInteger(sem.value) || sem.value > 60) return false
      draft.count = sem.value
      return true
    case 'op':
      if (sem.op === 'vs') draft.vs = true
      return [
        ',',
        'and',
        'vs',
        'or',
        'than',
        'by',
        'over',
        'between',
        'from',
        'this',
        '-',
        'to',
        'per year',
        'each',
        'last',
      ].includes(sem.op)
    case 'unit':
      return true
    default:
      return false
  }
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

/** What a draft says that no query of it would show: an answer may not pass over it. */
export function unused(draft: Draft): string[] {
  const isChanged = draft.change !== null || draft.order?.change === true
  const rest: [string, boolean][] = [
    ['real terms', draft.real],
    ['why', draft.wants.includes('why')],
    ['duration', draft.duration !== null && draft.times.length === 0],
    ['number', draft.count !== null && draft.order === null && !isSize(draft, draft.count)],
    ['statistic', draft.stats.some(stat => stat !== 'correlation')],
    ['year', draft.wants.includes('when')],
    ['change', isChanged && draft.share && draft.measures.length === 0],
  ]
  return rest.flatMap(([name, is]) => (is ? [name] : []))
}

/** 'The eight members': a number that only counts what is named. */
const isSize = (draft: Draft, count: number) =>
  draft.sets.country.length > 0 && draft.nouns.includes('country') && count > 2
