import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../../contract/result.ts'
import type {
  Affix,
  Catalogue,
  FigureFlag,
  KeyPlayer,
  LexiconRow,
  LocalName,
  Meaning,
  Measure,
  Term,
} from './catalogue-shape.ts'
import { channels } from './channels.ts'
import { countriesOf } from './countries.ts'
import { countryGroups } from './country-groups.ts'
import { type CsvRecord, listOf, parseCsv } from './csv.ts'
import { derivedFormulas } from './derived-measures.ts'
import { exchangeRates } from './exchange-rates.ts'
import {
  differenceFlags,
  flagsFor,
  inflationDifferences,
  type Naming,
  withoutExplained,
} from './figure-flags.ts'
import { loadFigures } from './figures.ts'
import { gdpBreaks } from './gdp-breaks.ts'
import { type MeasureRules, measureRules } from './measure-rules.ts'
import { panelMeasures } from './panel-measures.ts'
import { brandNames, panelEdition, panelMonths } from './sample-panel-shape.ts'
import { departmentsOf, segmentsOf } from './segments.ts'

/** Reads the catalogue from the project's data folder; throws on any id that does not resolve. */
export function loadCatalogue(dataFolder: string): Catalogue {
  const text = (name: string) => readFileSync(join(dataFolder, name), 'utf8')
  const read = (name: string) => parseCsv(text(name))
  const { edition, sets, first_year, last_year } = JSON.parse(text('edition.json')) as Edition
  const rows = read('countries.csv')
  const groups = countryGroups(
    rows.map(row => ({
      iso3: row.iso3 ?? '',
      name: row.name ?? '',
      region: row.region ?? '',
      incomeGroup: row.income_group ?? '',
      blocs: listOf(row.blocs ?? ''),
      languages: listOf(row.official_languages ?? ''),
      limitedData: row.limited_data === 'yes',
    })),
  )
  const countries = countriesOf(rows, groups, read('neighbours.csv'))
  const segments = segmentsOf(read('segments.csv'))
  const words = new Map(read('measure-words.csv').map(row => [row.id, row]))
  const rules = measureRules(read('measure-rules.csv'))
  const rulesOf = (id: string) => known(rules.get(id), `measure rules of ${id}`)
  const measures = [
    ...read('indicators.csv').map(row =>
      figureMeasure(row, known(words.get(row.id), `measure words of ${row.id}`), rulesOf(row.id ?? '')),
    ),
    ...panelMeasures.map(own => panelMeasure(own, rulesOf(own.id))),
  ]
  const byIso3 = new Map(countries.map(country => [country.iso3, country]))
  const byMeasure = new Map(measures.map(measure => [measure.id, measure]))
  const naming: Naming = {
    country: iso3 => known(byIso3.get(iso3), `country ${iso3}`).name,
    measure: id => known(byMeasure.get(id), `measure ${id}`).phrase,
  }
  const figure = loadFigures(dataFolder, cautionIndicators)
  const byHand = read('flags.csv').map(flag)
  const years = { first: first_year, last: last_year }
  const flags = [
    ...byHand,
    ...withoutExplained(gdpBreaks(figure, countries, years), byHand),
    ...differenceFlags(read('differences.csv'), naming),
    ...inflationDifferences(figure, countries, years),
  ]
  const rates = exchangeRates(figure, byHand, years)
  const catalogue: Catalogue = {
    countries,
    groups,
    segments,
    departments: departmentsOf(segments),
    measures,
    derived: derivedFormulas(read('derived-measures.csv')),
    channels,
    brands: brandNames,
    keyPlayers: read('key-players.csv').map(keyPlayer),
    flags,
    terms: read('terms.csv').map(term),
    lexicon: lexiconOf(join(dataFolder, 'lexicon')),
    studies: studiesOf(join(dataFolder, 'studies')),
    affixes: read('affixes.csv').map(affix),
    names: namesOf(join(dataFolder, 'names')),
    meanings: meaningsOf(join(dataFolder, 'meanings')),
    sources: sourcesOf(measures, edition, sets),
    panel: {
      from: panelMonths[0] as string,
      to: panelMonths.at(-1) as string,
      modelled: true,
      edition: panelEdition,
    },
    edition,
    lastYear: last_year,
    country: iso3 => byIso3.get(iso3),
    group: finder(groups),
    segment: finder(segments),
    department: id => catalogue.departments.find(department => department.id === id),
    measure: id => byMeasure.get(id),
    channel: finder(channels),
    term: id => catalogue.terms.find(entry => entry.id === id),
    flagsFor: (measure, country, from, to) => flagsFor(flags, measure, country, from, to),
    exchangeRateCautions: (ids, from, to) =>
      rates.cautions(
        ids.map(iso3 => known(byIso3.get(iso3), `country ${iso3}`)),
        from,
        to,
      ),
    exchangeRateMove: rates.yearlyMove,
  }
  checkIds(catalogue)
  return catalogue
}

/** Id of the source of a figure: publisher and licence as one slug. */
export const sourceId = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const known = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw new Error(`unknown ${what} in the data`)
  return found
}

function finder<T extends { id: string }>(list: T[]): (id: string) => T | undefined {
  const byId = new Map(list.map(entry => [entry.id, entry]))
  return id => byId.get(id)
}

function figureMeasure(row: CsvRecord, own: CsvRecord, rules: MeasureRules): Measure {
  return {
    id: row.id ?? '',
    kind: 'figure',
    name: row.name ?? '',
    phrase: own.phrase ?? '',
    unit: row.unit ?? '',
    decimals: Number(row.decimals),
    theme: own.theme ?? '',
    synonyms: listOf(own.synonyms ?? ''),
    rules,
    converted: own.converted === 'yes',
    higherIs: row.higher_is as Measure['higherIs'],
    source: row.source ?? '',
    licence: row.licence ?? '',
    detail: row.source_code ?? '',
    note: row.notes ?? '',
    coverage: {
      firstYear: Number(row.first_year),
      lastYear: Number(row.last_year),
      countries: Number(row.countries),
    },
  }
}

function panelMeasure(own: (typeof panelMeasures)[number], rules: MeasureRules): Measure {
  return {
    ...own,
    rules,
    kind: 'panel',
    theme: 'Retail panel',
    converted: own.unit.startsWith('US$'),
    source: panelSourceName,
    licence: panelLicence,
    coverage: {
      firstYear: Number(panelMonths[0]?.slice(0, 4)),
      lastYear: Number(panelMonths.at(-1)?.slice(0, 4)),
      countries: 52,
    },
  }
}

const panelSourceName = 'Modelled sample panel'
const panelLicence = 'made by this product; free to use'
/** Source ids that are not derived from an indicator. */
export const panelSourceId = 'modelled-sample-panel'
export const keyPlayersSourceId = 'key-players'
const keyPlayersName = 'Key players, compiled from public reports'
/** What the computed cautions are worked out from. */
const cautionIndicators = [
  ...['exchange_rate', 'ppp_rate', 'price_level'],
  ...['gdp_usd', 'gdp_per_capita_usd', 'gdp_usd_unsd', 'gdp_growth', 'gdp_deflator_inflation'],
  ...['inflation_cpi', 'inflation_cpi_imf'],
]

/** `edition.json`: what was carried, and from which release of each set, read when. */
interface Edition {
  edition: string
  first_year: number
  last_year: number
  sets: DataSet[]
}

interface DataSet {
  name: string
  release: string
  /** Day or month of the copy that was read, 'YYYY-MM-DD' or 'YYYY-MM'. */
  read: string
  url: string
}

/** A source for each set of figures, the panel and the key players; throws on an indicator whose set is not listed. */
function sourcesOf(measures: Measure[], edition: string, sets: DataSet[]): Source[] {
  const byName = new Map(sets.map(set => [set.name, set]))
  const detailOf = ({ release, read }: DataSet) => `${release}, read ${read} (edition ${edition})`
  const setOf = (name: string) => known(byName.get(name), `set ${name}`)
  const figures = new Map<string, Source>()
  for (const { kind, source: name, licence } of measures)
    if (kind === 'figure')
      figures.set(sourceId(name), {
        ...{ id: sourceId(name), name, licence, detail: detailOf(setOf(name)) },
        ...{ url: setOf(name).url || null, modelled: false },
      })
  return [
    ...figures.values(),
    {
      id: panelSourceId,
      name: panelSourceName,
      licence: panelLicence,
      detail: `Edition ${panelEdition}: not measured sales, but modelled on population, income, prices and exchange rates`,
      url: null,
      modelled: true,
    },
    {
      id: keyPlayersSourceId,
      name: keyPlayersName,
      licence: 'facts with the address of each source',
      detail: `${detailOf(setOf(keyPlayersName))}: a row with an address is a fact; a row without one is reported and not verified`,
      url: null,
      modelled: false,
    },
  ]
}

const flag = (row: CsvRecord): FigureFlag => ({
  measure: row.measure ?? '',
  country: row.country ?? '',
  except: listOf(row.except ?? ''),
  kind: row.kind as FigureFlag['kind'],
  fromYear: Number(row.from_year),
  toYear: Number(row.to_year),
  text: row.text ?? '',
})

const keyPlayer = (row: CsvRecord): KeyPlayer => ({
  segment: row.segment ?? '',
  country: row.country ?? '',
  company: row.company ?? '',
  brand: row.brand ?? '',
  ownerCountry: row.owner_country ?? '',
  note: row.note ?? '',
  source: row.source ?? '',
  confidence: row.confidence as KeyPlayer['confidence'],
})

/** The rows of every language, in the order of the files, each with the language that its file is called by. */
const rowsByLanguage = (folder: string): { lang: string; row: CsvRecord }[] =>
  readdirSync(folder)
    .sort()
    .flatMap(file =>
      parseCsv(readFileSync(join(folder, file), 'utf8')).map(row => ({ lang: file.slice(0, 2), row })),
    )

const lexiconOf = (folder: string): LexiconRow[] =>
  rowsByLanguage(folder).map(({ lang, row }) => ({
    lang,
    category: row.cat ?? '',
    value: row.value ?? '',
    cost: Number(row.cost || 0),
    surfaces: listOf(row.surfaces ?? ''),
  }))

const namesOf = (folder: string): LocalName[] =>
  rowsByLanguage(folder).map(({ lang, row }) => ({
    lang,
    kind: row.kind as LocalName['kind'],
    id: row.id ?? '',
    name: row.name ?? '',
    form: row.form ?? '',
  }))

const meaningsOf = (folder: string): Meaning[] =>
  rowsByLanguage(folder).map(({ lang, row }) => ({
    ...{ lang, id: row.id ?? '', name: row.name ?? '', meaning: row.meaning ?? '' },
  }))

const affix = (row: CsvRecord): Affix => ({
  lang: row.lang ?? '',
  at: row.at as Affix['at'],
  cut: row.cut ?? '',
  put: row.put ?? '',
  least: Number(row.least),
  unless: row.unless ?? '',
})

const studiesOf = (folder: string): Catalogue['studies'] =>
  readdirSync(folder)
    .sort()
    .map(file => ({
      id: file.replace(/\.json$/, ''),
      content: JSON.parse(readFileSync(join(folder, file), 'utf8')),
    }))

const term = (row: CsvRecord): Term => ({
  id: row.id ?? '',
  name: row.name ?? '',
  synonyms: listOf(row.synonyms ?? ''),
  meaning: row.meaning ?? '',
  formula: row.formula ?? '',
  held: row.held === 'yes',
  measures: listOf(row.measures ?? ''),
})

function checkIds(catalogue: Catalogue): void {
  for (const { measure, country, except = [] } of catalogue.flags) {
    known(catalogue.measure(measure), `measure ${measure} in flags.csv`)
    for (const iso3 of [country, ...except])
      if (iso3 !== '') known(catalogue.country(iso3), `country ${iso3} in flags.csv`)
  }
  for (const { segment, country } of catalogue.keyPlayers) {
    known(catalogue.segment(segment), `segment ${segment} in key-players.csv`)
    known(catalogue.country(country), `country ${country} in key-players.csv`)
  }
  for (const { neighbours } of catalogue.countries)
    for (const iso3 of neighbours) known(catalogue.country(iso3), `country ${iso3} in neighbours.csv`)
  for (const { measures, id } of catalogue.terms)
    for (const measure of measures) known(catalogue.measure(measure), `measure ${measure} of term ${id}`)
  for (const { lang, id } of catalogue.meanings)
    known(catalogue.measure(id) ?? catalogue.term(id), `${id} of meanings/${lang}.csv`)
  const derived = new Map(catalogue.derived.map(one => [one.id, one]))
  for (const { lang, kind, id } of catalogue.names)
    if (kind in finders)
      known(finders[kind]?.(catalogue, id) ?? derived.get(id), `${kind} ${id} of names/${lang}.csv`)
}

const finders: Partial<Record<LocalName['kind'], (catalogue: Catalogue, id: string) => unknown>> = {
  country: (catalogue, id) => catalogue.country(id),
  group: (catalogue, id) => catalogue.group(id),
  segment: (catalogue, id) => catalogue.segment(id),
  department: (catalogue, id) => catalogue.department(id),
  channel: (catalogue, id) => catalogue.channel(id),
  measure: (catalogue, id) => catalogue.measure(id),
}
