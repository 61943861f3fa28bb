import type { Cell, Column } from '../../../contract/result.ts'
import type { Country, Measure } from '../catalogue-shape.ts'
import { ranks } from './arithmetic.ts'
import { number, periodColumn, text } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { measureOf } from './market.ts'
import { quoted } from './panel-sums.ts'
import { yearSpan } from './spans.ts'

/** Columns of a table that holds one fact a row; `value` has the unit that its row names. */
export const factColumns = (formula: string | null = null): Column[] => [
  ...[text('measure_id', 'Measure id'), text('measure', 'Measure'), text('theme', 'Theme')],
  number('value', 'Figure', null, null, formula),
  ...[text('unit', 'Unit'), number('decimals', 'Decimals', null, 0), periodColumn(), text('note', 'Note')],
]

export interface Fact {
  id: string
  name: string
  theme: string
  value: number | null
  unit: string
  decimals: number
  period: string
  note: string
}

export const factCells = (fact: Fact): Cell[] => [
  ...[fact.id, fact.name, fact.theme, fact.value, fact.unit, fact.decimals, fact.period, fact.note],
]

/** Rates of a currency say nothing by their place. */
const unranked = new Set(['exchange_rate', 'ppp_rate'])

/** Each indicator's latest figure for a country, with its place among the 52 countries in that year. */
export async function addContext(run: EngineRun, country: Country, ids: readonly string[]): Promise<void> {
  const rows = await run.ask(
    `WITH latest AS (SELECT indicator, max(year) AS year FROM figures
       WHERE iso3 = ${quoted([country.iso3])} AND indicator IN (${quoted(ids)}) GROUP BY indicator)
     SELECT indicator, iso3, year, value FROM figures JOIN latest USING (indicator, year)`,
  )
  const africa = new Set(run.catalogue.group('africa')?.members)
  const years: number[] = []
  const used: Measure[] = []
  const cells = ids.map((id): Cell[] => {
    const measure = measureOf(run, id)
    const own = rows.find(row => row.indicator === id && row.iso3 === country.iso3)
    const others = rows.filter(row => row.indicator === id && africa.has(String(row.iso3)))
    const place = unranked.has(id)
      ? null
      : ranks(others.map(row => Number(row.value)))[others.findIndex(row => row.iso3 === country.iso3)]
    if (own) {
      years.push(Number(own.year))
      used.push(measure)
    }
    const fact: Fact = {
      ...{
        id,
        name: measure.name,
        theme: measure.theme,
        value: own ? Number(own.value) : null,
        unit: measure.unit,
      },
      ...{ decimals: measure.decimals, period: own ? String(own.year) : '', note: own ? '' : 'not held' },
    }
    return [...factCells(fact), place ?? null, place ? others.length : null]
  })
  run.add({
    role: 'context',
    title: `The country in figures, ${country.name}, latest year held`,
    columns: [
      ...factColumns(),
      number('rank', 'Place', null, 0, '1 = highest of the 52 countries with a figure in that year'),
      number('of', 'Countries with a figure', 'countries', 0),
    ],
    rows: cells,
    measures: used,
    countries: [country.iso3],
    spans: years.length > 0 ? [Math.min(...years), Math.max(...years)].map(yearSpan) : [],
    coverage: { held: years.length, of: ids.length, what: 'indicators' },
    computed: ['Each figure is the latest held; its year stands beside it.'],
  })
}
