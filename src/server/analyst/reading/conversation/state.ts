import type { Lang } from '../../../../contract/lang.ts'
import type { Dim, Time } from '../../../../contract/query.ts'
import { type Draft, emptyDraft, isChanged } from '../draft.ts'

/** Members that an answer showed, in order. */
export interface Shown {
  dim: Dim
  ids: string[]
}

/** An earlier question of the conversation and what its answer showed. */
export interface Past {
  question: string
  shown: readonly Shown[]
  /** True where its answer rests on queries: what was not read of it is in no one's way. */
  isAnswered?: boolean
  /** What it asked for, where that is known without reading it. */
  draft?: Draft
}

/** What was asked and can be taken up again. */
export interface Turn {
  lang: Lang
  draft: Draft
  /** What of it was not read: it bars an answer that takes something over. */
  unread: readonly string[]
  shown: readonly Shown[]
  /** It was put right by the question after it. */
  isCorrected?: boolean
}

/** The last asks, oldest first. */
export type State = readonly Turn[]

/** How an earlier question was read: what it asks for, and what that was taken from. */
export interface ReadTurn {
  lang: Lang
  draft: Draft
  unread: readonly string[]
  isAlone: boolean
  /** It puts right what was asked last. */
  isCorrection: boolean
}

/** So many asks are kept. */
const most = 6

/**
 * The state after one more question; null where nothing of it was read. What could be read in part only stands in the
 * way of follow-ups where it opened a topic, else the topic before goes on.
 */
export function remembered(state: State, past: Past, read: ReadTurn | null): State {
  const { shown } = past
  const isRead = read !== null && (read.unread.length === 0 || past.isAnswered === true)
  if (read && isRead) {
    const turn: Turn = { lang: read.lang, draft: read.draft, unread: [], shown }
    const isRight = !read.isCorrection || read.isAlone
    const kept = isRight ? state : state.with(-1, { ...(state.at(-1) as Turn), isCorrected: true })
    return [...kept, turn].slice(-most)
  }
  const opens = state.length === 0 || read?.isAlone === true || (read === null && shown.length > 0)
  if (!opens || (read === null && shown.length === 0)) return state
  return [...state, barrier(shown, read)].slice(-most)
}

/** A question whose topic is not known: nothing can be taken over from it. */
export const barrier = (shown: readonly Shown[] = [], read: ReadTurn | null = null): Turn => ({
  lang: read?.lang ?? 'en',
  draft: read?.draft ?? emptyDraft(),
  unread: read && read.unread.length > 0 ? read.unread : ['the question before'],
  shown,
})

/** The first and last of the times that the last questions asked the same for; none where they did not. */
export function timesOfTwo(state: State): Time[] {
  const last = state.at(-1)
  const topic = ({ draft }: Turn) => {
    const { sets, measures, per, share, slices, whole, relate, change } = draft
    return JSON.stringify([sets, measures.map(({ of }) => of), per, share, slices, whole, relate, change])
  }
  if (!last || isChanged(last.draft)) return []
  const same = state.slice(state.findLastIndex(turn => topic(turn) !== topic(last)) + 1)
  const asked = same.map(({ draft }) => (draft.times.length > 0 ? draft.times : [latest]))
  const times = asked.flat().toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  const [past, recent] = [times[0], times.at(-1)]
  const isOne = asked.every(list => list.length === 1)
  if (!isOne || past?.k !== 'span' || past.from !== past.to || startOf(past) === startOf(recent)) return []
  return recent?.k === 'span' ? [past, recent] : [{ k: 'since', from: past.from }]
}

const latest: Time = { k: 'latest', within: null }
const startOf = (time: Time | undefined) => (time?.k === 'span' ? time.from : '9999')

/** The list shown last, of a dimension or of so many members where that is said. */
export function listOf(state: State, want: { dim?: Dim | null; n?: number | null } = {}): Shown | null {
  const fits = (one: Shown) =>
    one.ids.length > 1 && (!want.dim || one.dim === want.dim) && (!want.n || one.ids.length === want.n)
  for (const turn of [...state].reverse()) {
    const found = turn.shown.find(fits) ?? saidLists(turn.draft).find(fits)
    if (found) return found
  }
  return null
}

const dimsOfLists: readonly Dim[] = ['country', 'brand', 'segment', 'channel']

/** What a question named one by one. */
const saidLists = (draft: Draft): Shown[] =>
  dimsOfLists.map(dim => ({
    dim,
    ids: draft.sets[dim].flatMap(({ of }) => (of.k === 'ids' ? of.ids : [])),
  }))

/** What one turn is about: the one member named, or the first of the list where one was asked for. */
export function focusOf({ draft, shown }: Turn): Shown | null {
  for (const dim of ['brand', 'country', 'segment'] as const) {
    const said = draft.sets[dim]
    if (said.length === 1 && said[0]?.of.k === 'ids' && said[0].of.ids.length === 1)
      return { dim, ids: [...said[0].of.ids] }
  }
  const list = shown.find(({ ids }) => ids.length > 0)
  const isOne = draft.order ? draft.order.n === null || draft.order.n === 1 : draft.lead
  return isOne && list ? { ...list, ids: list.ids.slice(0, 1) } : null
}

/** The last members that single questions were about, in the order asked; null where there are fewer. */
export function focusesOf(state: State, n: number, dim: Dim | null): Shown | null {
  const tried = dim ? [dim] : dimsOfLists
  return tried.map(one => focusesIn(state, n, one)).find(found => found !== null) ?? null
}

function focusesIn(state: State, n: number, dim: Dim): Shown | null {
  const found: Shown[] = []
  for (const turn of [...state].reverse().filter(one => !one.isCorrected)) {
    const [first] = found
    const focus = focusFor(turn, dim)
    if (!focus) continue
    if (first && first.dim !== focus.dim) break
    if (found.every(({ ids }) => ids[0] !== focus.ids[0])) found.unshift(focus)
    if (found.length === n) return { dim: focus.dim, ids: found.flatMap(({ ids }) => ids) }
  }
  return null
}

/** Countries come first: two questions on the same goods are about two places. */
function focusFor(turn: Turn, dim: Dim | null): Shown | null {
  const order: readonly Dim[] = dim ? [dim] : ['country']
  for (const one of order) {
    const said = turn.draft.sets[one]
    if (said.length === 1 && said[0]?.of.k === 'ids' && said[0].of.ids.length === 1)
      return { dim: one, ids: [...said[0].of.ids] }
  }
  const top = topOf(turn, dim)
  return top ?? (dim === null ? focusOf(turn) : null)
}

/** The first of a list that was put in an order. */
export function topOf({ draft, shown }: Turn, dim: Dim | null): Shown | null {
  const list = shown.find(one => one.ids.length > 0 && (dim === null || one.dim === dim))
  const isOrdered = draft.order !== null || draft.lead || draft.among !== null
  return list && isOrdered ? { dim: list.dim, ids: list.ids.slice(0, 1) } : null
}

/** All that the last questions named or showed, of as many of them as make up the number; null where none do. */
export function unionOf(state: State, n: number, dim: Dim | null): Shown | null {
  const one = dim ?? 'country'
  let ids: string[] = []
  for (const { draft, shown, isCorrected } of [...state].reverse()) {
    if (isCorrected) continue
    const said = draft.sets[one].flatMap(({ of }) => (of.k === 'ids' ? of.ids : []))
    const listed = shown.find(list => list.dim === one)?.ids ?? []
    ids = [...new Set([...(said.length > 0 ? said : listed), ...ids])]
    if (ids.length >= n) break
  }
  return ids.length === n ? { dim: one, ids } : null
}

/** Those that one question after another was about, of the same measure: 'Ghana?', 'and Togo?', 'rank them'. */
export function chainOf(state: State, dim: Dim | null, isNamed = false): Shown | null {
  const tried = dim ? [dim] : dimsOfLists
  return tried.map(one => chainIn(state, one, isNamed)).find(found => found !== null) ?? null
}

function chainIn(state: State, one: Dim, isNamed: boolean): Shown | null {
  const last = state.at(-1)
  const topic = (turn: Turn | undefined) =>
    JSON.stringify([turn?.draft.measures.map(({ of }) => of), { ...turn?.draft.sets, [one]: [] }])
  const ids: string[] = []
  for (const turn of [...state].reverse().filter(({ isCorrected }) => !isCorrected)) {
    const isPart = topic(turn) === topic(last) && !(isNamed && turn.draft.order)
    const focus = isPart ? focusFor(turn, one) : null
    if (!focus) break
    ids.unshift(...focus.ids.filter(id => !ids.includes(id)))
  }
  return ids.length > 1 ? { dim: one, ids } : null
}
