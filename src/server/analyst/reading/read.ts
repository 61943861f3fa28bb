import type { Lang } from '../../../contract/lang.ts'
import type { Cond, Expr, Query, SetOf } from '../../../contract/query.ts'
import { type Catalogue, type CatalogueModel, checkQuery } from '../../insights/insights.ts'
import type { MessageId } from '../answer/messages.ts'
import type { AskedStudy } from '../studies/params.ts'
import { type WordKind, withoutPeople } from './addressed.ts'
import { build } from './build.ts'
import { chart, covers, keptWhole, type Rule } from './chart.ts'
import { asksTruth, clausesOf, filled, readByClause, type Spoken } from './clauses.ts'
import {
  barrier,
  isLost,
  type Past,
  type ReadTurn,
  remembered,
  type State,
  understood,
} from './conversation.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { conditionRules } from './grammar/conditions.ts'
import { measureRules } from './grammar/measures.ts'
import { nounFirstRules } from './grammar/noun-first.ts'
import { numberFirstRules } from './grammar/number-first.ts'
import { orderRules } from './grammar/orders.ts'
import { quantityRules } from './grammar/quantities.ts'
import { referenceRules } from './grammar/references.ts'
import { setRules } from './grammar/sets.ts'
import { statisticRules } from './grammar/statistics.ts'
import { timeRules } from './grammar/times.ts'
import { apart, supposing } from './joined-words.ts'
import type { Lexicon, Lexicons } from './lexicon.ts'
import { type Missing, missingIn, withoutFiner, withoutUncovered } from './missing.ts'
import { readStudy } from './read-study.ts'
import type { Piece, SemOf } from './sem.ts'
import { corrected } from './spelling.ts'
import { type DecimalMark, type Token, tokensOf } from './tokens.ts'
import { type Unplaced, unused } from './unused.ts'

/** One way to understand a question. */
export interface Candidate {
  /** The language of the question. */
  lang: Lang
  /** None where what was read does not make one. */
  queries: Query[]
  draft: Draft
  /** Set where it asks a study; `queries` are none then. */
  study: AskedStudy | null
  /** What the question says by itself, without what it takes over from the one before. */
  said: Draft
  /** Words that are not used and not mere filler. */
  unread: string[]
  /** Those of them that no entry has. */
  unknown: string[]
  /** What of that was understood and has no place in the queries. */
  unplaced: Unplaced[]
  /** What was understood and has no figures. */
  missing: Missing[]
  assumed: MessageId[]
  /** What is asked by yes or no of the first query. */
  claim: Cond | null
  cost: number
  why: string[]
  /** True where nothing was taken over from earlier questions. */
  isAlone: boolean
  /** True where nothing new was said. */
  isEmpty: boolean
  /** It puts right what was asked last. */
  isCorrection: boolean
  /** All that is not read of it points back to nothing that was shown. */
  isLost: boolean
}

export interface Reader {
  /** The best ways to read a question, the best first; none where it is longer than `longestQuestion`. */
  read(question: string, today: string, past?: readonly Past[]): Candidate[]
  /** The queries of a reading once the goods it leaves open are known; none where they make no query. */
  withGoods(candidate: Candidate, segment: string): Query[]
  /** The queries of a measure, or of sales of a segment, for the places of a reading. */
  nearest(candidate: Candidate, id: string): Query[]
  /** The cheapest ways to cover a question with pieces of the lexicon and those that `more` finds at a word as typed. */
  covers(asked: { question: string; lang: Lang; today: string }, more: PiecesAt): QuestionCover[]
  /** The language of a question by itself. */
  languageOf(question: string): Lang
  /** The words of a question as they are looked for. */
  tokens(asked: { question: string; lang: Lang }): readonly Token[]
}

export type PiecesAt = (tokens: readonly Token[], at: number) => Piece[]
const none: PiecesAt = () => []

export interface QuestionCover {
  pieces: Piece[]
  /** Words that no piece covers and that are not mere filler. */
  unread: string[]
  cost: number
}

const wanted = 12
const signs = new Set([
  '?',
  '.',
  '!',
  '(',
  ')',
  ':',
  ';',
  '"',
  '“',
  '”',
  '…',
  ',',
  '-',
  "'",
  '’',
  '*',
  '/',
  '&',
  '«',
  '»',
  '¿',
  '=',
  '¡',
])

export function createReader(lexicons: Lexicons, model: CatalogueModel, catalogue: Catalogue): Reader {
  const { weights } = lexicons
  const last = Math.floor(model.panel.to / 12)
  const fixed = [
    ...quantityRules,
    ...nounFirstRules,
    ...numberFirstRules(last),
    ...setRules,
    ...measureRules(model),
    ...conditionRules(model),
    ...orderRules,
    ...referenceRules,
  ]
  const byDay = new Map<string, Rule[]>()
  const rulesOf = (today: string) => {
    const known = byDay.get(today)
    if (known) return known
    const rules = [...fixed, ...timeRules(today, last), ...statisticRules(Number(today.slice(0, 4)))]
    byDay.clear()
    byDay.set(today, rules)
    return rules
  }
  const typedIn = (question: string, lang: Lang) =>
    supposing(apart(tokensOf(question, decimalMarks[lang]), lexicons.of(lang)), lexicons.of(lang))
  const wordsOf = (question: string, lang: Lang): Words => {
    const lexicon = lexicons.of(lang)
    const typed = typedIn(question, lang)
    const tokens = corrected(typed, lexicon)
    const said = tokens.flatMap((_, at) => piecesAt(tokens, at, lexicon, model))
    const classes = tokens.map(token => classOf(token, lexicon))
    return { question, typed, tokens, said, classes: withoutPeople(classes, tokens, said) }
  }
  /** The covers of a question, the cheapest first, with what they leave unread. */
  const coversOf = (words: Words, today: string, more: PiecesAt = none): Read[] => {
    const { question, typed, tokens, classes, said: all } = words
    const said = all.filter(({ sem }) => sem.c !== 'asks')
    const isNamed = insideNames(said, tokens.length)
    const skips = classes.map((kind, at) => (kind === 'filler' || kind === 'sign') && !isNamed[at])
    const start = [...keptWhole(said, skips, weights), ...tokens.flatMap((_, at) => more(typed, at))]
    const pieces = chart(start, rulesOf(today), skips, weights)
    const cost = classes.map((kind, at) => (isNamed[at] ? weights.unread.known : weights.unread[kind]))
    const textOf = ({ from, to }: { from: number; to: number }) =>
      question.slice(tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0)
    const stops = tokens.flatMap(({ key }, at) => (sentenceEnds.has(key) ? [at] : []))
    return covers(pieces, cost, 2 * wanted, weights).map(cover => ({
      pieces: cover.pieces,
      stops,
      unread: cover.unread.filter(at => isRestricting(classes[at])).map(at => tokens[at]?.text ?? ''),
      unknown: cover.unread.filter(at => classes[at] === 'content').map(at => tokens[at]?.text ?? ''),
      cost: cover.cost,
      textOf,
    }))
  }
  /** The candidates of a question in its conversation; `beside` is what was said beside it. */
  const candidatesOf = (
    words: Words,
    lang: Lang,
    today: string,
    state: State,
    beside?: Draft,
  ): Candidate[] => {
    const all = new Map<string, Candidate>()
    for (const read of coversOf(words, today)) {
      const {
        draft: asked,
        said,
        left,
        inherited,
        isEmpty,
        cost: extra,
        isAlone,
        isCorrection,
      } = understood(read, state, model, weights)
      const whole = beside ? filled(asked, beside) : asked
      const years = { first: firstYearOf(whole, model), last, now: yearOf(today) }
      const covered = withoutUncovered(whole, years)
      const { draft: plain, missing: finer } = withoutFiner(covered.draft, read)
      const draft: Draft = asksTruth(words) ? { ...plain, wants: [...plain.wants, 'yesno'] } : plain
      const missing = [...missingIn(read), ...covered.missing, ...finer]
      const study = readStudy(draft, catalogue)
      const found = study ? null : build(draft, model)
      const isSound = found?.queries.every(query => checkQuery(model, query).length === 0) ?? false
      const built = isSound && found ? found : { queries: [], assumed: [], claim: null }
      // A study shows more than what is said.
      const notUsed = study ? [] : unused(draft)
      const unread = [...read.unread, ...left.map(read.textOf), ...notUsed, ...inherited]
      const key = JSON.stringify([study ? [study.study.id, study.params] : built.queries, missing])
      const isLess = !study && built.queries.length === 0 && missing.length === 0
      const cost =
        read.cost +
        weights.unplaced * (left.length + notUsed.length) +
        extra +
        (isLess ? unbuiltCost : isEmpty ? weights.nothingNew : 0)
      const why = read.pieces.map(piece => piece.why)
      const known = all.get(key)
      const { unknown } = read
      const isAllLost = left.length > 0 && left.every(isLost) && read.unread.length === 0
      const parts = { ...built, study, lang, draft, said, unread, unknown, missing, unplaced: notUsed }
      const one = { ...parts, cost, why, isAlone, isEmpty, isCorrection, isLost: isAllLost }
      if (!known || known.cost > cost) all.set(key, one)
    }
    return [...all.values()].sort((a, b) => a.cost - b.cost).slice(0, wanted)
  }
  const soundQueries = (draft: Draft): Query[] => {
    const queries = build(draft, model)?.queries ?? []
    return queries.every(query => checkQuery(model, query).length === 0) ? queries : []
  }
  /** A question whole, or by its clauses where several ask or tell something else. */
  const readAll = (question: string, today: string, state: State): Candidate[] => {
    const lang = lexicons.languageOf(question, state.at(-1)?.lang ?? null)
    const words = wordsOf(question, lang)
    const isUnknown = words.classes.map(
      (kind, at) => kind === 'content' || (kind === 'known' && !isCovered(words.said, at)),
    )
    const clauses = clausesOf(words.tokens, words.said, isUnknown)
    const readPart = (text: string, before: Draft | null, beside: Draft) => {
      const turn = before && { lang, draft: before, unread: [], shown: [] }
      return candidatesOf(wordsOf(text, lang), lang, today, turn ? [turn] : state, beside)[0]
    }
    const parts = clauses.length > 1 ? readByClause(words, clauses, readPart, last) : null
    if (parts?.unread.length === 0) return [parts]
    const whole = candidatesOf(words, lang, today, state)
    return parts && whole[0]?.unread.length !== 0 ? [parts, ...whole].slice(0, wanted) : whole
  }
  return {
    read(question, today, past = []) {
      if (question.length > longestQuestion) return []
      let state: State = []
      for (const turn of past.slice(-maxPast)) {
        const { draft } = turn
        if (draft) {
          state = remembered(state, turn, asSaid(draft))
          continue
        }
        const isLong = turn.question.length > longestPast
        const read = isLong ? null : readAll(turn.question, today, state).slice(0, 1).find(isBase)
        state = isLong ? [...state, barrier(turn.shown)] : remembered(state, turn, read ?? null)
      }
      return readAll(question, today, state)
    },
    withGoods: ({ draft }, segment) => soundQueries(withSegment(draft, segment)),
    nearest({ draft }, id) {
      const { country } = draft.sets
      const bare = { ...emptyDraft(), sets: { ...emptyDraft().sets, country } }
      if (model.measure(id) === undefined) return soundQueries(withSegment(bare, id))
      const of: Expr = { k: 'measure', id }
      return soundQueries({ ...bare, listed: country.length === 0, measures: [{ of, panel: false, at: 0 }] })
    },
    languageOf: question => lexicons.languageOf(question.slice(0, longestQuestion), null),
    tokens: ({ question, lang }) => typedIn(question, lang),
    covers: ({ question, lang, today }, more) =>
      question.length > longestQuestion ? [] : coversOf(wordsOf(question, lang), today, more),
  }
}

/** A reading that makes no query comes after all that do. */
const unbuiltCost = 100
/** What a follow-up can build on: queries, or something measured that waits for its goods or place. */
const isBase = ({ queries, study, missing, draft }: Candidate): boolean =>
  queries.length > 0 ||
  study !== null ||
  (missing.length === 0 && draft.measures.length + draft.sets.brand.length > 0)

/** The first year with figures of what a draft asks for. */
function firstYearOf({ measures, sets }: Draft, { panel, years }: CatalogueModel): number {
  const isOfPanel = sets.segment.length > 0 || measures.some(one => one.panel)
  return isOfPanel ? Math.floor(panel.from / 12) : years.from
}

/** What was asked in the first version of documents, all of them in English. */
const asSaid = (draft: Draft): ReadTurn => ({
  ...{ lang: 'en', draft, unread: [], isAlone: true, isCorrection: false },
})

const yearOf = (day: string) => Number(day.slice(0, 4))

function withSegment(draft: Draft, id: string): Draft {
  const of: SetOf = { k: 'ids', dim: 'segment', ids: [id] }
  const set: SemOf<'set'> = { c: 'set', dim: 'segment', of, group: null, name: true }
  return { ...draft, sets: { ...draft.sets, segment: [set] } }
}

/** So many earlier questions are read again. */
const maxPast = 8
/** Longer ones, in characters, are not read: reading takes the time of everybody. */
export const longestQuestion = 2_000
const longestPast = 500
const decimalMarks: Record<Lang, DecimalMark> = { en: '.', fr: ',', pt: ',', sw: '.', ar: '.' }

/** The words of a question and what each may mean. */
interface Words extends Spoken {
  classes: WordKind[]
  /** Before their spelling was corrected. */
  typed: Token[]
}

interface Read extends QuestionCover {
  /** Tokens that end a sentence. */
  stops: number[]
  unknown: string[]
  textOf(of: { from: number; to: number }): string
}

const sentenceEnds = new Set(['.', '?', '!', ';'])

/** A word of these classes that is not read may change what is asked. */
const isRestricting = (kind: WordKind | undefined) =>
  kind === undefined || ['number', 'known', 'content'].includes(kind)

function classOf(token: Token, lexicon: Lexicon): WordKind {
  if (token.kind === 'sign') return signs.has(token.key) ? 'sign' : 'content'
  if (token.kind === 'number') return 'number'
  return lexicon.classOf(token.key) ?? (lexicon.knows(token.key) ? 'known' : 'content')
}

const isCovered = (said: readonly Piece[], at: number) => said.some(({ from, to }) => from <= at && at < to)

/** Which tokens stand in a name of several words: 'home' and 'care' of 'home care' are no words to pass over. */
function insideNames(pieces: readonly Piece[], size: number): boolean[] {
  const inside = Array.from({ length: size }, () => false)
  for (const { sem, from, to } of pieces) if (sem.c === 'set' && to - from > 1) inside.fill(true, from, to)
  return inside
}

/** The lexicon's entries at a token; a number is a number and, where it can be one, a year. */
function piecesAt(tokens: readonly Token[], at: number, lexicon: Lexicon, model: CatalogueModel): Piece[] {
  const token = tokens[at] as Token
  // 'Vende-se' is no 'if'.
  const before = tokens[at - 1]
  const isStart = before === undefined || (before.kind === 'sign' && before.key !== '-')
  const isNoIf = ({ sem }: Piece) => sem.c === 'if' && (sem.start ? !isStart : before?.key === '-')
  const found = lexicon.matches(tokens, at).filter(piece => !isNoIf(piece))
  if (token.kind !== 'number' || token.value === undefined) return found
  const { value } = token
  const piece = (sem: Piece['sem'], cost: number): Piece => ({
    sem,
    from: at,
    to: at + 1,
    cost,
    why: token.key,
  })
  const { from, to } = model.years
  const isYear = /^\d{4}$/.test(token.key) && value >= from - 40 && value <= to + 30
  found.push(piece({ c: 'num', value }, isYear ? 0.8 : 0))
  if (isYear)
    found.push(piece({ c: 'time', time: { k: 'span', from: token.key, to: token.key }, vague: false }, 0))
  return found
}
