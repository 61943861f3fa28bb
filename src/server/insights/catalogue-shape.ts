import type { Source } from '../../contract/result.ts'
import type { DerivedFormula } from './derived-measures.ts'
import type { MeasureRules } from './measure-rules.ts'

/** A country of the product; ids are ISO 3166-1 alpha-3. */
export interface Country {
  iso3: string
  iso2: string
  name: string
  officialName: string
  capital: string
  region: string
  incomeGroup: string
  languages: string[]
  /** 'Ghanaian', 'Batswana' … singular and plural. */
  demonyms: string[]
  /** Other names in English, French, Portuguese; not the name itself. */
  aliases: string[]
  currency: Currency
  /** Currency of the panel's local-currency values; the country's own but for Zimbabwe (US$). */
  panelCurrency: Currency
  /** Ids of the groups it belongs to. */
  groups: string[]
  /** Countries of the product that it has a land border with. */
  neighbours: string[]
  /** Eritrea and South Sudan: rows are kept, the country is not one of the 52. */
  limitedData: boolean
}

export interface Currency {
  code: string
  name: string
  /** As printed before an amount: 'GH₵', '₦', 'KSh'; the code where there is no common sign. */
  symbol: string
}

/** A named set of countries; members in alphabetical order of name. */
export interface CountryGroup {
  id: string
  name: string
  aliases: string[]
  members: string[]
  /** One line for the reader where membership needs words; else ''. */
  note: string
}

export interface Segment {
  id: string
  name: string
  /** Lower-case form for the middle of a sentence: 'carbonated soft drinks'. */
  phrase: string
  department: string
  /** 'L', 'kg', 'pieces', 'units'. */
  unit: string
  synonyms: string[]
  packSizes: string[]
  /** Product classification codes, as one line. */
  classification: string
  note: string
}

export interface Department {
  id: string
  name: string
  synonyms: string[]
  segments: string[]
  /** True for a name over several departments: 'Beverages', 'Food', 'All consumer goods'. */
  umbrella: boolean
}

/** Anything with figures: a macro indicator (kind 'figure') or a measure of the retail panel (kind 'panel'). */
export interface Measure {
  id: string
  kind: 'figure' | 'panel'
  name: string
  /** Lower-case form for the middle of a sentence: 'GDP per capita'. */
  phrase: string
  /** 'US$', '% of GDP', 'people'; for panel measures 'unit' and 'lcu' stand for the segment's unit and the local currency. */
  unit: string
  decimals: number
  theme: string
  synonyms: string[]
  rules: MeasureRules
  /** True for money in US$ converted from local currency: a move of the exchange rate is in it. */
  converted: boolean
  higherIs: 'better' | 'worse' | 'neutral'
  source: string
  licence: string
  /** Series code, or how it is derived. */
  detail: string
  note: string
  /** First and last year held, and how many of the 52 countries hold any figure. */
  coverage: { firstYear: number; lastYear: number; countries: number }
}

export interface Channel {
  id: string
  name: string
  phrase: string
  synonyms: string[]
}

/** A firm and brand reported in a segment and country, with its source; never with a share. */
export interface KeyPlayer {
  segment: string
  country: string
  company: string
  brand: string
  /** ISO3 of the brand owner's country, or ''. */
  ownerCountry: string
  note: string
  /** An address for a fact; '' where it was only reported. */
  source: string
  confidence: 'fact' | 'reported'
}

/** A caution about figures; applies where measure, country and years meet. */
export interface FigureFlag {
  measure: string
  /** ISO3, or '' for every country. */
  country: string
  /** Where it is for every country: those it is not true of, ISO3. */
  except?: string[]
  kind: 'break' | 'projection' | 'implausible' | 'estimate' | 'difference' | 'scope'
  /** A break lies between fromYear and toYear; any other flag covers both and what is between. */
  fromYear: number
  toYear: number
  text: string
}

/** A word of the field with its meaning: what a `definition` is answered from. */
export interface Term {
  id: string
  name: string
  synonyms: string[]
  meaning: string
  formula: string
  /** False where the panel does not hold it. */
  held: boolean
  /** Catalogue ids of measures that express it. */
  measures: string[]
}

/** Words of a language with one meaning; a row of `lexicon/<language>.csv` or `<language>-<theme>.csv`. The reader of questions knows the categories. */
export interface LexiconRow {
  lang: string
  category: string
  value: string
  /** 0 is usual; more is rarer, less is preferred. */
  cost: number
  surfaces: string[]
}

/** A part that words of a language may have beside the form in the lexicon; a row of `affixes.csv`. */
export interface Affix {
  lang: string
  /**
   * An ending or a beginning; an ending of a verb, for that of its infinitive; a part of a verb that is written as one word; the
   * beginning by which a word agrees with its noun. A tense puts the beginning of the infinitive; one that supposes, 'if'.
   */
  at:
    | 'start'
    | 'end'
    | 'verb'
    | 'subject'
    | 'not subject'
    | 'tense'
    | 'not tense'
    | 'relative'
    | 'object'
    | 'final'
    | 'concord'
    | 'supposing'
  /** 'ies' is cut off and 'y' put in its place. */
  cut: string
  put: string
  /** Letters that a word has at least to be looked at; of a part of a verb, that are left after it. */
  least: number
  /** A word with this ending or beginning is left as it is; of a concord, first letters that it does not go with; '' for none. */
  unless: string
}

/** What a measure or a term means, in one language; a row of `meanings/<language>.csv`. */
export interface Meaning {
  lang: string
  /** Of a measure or a term. */
  id: string
  /** What the term is called in that language; '' for a measure. */
  name: string
  meaning: string
}

/** A name in a language; a row of `names/<language>.csv`. */
export interface LocalName {
  lang: string
  kind: 'country' | 'group' | 'segment' | 'department' | 'channel' | 'measure' | 'brand' | 'unit'
  id: string
  name: string
  /** What agreement needs to know: gender and number, article, noun class; a word that the messages of the language select by. */
  form: string
}

/** Everything that can be asked about, as data: the one list that the reader, a model's tools and the queries share. */
export interface Catalogue {
  countries: Country[]
  groups: CountryGroup[]
  segments: Segment[]
  departments: Department[]
  measures: Measure[]
  /** Measures of the query language that are computed from others; the panel's ratios are among both. */
  derived: DerivedFormula[]
  channels: Channel[]
  /** 'Brand A' … and 'All others', in the panel's order of size at its start. */
  brands: string[]
  keyPlayers: KeyPlayer[]
  flags: FigureFlag[]
  terms: Term[]
  lexicon: LexiconRow[]
  /** Files of `studies/`, one a study, by their names; the analyst knows what is in them. */
  studies: { id: string; content: unknown }[]
  affixes: Affix[]
  /** Names in languages other than English, whose names stand with what they name. */
  names: LocalName[]
  meanings: Meaning[]
  sources: Source[]
  /** The months the panel holds, 'YYYY-MM'. */
  panel: { from: string; to: string; modelled: boolean; edition: string }
  /** Edition of the figures: '2026.1'. */
  edition: string
  /** Last year of the figures of this edition. */
  lastYear: number
  /** Look-ups by id; undefined for an unknown one. */
  country(iso3: string): Country | undefined
  group(id: string): CountryGroup | undefined
  segment(id: string): Segment | undefined
  department(id: string): Department | undefined
  measure(id: string): Measure | undefined
  channel(id: string): Channel | undefined
  term(id: string): Term | undefined
  /** Cautions for a measure, a country and a span of years, ready to print. */
  flagsFor(measure: string, country: string, fromYear: number, toYear: number): string[]
  /** Moves of the exchange rate over 25% and changes of currency in a span of years, ready to print. */
  exchangeRateCautions(countries: readonly string[], fromYear: number, toYear: number): string[]
  /** What the exchange rate changed by a year on average, 0.1 for 10% up; null where that cannot be said. */
  exchangeRateMove(country: string, fromYear: number, toYear: number): number | null
}
