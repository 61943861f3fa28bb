import { type Dim, dims, type SetOf, type Time } from '../../../../contract/query.ts'
import { periodMonths, periodName } from '../../../insights/insights.ts'
import { type Draft, isChanged } from '../draft.ts'
import type { Piece, SemOf } from '../sem.ts'
import {
  chainOf,
  focusesOf,
  focusOf,
  listOf,
  type Shown,
  type State,
  type Turn,
  topOf,
  unionOf,
} from './state.ts'

/** A question with its references to earlier answers made names, and what they point to. */
export interface Resolved {
  pieces: Piece[]
  /** True where something was referred to that a question by itself would not say. */
  refers: boolean
  /** The dimension whose members are those of an earlier answer: what they were found by is done with. */
  taken: Dim | null
  /** An older ask that is gone back to. */
  base: Turn | null
  /** So many more of the list; 0 where none are asked for. */
  more: number
}

/** 'Who leads, and how far ahead of no. 2' says itself of whom. */
const isBehind = (sem: SemOf<'ref'>, pieces: readonly Piece[]) =>
  sem.ref === 'nth' && pieces.some(one => one.sem.c === 'lead')

/** What points back to nothing that was shown has no place in a draft. */
const lost: Piece['sem'] = { c: 'talk', talk: 'lost' }
export const isLost = ({ sem }: Piece) => sem.c === 'talk' && sem.talk === 'lost'

/** 'Its' and 'their' may also point to a name in the same question. */
const isWeak = (ref: SemOf<'ref'>) => ['it', 'its', 'their', 'there'].includes(ref.ref)

const isCountry = ({ sem }: Piece) => sem.c === 'set' && sem.dim === 'country'
/** 'Here' beside the country that it is. */
const isNamedHere = (ref: SemOf<'ref'>, pieces: readonly Piece[]) =>
  ref.ref === 'here' && pieces.some(isCountry)

/** The pieces without references that may be to names of the same question. */
export const withoutWeak = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(({ sem }) => sem.c !== 'ref' || !(isWeak(sem) || isNamedHere(sem, pieces)))

export function resolved(pieces: readonly Piece[], state: State, lastYear: (of: Draft) => number): Resolved {
  const found: Resolved = { pieces: [], refers: false, taken: null, base: null, more: 0 }
  const isPair = pieces.some(({ sem }) => sem.c === 'relate')
  const isNamed = pieces.some(({ sem }) => sem.c === 'set')
  const isStretch = pieces.some(({ sem }) => sem.c === 'fold' || sem.c === 'change')
  const isGrowth = pieces.some(({ sem }) => sem.c === 'change')
  const isCounted = pieces.some(
    ({ sem }) => (sem.c === 'want' && sem.want === 'count') || (sem.c === 'op' && sem.op === 'how many'),
  )
  const leader = leaderIn(pieces, state.at(-1) ?? null)
  for (const [at, piece] of pieces.entries()) {
    const sem = inPercent(isGrowth ? piece.sem : asTime(piece.sem), pieces, state.at(-1) ?? null)
    if (sem.c === 'lead' && leader) {
      found.refers = true
      found.taken = leader.dim
      found.pieces.push({ ...piece, sem: setOf(leader) })
      continue
    }
    if (sem.c === 'timeRef') {
      found.refers = true
      const time = timeOf(sem, state.at(-1) ?? null, isStretch, lastYear)
      if (time) found.pieces.push({ ...piece, sem: { c: 'time', time, vague: false } })
      else if (sem.ref !== 'same') found.pieces.push(piece)
      continue
    }
    // 'And the second?' is one of those shown.
    if (sem.c === 'ordinal' && listOf(state)) {
      found.refers = true
      const set = membersOf({ c: 'ref', ref: 'nth', n: sem.n }, state)
      if (set) found.taken = set.dim
      found.pieces.push(set ? { ...piece, sem: setOf(set) } : piece)
      continue
    }
    if (sem.c !== 'ref') {
      found.pieces.push(sem.c === 'against' ? piece : { ...piece, sem })
      continue
    }
    found.refers ||= !isWeak(sem)
    if (sem.ref === 'ask') {
      found.base = askOf(sem.n, state)
      if (!found.base) found.pieces.push(piece)
      continue
    }
    const isPlaced = isNamedHere(sem, pieces) || (state.at(-1)?.draft.sets.country ?? []).length > 0
    if (isJoining(sem, pieces) || (sem.ref === 'here' && isPlaced)) continue
    if (sem.ref === 'more') {
      found.refers = true
      found.more = sem.n
      continue
    }
    if (sem.bare && counts(pieces[at + 1]?.sem)) {
      found.pieces.push(piece)
      continue
    }
    const isOwn = isNamed && isWeak(sem)
    const set = isOwn ? null : membersOf(isPair && sem.n === 0 ? { ...sem, n: 2 } : sem, state)
    if (set) {
      found.taken = set.dim
      found.pieces.push({ ...piece, sem: setOf(set) })
    } else if (isCounted && sem.ref === 'those' && sem.n === 0)
      // 'How many of them are under 15': of the people of one place.
      found.pieces.push({ ...piece, sem: { c: 'number' } })
    else if (isBehind(sem, pieces)) found.pieces.push(piece)
    else if (!isWeak(sem)) found.pieces.push({ ...piece, sem: lost })
  }
  const nth = pieces.filter(({ sem }) => sem.c === 'ref' && sem.ref === 'nth')
  const head = isPair && nth.length === 1 && !isNamed ? listOf(state) : null
  const [top] = head?.ids ?? []
  const at = found.pieces.findIndex(({ sem }) => sem.c === 'set' && sem.shown)
  const other = found.pieces[at]?.sem
  // 'How far ahead of no. 2' is asked of the first.
  if (head && top && other?.c === 'set' && other.of.k === 'ids' && !other.of.ids.includes(top)) {
    const ids = [top, ...other.of.ids]
    found.pieces[at] = { ...(found.pieces[at] as Piece), sem: setOf({ dim: head.dim, ids }) }
  }
  const pair = found.taken ? null : pairIn(pieces, state)
  const [first] = pieces
  if (!pair || !first) return found
  const said = found.pieces.findIndex(({ sem }) => sem.c === 'set')
  if (said >= 0) {
    // 'So Morocco is how many times as large?' is asked of Morocco and the one before it.
    const own = found.pieces[said]?.sem
    const isOne = own?.c === 'set' && own.of.k === 'ids' && own.of.ids.length === 1
    const [id] = isOne && own.of.k === 'ids' ? own.of.ids : []
    if (id === undefined || !pair.ids.includes(id)) return found
    const ids = [id, ...pair.ids.filter(other => other !== id)]
    const both = found.pieces.with(said, { ...(found.pieces[said] as Piece), sem: setOf({ ...pair, ids }) })
    return { ...found, refers: true, taken: pair.dim, pieces: both }
  }
  const named: Piece = { ...first, to: first.from, sem: setOf(pair), why: 'pair' }
  return { ...found, refers: true, taken: pair.dim, pieces: [...found.pieces, named] }
}

/** 'That leader' is the brand shown first. */
function leaderIn(pieces: readonly Piece[], last: Turn | null): Shown | null {
  const pointsBack = pieces.some(({ sem }, at) => {
    const [next, after] = [pieces[at + 1]?.sem, pieces[at + 2]?.sem]
    const isLeader = next?.c === 'lead' || (next?.c === 'set' && after?.c === 'lead')
    return sem.c === 'ref' && (sem.ref === 'it' || sem.ref === 'its') && isLeader
  })
  return pointsBack && last ? topOf(last, 'brand') : null
}

/** 'Which is ahead', 'the gap' after two questions of one place each: of both of them. */
function pairIn(pieces: readonly Piece[], state: State): Shown | null {
  const last = state.at(-1)
  const has = (c: Piece['sem']['c']) => pieces.some(({ sem }) => sem.c === c)
  const isWho = pieces.some(({ sem }) => sem.c === 'want' && sem.want === 'who')
  const isBest = isWho && (has('comp') || has('sup'))
  const isSum = pieces.some(({ sem }) => sem.c === 'fold' && sem.how === 'sum')
  const asks = isBest || isSum || has('relate')
  const isOther = has('grain') || has('dim') || has('slice') || has('times') || has('time') || has('against')
  if (!last || !asks || isOther || last.shown.some(({ ids }) => ids.length > 1)) return null
  // Who came first of many is not compared with the next by 'which is best'.
  const chain = chainOf(state, null, isBest)
  return chain && (chain.ids.length === 2 || !has('relate')) ? chain : null
}

/** 'The five biggest' are others than the five shown. */
const counts = (sem: Piece['sem'] | undefined) =>
  sem !== undefined && ['sup', 'change', 'dim', 'grain', 'dur', 'degree', 'comp'].includes(sem.c)

/** 'In percent' after a distance or a change is that in per cent, after a number the share that it is. */
function inPercent(sem: Piece['sem'], pieces: readonly Piece[], last: Turn | null): Piece['sem'] {
  if (sem.c !== 'unit' || sem.unit !== '%' || !last || !pieces.every(isMinor)) return sem
  if (last.draft.relate) return { c: 'relate', how: 'percent', reference: false }
  return isChanged(last.draft) ? { c: 'change', dir: 'any', as: 'percent', own: null } : { c: 'share' }
}

const isMinor = ({ sem }: Piece) => ['unit', 'op', 'filler', 'edit', 'ref'].includes(sem.c)

/** 'And the year before?' is that year, where nothing is said to change. */
const asTime = (sem: Piece['sem']): Piece['sem'] =>
  sem.c === 'against' && !sem.vs && !sem.of
    ? { c: 'timeRef', ref: 'before', n: sem.n, grain: sem.grain }
    : sem

/** 'Both value and volume': the word counts what is said beside it. */
const isJoining = ({ ref, n }: SemOf<'ref'>, pieces: readonly Piece[]) =>
  ref === 'those' &&
  n === 2 &&
  (pieces.filter(({ sem }) => sem.c === 'meas').length > 1 || pieces.some(({ sem }) => sem.c === 'times'))

function setOf({ dim, ids }: Shown): SemOf<'set'> {
  const of: SetOf = { k: 'ids', dim, ids: [...ids] }
  return { c: 'set', dim, of, group: null, name: true, shown: true }
}

/** The members that a reference points to; null where there are none, or the word only goes on with the topic. */
function membersOf(ref: SemOf<'ref'>, state: State): Shown | null {
  const dim = ref.dim ?? null
  const last = state.at(-1)
  if (!last) return null
  switch (ref.ref) {
    case 'those':
      if (ref.n > 1)
        return listOf(state, { dim, n: ref.n }) ?? focusesOf(state, ref.n, dim) ?? unionOf(state, ref.n, dim)
      return listOf(state, { dim }) ?? chainOf(state, dim)
    case 'their':
      return listOf([last], { dim })
    // 'That one', 'that brand', 'this country': the one that comes first where several were shown.
    case 'it':
      if (ref.n === 1) return last.shown.some(({ ids }) => ids.length > 1) ? topOf(last, null) : null
      return dim && isLong(last, dim) ? topOf(last, dim) : null
    case 'its':
    case 'there':
      return last.shown.some(({ ids }) => ids.length > 1) ? focusOf(last) : null
    case 'nth': {
      const list = listOf(state, { dim })
      const id = list?.ids.at(ref.n > 0 ? ref.n - 1 : ref.n)
      return list && id !== undefined ? { dim: list.dim, ids: [id] } : null
    }
    case 'rest': {
      const list = listOf(state, { dim })
      const focus = focusOf(last)
      const rest = list?.ids.filter(id => id !== focus?.ids[0]) ?? []
      const isPart = list !== null && rest.length > 0 && rest.length < list.ids.length
      return isPart && (ref.n === 0 || rest.length === ref.n) ? { dim: list.dim, ids: rest } : null
    }
    default:
      return null
  }
}

const isLong = ({ shown }: Turn, dim: Dim) => shown.some(one => one.dim === dim && one.ids.length > 1)

/** 'The first list' is counted from the beginning, 'what we had before' from the end. */
function askOf(n: number, state: State): Turn | null {
  const last = state.at(-1)
  const differs = ({ draft }: Turn) =>
    dims.some(dim => JSON.stringify(draft.sets[dim]) !== JSON.stringify(last?.draft.sets[dim])) ||
    JSON.stringify(draft.measures) !== JSON.stringify(last?.draft.measures)
  if (n < 0) return state.findLast(differs) ?? null
  const lists = state.filter(({ shown }) => shown.some(({ ids }) => ids.length > 1))
  return lists[n - 1] ?? state[n - 1] ?? null
}

/** The time that is referred to; null where it is the one asked for last. */
function timeOf(
  { ref, n, grain }: SemOf<'timeRef'>,
  last: Turn | null,
  isStretch: boolean,
  lastYear: (of: Draft) => number,
): Time | null {
  const asked = last?.draft.times.at(-1) ?? null
  const time =
    asked?.k === 'span' ? asked : asked?.k === 'since' ? { from: asked.from, to: asked.from } : null
  if (!last || ref === 'same') return null
  const from = time?.from ?? String(lastYear(last.draft))
  const to = time?.to ?? String(lastYear(last.draft))
  if (ref === 'since') return { k: 'since', from }
  if (from.length !== to.length) return null
  const isLong = from !== to
  if (grain === 'year' && ref === 'before' && (isStretch || isLong)) {
    const end = Number(from.slice(0, 4)) - 1
    return { k: 'span', from: String(end - n + 1), to: String(end) }
  }
  const by = (ref === 'before' ? -1 : 1) * n
  return { k: 'span', from: moved(from, by, grain), to: moved(to, by, grain) }
}

const months = { year: 12, half: 6, quarter: 3, month: 1 } as const

/** A period so many grains later, in the form it is written in. */
function moved(period: string, by: number, grain: keyof typeof months): string {
  const [first] = periodMonths(period)
  const own =
    period.length === 4 ? 'year' : period.includes('Q') ? 'quarter' : period.includes('H') ? 'half' : 'month'
  return periodName(own, Math.floor((first + by * months[grain]) / months[own]))
}
