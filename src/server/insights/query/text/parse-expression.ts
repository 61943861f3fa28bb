import {
  type Cond,
  type Cut,
  changeForms,
  comparisons,
  type Dim,
  dims,
  type Expr,
  ends,
  folds,
  functions,
  type Over,
  type Periods,
  queryLimits,
  type SetOf,
  type Time,
  timeGrains,
} from '../../../../contract/query.ts'
import { readPeriod, readTime } from './parse-time.ts'
import { TokenReader } from './token-reader.ts'
import { callWords, setWords } from './words.ts'

const anExpression = 'a measure, a number, a function such as change(…) or a bracket'
const aSet = "ids such as NGA|KEN, 'all', 'in' and the id of a group, or a bracket"
const aComparison = 'a comparison: <, <=, =, >= or >'

/** Reads one expression; throws QueryTextError. */
export const parseExpr = (text: string): Expr => TokenReader.readAll(text, 'expression', readExpr)

// Values

export const readExpr = (reader: TokenReader): Expr => readSum(reader)

/** `first`: the operand that was read already, a bracket in a condition. */
function readSum(reader: TokenReader, first?: Expr): Expr {
  let a = readProduct(reader, first)
  for (let op = reader.takes('+', '-'); op; op = reader.takes('+', '-'))
    a = reader.node({ k: 'calc', op, a, b: readProduct(reader) })
  return a
}

function readProduct(reader: TokenReader, first?: Expr): Expr {
  let a = readElsewhere(reader, first)
  for (let op = reader.takes('*', '/'); op; op = reader.takes('*', '/'))
    a = reader.node({ k: 'calc', op, a, b: readElsewhere(reader) })
  return a
}

function readElsewhere(reader: TokenReader, first?: Expr): Expr {
  let of = first ?? readOperand(reader)
  while (reader.takes('@')) of = reader.node({ k: 'at', of, ...reader.bracket(() => readPlace(reader)) })
  return of
}

function readOperand(reader: TokenReader): Expr {
  const { token } = reader
  if (reader.sees('(')) return reader.bracket(() => readExpr(reader))
  if (token.kind === 'number' || reader.sees('-')) {
    const value = reader.number('a number after the minus sign (write 0 - x for minus x)')
    const unit = reader.token.kind === 'quoted' ? reader.quoted('a unit') : null
    return reader.node({ k: 'number', value, unit })
  }
  const call = reader.takes(...callWords, ...functions)
  if (call) return reader.node(reader.bracket(() => calls[call](reader)))
  return reader.node({ k: 'measure', id: reader.id(anExpression) })
}

type Call = (typeof callWords)[number] | (typeof functions)[number]

/** What stands in the brackets of each call. */
const calls: Record<Call, (reader: TokenReader) => Expr> = {
  abs: reader => ({ k: 'fn', fn: 'abs', of: readExpr(reader) }),
  ln: reader => ({ k: 'fn', fn: 'ln', of: readExpr(reader) }),
  exp: reader => ({ k: 'fn', fn: 'exp', of: readExpr(reader) }),
  share(reader) {
    const of = readExpr(reader)
    reader.needs([','], 'a comma and the whole, such as brand all')
    return { k: 'share', of, whole: readCut(reader) }
  },
  change: reader => ({
    k: 'change',
    of: readExpr(reader),
    from: after(reader, [',', 'from'], readTime),
    as: after(reader, [','], () => reader.needs(changeForms)),
  }),
  index: reader => ({
    k: 'index',
    of: readExpr(reader),
    base: after(reader, [',', 'base'], readTime),
  }),
  real: reader => ({
    k: 'real',
    of: readExpr(reader),
    base: after(reader, [',', 'base'], readPeriod),
  }),
  fold(reader) {
    const of = readExpr(reader)
    const over = after(reader, [',', 'over'], readOver)
    const how = after(reader, [','], () => reader.needs(folds))
    return { k: 'fold', of, over, how, by: how === 'weighted' ? after(reader, ['by'], readExpr) : null }
  },
  when: reader => ({
    k: 'when',
    test: readCond(reader),
    over: after(reader, [',', 'over'], readPeriods),
    find: after(reader, [','], () => reader.needs(['first', 'last', 'count'])),
  }),
  rank: reader => ({
    k: 'rank',
    of: readExpr(reader),
    among: after(reader, [',', 'among'], readNamedSet),
    end: after(reader, [','], () => reader.needs(ends)),
  }),
  concentration(reader) {
    const of = readExpr(reader)
    const dim = after(reader, [','], () => reader.needs(dims))
    reader.needs([','])
    const how = reader.needs(['hhi', 'top'])
    return { k: 'concentration', of, dim, how, n: how === 'top' ? reader.whole('how many', 1, 20) : null }
  },
  effect(reader) {
    const factors = reader.list(';', 6, 'factors', () => readExpr(reader))
    const from = after(reader, [',', 'from'], readTime)
    const pick = after(reader, [',', 'pick'], () => reader.whole('which factor', 1, factors.length))
    return { k: 'effect', factors, pick, from }
  },
}

/** What stands after these marks and words. */
function after<T>(reader: TokenReader, texts: string[], read: (reader: TokenReader) => T): T {
  for (const text of texts) reader.needs([text])
  return read(reader)
}

const readOver = (reader: TokenReader): Over =>
  reader.sees(...timeGrains) ? readPeriods(reader) : { k: 'members', of: readNamedSet(reader) }

const readPeriods = (reader: TokenReader): Periods => ({
  k: 'periods',
  grain: reader.needs(timeGrains),
  time: readTime(reader),
})

// Places

/** A set for each dimension named: 'segment beer, country in eac'. */
export const readCut = (reader: TokenReader): Cut => readPlaces(reader, dims).cut

/** As a cut, and a time: what stands after '@'. */
const readPlace = (reader: TokenReader) => readPlaces(reader, [...dims, 'time'])

function readPlaces(reader: TokenReader, words: readonly (Dim | 'time')[]): { cut: Cut; time: Time | null } {
  const cut: Cut = {}
  let time: Time | null = null
  reader.list(',', words.length, 'dimensions', () => {
    const { token } = reader
    const word = reader.needs(words)
    if (word === 'time' ? time : cut[word]) throw reader.fault(`each dimension once`, token)
    if (word === 'time') time = readTime(reader)
    else cut[word] = readSet(reader, word)
  })
  return { cut, time }
}

/** A dimension and a set of it. */
export const readNamedSet = (reader: TokenReader): SetOf => readSet(reader, reader.needs(dims))

function readSet(reader: TokenReader, dim: Dim): SetOf {
  let a = readSetOperand(reader, dim)
  for (let k = reader.takes(...setWords); k; k = reader.takes(...setWords))
    a = reader.node({ k, a, b: readSetOperand(reader, dim) })
  return a
}

function readSetOperand(reader: TokenReader, dim: Dim): SetOf {
  if (reader.sees('(')) return reader.bracket(() => readSetInBrackets(reader, dim))
  if (reader.takes('all')) return reader.node({ k: 'all', dim })
  if (reader.takes('in')) return reader.node({ k: 'in', dim, id: reader.id('the id of a group') })
  return reader.node({ k: 'ids', dim, ids: readIds(reader, aSet) })
}

function readSetInBrackets(reader: TokenReader, dim: Dim): SetOf {
  if (reader.takes('top')) {
    const n = reader.whole('how many', 1, 600)
    const end = reader.needs(ends)
    reader.needs(['of'])
    const of = readSet(reader, dim)
    reader.needs(['by'])
    return reader.node({ k: 'top', of, by: readExpr(reader), end, n, skip: readSkip(reader) })
  }
  const of = readSet(reader, dim)
  return reader.takes('where') ? reader.node({ k: 'where', of, test: readCond(reader) }) : of
}

export const readIds = (reader: TokenReader, expected: string): string[] =>
  reader.list('|', queryLimits.ids, 'ids', () => reader.id(expected))

/** ' skip 3', or nothing: 0. */
export const readSkip = (reader: TokenReader): number =>
  reader.takes('skip') ? reader.whole('how many to skip', 0, 600) : 0

// Conditions

export function readCond(reader: TokenReader): Cond {
  return condition(reader, readEither(reader))
}

/** A bracket may open a condition or a value; which one shows only after it, so both are read alike. */
type Either = Expr | Cond

const isCond = (either: Either): either is Cond => ['compare', 'and', 'or', 'not', 'known'].includes(either.k)

const condition = (reader: TokenReader, either: Either): Cond => {
  if (!isCond(either)) throw reader.fault(aComparison)
  return either
}

function readEither(reader: TokenReader): Either {
  let a = readEitherAnd(reader)
  while (reader.sees('or')) {
    const left = condition(reader, a)
    reader.next()
    a = reader.node({ k: 'or', a: left, b: condition(reader, readEitherAnd(reader)) })
  }
  return a
}

function readEitherAnd(reader: TokenReader): Either {
  let a = readEitherNot(reader)
  while (reader.sees('and')) {
    const left = condition(reader, a)
    reader.next()
    a = reader.node({ k: 'and', a: left, b: condition(reader, readEitherNot(reader)) })
  }
  return a
}

function readEitherNot(reader: TokenReader): Either {
  if (reader.takes('not'))
    return reader.deeper(() => reader.node({ k: 'not', of: condition(reader, readEitherNot(reader)) }))
  if (reader.takes('known')) return reader.node({ k: 'known', of: reader.bracket(() => readExpr(reader)) })
  const first = reader.sees('(') ? reader.bracket(() => readEither(reader)) : undefined
  if (first && isCond(first)) return first
  const a = readSum(reader, first)
  const op = reader.takes(...comparisons)
  return op ? reader.node({ k: 'compare', a, op, b: readSum(reader) }) : a
}
