import {
  type Cond,
  type Cut,
  type Dim,
  dims,
  type Expr,
  type SetOf,
  type Time,
} from '../../../contract/query.ts'
import { printFigure } from './figures.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { baseName, spanName } from './time-words.ts'

/** What the parts of a query are called in the middle of a sentence. */
export interface ExpressionWords {
  /** 'value sales', 'growth of GDP since 2020': without the query's own cut. */
  topic(of: Expr): string
  /** The same with what it is restricted to, but for the dimensions that the rows or the words around say. */
  subject(of: Expr, cut: Cut, without?: readonly Dim[]): string
  /** ' of beer', ' of Brand A', ' in Kenya', ' through modern trade'. */
  restriction(cut: Cut, without?: readonly Dim[]): string
  /** 'ECOWAS without Nigeria', 'beer and wine'. */
  set(of: SetOf): string
  /** What members of a set are called when they are counted: 'African countries with inflation below 10%'. */
  members(of: SetOf): string
  /** 'inflation below 10% and population above 20m'. */
  condition(of: Cond): string
  time(of: Time): string
}

const operations = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'by' } as const
const comparisons = { '<': 'below', '<=': 'most', '=': 'equal', '>=': 'least', '>': 'above' } as const

/** The dimensions of its cell that a value depends on. */
export function dimsOf(of: Expr, names: Names): ReadonlySet<Dim> {
  switch (of.k) {
    case 'measure':
      return new Set(names.isPanel(of.id) ? dims : ['country'])
    case 'number':
      return new Set()
    case 'calc':
      return new Set([...dimsOf(of.a, names), ...dimsOf(of.b, names)])
    case 'at': {
      const inner = dimsOf(of.of, names)
      return new Set([...inner].filter(dim => of.cut[dim] === undefined))
    }
    case 'fold': {
      const inner = dimsOf(of.of, names)
      const folded = of.over.k === 'members' ? dimOfSet(of.over.of) : null
      return new Set([...inner].filter(dim => dim !== folded))
    }
    case 'concentration': {
      const inner = dimsOf(of.of, names)
      return new Set([...inner].filter(dim => dim !== of.dim))
    }
    case 'when':
      return condDims(of.test, names)
    case 'effect':
      return new Set(of.factors.flatMap(factor => [...dimsOf(factor, names)]))
    default:
      return dimsOf(of.of, names)
  }
}

function condDims(of: Cond, names: Names): ReadonlySet<Dim> {
  if (of.k === 'compare') return new Set([...dimsOf(of.a, names), ...dimsOf(of.b, names)])
  if (of.k === 'known') return dimsOf(of.of, names)
  return of.k === 'not'
    ? condDims(of.of, names)
    : new Set([...condDims(of.a, names), ...condDims(of.b, names)])
}

export function dimOfSet(of: SetOf): Dim {
  if ('dim' in of) return of.dim
  return dimOfSet('a' in of ? of.a : of.of)
}

/** The unit of a value where a number beside it has none of its own. */
export function unitOf(of: Expr, names: Names): string | null {
  switch (of.k) {
    case 'measure':
      return names.unit(of.id)
    case 'number':
      return of.unit
    case 'share':
      return '%'
    case 'change':
      if (of.as === 'percent' || of.as === 'cagr') return '%'
      return of.as === 'difference' ? unitOf(of.of, names) : of.as
    case 'calc':
      return of.op === '+' || of.op === '-' ? (unitOf(of.a, names) ?? unitOf(of.b, names)) : null
    case 'fold':
    case 'at':
    case 'fn':
    case 'real':
      return unitOf(of.of, names)
    default:
      return null
  }
}

export function expressionWords(messages: Messages, names: Names): ExpressionWords {
  const { text } = messages

  function topic(of: Expr): string {
    switch (of.k) {
      case 'measure':
        return names.measure(of.id)
      case 'number':
        return number(of, null)
      case 'calc':
        return text('topic.calc', { a: topic(of.a), op: operations[of.op], b: topic(of.b) })
      case 'fn':
        return text('topic.fn', { fn: of.fn, of: topic(of.of) })
      case 'at':
        return text('topic.at', {
          of: topic(of.of) + restriction(of.cut),
          time: of.time ? text('in.period', { period: time(of.time) }) : '',
        })
      case 'share':
        return text('topic.share', { of: topic(of.of), whole: wholeWords(of.whole) })
      case 'change': {
        const base = baseName(of.from, null, messages) ?? time(of.from)
        return text('topic.change', { as: of.as, of: topic(of.of), from: base, timed: of.from.k })
      }
      case 'index':
        return text('topic.index', { of: topic(of.of), base: time(of.base) })
      case 'real':
        return text('topic.real', { of: topic(of.of), base: of.base })
      case 'fold': {
        const isOverMembers = of.over.k === 'members'
        const over = of.over.k === 'members' ? members(of.over.of) : time(of.over.time)
        if (of.how === 'count' && isOverMembers) return text('topic.count', { over })
        return text('topic.fold', {
          ...{ how: of.how, of: topic(of.of), over, overMembers: String(isOverMembers) },
          by: of.by ? topic(of.by) : '',
        })
      }
      case 'when':
        return text('topic.when', {
          ...{ find: of.find, test: condition(of.test), over: time(of.over.time), grain: of.over.grain },
        })
      case 'rank':
        return text('topic.rank', { of: topic(of.of), among: members(of.among) })
      case 'concentration':
        return text('topic.concentration', {
          ...{ how: of.how, n: of.n ?? 0, dim: of.dim, of: topic(of.of) },
        })
      case 'effect': {
        const factor = of.factors[of.pick - 1]
        return text('topic.effect', {
          ...{ factor: factor ? topic(factor) : '', of: of.factors.map(topic).join(' × ') },
          from: baseName(of.from, null, messages) ?? time(of.from),
        })
      }
    }
  }

  const subject: ExpressionWords['subject'] = (of, cut, without = []) => {
    const needed = dimsOf(of, names)
    const unneeded = dims.filter(dim => !needed.has(dim))
    if (of.k === 'share') return shareSubject(of, cut, without)
    return topic(of) + restriction(cut, [...without, ...unneeded])
  }

  /** 'share of Brand A in value sales of beer in Kenya'. */
  function shareSubject(of: Extract<Expr, { k: 'share' }>, cut: Cut, without: readonly Dim[]): string {
    const whole = dims.filter(dim => of.whole[dim] !== undefined)
    const parts = whole.filter(dim => cut[dim] !== undefined && !without.includes(dim))
    const part = messages.textList(parts.map(dim => set(cut[dim] as SetOf)))
    const rest: Cut = { ...cut }
    for (const dim of whole) delete rest[dim]
    const bounded = whole.filter(dim => of.whole[dim]?.k !== 'all')
    for (const dim of bounded) rest[dim] = of.whole[dim]
    const outside = without.filter(dim => !bounded.includes(dim))
    const needed = dimsOf(of.of, names)
    const unneeded = dims.filter(dim => !needed.has(dim))
    const base = topic(of.of) + restriction(rest, [...outside, ...unneeded])
    return part === ''
      ? text('subject.share', { whole: base })
      : text('subject.partShare', { part, whole: base })
  }

  const restriction: ExpressionWords['restriction'] = (cut, without = []) => {
    const said = (dim: Dim) => {
      const own = without.includes(dim) ? undefined : cut[dim]
      return own === undefined ? null : set(own)
    }
    const [country, segment, brand, channel] = dims.map(said)
    return [
      brand && text('of.brand', { set: brand }),
      segment && text(brand ? 'in.segment' : 'of.segment', { set: segment }),
      country && text('in.country', { set: country }),
      channel && text('through.channel', { set: channel }),
    ]
      .filter(part => typeof part === 'string')
      .join('')
  }

  const wholeWords = (whole: Cut) =>
    messages.textList(dims.flatMap(dim => (whole[dim] ? [set(whole[dim])] : [])))

  function set(of: SetOf): string {
    switch (of.k) {
      case 'ids':
        return of.ids.length > 8
          ? text('set.many', { n: of.ids.length, dim: of.dim })
          : messages.textList(of.ids.map(id => names.member(of.dim, id)))
      case 'all':
        return text('set.all', { dim: of.dim })
      case 'in':
        return names.bundle(of.dim, of.id)
      case 'and':
        return text('set.and', { a: set(of.a), b: set(of.b) })
      case 'or':
        return messages.textList([set(of.a), set(of.b)])
      case 'except':
        return text('set.except', { a: set(of.a), b: set(of.b) })
      case 'where':
        return text('set.where', { members: members(of.of), test: condition(of.test) })
      case 'top':
        return text('set.top', {
          ...{ n: of.n, members: members(of.of), by: topic(of.by), end: of.end, skip: of.skip },
        })
    }
  }

  function memberWords(of: SetOf): string {
    switch (of.k) {
      case 'ids':
        return text('members.plain', { dim: of.dim })
      case 'all':
        return text('members.plain', { dim: of.dim })
      case 'in':
        if (of.dim === 'country' && of.id === 'africa') return text('members.africa')
        return text('members.of', { dim: of.dim, set: set(of) })
      case 'where':
        return text('set.with', { members: members(of.of), test: condition(of.test) })
      case 'except':
        return text('set.except', { a: members(of.a), b: set(of.b) })
      case 'top':
        return text('set.top', {
          ...{ n: of.n, members: members(of.of), by: topic(of.by), end: of.end, skip: of.skip },
        })
      default:
        return text('members.of', { dim: dimOfSet(of), set: set(of) })
    }
  }
  const members: ExpressionWords['members'] = memberWords

  function condition(of: Cond): string {
    switch (of.k) {
      case 'compare':
        return text('cond.compare', { a: side(of.a, of.b), op: comparisons[of.op], b: side(of.b, of.a) })
      case 'known':
        return text('cond.known', { of: topic(of.of) })
      case 'not':
        return text('cond.not', { of: condition(of.of) })
      default:
        return text('cond.join', { a: condition(of.a), how: of.k, b: condition(of.b) })
    }
  }

  const side = (of: Expr, other: Expr) => (of.k === 'number' ? number(of, other) : topic(of))

  const number = ({ value, unit }: Extract<Expr, { k: 'number' }>, other: Expr | null) => {
    const own = unit ?? (other ? unitOf(other, names) : null)
    const plain = own?.startsWith('%')
      ? '%'
      : own?.split(' ').some(word => word === 'lcu' || word === 'unit')
        ? null
        : own
    return printFigure(value, plain, null, { digits: 6 })
  }

  function time(of: Time): string {
    switch (of.k) {
      case 'span':
        return spanName(of.from, of.to, messages)
      case 'last':
        return text('time.last', { n: of.n, grain: of.grain })
      case 'ytd':
        return text('time.ytd')
      case 'since':
        return text('time.since', { from: of.from })
      case 'shift':
        return text('time.shift', {
          n: Math.abs(of.by),
          grain: of.grain,
          way: of.by < 0 ? 'before' : 'after',
        })
      case 'latest':
        return text('time.latest')
    }
  }

  return { topic, subject, restriction, set, members, condition, time }
}
