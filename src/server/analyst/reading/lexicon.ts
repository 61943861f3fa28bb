import { type Lang, langs } from '../../../contract/lang.ts'
import { type Dim, dims } from '../../../contract/query.ts'
import { type Catalogue, parseExpr } from '../../insights/insights.ts'
import { agreeing } from './agreement.ts'
import { languageOf } from './language-of.ts'
import { localNamesOf, outsideAfrica } from './local-names.ts'
import { bundleOf, oneOf } from './named-sets.ts'
import type { Piece, Sem } from './sem.ts'
import { elided, fold, possessive, type Token, tokensOf } from './tokens.ts'
import { type Supposed, supposedReader } from './verbs.ts'
import { learnedWeights, type Weights } from './weights.ts'
import { createWordTree, type WordTree } from './word-tree.ts'

/** What a question in one language is read with: its words before those of the other languages. */
export interface Lexicon {
  /** Every entry that starts at a token, all lengths. */
  matches(tokens: readonly Token[], at: number): Piece[]
  /** Whether a word begins or stands in any entry. */
  knows(key: string): boolean
  /** Whether a word of this language is an entry by itself. */
  means(key: string): boolean
  /** Words of one token, for spelling. */
  words: ReadonlySet<string>
  /** What a word without a meaning of its own may be: 'filler', 'courtesy', or a filler of another language. */
  classOf(key: string): 'filler' | 'courtesy' | 'foreign' | null
  /** 'If' and the verb, where a word supposes a change after the words before it. */
  supposed(key: string, before: readonly string[]): Supposed | null
}

export interface Lexicons {
  /** What readings by these lexicons cost. */
  weights: Weights
  of(lang: Lang): Lexicon
  /** The language of a question; `before` is that of the question before it. */
  languageOf(question: string, before: Lang | null): Lang
}

const loaded = new WeakMap<Catalogue, Lexicons>()

/** The lexicons of a catalogue, made once: its names and the rows of its languages. Throws on a row that means nothing. */
export function loadLexicons(catalogue: Catalogue): Lexicons {
  const lexicons = loaded.get(catalogue) ?? lexiconsOf(catalogue, learnedWeights)
  loaded.set(catalogue, lexicons)
  return lexicons
}

/** The lexicons of a catalogue, read by other weights than the product's. */
export function lexiconsOf(catalogue: Catalogue, weights: Weights): Lexicons {
  const affixes = (lang: Lang) => catalogue.affixes.filter(one => one.lang === lang)
  const named = createWordTree(affixes('en'), { isMixed: true })
  const trees = new Map(langs.map(lang => [lang, createWordTree(affixes(lang), { isExact: lang === 'ar' })]))
  const treeOf = (lang: Lang) => trees.get(lang) ?? named
  for (const { surface, sem, cost } of namesOf(catalogue)) named.add(surface, { sem, cost })
  for (const { lang, surface, sem } of localNamesOf(catalogue)) treeOf(lang).add(surface, { sem, cost: 0 })
  // Talk about an answer has words of its own: they are no part of a query.
  for (const { lang, category, value, cost, surfaces } of catalogue.lexicon.filter(isOfQueries)) {
    const tree = treeOf(lang as Lang)
    for (const surface of surfaces.flatMap(one => agreeing(one, affixes(lang as Lang)))) {
      const [word, ...more] = tokensOf(surface)
      const isFiller = category === 'filler' || category === 'courtesy'
      if (isFiller && word && more.length === 0) tree.mark(word.key, category)
      else if (isFiller) tree.add(surface, { sem: { c: 'filler' }, cost: weights.fillerPhrase })
      else tree.add(surface, { sem: semOf(category, value, `${lang}: ${surface}`), cost })
    }
  }
  treeOf('en').mark(possessive, 'filler')
  for (const word of elided) for (const lang of ['fr', 'pt'] as const) treeOf(lang).mark(`${word}'`, 'filler')
  const made = new Map(
    langs.map(lang => [lang, lexiconOf(lang, trees, named, { weights, affixes: affixes(lang) })]),
  )
  return {
    weights,
    of: lang => made.get(lang) as Lexicon,
    languageOf: (question, before) => languageOf(tokensOf(question), trees, named, before),
  }
}

const content: ReadonlySet<string> = new Set(['meas', 'set', 'dim', 'unavailable', 'money', 'month'])

function lexiconOf(
  lang: Lang,
  trees: ReadonlyMap<Lang, WordTree>,
  named: WordTree,
  { weights, affixes }: { weights: Weights; affixes: Catalogue['affixes'] },
): Lexicon {
  const own = trees.get(lang) as WordTree
  const others = langs.filter(one => one !== lang).map(one => trees.get(one) as WordTree)
  const supposedBy = supposedReader(affixes)
  const isChange = (key: string) => own.matches(tokensOf(key), 0).some(({ sem }) => sem.c === 'change')
  return {
    supposed: (key, before) =>
      (isChange(key) && supposedBy(key, before).find(({ verb }) => isChange(verb))) || null,
    words: new Set([...named.words, ...own.words]),
    knows: key => [own, named, ...others].some(tree => tree.knows(key)),
    means: own.means,
    classOf: key => {
      const kind = own.classOf(key)
      const isRead = kind !== null || own.means(key) || named.means(key)
      return isRead || others.every(tree => tree.classOf(key) === null) ? kind : 'foreign'
    },
    matches(tokens, at) {
      const key = tokens[at]?.key ?? ''
      // Names of the catalogue are English for the most part: 'pain' is no bread there.
      const isAlso = lang !== 'en' && own.means(key)
      // 'Sa part' is its share, not South Africa's.
      const isFiller = lang !== 'en' && own.classOf(key) === 'filler'
      // 'Soko' is a market in Swahili, not a brand of flour.
      const isOther = (sem: Sem) => isAlso && (key.length < 3 || sem.c === 'unavailable')
      const names = named
        .matches(tokens, at)
        .filter(({ sem, to }) => to - at > 1 || !(isFiller || isOther(sem)))
        .map(piece =>
          isAlso && piece.to - at === 1 ? { ...piece, cost: piece.cost + weights.englishName } : piece,
        )
      const found = [...names, ...own.matches(tokens, at)]
      // A word that only stands inside longer names has no meaning of its own here.
      const isRead = own.classOf(key) !== null || found.some(({ to }) => to - at === 1)
      const foreign = others
        .flatMap(tree => tree.matches(tokens, at))
        .filter(({ to }) => to - at > 1 || !isRead)
        .map(piece => ({
          ...piece,
          cost: piece.cost + (content.has(piece.sem.c) ? weights.foreignContent : weights.foreignGrammar),
        }))
      return [...found, ...foreign]
    },
  }
}

const isOfQueries = ({ category }: Catalogue['lexicon'][number]) => category !== 'talk'

/** A row's meaning from its category and value. */
function semOf(cat: string, value: string, where: string): Sem {
  const [first = '', second = '', third = ''] = value.split('|')
  const isSpeed = second === 'change'
  switch (cat) {
    case 'num':
    case 'scale':
      return { c: cat, value: Number(value) }
    case 'factor':
      return { c: 'factor', value: Number(first), verb: second === 'verb' }
    case 'relate': {
      const own = value.split('|')[2]
      const less = second === 'less' ? { less: true } : {}
      const reference = second === 'reference'
      return { c: 'relate', how: first as 'times', reference, ...less, ...(own && { own: parseExpr(own) }) }
    }
    case 'freq':
      return { c: 'freq', op: first as 'every', n: Number(second || 0) }
    case 'of':
      return { c: 'of', of: parseExpr(value) }
    case 'against':
      return {
        ...{ c: 'against', n: Number(first), grain: second as 'year', of: null },
        ...(third === 'vs' && { vs: true }),
      }
    case 'comp':
      return { c: 'comp', ...endOf(first), own: second ? parseExpr(second) : null }
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
      return value === 'latest'
        ? { c: 'time', time: { k: 'latest', within: null }, vague: true }
        : { c: 'time', time: { k: 'span', from: value, to: value }, vague: false }
    case 'timeRef': {
      const [ref, n, grain] = value.split('|')
      return { c: 'timeRef', ref: ref as 'same', n: Number(n ?? 1), grain: (grain ?? 'year') as 'year' }
    }
    case 'dim':
      return { c: 'dim', dim: first as Dim, own: second ? parseExpr(second) : null }
    case 'set':
      // Channels have no groups.
      return first === 'channel' ? oneOf('channel', second) : bundleOf(first as Dim, second)
    case 'place':
      return oneOf('country', value)
    case 'citizen':
      return { ...oneOf('country', value), citizen: true }
    case 'does':
      return { c: 'meas', of: parseExpr(value), panel: true, verb: true }
    case 'goods': {
      const ids = value.split('|')
      return { c: 'set', dim: 'segment', of: { k: 'ids', dim: 'segment', ids }, group: null, name: true }
    }
    // 'Ran a deficit': said of a threshold alone.
    case 'tested': {
      const of = parseExpr(value)
      return { c: 'meas', of, panel: value.includes('panel_'), tested: true }
    }
    case 'meas': {
      const of = parseExpr(value)
      return { c: 'meas', of, panel: value.includes('panel_') }
    }
    case 'weak':
      return { c: 'meas', of: parseExpr(first), panel: false, weak: second === 'count' ? 'count' : 'whom' }
    case 'op':
      return { c: 'op', op: value }
    case 'cmp':
      return {
        ...{ c: 'cmp', op: first as '<' },
        ...(isSpeed && { change: true }),
        ...(second === 'after' && { after: true }),
        ...(second === 'ahead' && { ahead: true }),
      }
    case 'sup': {
      // 'Comes third' is one place of an order.
      const place = Number(value.split('|')[2] || 0)
      const own = second && !isSpeed ? parseExpr(second) : null
      const taken = place > 0 ? { n: 1, skip: place - 1 } : { n: null, skip: 0 }
      return { c: 'sup', ...endOf(first), own, ...taken, both: false, change: isSpeed }
    }
    case 'change': {
      const [dir, as, own, noun] = value.split('|')
      const form = (as || null) as null
      const quality = dir === 'better' || dir === 'worse'
      const way = dir === 'better' ? 'up' : dir === 'worse' ? 'down' : (dir as 'up')
      return {
        c: 'change',
        dir: way,
        as: form,
        own: own ? parseExpr(own) : null,
        ...(quality && { quality }),
        ...(noun && { noun: 'alone' as const }),
      }
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
    case 'elasticity':
      return { c: 'elasticity', value: null }
    case 'effect':
      return { c: 'effect', of: value as 'price' }
    case 'neighbours':
      return { c: 'neighbours', of: null }
    case 'if':
      return { c: 'if', ...(first === 'start' && { start: true }) }
    case 'steady':
      return { c: 'steady' }
    case 'stat':
      return { c: 'stat', stat: value }
    case 'ref':
      return {
        c: 'ref',
        ref: first as 'those',
        n: Number(second || 0),
        ...(third === 'bare' && { bare: true }),
        ...(dims.includes(third as Dim) && { dim: third as Dim }),
      }
    case 'edit':
      return { c: 'edit', edit: first, place: (second || null) as 'after' | null }
    case 'talk':
      return { c: 'talk', talk: value }
    case 'unavailable': {
      const [, of, country, nearest] = value.split('|')
      return {
        ...{ c: 'unavailable', of: (of || 'measure') as 'measure' },
        ...{ country: country || null, nearest: nearest || null },
      }
    }
    case 'profile':
      return { c: 'study', kind: 'profile', firm: false }
    case 'study':
      return { c: 'study', kind: first, firm: second === 'firm' }
    case 'share':
      return value === 'verb' ? { c: 'share', verb: true } : { c: 'share' }
    case 'real':
    case 'number':
    case 'lead':
    case 'nominal':
    case 'usual':
    case 'size':
    case 'restrictor':
    case 'barred':
    case 'frame':
    case 'setting':
      return { c: cat }
    case 'asks':
      return { c: 'asks', kind: (value || 'question') as 'question' }
    default:
      throw new Error(`${where}: unknown category '${cat}'`)
  }
}

/** 'best' and 'worst' are the high and the low end of what is good. */
const endOf = (end: string) =>
  end === 'best' || end === 'worst'
    ? { end: end === 'best' ? ('high' as const) : ('low' as const), quality: true }
    : { end: end as 'high' }

/** Words of the catalogue that mean too much to stand for a measure alone. */
const vague = new Set([
  'people',
  'portions',
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
  for (const { iso3, name, officialName, aliases, demonyms } of catalogue.countries)
    put([name, officialName, ...aliases, ...demonyms], oneOf('country', iso3))
  for (const { id, name, aliases } of catalogue.groups)
    put([name, ...aliases.filter(word => !vague.has(word))], bundleOf('country', id))
  for (const { id, name, phrase, synonyms } of catalogue.segments)
    put([name, phrase, ...synonyms.filter(word => !vague.has(word))], oneOf('segment', id))
  for (const { id, name, synonyms } of catalogue.departments)
    put([name, ...synonyms], bundleOf('segment', id), 0.3)
  for (const { id, name, phrase, synonyms } of catalogue.channels) {
    put([name, phrase], oneOf('channel', id))
    // 'Online' is a channel beside goods and else how people are connected.
    put(
      synonyms.filter(word => word.length > 2),
      oneOf('channel', id),
      0.2,
    )
  }
  for (const id of catalogue.brands) put([id], oneOf('brand', id))
  const firms = catalogue.keyPlayers.flatMap(({ brand, company }) => [
    brand,
    company.replace(/ ?\(.*?\)/g, ''),
  ])
  const goods = new Set(catalogue.segments.flatMap(({ synonyms }) => synonyms.map(fold)))
  const firm: Sem = { c: 'unavailable', of: 'brand', country: null, nearest: null }
  // A brand that became a word for its goods is still a brand; 'Peak' and 'Always' are words before they are brands.
  put(
    firms.filter(name => goods.has(fold(name))),
    firm,
    -0.2,
  )
  put(firms, firm, 0.4)
  put(outsideAfrica(catalogue), { c: 'unavailable', of: 'place', country: null, nearest: null }, 0.3)
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
