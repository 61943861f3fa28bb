import type { Cell, Column } from '../../../contract/result.ts'
import type { Country } from '../catalogue-shape.ts'
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
  const { catalogue } = run
  const found = await latestFigures(run, country, ids)
  const cells = ids.map((id): Cell[] => {
    const measure = measureOf(run, id)
    const own = found.get(id)
    const fact: Fact = {
      ...{ id, name: measure.name, theme: measure.theme, unit: measure.unit, decimals: measure.decimals },
      ...{ value: own?.value ?? null, period: own ? String(own.year) : '', note: own ? '' : 'not held' },
    }
    const placed = own !== undefined && !unranked.has(id) && !country.limitedData
    return [...factCells(fact), ...(placed ? [own.above + 1, own.of] : [null, null])]
  })
  const held = ids.filter(id => found.has(id))
  const years = [...found.values()].map(({ year }) => year)
  run.add({
    role: 'context',
    title: `The country in figures, ${country.name}, latest year held`,
    columns: [
      ...factColumns(),
      number('rank', 'Place', null, 0, '1 = highest of the 52 countries with a figure in that year'),
      number('of', 'Countries with a figure', 'countries', 0),
    ],
    rows: cells,
    measures: held.map(id => measureOf(run, id)),
    countries: [country.iso3],
    // Each figure is of one year: a break between others is not its own.
    cautions: [...found].flatMap(([id, { year }]) => [
      ...(measureOf(run, id).converted ? catalogue.exchangeRateCautions([country.iso3], year, year) : []),
      ...catalogue.flagsFor(id, country.iso3, year, year),
    ]),
    spans: years.length > 0 ? [Math.min(...years), Math.max(...years)].map(yearSpan) : [],
    coverage: { held: held.length, of: ids.length, what: 'indicators' },
    computed: ['Each figure is the latest held; its year stands beside it.'],
  })
}

interface Latest {
  year: number
  value: number
  /** Countries of the 52 with a figure in that year, and with a higher one. */
  of: number
  above: number
}

async function latestFigures(
  run: EngineRun,
  { iso3 }: Country,
  ids: readonly string[],
): Promise<Map<string, Latest>> {
  const africa = `f.iso3 IN (${quoted(run.catalogue.group('africa')?.members ?? [])})`
  const rows = await run.ask(
    `WITH own AS (SELECT indicator, max(year) AS year, arg_max(value, year) AS value FROM figures
       WHERE iso3 = ${quoted([iso3])} AND indicator IN (${quoted(ids)}) GROUP BY indicator)
     SELECT indicator, own.year, own.value, (count(*) FILTER (${africa}))::INTEGER AS held,
       (count(*) FILTER (${africa} AND f.value > own.value))::INTEGER AS above
     FROM own JOIN figures f USING (indicator, year) GROUP BY ALL`,
  )
  const latest = rows.map(row => {
    const [year, value, of, above] = [row.year, row.value, row.held, row.above].map(Number)
    return [String(row.indicator), { year, value, of, above } as Latest] as const
  })
  // In the order asked, so that the same plan gives the same bytes.
  return new Map(latest.sort(([a], [b]) => ids.indexOf(a) - ids.indexOf(b)))
}
