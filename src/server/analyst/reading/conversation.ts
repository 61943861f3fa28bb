import type { Time } from '../../../contract/query.ts'
import type { CatalogueModel } from '../../insights/insights.ts'
import { isYear, lastYear } from './build/times.ts'
import {
  asCountry,
  asSaid,
  beside,
  consumed,
  further,
  hasGoods,
  inTotals,
  isOfCurrency,
} from './conversation/earlier.ts'
import { clausesOf, editsIn, opened } from './conversation/edits.ts'
import { followed } from './conversation/follow.ts'
import { lastFigures } from './conversation/last-figures.ts'
import { type Resolved, resolved, withoutWeak } from './conversation/references.ts'
import { focusOf, type State, type Turn, timesOfTwo } from './conversation/state.ts'
import { type Draft, draftOf, isChanged } from './draft.ts'
import type { Piece, Sem } from './sem.ts'
import type { Weights } from './weights.ts'

export { isLost } from './conversation/references.ts'
export {
  barrier,
  type Past,
  type ReadTurn,
  remembered,
  type Shown,
  type State,
} from './conversation/state.ts'

/** What a question asks for in its conversation. */
export interface Understood {
  draft: Draft
  /** What the question says by itself. */
  said: Draft
  /** Pieces that found no place. */
  left: Piece[]
  /** What of earlier questions was not read and stands in its way. */
  inherited: readonly string[]
  /** True where nothing new was said: a reading that uses more of the words is better. */
  isEmpty: boolean
  /** What it costs beside its words. */
  cost: number
  /** True where nothing was taken over. */
  isAlone: boolean
  isCorrection: boolean
}

/** The pieces of a question in order, and the tokens that end a sentence. */
export interface Said {
  pieces: readonly Piece[]
  stops: readonly number[]
}

/** A cover of a question as a draft: by itself, or as edits of an earlier ask. */
export function understood(said: Said, state: State, model: CatalogueModel, weights: Weights): Understood {
  const last = state.at(-1) ?? null
  const pieces = opened(withNeighbours(said.pieces, last, model), last === null)
  const edits = editsIn(pieces)
  const plain = pieces.filter(({ sem }) => sem.c !== 'edit')
  const alone = draftOf(withoutWeak(plain))
  const found = resolved(pieces, edits.includes('new') ? [] : state, draft => lastFigures(draft, model))
  const isFree = last === null || edits.includes('new')
  if (isFree || standsAlone(alone.draft, edits, found, last.draft))
    return {
      ...alone,
      said: alone.draft,
      inherited: [],
      isEmpty: false,
      cost: 0,
      isAlone: true,
      isCorrection: false,
    }
  const base = found.base ?? last
  const about = isTimeless(alone.draft) ? withTimes(found, state, model) : found
  const { draft, left } = edited(base, about, said.stops, model)
  const both = found.base && draft.vs ? beside(found.base.draft, last.draft) : draft
  const isCorrection = edits.includes('instead')
  const isRare = hasGoods(base.draft) && pieces.some(isRareFigure)
  return {
    draft: both,
    said: alone.draft,
    left,
    inherited: base.unread,
    isEmpty: pieces.every(isMute),
    cost: isRare ? weights.rareFigure : 0,
    isAlone: false,
    isCorrection,
  }
}

/** 'How much did it rise' says no time. */
const isTimeless = (said: Draft) =>
  isChanged(said) &&
  said.times.length === 0 &&
  said.against === null &&
  said.duration === null &&
  said.measures.length === 0 &&
  !said.supposed

/** What was asked for two times changed between them. */
function withTimes(found: Resolved, state: State, model: CatalogueModel): Resolved {
  const [first] = found.pieces
  if (!first || found.base) return found
  const asked = timesOfTwo(state)
  const times = (asked.length > 0 ? asked : sinceLast(state, model)).map(
    (time): Piece => ({ ...first, to: first.from, sem: { c: 'time', time, vague: false }, why: 'asked' }),
  )
  return { ...found, pieces: [...found.pieces, ...times] }
}

/** 'How did that change' after a level of an earlier year: since then. */
function sinceLast(state: State, model: CatalogueModel): Time[] {
  const last = state.at(-1)
  const [time, ...more] = last?.draft.times ?? []
  const isPast = time !== undefined && isYear(time) && Number(time.from) < lastYear(model)
  const isLevel = last !== undefined && !isChanged(last.draft) && more.length === 0
  return isPast && isLevel ? [{ k: 'since', from: time.from }] : []
}

/** A rare word for a figure of a country, after goods: 'growth' is theirs. */
const isRareFigure = ({ sem, cost }: Piece) => sem.c === 'meas' && !sem.panel && cost >= 0.5

/** Words that only go on with the topic. */
const isMute = ({ sem }: Piece) => ['edit', 'filler', 'op', 'ref'].includes(sem.c)

/** Each clause of a follow-up in turn, on what was asked before. */
function edited(
  base: Turn,
  { pieces, taken, more }: Resolved,
  stops: readonly number[],
  model: CatalogueModel,
): { draft: Draft; left: Piece[] } {
  const left: Piece[] = []
  const isTotal = editsIn(pieces).includes('total')
  let draft = isTotal ? inTotals(asSaid(base.draft)) : asSaid(base.draft)
  const about = isOfCurrency(draft) ? pieces.map(asCountry) : pieces
  let times: Time[] = []
  clausesOf(about, stops).forEach((clause, at) => {
    const said = draftOf(clause.pieces)
    // 'The year to date instead, 2025 vs 2024': times of both clauses are of one question.
    if (said.draft.times.length > 0) said.draft.times = times = [...times, ...said.draft.times]
    left.push(...said.left)
    const hasOther =
      said.draft.measures.length > 0 ||
      said.draft.ownOrder !== null ||
      said.draft.conds.length > 0 ||
      said.draft.size
    const before = at === 0 && taken ? consumed(draft, taken, hasOther) : draft
    draft = followed({ before, next: said.draft, edit: clause.edit, model })
  })
  return { draft: more > 0 ? further(draft, more) : draft, left }
}

const binding: ReadonlySet<string> = new Set(['add', 'drop', 'instead', 'total'])

/** True where a question says by itself what is measured and where: it inherits nothing. */
function standsAlone(said: Draft, edits: readonly string[], { refers }: Resolved, before: Draft): boolean {
  if (refers || edits.some(edit => binding.has(edit))) return false
  if (said.vs && !isPair(said)) return false
  if (isFragment(said, before)) return false
  const isOfGoods = said.sets.segment.length > 0
  const needsGoods = said.measures.some(one => one.panel) && before.sets.segment.length > 0
  const hasMeasure = said.ownOrder !== null || isOfGoods || (said.measures.length > 0 && !needsGoods)
  const hasPlace = said.sets.country.length > 0
  const isSearch =
    said.nouns.includes('country') && (said.order !== null || said.preds.length + said.conds.length > 0)
  return hasMeasure && (hasPlace || isSearch)
}

/** Two things of a kind are compared with each other. */
const isPair = ({ sets, times, measures }: Draft) =>
  times.length > 1 ||
  measures.length > 1 ||
  Object.values(sets).some(
    list => list.length > 1 || list.some(({ of }) => of.k === 'ids' && of.ids.length > 1),
  )

/** A bare name after a question of the panel: 'how did Brand A do?', then 'skin care, Tanzania'. */
const isFragment = (said: Draft, before: Draft) =>
  said.measures.length === 0 &&
  said.ownOrder === null &&
  said.order === null &&
  said.change === null &&
  !said.profile &&
  !said.study &&
  !said.size &&
  said.wants.length + said.stats.length === 0 &&
  (before.measures.some(one => one.panel) || before.sets.segment.length > 0 || before.sets.brand.length > 0)

/** 'Its neighbours' as the countries they are: of the country named beside them, else of the one asked about last. */
function withNeighbours(pieces: readonly Piece[], last: Turn | null, model: CatalogueModel): Piece[] {
  const named = pieces.flatMap(({ sem }) => idsOf(sem))
  const asked = last ? focusOf(last) : null
  const own = named.length > 0 ? named : asked?.dim === 'country' ? asked.ids : []
  return pieces.map(piece => {
    const { sem } = piece
    if (sem.c !== 'neighbours') return piece
    const of = sem.of?.k === 'ids' ? sem.of.ids : sem.of === null ? own : []
    const ids = [...new Set(of.flatMap(id => model.neighboursOf(id)))].filter(id => !of.includes(id)).sort()
    if (ids.length === 0) return piece
    return {
      ...piece,
      sem: { c: 'set', dim: 'country', of: { k: 'ids', dim: 'country', ids }, group: null, name: true },
    }
  })
}

const idsOf = (sem: Sem): string[] =>
  sem.c === 'set' && sem.dim === 'country' && sem.of.k === 'ids' ? sem.of.ids : []
