import { type Lang, langs } from '../../../contract/lang.ts'
import { type Dim, dims, type Expr, type Time } from '../../../contract/query.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { QuestionCover, Reader } from '../reading/read.ts'
import type { Piece, SemOf } from '../reading/sem.ts'
import { type ActRule, actRules, type TalkAct, talkActs } from './acts.ts'
import { talkLexicon } from './talk-lexicon.ts'

/** What a question says that talks about an answer, the product or its data. */
export interface Talk {
  /** In the order they were said, each once; at least one. */
  acts: readonly TalkAct[]
  parts: TalkParts
  lang: Lang
}

export interface TalkParts {
  /** Members that are named, by dimension. */
  named: Record<Dim, string[]>
  groups: string[]
  measures: readonly Expr[]
  terms: readonly string[]
  times: readonly Time[]
  /** 'Three lines': how much is wanted, and of what. */
  count: number | null
  unit: 'sentence' | 'line' | 'bullet' | null
  /** What an act is about: 'capital' of 'fact', 'medical' of 'refuse'. */
  details: readonly string[]
  /** The language asked for. */
  wanted: Lang | null
  /** Whether a word points back: 'that', 'these'. */
  refers: boolean
  money: readonly string[]
  unread: readonly string[]
}

/** What the last answer showed, for what a question may name. */
export interface Shown {
  measures: readonly string[]
  named: Record<Dim, readonly string[]>
}

/** The talk in a question; null where it asks something of its own, or says more than was understood. */
export function readTalk(
  reader: Reader,
  catalogue: Catalogue,
  asked: { question: string; lang: Lang; today: string },
  shown: Shown | null,
): Talk | null {
  const lexicon = talkLexicon(catalogue)
  const tokens = reader.tokens(asked)
  // Most questions have no word of talk: they need not be read for it.
  if (!tokens.some((_, at) => lexicon(tokens, at).some(isOfAct))) return null
  const own = coversIn(asked.lang)
  const lang = langOf((own[0]?.pieces ?? []).flatMap(wordOf), asked.lang)
  // Words of talk tell the language of a short question better than the rest of it.
  return talkIn(lang === asked.lang ? own : coversIn(lang), lang, shown)

  function coversIn(one: Lang): QuestionCover[] {
    return reader.covers({ ...asked, lang: one }, lexicon).slice(0, mostCovers)
  }
}

function talkIn(covers: readonly QuestionCover[], lang: Lang, shown: Shown | null): Talk | null {
  const wordsOf = (pieces: readonly Piece[]) => JSON.stringify(pieces.flatMap(wordOf))
  const [best] = covers
  const isUnavailable = best?.pieces.some(({ sem }) => sem.c === 'unavailable') ?? false
  // Other covers may read what stands beside the words of talk in another way, not the talk itself.
  for (const { pieces, unread, cost } of covers) {
    const isSame = best && cost - best.cost < 2 && wordsOf(pieces) === wordsOf(best.pieces)
    const talk = isSame ? talkOf(pieces, unread, lang, shown) : null
    // What is named and not available is a gap, whatever is said about it.
    if (talk) return isUnavailable && !talk.acts.includes('refuse') ? null : talk
  }
  return null
}

/** So many ways to cover a question are looked at. */
const mostCovers = 6

interface Word {
  lang: Lang
  what: string
  detail: string
  /** 'Two sentences' in one word. */
  n: number | null
}

function wordOf({ sem }: Piece): Word[] {
  if (sem.c !== 'talk') return []
  const [lang = 'en', value = ''] = sem.talk.split(':')
  const [what = '', detail = '', n] = value.split('|')
  return [{ lang: lang as Lang, what, detail, n: n === undefined ? null : Number(n) }]
}

/** Words that make an act with others. */
const starting: readonly string[] = ['unit', 'means', 'is', 'degree']

const isOfAct = (piece: Piece) =>
  wordOf(piece).some(({ what }) => starting.includes(what) || talkActs.includes(what as TalkAct))

function talkOf(
  pieces: readonly Piece[],
  unread: readonly string[],
  lang: Lang,
  shown: Shown | null,
): Talk | null {
  const words = pieces.flatMap(wordOf)
  const beside = pieces.filter(({ sem }) => sem.c !== 'talk')
  const parts = partsOf(words, beside, unread)
  const acts = actsOf(words, parts, shown !== null)
  const asksFigure = acts.includes('define') && words.some(({ what }) => what === 'figure')
  if (acts.length === 0 || asksFigure) return null
  const isFit = acts.every(act => fits(actRules[act], beside, parts, shown))
  return isFit ? { acts, parts, lang: langOf(words, lang) } : null
}

/** Acts that go without saying where others are there: politeness. */
const slight: readonly TalkAct[] = ['hello', 'thanks', 'bye', 'sorry']
/** Acts whose words also stand in questions about an answer. */
const general: readonly TalkAct[] = ['define', 'holds', 'who', 'help']

/** 'Three lines' alone asks for a summary; a word with a unit is no act by itself. */
function actsOf(words: readonly Word[], parts: TalkParts, hasAnswer: boolean): TalkAct[] {
  const said = words
    .map(({ what }) => what)
    .filter((what): what is TalkAct => talkActs.includes(what as TalkAct))
  const acts = [...new Set(said)]
  acts.push(...judged(words, parts).filter(act => !acts.includes(act)))
  const isBare = Object.values(parts.named).every(list => list.length === 0)
  const isTerm = isBare && (parts.terms.length > 0 || (parts.measures.length > 0 && !hasAnswer))
  if (isTerm && acts.length === 0 && words.some(({ what }) => what === 'means')) acts.push('define')
  const isBullets = words.some(({ what, detail }) => what === 'unit' && detail === 'bullet')
  const isAmount = isBullets || (parts.unit !== null && parts.count !== null)
  if (isAmount && hasAnswer && acts.every(act => act === 'source' || act === 'email' || slight.includes(act)))
    acts.splice(0, acts.length, 'restate', ...acts.filter(act => act === 'source'))
  if (acts.includes('refuse')) return ['refuse']
  const isOther = acts.some(act => !general.includes(act) && !slight.includes(act))
  const weighty = acts.filter(act => !slight.includes(act) && (!general.includes(act) || !isOther))
  return weighty.length > 0 ? weighty : acts.slice(0, 1)
}

/** 'Is that' with what it may be: high, true, real, of 2025. */
function judged(words: readonly Word[], { times }: TalkParts): TalkAct[] {
  const count = (what: string) => words.filter(word => word.what === what).length
  const isAsked = count('is') > 0
  const isChoice = count('degree') > 1
  return [
    ...((isAsked && count('degree') > 0) || isChoice ? (['position'] as const) : []),
    ...(isAsked && count('truth') > 0 ? (['sure'] as const) : []),
    ...(isAsked && count('actual') > 0 ? (['modelled'] as const) : []),
    ...(isAsked && words.length === 1 && times.length > 0 ? (['years'] as const) : []),
  ]
}

/** The language of the question where its words of talk are of it, else theirs. */
const langOf = (words: readonly Word[], lang: Lang): Lang => {
  const own = words.filter(({ what }) => what !== 'term').map(word => word.lang)
  return own.length === 0 || own.includes(lang) ? lang : (langs.find(one => own.includes(one)) ?? lang)
}

function partsOf(words: readonly Word[], beside: readonly Piece[], unread: readonly string[]): TalkParts {
  const of = <C extends Piece['sem']['c']>(c: C) =>
    beside.flatMap(({ sem }) => (sem.c === c ? [sem as SemOf<C>] : []))
  const details = (what: string) => words.filter(word => word.what === what).map(({ detail }) => detail)
  const sets = of('set')
  const ids = (dim: Dim) => sets.flatMap(set => (set.dim === dim && set.of.k === 'ids' ? set.of.ids : []))
  const counts = [
    ...words.flatMap(({ n }) => n ?? []),
    ...of('num').map(({ value }) => value),
    ...of('qty').map(({ value }) => value),
  ]
  return {
    named: { country: ids('country'), segment: ids('segment'), brand: ids('brand'), channel: ids('channel') },
    groups: sets.flatMap(({ group }) => group ?? []),
    measures: of('meas').map(({ of: expr }) => expr),
    terms: details('term'),
    times: [...of('time').map(({ time }) => time), ...of('times').flatMap(({ list }) => list)],
    count: counts.find(n => Number.isInteger(n) && n > 0 && n <= 12) ?? null,
    unit: unitOf(details('unit')),
    details: words
      .filter(({ what }) => what !== 'term')
      .map(({ detail }) => detail)
      .filter(one => one !== ''),
    wanted: (details('language')[0] as Lang) ?? null,
    refers: of('ref').length > 0 || words.some(({ what }) => what === 'that' || what === 'is'),
    money: [
      ...of('money').map(({ money }) => money),
      ...of('unit').flatMap(({ unit }) => (unit === 'US$' ? ['usd'] : [])),
    ],
    unread,
  }
}

/** 'Three points' are bullets; 'the low point' is none. */
const unitOf = ([unit]: readonly string[]): TalkParts['unit'] =>
  unit === undefined ? null : unit === 'point' ? 'bullet' : (unit as TalkParts['unit'])

function fits(
  { about, beside: allowed, named, unread, needs }: ActRule,
  beside: readonly Piece[],
  parts: TalkParts,
  shown: Shown | null,
): boolean {
  if (about === 'answer' && !shown) return parts.refers && beside.every(({ sem }) => sem.c !== 'set')
  if (parts.unread.length > unread) return false
  if (allowed !== 'anything' && !beside.every(({ sem }) => allowed.includes(sem.c))) return false
  if (needs !== undefined && !has(needs, parts, shown)) return false
  const isNamed = parts.measures.length + parts.terms.length > 0
  if (about === 'either' && !shown && !isNamed && named === 'any') return parts.refers
  if (named === 'any') return true
  if (about === 'either' && parts.named.country.length === 0) return true
  if (named === 'none')
    return parts.measures.length === 0 && Object.values(parts.named).every(list => list.length === 0)
  // Another place of what is named here is a question of its own.
  const isElsewhere = named === 'place' && parts.measures.length + parts.named.segment.length === 0
  return areShown(parts, shown) && (isElsewhere || isPlaceShown(parts, shown))
}

const isPlaceShown = ({ named }: TalkParts, shown: Shown | null): boolean =>
  named.country.every(id => shown?.named.country.includes(id))

/** What an act is about: a member of a dimension, or a word to explain, which is none of a place. */
function has(needs: NonNullable<ActRule['needs']>, parts: TalkParts, shown: Shown | null): boolean {
  const { named, terms, measures, groups } = parts
  if (needs === 'rivals') return dims.some(dim => (shown?.named[dim].length ?? 0) > 1)
  if (needs !== 'term') return named[needs].length > 0
  if (named.country.length + named.brand.length + groups.length > 0) return false
  return terms.length + measures.length + named.segment.length > 0 || shown !== null
}

/** Measures, goods and brands that the answer showed; a country may be another. */
function areShown({ measures, named, groups }: TalkParts, shown: Shown | null): boolean {
  const isNew = (dim: Dim) => named[dim].some(id => !shown?.named[dim].includes(id))
  if (isNew('segment') || isNew('brand') || isNew('channel')) return false
  const isKnown = measures.every(of => of.k === 'measure' && shown?.measures.includes(of.id))
  return isKnown && (groups.length === 0 || shown !== null)
}
