import type { Piece, Sem, SemOf } from './sem.ts'
import type { Weights } from './weights.ts'

/** So many function words may stand between two pieces that join. */
const maxReach = 2

/** Joins two neighbouring pieces to one, or not. */
export interface Rule {
  id: string
  left: Sem['c']
  right: Sem['c']
  join(a: Sem, b: Sem): Sem | null
  cost: number
  /** So many function words may stand between the two. */
  reach: number
}

export function rule<L extends Sem['c'], R extends Sem['c']>(
  id: string,
  left: L,
  right: R,
  join: (a: SemOf<L>, b: SemOf<R>) => Sem | null,
  cost = 0,
  reach = maxReach,
): Rule {
  return { id, left, right, join: (a, b) => join(a as SemOf<L>, b as SemOf<R>), cost, reach }
}

/** So many pieces of one kind over the same words, and so many in all. */
const caps = { perCell: 4, pieces: 6_000 }

/**
 * Every piece that the rules make of the given ones. Between two pieces up to two function words may stand, at a cost.
 * `skips[i]` says that token i is such a word.
 */
export function chart(
  start: readonly Piece[],
  rules: readonly Rule[],
  skips: readonly boolean[],
  { skippedWord }: Weights,
): Piece[] {
  const byPair = new Map<string, Rule[]>()
  for (const one of rules) {
    const key = `${one.left} ${one.right}`
    byPair.set(key, [...(byPair.get(key) ?? []), one])
  }
  const all: Piece[] = []
  const cells = new Map<string, Piece[]>()
  const starting = new Map<number, Piece[]>()
  const ending = new Map<number, Piece[]>()
  const agenda: Piece[] = []
  const push = (map: Map<number, Piece[]>, at: number, piece: Piece) => {
    const list = map.get(at)
    if (list) list.push(piece)
    else map.set(at, [piece])
  }
  const take = (piece: Piece) => {
    if (all.length >= caps.pieces) return
    const key = `${piece.from} ${piece.to} ${piece.sem.c}`
    const cell = cells.get(key) ?? []
    if (cell.length >= caps.perCell || cell.some(other => same(other.sem, piece.sem))) return
    cell.push(piece)
    cells.set(key, cell)
    all.push(piece)
    push(starting, piece.from, piece)
    push(ending, piece.to, piece)
    agenda.push(piece)
  }
  const join = (a: Piece, b: Piece, gap: number) => {
    for (const one of byPair.get(`${a.sem.c} ${b.sem.c}`) ?? []) {
      const sem = gap <= one.reach ? one.join(a.sem, b.sem) : null
      if (sem)
        take({
          ...{ sem, from: a.from, to: b.to, cost: a.cost + b.cost + one.cost + gap * skippedWord },
          why: `${one.id}(${a.why}, ${b.why})`,
        })
    }
  }
  for (const piece of cheapest(start)) take(piece)
  for (let at = 0; at < agenda.length; at += 1) {
    const piece = agenda[at] as Piece
    for (let gap = 0, to = piece.to; gap <= maxReach; gap += 1, to += 1) {
      for (const right of [...(starting.get(to) ?? [])]) join(piece, right, gap)
      if (!skips[to]) break
    }
    for (let gap = 0, from = piece.from; gap <= maxReach; gap += 1, from -= 1) {
      for (const left of [...(ending.get(from) ?? [])]) if (left !== piece) join(left, piece, gap)
      if (from < 1 || !skips[from - 1]) break
    }
  }
  return all
}

/** Longer names are kept whole: what stands inside one costs more. A phrase of words that could be skipped is still read. */
export function keptWhole(
  pieces: readonly Piece[],
  skips: readonly boolean[],
  { insideName, skippedPhrase }: Weights,
): Piece[] {
  // 'The five' is no name: 'the five biggest' are others.
  const long = pieces.filter(({ from, to, sem }) => to - from > 1 && (sem.c !== 'ref' || sem.ref === 'ask'))
  // The 'more' of 'more than' is no superlative.
  const compared = long.filter(({ sem }) => sem.c === 'cmp')
  const isCompared = ({ sem, from, to }: Piece) =>
    sem.c === 'sup' && compared.some(other => other.from === from && other.to > to)
  return pieces.flatMap(piece => {
    if (isCompared(piece)) return []
    const { from, to, cost } = piece
    const isInside = long.some(
      other => other.from <= from && other.to >= to && other.to - other.from > to - from,
    )
    const isSkipped = to - from > 1 && skips.slice(from, to).every(skip => skip)
    return {
      ...piece,
      cost: cost + (isInside ? insideName : 0) + (isSkipped && cost >= 0 ? skippedPhrase : 0),
    }
  })
}

/** Of pieces that mean the same over the same words the cheapest, in the order of the first ones. */
function cheapest(pieces: readonly Piece[]): Piece[] {
  const kept = new Map<string, Piece>()
  for (const piece of pieces) {
    const key = `${piece.from} ${piece.to} ${JSON.stringify(piece.sem)}`
    const known = kept.get(key)
    if (!known || known.cost > piece.cost) kept.set(key, piece)
  }
  return [...kept.values()]
}

const same = (a: Sem, b: Sem) => JSON.stringify(a) === JSON.stringify(b)

/** A way to read all words: the pieces in order, and the tokens that no piece covers. */
export interface Cover {
  pieces: Piece[]
  unread: number[]
  cost: number
}

/**
 * The cheapest ways to cover the tokens with pieces; `unreadCost[i]` is what leaving token i aside costs.
 */
export function covers(
  pieces: readonly Piece[],
  unreadCost: readonly number[],
  wanted: number,
  { piece: pieceCost }: Weights,
): Cover[] {
  interface Path {
    cost: number
    last: Path | null
    piece: Piece | null
  }
  const best: Path[][] = Array.from({ length: unreadCost.length + 1 }, () => [])
  best[0] = [{ cost: 0, last: null, piece: null }]
  const byStart = new Map<number, Piece[]>()
  for (const piece of pieces)
    if (piece.sem.c !== 'open') byStart.set(piece.from, [...(byStart.get(piece.from) ?? []), piece])
  const put = (at: number, path: Path) => {
    const list = best[at] as Path[]
    list.push(path)
    if (list.length > 4 * wanted) trim(list, wanted)
  }
  for (let at = 0; at < unreadCost.length; at += 1) {
    trim(best[at] as Path[], wanted)
    for (const path of best[at] as Path[]) {
      put(at + 1, { cost: path.cost + (unreadCost[at] ?? 0), last: path, piece: null })
      for (const piece of byStart.get(at) ?? [])
        put(piece.to, { cost: path.cost + pieceCost + piece.cost, last: path, piece })
    }
  }
  const ends = best[unreadCost.length] as Path[]
  trim(ends, wanted)
  return ends.map(end => {
    const list: Piece[] = []
    for (let path: Path | null = end; path; path = path.last) if (path.piece) list.unshift(path.piece)
    const read = new Set(
      list.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
    )
    return { pieces: list, unread: unreadCost.flatMap((_, at) => (read.has(at) ? [] : [at])), cost: end.cost }
  })
}

function trim<T extends { cost: number }>(list: T[], wanted: number): void {
  list.sort((a, b) => a.cost - b.cost)
  list.length = Math.min(list.length, wanted)
}
