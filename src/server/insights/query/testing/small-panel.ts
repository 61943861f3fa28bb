import type { Expr } from '../../../../contract/query.ts'
import type { CsvRecord } from '../../csv.ts'
import { type MeasureRules, measureRules } from '../../measure-rules.ts'
import type { BaseMeasure, DataModel, DerivedMeasure, QueryMeasure } from '../data-model.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'
import { type PanelRow, RawPanel, type RawRows } from './raw-rows.ts'

/** Raw rows beside what the language knows of them, as the tables of the warehouse get them. */
export interface SmallPanel extends RawRows {
  model: CatalogueModel
  figures: readonly { indicator: string; iso3: string; year: number; value: number }[]
  rows: readonly PanelRow[]
}

const month = (year: number, number: number) => 12 * year + number - 1

const members = {
  country: ['AGO', 'BEN', 'CIV', 'ERI', 'GHA', 'KEN', 'NGA', 'ZWE'],
  segment: ['beer', 'juice', 'maize', 'oil', 'rice', 'water'],
  brand: ['All others', 'Brand A', 'Brand B', 'Brand C'],
  channel: ['modern', 'online', 'traditional'],
}
/** Eritrea has figures and rows, and is not one of `africa`. */
const everywhere = members.country.filter(id => id !== 'ERI')
const units: Record<string, string> = { beer: 'L', juice: 'L', water: 'L', maize: 'kg', rice: 'kg', oil: 'L' }

const sets: DataModel['sets'] = {
  country: new Map([
    ['africa', everywhere],
    ['coast', ['AGO', 'BEN', 'CIV', 'GHA', 'NGA']],
    ['east', ['ERI', 'KEN', 'ZWE']],
    ['south', ['AGO']],
    ['west', ['BEN', 'CIV', 'GHA', 'NGA']],
  ]),
  segment: new Map([
    ['drinks', ['beer', 'juice', 'water']],
    ['food', ['maize', 'oil', 'rice']],
  ]),
  brand: new Map([['named', ['Brand A', 'Brand B', 'Brand C']]]),
  channel: new Map(),
}

const years = { from: 2012, to: 2026 }

/**
 * Every way of folding over time and countries that measure-rules.csv knows, with its columns, and how figures are made: the
 * lowest, the step to the next, how many steps there are (few, so that ties are common) and per cent of years without any.
 */
const figureTable = `
  id               unit   kind   nature fold_time fold_country weight    max_age_years change_as may_be_negative low step steps gaps
  population       people count  stock  last  sum      -          3 percent    no  900  100  40  3
  gdp_usd          US$    amount flow   sum   sum      -          3 percent    no  4000 250  30  8
  net_migration    people count  flow   sum   sum      -          3 difference yes -60  5    30  8
  gdp_growth       %      rate   flow   chain weighted gdp_usd    3 points     yes -4   0.5  25  8
  inflation_cpi    %      rate   flow   chain median   -          3 points     yes -2   0.5  40  5
  life_expectancy  years  rate   flow   mean  weighted population 3 difference no  50   0.25 60  10
  urban_share      %      share  stock  last  weighted population 3 points     no  20   1    60  15
  median_age       years  rate   stock  last  median   -          3 difference no  16   0.5  12  12
  lending_rate     %      rate   flow   mean  median   -          2 points     no  4    0.5  40  20
  exchange_rate    lcu_per_US$ price  flow   mean  none     -          2 percent    no  5    5    30  10
  poverty_300      %      share  survey none  weighted population 10 points    no  5    5    15  45
  gini             index  index  survey none  median   -          10 difference no 28   0.5  50  50
  poverty_national %      share  survey none  none     -          10 points    no  10   2    30  50`

const [figureColumns = [], ...figureCells] = figureTable
  .trim()
  .split('\n')
  .map(line => line.trim().split(/ +/))
const figureRecords: CsvRecord[] = figureCells.map(cells =>
  Object.fromEntries(figureColumns.map((column, at) => [column, cells[at] === '-' ? '' : (cells[at] ?? '')])),
)
const figureRules = measureRules(figureRecords.map(record => ({ ...record, fold_segment: 'none' })))
const figureMeasures: BaseMeasure[] = figureRecords.map(({ id = '', unit = '' }) => ({
  ...{ k: 'base', id, store: 'figures', column: id, unit: unit.replaceAll('_', ' ') },
  rules: figureRules.get(id) as MeasureRules,
}))

const panelMeasure = (
  id: string,
  column: string,
  unit: string,
  country: 'sum' | 'none',
  segment: 'sum' | 'none',
): BaseMeasure => ({
  ...{ k: 'base', id, store: 'panel', column, unit },
  rules: {
    ...{ kind: 'amount', nature: 'flow', fold: { time: 'sum', country, segment } },
    ...{ maxAgeYears: 1, changeAs: 'percent', mayBeNegative: false },
  },
})

const measure = (id: string): Expr => ({ k: 'measure', id })
const over = (a: string, b: string): Expr => ({ k: 'calc', op: '/', a: measure(a), b: measure(b) })
const derived = (
  id: string,
  of: Expr,
  unit: string,
  rules: Partial<DerivedMeasure['rules']>,
): DerivedMeasure => ({
  ...{ k: 'derived', id, of, unit },
  rules: { kind: 'price', changeAs: 'percent', mayBeNegative: false, maxAgeYears: 1, ...rules },
})
const brandWhole = { brand: { k: 'all', dim: 'brand' }, channel: { k: 'all', dim: 'channel' } } as const

const measures: QueryMeasure[] = [
  ...figureMeasures,
  panelMeasure('panel_value_usd', 'value_usd', 'US$', 'sum', 'sum'),
  panelMeasure('panel_value_lcu', 'value_lcu', 'lcu', 'none', 'sum'),
  panelMeasure('panel_volume', 'volume', 'unit', 'sum', 'none'),
  derived('panel_price_usd', over('panel_value_usd', 'panel_volume'), 'US$ a unit', {}),
  derived('panel_price_lcu', over('panel_value_lcu', 'panel_volume'), 'lcu a unit', {}),
  derived('panel_value_pc_usd', over('panel_value_usd', 'population'), 'US$ a head', { kind: 'rate' }),
  derived('gdp_per_capita', over('gdp_usd', 'population'), 'US$ a head', { kind: 'rate', maxAgeYears: 3 }),
  derived(
    'gdp_lcu',
    {
      ...{
        k: 'fold',
        of: { k: 'calc', op: '*', a: measure('gdp_usd'), b: measure('exchange_rate') },
        how: 'sum',
      },
      ...{ over: { k: 'periods', grain: 'year', time: { k: 'shift', by: 0, grain: 'year' } }, by: null },
    },
    'lcu',
    { kind: 'amount', maxAgeYears: 3 },
  ),
  derived('panel_value_share', { k: 'share', of: measure('panel_value_usd'), whole: brandWhole }, '%', {
    ...{ kind: 'share', changeAs: 'points' },
  }),
]

/** A number from 0 to 2³² − 1 that depends on the whole text. */
function scatter(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
const below = (limit: number, ...parts: (string | number)[]) => scatter(parts.join(' ')) % limit

/** Zimbabwe has no consumer prices, and Benin none in 2019 and 2020. */
const withoutFigure = (indicator: string, iso3: string, year: number, gaps: number) =>
  (indicator === 'inflation_cpi' &&
    (iso3 === 'ZWE' || (iso3 === 'BEN' && (year === 2019 || year === 2020)))) ||
  below(100, 'gap', indicator, iso3, year) < gaps

function figuresOfAll(): SmallPanel['figures'] {
  const figures: SmallPanel['figures'][number][] = []
  for (const { id: indicator = '', ...record } of figureRecords) {
    const [low = 0, step = 0, steps = 1, gaps = 0] = ['low', 'step', 'steps', 'gaps'].map(key =>
      Number(record[key]),
    )
    for (const iso3 of members.country)
      for (let year = years.from; year <= years.to; year += 1)
        if (!withoutFigure(indicator, iso3, year, gaps))
          figures.push({ indicator, iso3, year, value: low + step * below(steps, indicator, iso3, year) })
  }
  return figures
}

/** Units of local currency to the US$; Zimbabwe's new money of 2024 was a hundredth of the old. */
function exchange(country: string, year: number): number {
  if (country === 'ZWE') return year < 2024 ? 300 : 4
  return 1 + members.country.indexOf(country) * 2 + (year - 2021)
}

/** What is not sold: a brand before its start, channels and segments that a country does not have, months without rows. */
function isSold(row: Pick<PanelRow, 'country' | 'segment' | 'brand' | 'channel' | 'month'>): boolean {
  const { country, segment, brand, channel } = row
  if (country === 'AGO' && (segment !== 'beer' || row.month < month(2024, 1))) return false
  if (country === 'ERI' && segment !== 'beer' && segment !== 'rice') return false
  if (country === 'BEN' && segment === 'oil') return false
  if (channel === 'online' && !['GHA', 'KEN', 'NGA'].includes(country)) return false
  if (brand === 'Brand C' && row.month < month(2023, 1)) return false
  if (country === 'GHA' && segment === 'rice' && row.month >= month(2024, 5) && row.month <= month(2024, 7))
    return false
  return below(100, 'row', country, segment, brand, channel, row.month) >= 12
}

function rowsOfAll({ from, to }: DataModel['panel']): PanelRow[] {
  const rows: PanelRow[] = []
  for (const country of members.country)
    for (const segment of members.segment)
      for (let at = from; at <= to; at += 1)
        for (const brand of members.brand)
          for (const channel of members.channel) {
            // Benin's beer is Côte d'Ivoire's, row by row: ties that no rounding makes.
            const like = country === 'BEN' && segment === 'beer' ? 'CIV' : country
            const place = { country: like, segment, brand, channel, month: at }
            if (!isSold(place)) continue
            const key = [like, segment, brand, channel, at]
            const value_usd = below(9, 'zero', ...key) === 0 ? 0 : 5 * below(40, 'usd', ...key)
            const volume = value_usd === 0 ? 0 : 1 + below(60, 'volume', ...key)
            const value_lcu = value_usd * exchange(country, Math.floor(at / 12))
            rows.push({ ...place, country, value_usd, value_lcu, volume })
          }
  return rows
}

/**
 * Eight countries, six segments, four brands, three channels and four years, the same at every call. All numbers are whole
 * or short fractions, so that sums are exact whatever their order. Panels that start and end within a year can be made too.
 */
export function smallPanel(panel = { from: month(2022, 1), to: month(2025, 12) }): SmallPanel {
  const byId = new Map(measures.map(one => [one.id, one]))
  const panelYears = { from: Math.floor(panel.from / 12), to: Math.floor(panel.to / 12) }
  const model: CatalogueModel = {
    ...{ members, sets, everywhere, residualBrand: 'All others', panel, years },
    volumeUnit: segment => units[segment],
    measure: id => byId.get(id),
    derived: [...byId.values()].filter(one => one.k === 'derived'),
    facts: id => {
      const one = byId.get(id)
      const yearsOf = one?.k !== 'base' ? null : one.store === 'panel' ? panelYears : years
      return one && { name: id, phrase: id, decimals: 2, years: yearsOf, higherIs: null }
    },
    neighboursOf: () => [],
    currencyOf: country => (country === 'BEN' || country === 'CIV' ? 'XOF' : country),
    exchangeRateMove: () => null,
    hasOtherFigure: () => false,
    nameOf: (_, id) => id,
  }
  const figures = figuresOfAll()
  const figureAt = new Map(figures.map(one => [`${one.indicator} ${one.iso3} ${one.year}`, one.value]))
  const rows = rowsOfAll(panel)
  const raw = new RawPanel(model)
  for (const row of rows) raw.add(row)
  return {
    ...{ model, figures, rows, panel: raw },
    figure: (indicator, country, year) => figureAt.get(`${indicator} ${country} ${year}`),
  }
}

/** Ids of all measures of the small panel. */
export const smallMeasures = measures.map(one => one.id)
