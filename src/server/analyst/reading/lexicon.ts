import type { Dim, SetOf } from '../../../contract/query.ts'
import { type Catalogue, parseExpr } from '../../insights/insights.ts'
import type { Piece, Sem } from './sem.ts'
import { formsOf, possessive, type Token, tokensOf } from './tokens.ts'

interface Entry {
  sem: Sem
  /** 0 is the usual meaning; more is rarer. */
  cost: number
  lang: string
}

/** A trie over folded words; each end has the meanings of the words that lead to it. */
interface Node {
  next: Map<string, Node>
  entries: Entry[]
}

export interface Lexicon {
  /** Every entry that starts at a token, all lengths. */
  matches(tokens: readonly Token[], at: number): Piece[]
  /** Whether a word begins or stands in any entry. */
  knows(key: string): boolean
  /** Words of one token, for spelling. */
  words: ReadonlySet<string>
  /** What a word without a meaning of its own may be: 'filler', 'courtesy'. */
  classOf(key: string): 'filler' | 'courtesy' | null
}

const newNode = (): Node => ({ next: new Map(), entries: [] })

const loaded = new WeakMap<Catalogue, Lexicon>()

/** The lexicon of a catalogue, made once: its names and the rows of its languages. Throws on a row that means nothing. */
export function loadLexicon(catalogue: Catalogue): Lexicon {
  const lexicon = loaded.get(catalogue) ?? lexiconOf(catalogue)
  loaded.set(catalogue, lexicon)
  return lexicon
}

function lexiconOf(catalogue: Catalogue): Lexicon {
  const root = newNode()
  const classes = new Map<string, 'filler' | 'courtesy'>()
  const known = new Set<string>()
  const words = new Set<string>()
  const add = (surface: string, entry: Entry) => {
    const tokens = tokensOf(surface)
    const keys = tokens.map(token => token.key)
    // Without its accent 'thé' is 'the'.
    if (
      keys.length === 0 ||
      (keys.length === 1 && keys[0] !== surface.toLowerCase() && (keys[0] as string).length < 4)
    )
      return
    let node = root
    for (const key of keys.slice(0, -1)) {
      known.add(key)
      const next = node.next.get(key) ?? newNode()
      node.next.set(key, next)
      node = next
    }
    const last = keys.at(-1) as string
    for (const form of formsOf(last)) {
      known.add(form)
      const end = node.next.get(form) ?? newNode()
      node.next.set(form, end)
      if (end.entries.every(other => JSON.stringify(other.sem) !== JSON.stringify(entry.sem)))
        end.entries.push(entry)
    }
    for (const key of keys) if (key.length > 3) words.add(key)
  }
  for (const { surface, sem, cost } of namesOf(catalogue)) add(surface, { sem, cost, lang: 'any' })
  for (const { lang, category, value, cost, surfaces } of catalogue.lexicon)
    for (const surface of surfaces) {
      const [word, ...more] = tokensOf(surface)
      const isFiller = category === 'filler' || category === 'courtesy'
      if (isFiller && word && more.length === 0) {
        known.add(word.key)
        classes.set(word.key, category)
      } else if (isFiller) add(surface, { sem: { c: 'filler' }, cost: fillerCost, lang })
      else add(surface, { sem: semOf(category, value, `${lang}: ${surface}`), cost, lang })
    }
  classes.set(possessive, 'filler')
  return {
    words,
    knows: key => formsOf(key).some(form => known.has(form)),
    classOf: key => classes.get(key) ?? null,
    matches: (tokens, at) => {
      const found: Piece[] = []
      const walk = (node: Node, to: number) => {
        for (const { sem, cost } of node.entries)
          found.push({
            sem,
            from: at,
            to,
            cost,
            why: tokens
              .slice(at, to)
              .map(token => token.key)
              .join(' '),
          })
        const token = tokens[to]
        if (!token) return
        // A hyphen inside a name may be written or not.
        if (token.key === '-' && to > at) walk(node, to + 1)
        for (const form of formsOf(token.key)) {
          const next = node.next.get(form)
          if (next) walk(next, to + 1)
        }
      }
      walk(root, at)
      return found
    },
  }
}

/** A phrase of filler words costs little more than its words. */
const fillerCost = -0.8

/** Longer names are kept whole: what stands inside one costs more. A phrase of words that could be skipped is still read. */
export function keptWhole(pieces: readonly Piece[], skips: readonly boolean[]): Piece[] {
  const long = pieces.filter(({ from, to }) => to - from > 1)
  return pieces.map(piece => {
    const { from, to, cost } = piece
    const isInside = long.some(
      other => other.from <= from && other.to >= to && other.to - other.from > to - from,
    )
    const isSkipped = to - from > 1 && skips.slice(from, to).every(skip => skip)
    return { ...piece, cost: cost + (isInside ? 1.2 : 0) - (isSkipped && cost >= 0 ? 0.9 : 0) }
  })
}

/** A row's meaning from its category and value. */
function semOf(cat: string, value: string, where: string): Sem {
  const [first = '', second = ''] = value.split('|')
  const isSpeed = second === 'change'
  switch (cat) {
    case 'num':
    case 'scale':
      return { c: cat, value: Number(value) }
    case 'factor':
      return { c: 'factor', value: Number(first), verb: second === 'verb' }
    case 'relate':
      return { c: 'relate', how: first as 'times', reference: second === 'reference' }
    case 'freq':
      return { c: 'freq', op: first as 'every', n: Number(second || 0) }
    case 'of':
      return { c: 'of', of: parseExpr(value) }
    case 'against':
      return { c: 'against', n: Number(first), grain: second as 'year', of: null }
    case 'comp':
      return { c: 'comp', end: first as 'high', own: second ? parseExpr(second) : null }
    case 'find':
      return { c: 'find', find: value as 'first' }
    case 'unit':
      return { c: 'unit', unit: value }
    case 'dur':
      return { c: 'dur', n: Number(first), grain: second as 'year' }
    case 'ordinal':
      return { c: 'ordinal', n: Number(value) }
    case 'grain':
      return { c: 'grain', grain: first as 'year', adverb: second === 'adverb' }
    case 'month':
      return { c: 'month', month: Number(value) }
    case 'part':
      return { c: 'part', grain: first as 'half', n: Number(second) }
    case 'time':
      return { c: 'time', time: { k: 'latest', within: null }, vague: true }
    case 'timeRef': {
      const [ref, n, grain] = value.split('|')
      return { c: 'timeRef', ref: ref as 'same', n: Number(n ?? 1), grain: (grain ?? 'year') as 'year' }
    }
    case 'dim':
      return { c: 'dim', dim: first as Dim, own: second ? parseExpr(second) : null }
    case 'set':
      return {
        c: 'set',
        dim: first as Dim,
        of: { k: 'in', dim: first as Dim, id: second },
        group: second,
        name: false,
      }
    case 'place':
      return {
        c: 'set',
        dim: 'country',
        of: { k: 'ids', dim: 'country', ids: [value] },
        group: null,
        name: true,
      }
    case 'goods': {
      const ids = value.split('|')
      return { c: 'set', dim: 'segment', of: { k: 'ids', dim: 'segment', ids }, group: null, name: true }
    }
    case 'meas': {
      const of = parseExpr(value)
      return { c: 'meas', of, panel: value.includes('panel_') }
    }
    case 'op':
      return { c: 'op', op: value }
    case 'cmp':
      return { c: 'cmp', op: first as '<', ...(second ? { change: true } : {}) }
    case 'sup':
      return {
        ...{ c: 'sup', end: first as 'high', own: second && !isSpeed ? parseExpr(second) : null },
        ...{ n: null, skip: 0, both: false, change: isSpeed },
      }
    case 'change': {
      const [dir, as, own] = value.split('|')
      return { c: 'change', dir: dir as 'up', as: (as || null) as null, own: own ? parseExpr(own) : null }
    }
    case 'pred': {
      const [op, n, unit] = value.split('|')
      return { c: 'pred', tests: [{ op: op as '<', value: Number(n), unit: unit || null }] }
    }
    case 'cond': {
      const [of, op, n] = value.split('|')
      const b = { k: 'number', value: Number(n), unit: null } as const
      return { c: 'cond', cond: { k: 'compare', op: op as '<', a: parseExpr(of ?? ''), b } }
    }
    case 'degree':
      return { c: 'degree', end: value as 'high' }
    case 'per':
      return { c: 'per', by: parseExpr(value) }
    case 'money':
      return { c: 'money', money: first as 'usd', country: second || null }
    case 'fold':
      return second === 'simple'
        ? { c: 'fold', how: first as 'mean', weighted: null, simple: true }
        : { c: 'fold', how: first as 'mean', weighted: second ? parseExpr(second) : null, simple: false }
    case 'slice':
      return { c: 'slice', by: value as Dim }
    case 'want':
      return { c: 'want', want: value as 'who' }
    case 'stat':
      return { c: 'stat', stat: value }
    case 'ref':
      return { c: 'ref', ref: first as 'those', n: Number(second || 1) }
    case 'edit':
      return { c: 'edit', edit: value }
    case 'talk':
      return { c: 'talk', talk: value }
    case 'unavailable':
      return { c: 'unavailable', topic: first, place: second === 'place' }
    case 'restrictor':
      return { c: 'restrictor', word: value }
    case 'share':
    case 'real':
    case 'lead':
    case 'nominal':
    case 'profile':
    case 'usual':
    case 'size':
      return { c: cat }
    default:
      throw new Error(`${where}: unknown category '${cat}'`)
  }
}

/** Words of the catalogue that mean too much to stand for a measure alone. */
const vague = new Set([
  'people',
  'connected',
  'babies',
  'births',
  'purse',
  'index',
  'drinking',
  'credit',
  'goods',
  'real growth',
  'largest economies',
  'biggest economies',
])

interface NamedSem {
  surface: string
  sem: Sem
  cost: number
}

/** Names and synonyms of everything in the catalogue. */
function namesOf(catalogue: Catalogue): NamedSem[] {
  const list: NamedSem[] = []
  const put = (surfaces: readonly string[], sem: Sem, cost = 0) => {
    for (const surface of new Set(surfaces)) if (surface) list.push({ surface, sem, cost })
  }
  const one = (dim: Dim, id: string): Sem => ({
    ...{ c: 'set', dim, of: { k: 'ids', dim, ids: [id] } as SetOf, group: null, name: true },
  })
  const group = (dim: Dim, id: string): Sem => ({
    ...{ c: 'set', dim, of: { k: 'in', dim, id }, group: id, name: true },
  })
  for (const { iso3, name, officialName, aliases, demonyms } of catalogue.countries)
    put([name, officialName, ...aliases, ...demonyms], one('country', iso3))
  for (const { id, name, aliases } of catalogue.groups)
    put([name, ...aliases.filter(word => !vague.has(word))], group('country', id))
  for (const { id, name, phrase, synonyms } of catalogue.segments)
    put([name, phrase, ...synonyms], one('segment', id))
  for (const { id, name, synonyms } of catalogue.departments)
    put([name, ...synonyms], group('segment', id), 0.3)
  for (const { id, name, phrase, synonyms } of catalogue.channels) {
    put([name, phrase], one('channel', id))
    // 'Online' is a channel beside goods and else how people are connected.
    put(
      synonyms.filter(word => word.length > 2),
      one('channel', id),
      0.2,
    )
  }
  for (const id of catalogue.brands) put([id], one('brand', id))
  for (const { id, name, phrase } of catalogue.derived)
    put([name, phrase], { c: 'meas', of: { k: 'measure', id }, panel: id.startsWith('panel_') }, 0.05)
  for (const { id, name, phrase, synonyms, kind } of catalogue.measures)
    put(
      kind === 'panel' ? [name] : [name, phrase, ...synonyms.filter(word => !vague.has(word))],
      {
        ...{ c: 'meas', of: { k: 'measure', id }, panel: kind === 'panel' },
      },
      0.1,
    )
  return list
}
