import { isDeepStrictEqual } from 'node:util'
import type { Cond, Expr } from '../../../contract/query.ts'
import type { Said, Writing } from './writing.ts'

/** 'Yes.' or 'No.' before the figures of one place; nothing where they do not decide it. */
export function sayTruth(w: Writing, claim: Cond): Said {
  const [row] = w.view.rows
  const isTrue = row === undefined ? null : truthOf(w, row, claim)
  return isTrue === null ? [] : w.messages.say(isTrue ? 'yes' : 'no')
}

function truthOf(w: Writing, row: number, of: Cond): boolean | null {
  if (of.k === 'not') {
    const inner = truthOf(w, row, of.of)
    return inner === null ? null : !inner
  }
  if (of.k === 'known') return figureOf(w, row, of.of) !== null
  if (of.k !== 'compare') {
    const [a, b] = [truthOf(w, row, of.a), truthOf(w, row, of.b)]
    if (a === null || b === null) return null
    return of.k === 'and' ? a && b : a || b
  }
  const [a, b] = [figureOf(w, row, of.a), figureOf(w, row, of.b)]
  return a === null || b === null ? null : compared[of.op](a, b)
}

const compared = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '=': (a: number, b: number) => a === b,
  '>=': (a: number, b: number) => a >= b,
  '>': (a: number, b: number) => a > b,
}

/** The value of a column, or what simple arithmetic makes of columns. */
function figureOf(w: Writing, row: number, of: Expr): number | null {
  if (of.k === 'number') return of.value
  const shown = w.view.shown.find(one => isDeepStrictEqual(one.of, of))
  if (shown) return w.view.value(row, shown)
  if (of.k !== 'calc' || of.op !== '*') return null
  const [a, b] = [figureOf(w, row, of.a), figureOf(w, row, of.b)]
  return a === null || b === null ? null : a * b
}
