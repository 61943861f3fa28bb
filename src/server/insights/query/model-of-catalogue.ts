import type { Dim } from '../../../contract/query.ts'
import type { Catalogue, Measure } from '../catalogue-shape.ts'
import type { DerivedFormula } from '../derived-measures.ts'
import { othersBrand } from '../sample-panel-shape.ts'
import type { BaseMeasure, DataModel, DerivedMeasure, QueryMeasure } from './data-model.ts'
import { parseExpr } from './text/parse-expression.ts'

/** How a measure is written in messages and over columns, and the years that it has figures of. */
export interface MeasureFacts {
  name: string
  /** Lower-case form for the middle of a sentence. */
  phrase: string
  decimals: number
  /** First and last year with a figure of any country; null for a derived measure, which has those of its parts. */
  years: { from: number; to: number } | null
  /** What more of it is; null for a derived measure, where its parts say it. */
  higherIs: Measure['higherIs'] | null
}

/** The data model with the words that messages and labels need. */
export interface CatalogueModel extends DataModel {
  derived: readonly DerivedMeasure[]
  facts(measure: string): MeasureFacts | undefined
  /** Code of the money that local currency is in a country: 'XOF' in eight of them. */
  currencyOf(country: string): string
  /** What the exchange rate of a country changed by a year on average, 0.1 for 10% up; null where that cannot be said. */
  exchangeRateMove(country: string, fromYear: number, toYear: number): number | null
  /** Whether another publisher's figure of a measure differs in those years. */
  hasOtherFigure(measure: string, country: string, fromYear: number, toYear: number): boolean
  /** Countries with a land border to one. */
  neighboursOf(country: string): readonly string[]
  /** Name of a member or of what `in` names: 'Kenya', 'Beer', 'ECOWAS'; the id where it is unknown. */
  nameOf(dim: Dim, id: string): string
}

/** The data model of a catalogue; throws on a derived measure whose expression is not one. */
export function dataModelOf(catalogue: Catalogue): CatalogueModel {
  const members: Record<Dim, readonly string[]> = {
    country: sorted(catalogue.countries.map(({ iso3 }) => iso3)),
    segment: sorted(catalogue.segments.map(({ id }) => id)),
    brand: sorted(catalogue.brands),
    channel: sorted(catalogue.channels.map(({ id }) => id)),
  }
  const sets: DataModel['sets'] = {
    country: new Map(catalogue.groups.map(group => [group.id, sorted(group.members)])),
    segment: new Map(catalogue.departments.map(({ id, segments }) => [id, sorted(segments)])),
    brand: new Map([['named', members.brand.filter(brand => brand !== othersBrand)]]),
    channel: new Map(),
  }
  const derived = new Map(catalogue.derived.map(row => [row.id, row]))
  const base = catalogue.measures.filter(({ id }) => !derived.has(id))
  const measures = new Map<string, QueryMeasure>([
    ...base.map(measure => [measure.id, baseMeasure(measure)] as const),
    ...catalogue.derived.map(formula => [formula.id, derivedMeasure(formula)] as const),
  ])
  const facts = new Map<string, MeasureFacts>([
    ...base.map(({ id, name, phrase, decimals, coverage, higherIs }) => {
      const years = { from: coverage.firstYear, to: coverage.lastYear }
      return [id, { name, phrase, decimals, years, higherIs }] as const
    }),
    ...catalogue.derived.map(({ id, name, phrase, decimals }) => {
      return [id, { name, phrase, decimals, years: null, higherIs: null }] as const
    }),
  ])
  const units = new Map(catalogue.segments.map(({ id, unit }) => [id, unit]))
  const figures = base.filter(({ kind }) => kind === 'figure')
  return {
    members,
    sets,
    everywhere: sets.country.get('africa') ?? members.country,
    residualBrand: othersBrand,
    volumeUnit: segment => units.get(segment),
    measure: id => measures.get(id),
    derived: [...measures.values()].filter(one => one.k === 'derived'),
    panel: { from: monthOf(catalogue.panel.from), to: monthOf(catalogue.panel.to) },
    years: {
      from: Math.min(...figures.map(({ coverage }) => coverage.firstYear)),
      to: Math.max(...figures.map(({ coverage }) => coverage.lastYear)),
    },
    facts: id => facts.get(id),
    currencyOf: id => catalogue.country(id)?.panelCurrency.code ?? id,
    exchangeRateMove: catalogue.exchangeRateMove,
    hasOtherFigure: (measure, country, from, to) =>
      catalogue.flags.some(
        flag =>
          flag.kind === 'difference' &&
          flag.measure === measure &&
          flag.country === country &&
          from <= flag.toYear &&
          to >= flag.fromYear,
      ),
    neighboursOf: id => catalogue.country(id)?.neighbours ?? [],
    nameOf: (dim, id) => nameIn(catalogue, dim, id) ?? id,
  }
}

const sorted = (ids: readonly string[]) => [...ids].sort()

/** 12 × year + month − 1 of 'YYYY-MM'. */
const monthOf = (period: string) => 12 * Number(period.slice(0, 4)) + Number(period.slice(5)) - 1

const panelPrefix = 'panel_'

function baseMeasure({ id, kind, unit, rules }: Measure): BaseMeasure {
  return kind === 'panel'
    ? { k: 'base', id, store: 'panel', column: id.slice(panelPrefix.length), unit, rules }
    : { k: 'base', id, store: 'figures', column: id, unit, rules }
}

function derivedMeasure({ id, unit, rules, expression }: DerivedFormula): DerivedMeasure {
  try {
    return { k: 'derived', id, of: parseExpr(expression), unit, rules }
  } catch (cause) {
    throw new Error(`the expression of ${id} in derived-measures.csv cannot be read`, { cause })
  }
}

function nameIn(catalogue: Catalogue, dim: Dim, id: string): string | undefined {
  if (dim === 'country') return (catalogue.country(id) ?? catalogue.group(id))?.name
  if (dim === 'segment') return (catalogue.segment(id) ?? catalogue.department(id))?.name
  return dim === 'channel' ? catalogue.channel(id)?.name : undefined
}
