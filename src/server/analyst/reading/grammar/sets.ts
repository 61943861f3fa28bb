import { isDeepStrictEqual } from 'node:util'
import type { SetOf } from '../../../../contract/query.ts'
import { type Rule, rule } from '../chart.ts'
import type { Piece, Sem, SemOf } from '../sem.ts'

/** Two lists as one: names stay in the order they were said. */
export function union(a: SetOf, b: SetOf): SetOf {
  if (a.k === 'ids' && b.k === 'ids') return { ...a, ids: [...new Set([...a.ids, ...b.ids])] }
  return { k: 'or', a, b }
}

export const groupsOf = (set: SemOf<'set'>) => set.groups ?? (set.group === null ? [] : [set.group])

/** 'المغربي يشرب', 'يشرب المغربي': what one citizen consumes. */
export function isCitizenAt({ sem: a }: Piece, next: Piece | undefined): boolean {
  const b = next?.sem
  const isPair = (one: Sem | undefined, other: Sem | undefined) =>
    one?.c === 'meas' && one.verb === true && other?.c === 'set' && other.citizen === true
  return isPair(a, b) || isPair(b, a)
}

const joins = (op: string) => ['and', 'or', 'vs', ',', '&', '/'].includes(op)

const isOneCountry = ({ dim, of }: SemOf<'set'>) => dim === 'country' && of.k === 'ids' && of.ids.length === 1

/** 'Kenya, Uganda and Tanzania', 'English-speaking ECOWAS', 'except Nigeria'. */
export const setRules: Rule[] = [
  rule('set and', 'set', 'op', (a, b) => (joins(b.op) ? { c: 'open', op: 'list', held: a } : null)),
  rule('set and and', 'open', 'op', (a, b) =>
    a.op === 'list' && a.held.c === 'set' && joins(b.op) ? a : null,
  ),
  rule('set and set', 'open', 'set', (a, b) => {
    if (a.op !== 'list' || a.held.c !== 'set' || a.held.dim !== b.dim) return null
    const groups = [...groupsOf(a.held), ...groupsOf(b)]
    const areGroups = groupsOf(a.held).length > 0 && groupsOf(b).length > 0
    if (groups.length > 0 && !areGroups) return null
    return { ...b, of: union(a.held.of, b.of), group: null, name: true, ...(areGroups ? { groups } : {}) }
  }),
  rule('adjective group', 'set', 'set', (a, b) => {
    if (a.dim !== 'country' || b.dim !== 'country' || a.group === null || b.group === null) return null
    return { ...a, of: { k: 'and', a: a.of, b: b.of }, group: null, name: true } satisfies SemOf<'set'>
  }),
  // 'Consumer goods (FMCG)'
  rule('set again', 'set', 'set', (a, b) => (isDeepStrictEqual(a.of, b.of) ? a : null), 0, 1),
  // 'Here in Kenya'
  rule('here in', 'ref', 'set', (a, b) => (a.ref === 'here' && b.dim === 'country' ? b : null)),
  rule(
    'average citizen',
    'fold',
    'set',
    (a, b) => (a.how === 'mean' && isOneCountry(b) ? { ...b, perHead: true } : null),
    0,
    0,
  ),
  // 'Acima da média da SADC'
  rule('mean of group', 'fold', 'set', (a, b) =>
    (a.how === 'mean' || a.how === 'median') && b.group !== null && !b.fold ? { ...b, fold: a } : null,
  ),
  // 'What does each Kenyan drink'
  rule(
    'each citizen',
    'op',
    'set',
    (a, b) =>
      ['each', 'per', 'does one'].includes(a.op) && isOneCountry(b) ? { ...b, perHead: true } : null,
    0,
    0,
  ),
  // 'The neighbours of Ghana', 'Ghana's neighbours', 'its neighbours'
  rule('neighbours of', 'neighbours', 'set', (a, b) =>
    a.of === null && b.dim === 'country' ? { ...a, of: b.of } : null,
  ),
  rule(
    'own neighbours',
    'set',
    'neighbours',
    (a, b) => (b.of === null && isOneCountry(a) ? { ...b, of: a.of } : null),
    0.2,
    1,
  ),
  rule('its neighbours', 'ref', 'neighbours', (a, b) =>
    b.of === null && ['its', 'their', 'it', 'there'].includes(a.ref) ? b : null,
  ),
  rule('neighbours dim', 'neighbours', 'dim', (a, b) => (b.dim === 'country' ? a : null)),
  rule('dim neighbours', 'dim', 'neighbours', (a, b) => (a.dim === 'country' ? b : null)),
  // 'المغربي الواحد', 'Mtanzania wa kawaida'
  rule('one citizen', 'set', 'op', (a, b) =>
    b.op === 'one' && isOneCountry(a) ? { ...a, perHead: true } : null,
  ),
  // 'How many Kenyans' are people of Kenya.
  rule('count citizens', 'want', 'set', (a, b) =>
    a.want === 'count' && isOneCountry(b) ? { ...b, counted: true } : null,
  ),
  rule('except set', 'op', 'set', (a, b) =>
    a.op === 'except' || a.op === 'but' ? { c: 'minus', dim: b.dim, of: b.of } : null,
  ),
]
