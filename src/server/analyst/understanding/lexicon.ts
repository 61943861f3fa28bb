import type { Catalogue, Country } from '../../insights/insights.ts'
import { type Cue, cuePhrases } from './cues.ts'
import { everydayMeasures, everydaySegments, refusedMeasureWords } from './everyday-words.ts'
import { type NotHeldMeasure, notHeldMeasures } from './not-held.ts'
import { type OutsidePlace, outsidePlaces } from './outside-places.ts'
import { type OutsideTopic, outsideTopics } from './outside-topics.ts'
import { PhraseIndex } from './phrase-index.ts'
import { isPlainWord } from './plain-words.ts'
import { fold, phraseKey, type Token } from './tokens.ts'

/** What a phrase can mean. */
export type Meaning =
  | { kind: 'country'; id: string; exact: boolean }
  | { kind: 'group'; id: string }
  | { kind: 'segment'; id: string }
  | { kind: 'department'; id: string }
  | { kind: 'measure'; id: string }
  | { kind: 'panel_measure'; id: string }
  | { kind: 'channel'; id: string }
  | { kind: 'brand'; id: string }
  | { kind: 'firm'; id: string; segments: string[]; isCompany: boolean }
  | { kind: 'currency'; id: string }
  | { kind: 'term'; id: string }
  | { kind: 'place'; place: OutsidePlace }
  | { kind: 'topic'; topic: OutsideTopic }
  | { kind: 'not_held'; measure: NotHeldMeasure }
  | { kind: 'ambiguous'; id: string }
  | { kind: 'cue'; cue: Cue }

/** Which meaning wins where the same words have several. */
export const kindOrder: Meaning['kind'][] = [
  'ambiguous',
  'country',
  'group',
  'measure',
  'not_held',
  'topic',
  'segment',
  'department',
  'brand',
  'channel',
  'place',
  'cue',
  'panel_measure',
  'firm',
  'currency',
  'term',
]

/** Words with several readings that give other numbers: asked back, see ask-back.ts. */
export const ambiguousWords: Record<string, string> = {
  oil: 'oil',
  oils: 'oil',
  milk: 'milk',
  soap: 'soap',
  congo: 'congo',
  congolese: 'congo',
  'the congo': 'congo',
  'the congos': 'congo',
  guinea: 'guinea',
  guinean: 'guinea',
  'the guineas': 'guinea',
}

/** Synonyms too common or too foreign to be taken for a segment in an English question. */
const refusedSynonyms = new Set(
  'tea tonic crush freeze cream sal pap dona massa cube pants doom raid lala mala mineral concentrate slab syrup nuts pipi russians oils fats spices pepper geisha titus key market demand worth value purchases connected industry services index price drinking people baby'.split(
    ' ',
  ),
)
const keptSynonyms = new Set([
  'tea:tea',
  'salt_spices:spices',
  'salt_spices:pepper',
  'sugar_confectionery:pipi',
])

const weakMeasureWords = new Set(
  'industry,services,connected,people,drinking,index,credit,workers,taxes,births,babies,tobacco,purse,movement,income'.split(
    ',',
  ),
)

/** Codes of two letters that are also common words or abbreviations. */
const refusedCodes = new Set([
  'SO',
  'ML',
  'NA',
  'ST',
  'NE',
  'SS',
  'SC',
  'MA',
  'LY',
  'CV',
  'CD',
  'GA',
  'LS',
  'SD',
])

export interface Lexicon {
  index: PhraseIndex<Meaning>
  /** Refuses a meaning for the way its words were typed: codes need capitals. */
  accepts(meaning: Meaning, tokens: Token[]): boolean
  /** True for a measure word that means nothing beside a segment: 'industry'. */
  isWeak(meaning: Meaning, text: string): boolean
}

/** A single capital at the start of a sentence says nothing: 'Always', 'Star'. */
const isName = (tokens: Token[]) => tokens.length > 1 || (tokens[0]?.start ?? 0) > 0

const capitals = (tokens: Token[]) => tokens.every(token => token.raw === token.raw.toUpperCase())

function addCountry(index: PhraseIndex<Meaning>, country: Country, codes: Map<string, Set<Meaning>>): void {
  const meaning: Meaning = { kind: 'country', id: country.iso3, exact: true }
  const names = [country.name, country.officialName, ...country.aliases, ...country.demonyms]
  for (const name of names) {
    const short = name.length <= 3 && name === name.toUpperCase()
    index.add(name, meaning, !short)
    if (short) noteCode(codes, name, meaning)
  }
  for (const code of [country.iso3, country.iso2]) {
    if (refusedCodes.has(code)) continue
    index.add(code, meaning)
    noteCode(codes, code, meaning)
  }
}

function noteCode(codes: Map<string, Set<Meaning>>, code: string, meaning: Meaning): void {
  const key = phraseKey(code)
  codes.set(key, (codes.get(key) ?? new Set()).add(meaning))
}

function addGoods(index: PhraseIndex<Meaning>, catalogue: Catalogue): void {
  for (const segment of catalogue.segments) {
    const meaning: Meaning = { kind: 'segment', id: segment.id }
    index.add(segment.name, meaning, true)
    index.add(segment.id.replaceAll('_', ' '), meaning)
    for (const synonym of segment.synonyms) {
      const word = synonym.replace(/ ?\(.*?\)/g, '').trim()
      if (refusedSynonyms.has(fold(word)) && !keptSynonyms.has(`${segment.id}:${fold(word)}`)) continue
      if (word.length > 2) index.add(word, meaning, true)
    }
  }
  for (const department of catalogue.departments) {
    const meaning: Meaning = { kind: 'department', id: department.id }
    for (const name of [department.name, ...department.synonyms]) {
      if (!refusedSynonyms.has(fold(name))) index.add(name, meaning, true)
    }
  }
}

function addMeasures(index: PhraseIndex<Meaning>, catalogue: Catalogue): void {
  for (const measure of catalogue.measures) {
    const kind = measure.kind === 'panel' ? 'panel_measure' : 'measure'
    const meaning: Meaning = { kind, id: measure.id }
    const names = [measure.name.replace(/ ?\(.*?\)/g, ''), measure.phrase, ...measure.synonyms]
    if (measure.kind === 'figure') names.push(measure.name, measure.id.replaceAll('_', ' '))
    for (const name of names) {
      if (!refusedMeasureWords.has(name)) index.add(name, meaning, measure.kind === 'figure')
    }
  }
  for (const term of catalogue.terms) {
    for (const name of [term.name, ...term.synonyms]) index.add(name, { kind: 'term', id: term.id })
  }
}

/** Built once from the catalogue: every phrase the analyst knows. */
export function buildLexicon(catalogue: Catalogue): Lexicon {
  const index = new PhraseIndex<Meaning>()
  const codes = new Map<string, Set<Meaning>>()
  for (const country of catalogue.countries) addCountry(index, country, codes)
  for (const group of catalogue.groups) {
    const meaning: Meaning = { kind: 'group', id: group.id }
    for (const name of [group.name, ...group.aliases]) index.add(name, meaning, true)
  }
  addGoods(index, catalogue)
  addMeasures(index, catalogue)
  for (const channel of catalogue.channels) {
    for (const name of [channel.name, channel.phrase, ...channel.synonyms]) {
      index.add(name, { kind: 'channel', id: channel.id })
    }
  }
  for (const brand of catalogue.brands) index.add(brand, { kind: 'brand', id: brand })
  for (const { phrase, cue } of cuePhrases()) index.add(phrase, { kind: 'cue', cue })
  for (const { phrase, place } of outsidePlaces()) index.add(phrase, { kind: 'place', place })
  for (const { phrase, topic } of outsideTopics()) index.add(phrase, { kind: 'topic', topic })
  for (const { phrase, measure } of notHeldMeasures()) index.add(phrase, { kind: 'not_held', measure })
  for (const [word, id] of Object.entries(ambiguousWords)) index.add(word, { kind: 'ambiguous', id })
  addEverydayWords(index)
  addCurrencies(index, catalogue)
  addFirms(index, catalogue)
  const anyCase = new Set(['drc', 'rdc', 'rsa'])
  return {
    index,
    accepts: (meaning, tokens) => {
      const key = tokens.map(token => token.key).join(' ')
      if (meaning.kind === 'country' && codes.get(key)?.has(meaning))
        return anyCase.has(key) || capitals(tokens)
      if (meaning.kind === 'firm')
        return tokens.every(token => /^[\p{Lu}\d]/u.test(token.raw)) && (meaning.isCompany || isName(tokens))
      // 'thé' is tea, 'the' is not: a foreign word that folds to a plain English one must carry its accent.
      if (
        (meaning.kind === 'segment' || meaning.kind === 'channel') &&
        tokens.length === 1 &&
        isPlainWord(tokens[0]?.word ?? '')
      ) {
        return /[^\p{ASCII}]/u.test(tokens[0]?.raw ?? '')
      }
      // 'How much do they drink' names no department; 'drinks' does.
      if (meaning.kind === 'department' && key === 'drink') return tokens[0]?.word === 'drinks'
      if (meaning.kind === 'place' && /^(us|eu|uk|uae|ksa|usa)$/i.test(meaning.place.name))
        return capitals(tokens)
      return true
    },
    isWeak: (meaning, text) => meaning.kind === 'measure' && weakMeasureWords.has(fold(text)),
  }
}

function addEverydayWords(index: PhraseIndex<Meaning>): void {
  for (const [id, phrases] of Object.entries(everydaySegments)) {
    for (const phrase of phrases.split('|')) index.add(phrase, { kind: 'segment', id }, true)
  }
  for (const [id, phrases] of Object.entries(everydayMeasures)) {
    for (const phrase of phrases.split('|')) index.add(phrase, { kind: 'measure', id })
  }
}

/** 'in naira' names Nigeria where no country is; a currency of several countries names none. */
function addCurrencies(index: PhraseIndex<Meaning>, catalogue: Catalogue): void {
  const users = new Map<string, string[]>()
  for (const { iso3, currency } of catalogue.countries) {
    const last = currency.name.split(' ').at(-1) ?? ''
    for (const word of new Set([currency.code, currency.symbol, currency.name, last])) {
      if (word.length < 2 || /^(dollar|franc|pound|gold)$/i.test(word)) continue
      users.set(fold(word), [...(users.get(fold(word)) ?? []), iso3])
    }
  }
  for (const [word, countries] of users) {
    if (/^(us\$?|mt|gt|dt|da|br|le|ar|fc|fg|ld|mk|rs|dh|kz)$/.test(word)) continue
    const owner = countries.length === 1 ? (countries[0] ?? '') : ''
    index.add(word, { kind: 'currency', id: owner })
  }
}

function addFirms(index: PhraseIndex<Meaning>, catalogue: Catalogue): void {
  const segments = new Map<string, Set<string>>()
  const companies = new Set(catalogue.keyPlayers.map(player => player.company.replace(/ ?\(.*?\)/g, '')))
  for (const player of catalogue.keyPlayers) {
    for (const name of [player.brand, player.company.replace(/ ?\(.*?\)/g, '')]) {
      segments.set(name, (segments.get(name) ?? new Set()).add(player.segment))
    }
  }
  for (const [name, held] of segments) {
    if (name.length > 2)
      index.add(name, { kind: 'firm', id: name, segments: [...held], isCompany: companies.has(name) })
  }
}
