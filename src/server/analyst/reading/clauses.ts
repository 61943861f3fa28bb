import type { Query } from '../../../contract/query.ts'
import type { MessageId } from '../answer/messages.ts'
import { isPoint } from './build/times.ts'
import { type Draft, emptyDraft, isChanged, placeOf } from './draft.ts'
import { hasRest, type Missing } from './missing.ts'
import type { Piece, Sem } from './sem.ts'
import type { Token } from './tokens.ts'

/** Part of a question that is read by itself, by its tokens; `tells`: it asks nothing and has words that nobody knows. */
export interface Clause {
  from: number
  to: number
  tells: boolean
}

interface Stretch extends Clause {
  asks: boolean
  /** It tells, and names nothing that figures have. */
  isBare: boolean
}

const ends = new Set(['.', '?', '!', ';', '…'])
/** What may stand before a question word that begins a clause. */
const separators = new Set([',', ':', '-', '…'])

/**
 * The clauses of a question. One begins after the end of a sentence, and before a question word or a request that a sign or 'and'
 * stands before. What only adds to the clause before it ('and by how much', 'how fast is it growing') is part of it, and so is
 * a statement whose words are all known ('Ghana beer.'); any other statement tells something beside the question.
 */
export function clausesOf(
  tokens: readonly Token[],
  said: readonly Piece[],
  isUnknown: readonly boolean[],
): Clause[] {
  const stretches = stretchesOf(tokens, said, isUnknown)
  // 'Sorry to bother you, the GDP of Ghana': beside a sentence without content the others ask.
  const isAsked = stretches.some(({ asks }) => asks) || stretches.some(({ isBare }) => isBare)
  if (!isAsked || stretches.every(({ tells }) => tells)) return []
  const clauses: Stretch[] = []
  for (const next of stretches) {
    const last = clauses.at(-1)
    // 'We think about North Africa: how large is Egypt' names Egypt alone.
    if (last && !last.asks && next.asks && shareDim(last, next, said) && !restricts(last, said))
      last.tells = true
    const isPart = last && !last.tells && !next.tells && !isOwn(next, last, said)
    if (isPart) clauses[clauses.length - 1] = { ...last, to: next.to, asks: last.asks || next.asks }
    else clauses.push(next)
  }
  return clauses
}

function stretchesOf(
  tokens: readonly Token[],
  said: readonly Piece[],
  isUnknown: readonly boolean[],
): Stretch[] {
  const starting = (is: (sem: Sem) => boolean) =>
    new Set(said.filter(({ sem }) => is(sem)).map(({ from }) => from))
  const heads = starting(sem => sem.c === 'asks' && (sem.kind === 'question' || sem.kind === 'truth'))
  const asides = starting(sem => sem.c === 'asks' && sem.kind === 'aside')
  // 'Kwa ajili ya ripoti ya afya' needs no comma before it.
  const purposes = new Set(
    said
      .filter(({ sem, from, to }) => sem.c === 'asks' && sem.kind === 'aside' && to - from > 2)
      .map(({ from }) => from),
  )
  const reports = starting(sem => sem.c === 'asks' && sem.kind === 'report')
  const joins = starting(sem => sem.c === 'op' && (sem.op === 'and' || sem.op === 'but'))
  const isSeparator = (at: number) => joins.has(at) || separators.has(tokens[at]?.key ?? '')
  const openings = new Set(openingsOf(tokens, said, isUnknown))
  const places = tokens.flatMap((token, at) => {
    const before = tokens[at - 1]
    if (!before) return [0]
    if (ends.has(before.key) && !ends.has(token.key)) return [at]
    if (openings.has(at)) return [at]
    const isBegun = heads.has(at) || asides.has(at) || reports.has(at)
    return (isBegun && isSeparator(at - 1)) || purposes.has(at) ? [at] : []
  })
  return places.map((from, place) => {
    const to = places[place + 1] ?? tokens.length
    const first = firstWord(tokens, from, to, isSeparator)
    const names = namesIn(said, { from, to })
    const isBare = names.every(isEmpty)
    const isOfPlaces = names.every(piece => isEmpty(piece) || isPlace(piece))
    // 'We work in Maputo and think of importing milk.' before what is asked
    const isSentence = ends.has(tokens[to - 1]?.key ?? '') || tokens[to - 1]?.key === ':'
    const isAside = reports.has(first) || (asides.has(first) && (isOfPlaces || isSentence))
    const asks = !isAside && (heads.has(first) || tokens[to - 1]?.key === '?')
    const isOpen = isAside || isBare || isUnknown.slice(from, to).some(is => is)
    const tells = !asks && isOpen && !restricts({ from, to }, said)
    return { from, to, asks, tells, isBare: isBare && tells }
  })
}

/**
 * Where a sentence goes on after an opening with words that nobody knows and nothing that figures have: 'Sorry to bother you, …'. A
 * word or two alone may be a name.
 */
function openingsOf(
  tokens: readonly Token[],
  said: readonly Piece[],
  isUnknown: readonly boolean[],
): number[] {
  return tokens.flatMap((_, from) => {
    if (from > 0 && !ends.has(tokens[from - 1]?.key ?? '')) return []
    const length = tokens.slice(from).findIndex(({ key }) => key === ',' || key === ':' || ends.has(key))
    const to = from + length
    if (length < 0 || ends.has(tokens[to]?.key ?? '')) return []
    const own = tokens.slice(from, to).flatMap((token, at) => (token.kind === 'word' ? [from + at] : []))
    const isOpening = own.some(at => isUnknown[at]) && own.filter(at => !isUnknown[at]).length > 1
    return isOpening && namesIn(said, { from, to }).every(isEmpty) ? [to + 1] : []
  })
}

function firstWord(tokens: readonly Token[], from: number, to: number, isSeparator: (at: number) => boolean) {
  let at = from
  while (at < to - 1 && (isSeparator(at) || tokens[at]?.kind === 'sign')) at += 1
  return at
}

/** True of words that figures could depend on: an exclusion, a bound, a sum of money, a percentage, a supposition. */
function restricts(of: Pick<Clause, 'from' | 'to'>, said: readonly Piece[]): boolean {
  // What is supposed decides what is asked after it.
  if (inside(said, of).some(({ sem }) => sem.c === 'if')) return true
  const own = namesIn(said, of)
  const numbers = new Set(own.flatMap(({ sem, from, to }) => (sem.c === 'num' ? [from - 1, to] : [])))
  return own.some(
    ({ sem, from, to }) =>
      (sem.c === 'op' && sem.op === 'except') ||
      (bounds.has(sem.c) && (numbers.has(from) || numbers.has(to - 1))),
  )
}

const bounds: ReadonlySet<Sem['c']> = new Set(['cmp', 'unit', 'scale'])

/** What an aside may hold: nothing that a figure could depend on. */
const emptyKinds: ReadonlySet<Sem['c']> = new Set([
  ...(['asks', 'filler', 'frame', 'setting', 'op', 'grain', 'want', 'size', 'degree'] as const),
])
const isEmpty = ({ sem }: Piece) => emptyKinds.has(sem.c) && !(sem.c === 'op' && guarded.has(sem.op))
/** 'I am travelling to Kinshasa to meet two importers': where somebody is. */
const isPlace = ({ sem }: Piece) =>
  (sem.c === 'set' && sem.dim === 'country') ||
  (sem.c === 'unavailable' && sem.of === 'place') ||
  sem.c === 'num'
const guarded = new Set(['except', 'not'])

/** Kinds of pieces that make a clause a question of its own beside the one before it. */
const ownKinds: ReadonlySet<Sem['c']> = new Set(['lead', 'unavailable', 'stat'])

/** True of a question that is not about the same as the one before it: other names, an order, what no other kind is asked beside. */
function isOwn(next: Stretch, last: Stretch, said: readonly Piece[]): boolean {
  if (!next.asks || !last.asks) return false
  const own = inside(said, next)
  const old = inside(said, last)
  if (own.some(({ sem, cost }) => ownKinds.has(sem.c) && cost < usual)) return true
  const isRanked = (pieces: readonly Piece[]) => pieces.some(({ sem }) => sem.c === 'sup')
  if (isRanked(own) && !isRanked(old)) return true
  // 'And what share has Brand A'
  const before = dimsOf(old)
  const isPart = own.some(({ sem }) => sem.c === 'share') && [...dimsOf(own)].some(dim => !before.has(dim))
  return isPart || shareDim(last, next, said)
}

/** True where both name members of one dimension. */
function shareDim(a: Clause, b: Clause, said: readonly Piece[]): boolean {
  const named = dimsOf(inside(said, a))
  return [...dimsOf(inside(said, b))].some(dim => named.has(dim))
}

/** What the usual meaning of a word costs at most. */
const usual = 0.5

const dimsOf = (pieces: readonly Piece[]) =>
  new Set(pieces.flatMap(({ sem, cost }) => (sem.c === 'set' && cost < usual ? [sem.dim] : [])))

const inside = (said: readonly Piece[], { from, to }: Pick<Clause, 'from' | 'to'>) =>
  said.filter(piece => piece.from >= from && piece.to <= to)

/** What a clause takes over from the one before it: whom and when, and what is measured where it says nothing of it. */
function contextOf(before: Draft): Draft {
  const { sets, minus, compared, measures, ownOrder, money, real, per } = before
  // The years of a change are its own.
  const times = isChanged(before) ? before.times.filter(isPoint) : before.times
  return { ...emptyDraft(), sets, minus, times, compared, measures, ownOrder, money, real, per }
}

/** A draft with the places and goods said beside the question, where it names none itself. */
export function filled(draft: Draft, beside: Draft): Draft {
  const { country, segment } = draft.sets
  const isOfGoods = draft.measures.every(({ panel }) => panel)
  // 'Who are our competitors' looks for no countries.
  const searches =
    (draft.wants.includes('who') && draft.study === null) ||
    [...draft.nouns, ...draft.slices].includes('country')
  // 'We sell in Ghana and Togo, which is the larger market': they are looked for among those.
  const isSearch = searches && beside.sets.country.length < 2
  return {
    ...draft,
    sets: {
      ...draft.sets,
      country: country.length > 0 || isSearch ? country : beside.sets.country,
      segment: segment.length > 0 || !isOfGoods ? segment : beside.sets.segment,
    },
  }
}

/** 'Is Kenya richer than Ghana': a question that begins with a verb is answered by yes or no. */
export function asksTruth({ tokens, said }: Spoken): boolean {
  const first = tokens.findIndex((token, at) => token.kind !== 'sign' && !isJoining({ tokens, said }, at))
  return said.some(({ sem, from }) => from === first && sem.c === 'asks' && sem.kind === 'truth')
}

/** Signs and 'and' before a clause. */
const isJoining = ({ tokens, said }: Pick<Spoken, 'tokens' | 'said'>, at: number) =>
  tokens[at]?.kind === 'sign' ||
  said.some(({ sem, from }) => from === at && sem.c === 'op' && (sem.op === 'and' || sem.op === 'but'))

/** A question as typed, its words and what each may mean. */
export interface Spoken {
  question: string
  tokens: Token[]
  said: Piece[]
}

/** How one clause was read. */
interface Part {
  queries: Query[]
  draft: Draft
  /** What it says by itself. */
  said: Draft
  unread: string[]
  missing: Missing[]
  assumed: MessageId[]
  cost: number
  why: string[]
}

/**
 * Each clause that asks, read after the one before it and beside what is only said; null where one of them is not understood. What is
 * said gives names alone, and bars an answer where it restricts ('we only look at rural areas').
 */
export function readByClause<P extends Part>(
  spoken: Spoken,
  clauses: readonly Clause[],
  read: (text: string, before: Draft | null, beside: Draft) => P | undefined,
  lastYear: number,
): P | null {
  const asides = clauses.filter(({ tells }) => tells).flatMap(clause => namesIn(spoken.said, clause))
  const beside = emptyDraft()
  for (const { sem } of asides) {
    if (sem.c === 'set') beside.sets[sem.dim].push(sem)
    // 'My shop is in Lagos': the country that the town stands in.
    if (sem.c === 'unavailable' && sem.country) beside.sets.country.push(placeOf(sem.country))
  }
  const restricted = asides.flatMap(({ sem, why }): Missing[] =>
    sem.c === 'restrictor' ? [{ of: 'part', words: why, country: null, nearest: null }] : [],
  )
  const towns = asides.flatMap(({ sem, why }): Missing[] =>
    sem.c === 'unavailable' && sem.country
      ? [{ of: 'place', words: why, country: sem.country, nearest: null }]
      : [],
  )
  const parts: P[] = []
  for (const clause of clauses.filter(({ tells }) => !tells)) {
    const last = parts.at(-1)
    const part = read(textOf(spoken, clause), last ? contextOf(last.draft) : null, beside)
    if (!part || part.queries.length + part.missing.length === 0) return null
    parts.push(part)
  }
  const [first] = parts
  if (first && dependsOnAside(first, asides, lastYear)) return null
  const answered = parts.filter(({ said, missing }) => hasRest(said, missing))
  if (!first || answered.length === 0) return null
  const queries = answered.flatMap(part => part.queries)
  const isPlaced = parts.some(({ said }) => said.sets.country.length > 0)
  return {
    ...first,
    queries: [...new Map(queries.map(one => [JSON.stringify(one), one])).values()],
    unread: parts.flatMap(part => part.unread),
    missing: [...parts.flatMap(part => part.missing), ...restricted, ...(isPlaced ? [] : towns)],
    assumed: parts.flatMap(part => part.assumed),
    cost: parts.reduce((sum, part) => sum + part.cost, 0),
    why: parts.flatMap(part => part.why),
  }
}

/** 'We look at spending per head. How much is it in Ghana': what is measured, or a year with figures, is said beside it alone. */
function dependsOnAside({ said }: Part, asides: readonly Piece[], lastYear: number): boolean {
  const isMeasured = said.measures.length > 0 || said.ownOrder !== null || said.nounOwn !== null
  return asides.some(({ sem }) => {
    if (sem.c === 'meas') return !isMeasured
    return sem.c === 'time' && sem.time.k === 'span' && said.times.length === 0
      ? Number(sem.time.from.slice(0, 4)) <= lastYear
      : false
  })
}

/** Pieces in their usual meaning that stand in no longer one. */
function namesIn(said: readonly Piece[], clause: Pick<Clause, 'from' | 'to'>): Piece[] {
  const own = inside(said, clause)
  return own.filter(
    ({ from, to, cost }) =>
      cost < usual &&
      !own.some(other => other.from <= from && other.to >= to && other.to - other.from > to - from),
  )
}

/** The text of a clause without the signs and the 'and' that it begins with. */
function textOf(spoken: Spoken, { from, to }: Clause): string {
  const { question, tokens } = spoken
  let first = from
  while (first < to - 1 && isJoining(spoken, first)) first += 1
  return question.slice(tokens[first]?.from ?? 0, tokens[to - 1]?.to ?? 0)
}
