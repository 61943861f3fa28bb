import { isDeepStrictEqual } from 'node:util'
import { type Cond, type Cut, dims, type Expr, type SetOf, type Time } from '../../../contract/query.ts'
import {
  aboveMeanOf,
  chainIndexOf,
  cutWithout,
  dimOfSet,
  dimsOf,
  percentageOf,
  unitOf,
} from './expression-facts.ts'
import { printNumber } from './figures.ts'
import type { Messages } from './messages.ts'
import type { Names } from './names.ts'
import { Phrase, type Words } from './phrase.ts'
import { baseName, baseSpan, spanName } from './time-words.ts'

/** What the parts of a query are called in the middle of a sentence; `cut` is what a value is restricted to. */
export interface ExpressionWords {
  /** 'value sales of beer in Kenya', 'growth of GDP since 2020': without an article. */
  noun(of: Expr, cut?: Cut): Phrase
  /** The same with the article it takes: 'the growth of GDP since 2020'. */
  subject(of: Expr, cut?: Cut): Phrase
  /** ' of beer', ' of Brand A', ' in Kenya', ' through modern trade', behind the words they agree with. */
  restriction(cut: Cut, head?: Phrase): string
  /** 'ECOWAS without Nigeria', 'beer and wine'. */
  set(of: SetOf): Phrase
  /** What members of a set are called when they are counted: 'African countries with inflation below 10%'. */
  members(of: SetOf): Phrase
  /** 'inflation below 10% and population above 20m'. */
  condition(of: Cond, cut?: Cut): string
  time(of: Time): string
  /** The time that an expression moves a cell to; null where it is not known. */
  baseOf(of: Time, cell: { from: string; to: string } | null): string | null
}

const operations = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'by' } as const
const comparisons = { '<': 'below', '<=': 'most', '=': 'equal', '>=': 'least', '>': 'above' } as const
const opposite = { '<': '>=', '<=': '>', '>=': '<', '>': '<=' } as const

/** The years a bare number is taken for one of. */
const years = { from: 1950, to: 2100 }

export function expressionWords(messages: Messages, names: Names): ExpressionWords {
  const { text, phrase } = messages

  function noun(of: Expr, cut: Cut = {}): Phrase {
    switch (of.k) {
      case 'measure':
        return restricted(names.measure(of.id), needed(of, cut))
      case 'number':
        return new Phrase(number(of, null))
      case 'calc':
        return calc(of, cut)
      case 'fn':
        return phrase('noun.fn', { fn: of.fn, of: operand(of.of, cut) })
      case 'at': {
        const period = of.time ? text('in.period', { period: time(of.time) }) : ''
        return noun(of.of, { ...cut, ...of.cut }).with(period)
      }
      case 'share':
        return share(of, cut)
      case 'change': {
        const from = baseName(of.from, null, messages) ?? time(of.from)
        return phrase('noun.change', { as: of.as, of: operand(of.of, cut), from, timed: of.from.k })
      }
      case 'index':
        return phrase('noun.index', { of: noun(of.of, cut), base: time(of.base) })
      case 'real':
        return phrase('noun.real', { of: noun(of.of, cut), base: of.base })
      case 'fold': {
        if (of.over.k === 'periods')
          return phrase('noun.foldTime', { how: of.how, of: noun(of.of, cut), over: time(of.over.time) })
        const over = members(of.over.of)
        const inner = cutWithout(cut, [dimOfSet(of.over.of)])
        if (of.how === 'count') return restricted(phrase('noun.count', { over }), needed(of, inner))
        return phrase('noun.fold', {
          how: of.how,
          of: noun(of.of, inner),
          over,
          by: of.by ? noun(of.by) : '',
        })
      }
      case 'when':
        return phrase('noun.when', {
          ...{ find: of.find, test: condition(of.test, cut), over: time(of.over.time), grain: of.over.grain },
        })
      case 'rank':
        return phrase('noun.rank', {
          of: noun(of.of, cutWithout(cut, [dimOfSet(of.among)])),
          among: members(of.among),
        })
      case 'concentration':
        return phrase('noun.concentration', {
          ...{ how: of.how, n: of.n ?? 0, dim: of.dim, of: noun(of.of, cutWithout(cut, [of.dim])) },
        })
      case 'effect': {
        const factor = of.factors[of.pick - 1]
        return phrase('noun.effect', {
          ...{ factor: factor ? noun(factor) : '', of: of.factors.map(one => noun(one)).join(' × ') },
          from: baseName(of.from, null, messages) ?? time(of.from),
        })
      }
    }
  }

  const articled: readonly Expr['k'][] = [
    'share',
    'change',
    'index',
    'fold',
    'when',
    'rank',
    'concentration',
    'effect',
    'fn',
  ]
  function subject(of: Expr, cut: Cut = {}): Phrase {
    const isRatio = of.k === 'share' && isRatioOf(of)
    return articled.includes(of.k) && !isRatio ? phrase('the', { noun: noun(of, cut) }) : noun(of, cut)
  }

  const needed = (of: Expr, cut: Cut): Cut => {
    const own = dimsOf(of, names)
    return cutWithout(
      cut,
      dims.filter(dim => !own.has(dim)),
    )
  }

  /** The place is said once: after a sum, before what divides or multiplies. */
  function calc({ a, op, b }: Extract<Expr, { k: 'calc' }>, cut: Cut): Phrase {
    const above = aboveMeanOf({ k: 'calc', a, op, b })
    if (above) return phrase('noun.above', { of: noun(above.of, cut), grain: above.over.grain })
    const chained = chainIndexOf({ k: 'calc', a, op, b })
    if (chained) return phrase('noun.chainIndex', { of: noun(chained.of, cut), base: chained.base })
    const percent = percentageOf({ k: 'calc', a, op, b })
    if (percent) {
      const isOfBoth = dims.every(
        dim => dimsOf(percent.of, names).has(dim) === dimsOf(percent.whole, names).has(dim),
      )
      return phrase('noun.percentOf', {
        ...{ of: operand(percent.of, cut), whole: operand(percent.whole, isOfBoth ? {} : cut) },
      })
    }
    const isMinusOne = a.k === 'number' && a.value === -1 && op === '*'
    if (isMinusOne && b.k === 'change')
      return phrase('noun.fall', { of: operand(b.of, cut), from: time(b.from) })
    const named = op === '/' && a.k === 'measure' && b.k === 'measure' ? names.quotient(a.id, b.id) : null
    if (named !== null) return restricted(named, needed(a, cut))
    const isSame = dims.every(dim => dimsOf(a, names).has(dim) === dimsOf(b, names).has(dim))
    const isSum = op === '+' || op === '-'
    const [placeA, placeB]: [Cut, Cut] = !isSame ? [cut, cut] : isSum ? [{}, cut] : [cut, {}]
    return phrase('noun.calc', { a: operand(a, placeA), op: operations[op], b: operand(b, placeB) })
  }

  /** In brackets where it is a calculation itself. */
  const operand = (of: Expr, cut: Cut) => {
    const isChain = of.k === 'calc' && of.a.k === 'number'
    const isNamed =
      of.k === 'calc' &&
      of.a.k === 'measure' &&
      of.b.k === 'measure' &&
      names.quotient(of.a.id, of.b.id) !== null
    return of.k === 'calc' && !isChain && !isNamed ? phrase('bracket', { of: noun(of, cut) }) : noun(of, cut)
  }

  /** Of one named member that it is no part of. */
  const isRatioOf = ({ whole }: Extract<Expr, { k: 'share' }>) =>
    dims.every(dim => whole[dim] === undefined || (whole[dim].k === 'ids' && whole[dim].ids.length === 1))

  /** 'share of Brand A in value sales of beer in Kenya', 'GDP per capita in Rwanda as a share of that in Kenya'. */
  function share(of: Extract<Expr, { k: 'share' }>, cut: Cut): Phrase {
    if (isRatioOf(of)) return phrase('noun.ratio', { of: noun(of.of, cut), whole: restriction(of.whole) })
    const whole = dims.filter(dim => of.whole[dim] !== undefined)
    const parts = whole.filter(dim => cut[dim] !== undefined)
    const rest = cutWithout(cut, whole)
    for (const dim of whole) if (of.whole[dim]?.k !== 'all') rest[dim] = of.whole[dim]
    const base = noun(of.of, rest)
    if (parts.length === 0) return phrase('noun.share', { whole: base })
    return phrase('noun.partShare', {
      part: messages.textList(parts.map(dim => set(cut[dim] as SetOf))),
      whole: base,
    })
  }

  const restricted = (head: Phrase, cut: Cut): Phrase => head.with(restriction(cut, head))

  function restriction(cut: Cut, head?: Phrase): string {
    const [country, segment, brand, channel] = dims.map(dim => (cut[dim] ? set(cut[dim]) : null))
    const agreed = { head: head?.form ?? '' }
    return [
      brand && text('of.brand', { set: brand, ...agreed }),
      segment && text(brand ? 'in.segment' : 'of.segment', { set: segment, ...agreed }),
      country && text('in.country', { set: country, ...agreed }),
      channel && text('through.channel', { set: channel, ...agreed }),
    ]
      .filter(part => typeof part === 'string')
      .join('')
  }

  function set(of: SetOf): Phrase {
    switch (of.k) {
      case 'ids':
        return of.ids.length > 8
          ? phrase('set.many', { n: of.ids.length, dim: of.dim })
          : messages.textList(of.ids.map(id => names.member(of.dim, id)))
      case 'all':
        return phrase('set.all', { dim: of.dim })
      case 'in':
        return names.bundle(of.dim, of.id)
      case 'and':
        return phrase('set.and', { a: set(of.a), b: set(of.b) })
      case 'or':
        return messages.textList([set(of.a), set(of.b)])
      case 'except':
        return phrase('set.except', { a: set(of.a), b: set(of.b) })
      case 'where':
        return phrase('set.where', { members: members(of.of), test: condition(of.test) })
      case 'top':
        return phrase('set.top', {
          n: of.n,
          members: members(of.of),
          by: noun(of.by),
          end: of.end,
          dim: dimOfSet(of),
          nth: text('nth', { skip: of.skip + 1 }),
        })
    }
  }

  function members(of: SetOf): Phrase {
    switch (of.k) {
      case 'ids':
        return phrase('members.plain', { dim: of.dim })
      case 'all':
        return phrase('members.plain', { dim: of.dim })
      case 'in':
        if (of.dim === 'country' && of.id === 'africa') return phrase('members.africa')
        return phrase('members.of', { dim: of.dim, set: set(of) })
      case 'where':
        return phrase('set.with', { members: members(of.of), test: condition(of.test) })
      case 'except':
        return phrase('set.except', { a: members(of.a), b: set(of.b) })
      case 'top':
        return phrase('members.top', { members: members(of.of), by: noun(of.by), end: of.end })
      default:
        return phrase('members.of', { dim: dimOfSet(of), set: set(of) })
    }
  }

  function condition(of: Cond, cut: Cut = {}): string {
    switch (of.k) {
      case 'compare': {
        const a = of.a.k === 'number' ? number(of.a, of.b) : indefinite(of.a, cut)
        const b = side(of.b, of.a, cut)
        return text('cond.compare', { a, op: comparisons[of.op], b })
      }
      case 'known':
        return text('cond.known', { of: noun(of.of, cut) })
      case 'not': {
        const inner = of.of
        return inner.k === 'compare' && inner.op !== '='
          ? condition({ ...inner, op: opposite[inner.op] }, cut)
          : text('cond.not', { of: condition(inner, cut) })
      }
      default:
        return text('cond.join', { a: condition(of.a, cut), how: of.k, b: condition(of.b, cut) })
    }
  }

  function side(of: Expr, other: Expr, cut: Cut): Words {
    if (of.k === 'number') return number(of, other)
    if (of.k === 'at' && of.time && isDeepStrictEqual(of.of, other) && Object.keys(of.cut).length === 0)
      return text('side.level', { period: time(of.time) })
    if (of.k === 'calc' && of.op === '*' && of.a.k === 'number')
      return text('noun.calc', { a: number(of.a, null), op: 'times', b: side(of.b, other, cut) })
    return noun(of, cut)
  }

  /** 'a share of …': what can be had. */
  function indefinite(of: Expr, cut: Cut): Phrase {
    const isIndex = of.k === 'index'
    const isCounted =
      of.k === 'share' || of.k === 'concentration' || isIndex || (of.k === 'change' && of.as === 'times')
    return isCounted ? phrase('a', { noun: noun(of, cut), vowel: String(isIndex) }) : noun(of, cut)
  }

  /** A number as it was said, with every digit; one that can be a year stands without commas. */
  function number({ value, unit }: Extract<Expr, { k: 'number' }>, other: Expr | null): string {
    const own = unit ?? (other ? unitOf(other, names) : null)
    if (own === null && Number.isInteger(value) && value >= years.from && value <= years.to)
      return String(value)
    const isLocal = own?.split(' ').some(word => word === 'lcu' || word === 'unit')
    const printed = own?.startsWith('%') ? '%' : isLocal || own === 'people' ? null : own
    const decimals = String(value).split('.')[1]?.length ?? 0
    return printNumber(
      value,
      printed,
      decimals,
      { messages, names },
      {
        ...{ compact: Math.abs(value) >= 1e6, digits: 4, signed: false },
      },
    )
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

  return {
    noun,
    subject,
    restriction,
    set,
    members,
    condition,
    time,
    baseOf: (of, cell) => baseSpan(of, cell, messages),
  }
}
