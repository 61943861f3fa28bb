import type { Catalogue } from '../../insights/insights.ts'
import type { Cue } from './cues.ts'
import { tradeMeasures } from './everyday-words.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import { type Found, findMentions, type Mention } from './mentions.ts'
import { type NotHeldMeasure, tradeByProduct } from './not-held.ts'
import type { OutsidePlace } from './outside-places.ts'
import type { OutsideTopic } from './outside-topics.ts'
import { isPlainWord, unheldQualifiers } from './plain-words.ts'
import { readTime, type TimeAsk } from './time-ask.ts'
import { fold } from './tokens.ts'

/** Everything a question names, before it is decided what it asks. */
export interface Reading {
  question: string
  countries: string[]
  groups: string[]
  segments: string[]
  departments: string[]
  measures: string[]
  panelMeasures: { id: string; text: string }[]
  channels: string[]
  brands: string[]
  firms: { id: string; segments: string[] }[]
  /** Countries told by their currency alone; '' for a currency of several. */
  currencies: string[]
  terms: string[]
  places: OutsidePlace[]
  topics: { topic: OutsideTopic; text: string }[]
  notHeld: NotHeldMeasure[]
  ambiguous: { id: string; text: string }[]
  cues: Cue[]
  time: TimeAsk
  limit: number | null
  /** 'above 20%': a limit on values, which the ranking shows and does not cut. */
  threshold: string | null
  /** Words that nobody here knows. */
  residual: string[]
  qualifiers: string[]
  mended: Found['mended']
  torn: Found['torn']
  words: number
}

type IdKind = 'country' | 'group' | 'segment' | 'department' | 'measure' | 'channel' | 'brand' | 'currency'

const maskedKinds = new Set<Meaning['kind']>([
  'country',
  'group',
  'measure',
  'segment',
  'department',
  'brand',
  'channel',
  'place',
  'topic',
  'firm',
  'ambiguous',
])

export function readQuestion(question: string, lexicon: Lexicon, catalogue: Catalogue): Reading {
  const found = findMentions(question, lexicon)
  const time = readTime(blanked(question, found.mentions))
  const inTime = (start: number, end: number) => time.spans.some(([from, to]) => start < to && end > from)
  const strong = found.mentions.filter(
    mention => maskedKinds.has(mention.meaning.kind) || !inTime(mention.start, mention.end),
  )
  const goods = strong.some(({ meaning }) => meaning.kind === 'segment' || meaning.kind === 'department')
  const mentions = strong.filter(
    mention =>
      !((goods || isOneOfSeveral(mention, strong)) && lexicon.isWeak(mention.meaning, mention.text)) &&
      !isDenominator(question, mention),
  )
  const of = <K extends Meaning['kind']>(kind: K) =>
    mentions.flatMap(mention => {
      const { meaning } = mention
      return meaning.kind === kind ? [{ ...mention, meaning: meaning as Extract<Meaning, { kind: K }> }] : []
    })
  const ids = (kind: IdKind) => [
    ...new Set(
      mentions.flatMap(({ meaning }) => (meaning.kind === kind && 'id' in meaning ? [meaning.id] : [])),
    ),
  ]
  const unknown = found.tokens.filter(
    token => !inTime(token.start, token.end) && !covered(token.start, token.end, mentions),
  )
  const qualifiers = unknown.filter(token => unheldQualifiers.has(token.word)).map(token => token.word)
  return {
    question,
    countries: ids('country'),
    groups: ids('group'),
    segments: ids('segment'),
    departments: ids('department'),
    measures: withoutBases(ids('measure'), catalogue).filter(id => !(goods && tradeMeasures.has(id))),
    panelMeasures: of('panel_measure').map(({ meaning, text }) => ({ id: meaning.id, text: fold(text) })),
    channels: ids('channel'),
    brands: ids('brand'),
    firms: firmsOf(mentions, catalogue),
    currencies: ids('currency'),
    terms: termsOf(found.mentions),
    places: of('place').map(({ meaning }) => meaning.place),
    topics: of('topic').map(({ meaning, text }) => ({ topic: meaning.topic, text })),
    notHeld: [
      ...of('not_held').map(({ meaning }) => meaning.measure),
      ...(goods && ids('measure').some(id => tradeMeasures.has(id)) ? [tradeByProduct] : []),
    ],
    ambiguous: of('ambiguous').map(({ meaning, text }) => ({ id: meaning.id, text })),
    cues: of('cue').map(({ meaning }) => meaning.cue),
    time,
    limit: readLimit(question),
    threshold: readThreshold(question),
    residual: unknown
      .filter(
        token => !unheldQualifiers.has(token.word) && !isPlainWord(token.word) && !isPlainWord(token.key),
      )
      .map(token => token.raw),
    qualifiers,
    mended: found.mended,
    torn: found.torn,
    words: found.tokens.length,
  }
}

/** 'People' beside 'using the internet' is no measure of its own. */
const isOneOfSeveral = ({ meaning }: Mention, all: readonly Mention[]) =>
  all.some(other => other.meaning.kind === 'measure' && other.meaning !== meaning)

/** 'Household expenditure' beside its share spent on food is what the share is of, and not asked for. */
function withoutBases(measures: string[], catalogue: Catalogue): string[] {
  const isSpendingShare = measures.some(id => catalogue.measure(id)?.unit === '% of household expenditure')
  return isSpendingShare ? measures.filter(id => !id.startsWith('hh_consumption')) : measures
}

/** '% of GDP' behind an unknown word: GDP is what it is divided by, not what is asked. */
function isDenominator(question: string, { meaning, start }: Mention): boolean {
  if (meaning.kind !== 'measure' || !meaning.id.startsWith('gdp_')) return false
  return /(?:%|per ?cent|percentage|share|ratio|proportion) (?:of|to)(?: the)? $/i.test(
    question.slice(0, start),
  )
}

function blanked(question: string, mentions: readonly Mention[]): string {
  let text = question
  for (const { meaning, start, end } of mentions) {
    if (maskedKinds.has(meaning.kind)) text = text.slice(0, start) + '_'.repeat(end - start) + text.slice(end)
  }
  return text
}

const covered = (start: number, end: number, mentions: readonly Mention[]) =>
  mentions.some(mention => start >= mention.start && end <= mention.end)

/** A real firm or brand, also where its name has come to mean the goods ('Pampers', 'Indomie'). */
function firmsOf(mentions: readonly Mention[], catalogue: Catalogue): Reading['firms'] {
  const capital = (text: string) => /^\p{Lu}/u.test(text)
  return mentions.flatMap(({ meaning, others, text, start }) => {
    const firm = [meaning, ...others].find(one => one.kind === 'firm')
    if (firm?.kind === 'firm') return [{ id: firm.id, segments: firm.segments }]
    if (meaning.kind !== 'segment' || !capital(text) || start === 0) return []
    const brand = fold(text)
    const player = catalogue.keyPlayers.find(one => fold(one.brand) === brand)
    return player ? [{ id: player.brand, segments: [player.segment] }] : []
  })
}

function termsOf(mentions: readonly Mention[]): string[] {
  const ids = mentions.flatMap(({ meaning, others }) =>
    [meaning, ...others].flatMap(one => (one.kind === 'term' ? [one.id] : [])),
  )
  return [...new Set(ids)]
}

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const limitWord = `(\\d{1,2}|${numberWords.slice(1).join('|')}|twelve|twenty)`
const sizes =
  'largest|biggest|highest|lowest|smallest|top|fastest|slowest|best|worst|most|poorest|richest|cheapest|leading'
const sizeThenLimit = new RegExp(
  `\\b(?:top|bottom|first|best|worst)[- ]${limitWord}\\b(?! (?:years?|months?|quarters?))`,
)
const limitThenSize = new RegExp(`\\b${limitWord} (?:${sizes})\\b`)

/** 'top 5', 'the five largest', 'bottom ten'. */
function readLimit(question: string): number | null {
  const text = fold(question)
  const match = sizeThenLimit.exec(text) ?? limitThenSize.exec(text)
  if (!match?.[1]) return null
  const value = match[1] === 'twelve' ? 12 : match[1] === 'twenty' ? 20 : numberWords.indexOf(match[1])
  const count = value >= 0 ? value : Number(match[1])
  return count >= 1 && count <= 60 ? count : null
}

function readThreshold(question: string): string | null {
  const match =
    /\b(?:above|over|more than|greater than|at least|exceeding|below|under|less than|at most|fewer than) (?:us\$|\$|kes|ngn)?\s?\d[\d.,]*\s?(?:%|percent|points?|million|billion|bn|m\b|k\b)?/i.exec(
      question,
    )
  return match ? match[0] : null
}
