import { isDeepStrictEqual } from 'node:util'
import {
  type Cond,
  type Cut,
  dims,
  type End,
  type Expr,
  type Over,
  type Query,
  type Row,
  type SetOf,
} from '../../../contract/query.ts'
import { dimOf } from './dim-of.ts'
import { englishWords, type QueryWording } from './english-words.ts'

/** Names in the reader's language; the catalogue has the English ones. An id without a name is said as is. */
export interface QueryNames {
  measure(id: string): { phrase: string } | undefined
  country(id: string): { name: string } | undefined
  group(id: string): { name: string } | undefined
  segment(id: string): { phrase: string } | undefined
  department(id: string): { name: string } | undefined
  channel(id: string): { phrase: string } | undefined
}

/** All of a query in one plain sentence, for a reader to check how a question was understood. */
export function queryWords(query: Query, names: QueryNames, words: QueryWording = englishWords): string {
  const say = sayer(names, words)
  const { show, rows, zip, cut, time, where, order, take, total, stat } = query
  const columns = show.map(({ as, of }) => (as === null ? say.expr(of) : words.label(say.expr(of), as)))
  const orderWords = ({ by, end }: { by: Expr; end: End }) =>
    show.length === 1 && isDeepStrictEqual(by, show[0]?.of)
      ? words.orderShown(end)
      : words.order(say.expr(by), end)
  const rowWords = words.list(rows.map(say.row))
  const places = [...say.cut(cut), ...(rows.length > 0 ? [zip ? words.rows.paired(rowWords) : rowWords] : [])]
  const clauses = [
    where && words.where(say.cond(where)),
    order && orderWords(order),
    take && words.take(take, take.per && words.member[take.per]),
    total && words.total,
    stat && words.stat(stat),
  ].filter(clause => typeof clause === 'string')
  const ofGoods = show.length === 1 && show[0]?.as === null && show[0].of.k === 'measure'
  return words.sentence(words.list(columns), places, words.time(time), clauses, ofGoods)
}

/** The words of each kind of node. */
function sayer(names: QueryNames, words: QueryWording) {
  function expr(of: Expr): string {
    switch (of.k) {
      case 'measure':
        return names.measure(of.id)?.phrase ?? of.id
      case 'number':
        return words.number(of.value, of.unit)
      case 'calc': {
        const chained = of.a.k === 'calc' && of.a.op === of.op && (of.op === '+' || of.op === '*')
        return words.calc[of.op](chained ? expr(of.a) : operand(of.a), operand(of.b))
      }
      case 'fn':
        return words.fn[of.fn](operand(of.of))
      case 'at':
        return words.at(operand(of.of), [...cut(of.cut), ...(of.time ? [words.time(of.time)] : [])])
      case 'share':
        return words.share(operand(of.of), cut(of.whole))
      case 'change':
        return words.change[of.as](operand(of.of), words.time(of.from))
      case 'index':
        return words.index(operand(of.of), words.time(of.base))
      case 'real':
        return words.real(operand(of.of), of.base)
      case 'fold':
        return words.fold[of.how](operand(of.of), over(of.over), of.by ? operand(of.by) : '')
      case 'when':
        return words.when[of.find](test(of.test), over(of.over))
      case 'rank':
        return words.rank(operand(of.of), members(of.among), of.end)
      case 'concentration': {
        const all = words.members[of.dim]
        return of.n === null ? words.hhi(operand(of.of), all) : words.topShare(operand(of.of), all, of.n)
      }
      case 'effect': {
        const factors = of.factors.map(operand)
        return words.effect(factors[of.pick - 1] ?? '', factors, words.time(of.from))
      }
    }
  }

  /** In brackets, unless it is one name or number. */
  const operand = (of: Expr): string =>
    of.k === 'measure' || of.k === 'number' ? expr(of) : words.bracket(expr(of))

  const over = (of: Over): string =>
    of.k === 'members' ? members(of.of) : words.periods(of.grain, words.time(of.time))

  const cut = (of: Cut): string[] =>
    dims.flatMap(dim => {
      const one = of[dim]
      return one ? [words.place[dim](set(one))] : []
    })

  function set(of: SetOf): string {
    switch (of.k) {
      case 'ids':
        return words.list(of.ids.map(id => member(of, id)))
      case 'all':
        return words.set.all(words.members[of.dim])
      case 'in':
        return groupOf(of)
      case 'where':
        return words.set.where(part(of.of), cond(of.test))
      case 'top':
        return words.set.top(part(of.of), dimOf(of), operand(of.by), of.end, of.n, of.skip)
      default:
        return words.set[of.k](of.a.k === of.k ? set(of.a) : part(of.a), part(of.b))
    }
  }

  /** In brackets, unless it is one name or several. */
  const part = (of: SetOf): string =>
    of.k === 'ids' || of.k === 'all' || of.k === 'in' ? set(of) : words.bracket(set(of))

  function member({ dim }: SetOf & { k: 'ids' }, id: string): string {
    if (dim === 'country') return names.country(id)?.name ?? id
    if (dim === 'brand') return id
    return names[dim](id)?.phrase ?? id
  }

  function groupOf({ dim, id }: SetOf & { k: 'in' }): string {
    if (dim === 'country') return names.group(id)?.name ?? id
    if (dim === 'segment') return names.department(id)?.name ?? id
    return dim === 'brand' && id === 'named' ? words.namedBrands : id
  }

  /** Whether the words of a set begin with the name of a group, which its members are of. */
  const isOfGroup = (of: SetOf): boolean =>
    of.k === 'in' ? of.dim !== 'brand' : 'a' in of ? isOfGroup(of.a) : of.k === 'where' && isOfGroup(of.of)

  /** The members of a set, one by one. */
  const members = (of: SetOf): string =>
    isOfGroup(of) ? words.set.membersOf(words.members[dimOf(of)], set(of)) : set(of)

  function row(of: Row): string {
    switch (of.k) {
      case 'periods':
        return words.rows.each(words.grain[of.grain])
      case 'groups':
        return words.rows.groups(of.ids.map(id => names.group(id)?.name ?? id))
      case 'departments':
        return words.rows.groups(of.ids.map(id => names.department(id)?.name ?? id))
      case 'members': {
        if (of.of.k === 'all') return words.rows.each(words.member[of.of.dim])
        if (of.of.k === 'ids')
          return words.rows.listed(of.of.ids.map(id => member(of.of as SetOf & { k: 'ids' }, id)))
        return words.rows.eachOf(words.member[dimOf(of.of)], set(of.of))
      }
    }
  }

  function cond(of: Cond): string {
    switch (of.k) {
      case 'compare':
        return words.compare[of.op](side(of.a), side(of.b))
      case 'known':
        return words.known(operand(of.of))
      case 'not':
        return words.not(words.bracket(cond(of.of)))
      default:
        return words[of.k](of.a.k === of.k ? cond(of.a) : test(of.a), test(of.b))
    }
  }

  /** In brackets, unless it is one comparison. */
  const test = (of: Cond): string => (of.k === 'and' || of.k === 'or' ? words.bracket(cond(of)) : cond(of))

  /** A side of a comparison needs no brackets where it stands alone. */
  const side = (of: Expr): string => (of.k === 'calc' ? operand(of) : expr(of))

  return { expr, cut, cond, row }
}
