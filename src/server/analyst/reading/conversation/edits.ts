import type { Piece } from '../sem.ts'

/** What a follow-up does to what was asked before. */
export type Edit = 'add' | 'drop' | 'only' | 'instead' | 'same' | null

/** A part of a question with the edit that it makes. */
export interface Clause {
  edit: Edit
  pieces: Piece[]
}

const strength: Record<string, number> = { same: 1, only: 2, instead: 3, drop: 4, add: 4 }
const stronger = (a: Edit, b: Edit) => ((strength[a ?? ''] ?? 0) >= (strength[b ?? ''] ?? 0) ? a : b)

/**
 * 'No' and 'sorry' are edits before anything else is said and 'now' goes on with the topic there; elsewhere they mean
 * something else, and no edit.
 */
export function opened(pieces: readonly Piece[], isFirst: boolean): Piece[] {
  let isStart = true
  const areNames = pieces.every(({ sem }) => ['set', 'edit', 'filler', 'op', 'ref'].includes(sem.c))
  return pieces.map(piece => {
    const { sem } = piece
    // A verb that also means 'give' leaves out what is nothing but names.
    if (sem.c === 'edit' && sem.place === 'names' && !areNames) return { ...piece, sem: { c: 'filler' } }
    const isNow = !isFirst && isStart && sem.c === 'time' && sem.vague && pieces.length > 1
    const isLate = !isStart && sem.c === 'edit' && sem.place === 'start'
    isStart &&=
      sem.c === 'edit' || sem.c === 'filler' || (sem.c === 'op' && (sem.op === ',' || sem.op === 'and'))
    if (isNow) return { ...piece, sem: { c: 'edit', edit: 'same', place: null } }
    return isLate ? { ...piece, sem: { c: 'talk', talk: 'no' } } : piece
  })
}

/** 'No', 'I meant' alone say that the last question is put right; 'add' that it goes on. */
export const editsIn = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap(({ sem }) => (sem.c === 'edit' ? [sem.edit] : []))

/**
 * The clauses of a question: an edit word governs what follows it, and what goes before it where it stands at the end
 * ('density too, and same for Ghana' adds a measure and a place).
 */
export function clausesOf(pieces: readonly Piece[], stops: readonly number[] = []): Clause[] {
  const clauses: Clause[] = []
  let open: Clause = { edit: null, pieces: [] }
  const close = () => {
    // 'No. I meant …': the edit waits for what it is about.
    if (open.pieces.length === 0) return
    clauses.push(open)
    open = { edit: null, pieces: [] }
  }
  const says = (piece: Piece) => piece.sem.c !== 'edit' && piece.sem.c !== 'filler' && piece.sem.c !== 'op'
  pieces.forEach((piece, at) => {
    const { sem } = piece
    const last = pieces[at - 1]
    if (last && stops.some(stop => stop >= last.to && stop < piece.from)) close()
    if (sem.c !== 'edit') {
      open.pieces.push(piece)
      return
    }
    // 'Back to the totals' is an edit of the form alone.
    const edit = sem.edit === 'total' ? 'same' : (sem.edit as Edit)
    const isSuffix = sem.place === 'after' || !pieces.slice(at + 1).some(says)
    const hasPieces = open.pieces.some(says)
    if (isSuffix && hasPieces) {
      open.edit = stronger(edit, open.edit)
      if (pieces.slice(at + 1).some(says)) close()
    } else {
      if (hasPieces) close()
      open.edit = stronger(edit, open.edit)
    }
  })
  close()
  // 'Density too, and same for Ghana': the second part goes on from the first.
  return clauses.map((clause, at) =>
    at > 0 && clause.edit === 'same' && clauses[at - 1]?.edit === 'add' ? { ...clause, edit: 'add' } : clause,
  )
}
