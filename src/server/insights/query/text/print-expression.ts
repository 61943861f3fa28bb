import {
  type Cond,
  type Cut,
  dims,
  type Expr,
  type Over,
  type SetOf,
  type Time,
} from '../../../../contract/query.ts'
import { dimOf } from '../dim-of.ts'
import { reservedWords } from './words.ts'

/** Prints as given, with as few brackets as keep the meaning; `printQuery` sorts the ids of sets first. */
export function printExpr(expr: Expr, least = 0): string {
  return bracketed(plainExpr(expr), exprLevel(expr) < least)
}

const bracketed = (text: string, needed: boolean): string => (needed ? `(${text})` : text)

/** How tightly an expression binds: sums 1, products 2, the rest 3. */
const exprLevel = (expr: Expr): number => (expr.k !== 'calc' ? 3 : expr.op === '+' || expr.op === '-' ? 1 : 2)

function plainExpr(expr: Expr): string {
  switch (expr.k) {
    case 'measure':
      return printId(expr.id)
    case 'number':
      return `${expr.value}${expr.unit === null ? '' : ` ${quoted(expr.unit, "'")}`}`
    case 'calc': {
      const level = exprLevel(expr)
      return `${printExpr(expr.a, level)} ${expr.op} ${printExpr(expr.b, level + 1)}`
    }
    case 'fn':
      return `${expr.fn}(${printExpr(expr.of)})`
    case 'at': {
      const time = expr.time === null ? [] : [`time ${printTime(expr.time)}`]
      return `${printExpr(expr.of, 3)} @ (${[...cutEntries(expr.cut), ...time].join(', ')})`
    }
    case 'share':
      return `share(${[printExpr(expr.of), ...cutEntries(expr.whole)].join(', ')})`
    case 'change':
      return `change(${printExpr(expr.of)}, from ${printTime(expr.from)}, ${expr.as})`
    case 'index':
      return `index(${printExpr(expr.of)}, base ${printTime(expr.base)})`
    case 'real':
      return `real(${printExpr(expr.of)}, base ${expr.base})`
    case 'fold': {
      const by = expr.by === null ? '' : ` by ${printExpr(expr.by)}`
      return `fold(${printExpr(expr.of)}, over ${printOver(expr.over)}, ${expr.how}${by})`
    }
    case 'when':
      return `when(${printCond(expr.test)}, over ${printOver(expr.over)}, ${expr.find})`
    case 'rank':
      return `rank(${printExpr(expr.of)}, among ${printNamedSet(expr.among)}, ${expr.end})`
    case 'concentration':
      return `concentration(${printExpr(expr.of)}, ${expr.dim}, ${expr.n === null ? 'hhi' : `top ${expr.n}`})`
    case 'effect': {
      const factors = expr.factors.map(factor => printExpr(factor)).join('; ')
      return `effect(${factors}, from ${printTime(expr.from)}, pick ${expr.pick})`
    }
  }
}

const printOver = (over: Over): string =>
  over.k === 'members' ? printNamedSet(over.of) : `${over.grain} ${printTime(over.time)}`

export const printCut = (cut: Cut): string => cutEntries(cut).join(', ')

const cutEntries = (cut: Cut): string[] =>
  dims.flatMap(dim => {
    const set = cut[dim]
    return set ? [`${dim} ${printSet(set)}`] : []
  })

/** A set after the name of its dimension. */
export const printNamedSet = (set: SetOf): string => `${dimOf(set)} ${printSet(set)}`

export function printSet(set: SetOf): string {
  switch (set.k) {
    case 'ids':
      return printIds(set.ids)
    case 'all':
      return 'all'
    case 'in':
      return `in ${printId(set.id)}`
    case 'where':
      return `(${printSet(set.of)} where ${printCond(set.test)})`
    case 'top': {
      const skip = set.skip > 0 ? ` skip ${set.skip}` : ''
      return `(top ${set.n} ${set.end} of ${printSet(set.of)} by ${printExpr(set.by)}${skip})`
    }
    default:
      return `${printSet(set.a)} ${set.k} ${bracketed(printSet(set.b), 'b' in set.b)}`
  }
}

/** How tightly a condition binds. */
const condLevels = { or: 1, and: 2, not: 3, compare: 4, known: 4 } as const

export function printCond(cond: Cond, least = 0): string {
  return bracketed(plainCond(cond), condLevels[cond.k] < least)
}

function plainCond(cond: Cond): string {
  const level = condLevels[cond.k]
  switch (cond.k) {
    case 'compare':
      return `${printExpr(cond.a)} ${cond.op} ${printExpr(cond.b)}`
    case 'known':
      return `known(${printExpr(cond.of)})`
    case 'not':
      return `not ${printCond(cond.of, level)}`
    default:
      return `${printCond(cond.a, level)} ${cond.k} ${printCond(cond.b, level + 1)}`
  }
}

export function printTime(time: Time): string {
  switch (time.k) {
    case 'span':
      return time.from === time.to ? time.from : `${time.from}..${time.to}`
    case 'last':
      return `last ${time.n} ${time.grain}${printEnd(time.to)}`
    case 'ytd':
      return `ytd${printEnd(time.to)}`
    case 'since':
      return `since ${time.from}`
    case 'shift':
      return `shift ${time.by} ${time.grain}`
    case 'latest':
      return time.within === null ? 'latest' : `latest within ${time.within}`
  }
}

const printEnd = (to: string | null): string => (to === null ? '' : ` to ${to}`)

export const printIds = (ids: readonly string[]): string => ids.map(printId).join('|')

const bare = /^[A-Za-z_]\w*$/
const printId = (id: string): string => (bare.test(id) && !reservedWords.has(id) ? id : quoted(id, "'"))

export const quoted = (text: string, quote: string): string =>
  quote + text.replaceAll(quote, quote + quote) + quote
