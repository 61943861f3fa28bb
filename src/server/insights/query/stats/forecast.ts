import type { TimeGrain } from '../../../../contract/query.ts'
import type { Cell } from '../../../../contract/result.ts'
import { type Estimate, type ForecastInput, forecast } from '../../statistics/forecast.ts'
import { monthsOf, periodMonths, periodName } from '../sql/windows.ts'
import { number, periodColumn, text } from '../table/columns.ts'
import { grainOf, type RowSeries, seriesOfRows, unbroken } from './series-of-rows.ts'
import { gapUnit, type StatColumn, type StatRows, type StatTable, whyNot } from './stat-table.ts'

const periodsPerYear: Partial<Record<TimeGrain, 1 | 4 | 12>> = { year: 1, quarter: 4, month: 12 }

/** Amounts grow by ratios and have a damped trend; rates keep their last value, which no method beat. */
export const seriesKind = ({ type }: StatColumn): 'amount' | 'rate' =>
  type.changeAs === 'percent' && !type.mayBeNegative && type.kind !== 'share' ? 'amount' : 'rate'

/** Carries each series of the first column on to a period; to years from months where a year is asked for. */
export function forecastTable(stat: StatRows, to: string): StatTable {
  const [column] = stat.columns as [StatColumn]
  const grain = grainOf(stat.keys) ?? 'year'
  const results = seriesOfRows(stat).map(series => carriedOn(stat, column, { series, grain, to }))
  const error = seriesKind(column) === 'amount' ? '%' : gapUnit(column)
  return {
    role: 'forecast',
    title: `${column.label}: forecast to ${to}`,
    columns: [
      ...stat.memberColumns,
      periodColumn(),
      number('value', column.label, column.unit, column.decimals, 'figure, or expected value'),
      number('low', 'Low', column.unit, column.decimals, 'lower end of the 80% range'),
      number('high', 'High', column.unit, column.decimals, 'upper end of the 80% range'),
      number(
        'error',
        'Mean past error',
        error,
        1,
        'mean absolute error of past forecasts over this distance',
      ),
      number(
        'last_error',
        'Mean past error of the last value',
        error,
        1,
        'the same, had the last value been kept',
      ),
      text('basis', 'Basis'),
    ],
    rows: results.flatMap(({ rows }) => rows),
    flags: results.flatMap(({ flags }) => flags),
    computed: [...new Set(results.flatMap(({ computed }) => computed))],
  }
}

interface CarriedOn {
  rows: Cell[][]
  flags: string[]
  computed: string[]
}

interface Wanted {
  series: RowSeries
  grain: TimeGrain
  to: string
}

function carriedOn(stat: StatRows, column: StatColumn, { series, grain, to }: Wanted): CarriedOn {
  const name = stat.memberName(series.ids)
  const perYear = periodsPerYear[grain]
  const { periods, values } = unbroken(series)
  const [first = '', last = ''] = [periods[0], periods.at(-1)]
  if (perYear === undefined || last === '')
    return none(whyNot(name, 'forecast', { kind: 'unavailable', why: 'too_short' }))
  const months = monthsOf[grain]
  const lastYear = Number(last.slice(0, 4))
  const input: ForecastInput = {
    values,
    kind: seriesKind(column),
    periodsPerYear: perYear,
    firstPeriod: (periodMonths(first)[0] % 12) / months,
    yearly: column.type.kind === 'amount' || column.type.kind === 'count' ? 'sum' : 'mean',
    ...(isPartOfWhole(column, values) ? { highest: 100 } : {}),
  }
  const made = forecast(input, Number(to.slice(0, 4)) - lastYear)
  if (made.kind === 'unavailable') return none(whyNot(name, 'forecast', made))
  const { method, seasonal, years, periods: steps } = made.kind === 'forecast' ? made : made.forecast
  const byYear = grain === 'year' || to.length === 4
  const end = periodMonths(to)[1]
  const start = periodMonths(last)[0] / months
  const estimates = byYear
    ? years.map(one => ({ period: String(lastYear + one.yearsAhead), estimate: one }))
    : steps.map(one => ({ period: periodName(grain, start + one.periodsAhead), estimate: one }))
  const wanted = estimates.filter(({ period }) => periodMonths(period)[1] <= end)
  const row = (period: string, { value, low, high, error, naiveError }: Estimate): Cell[] => [
    ...stat.memberCells(series.ids),
    ...[
      period,
      value,
      low,
      high,
      error,
      naiveError,
      method === 'damped_trend' ? 'damped trend' : 'last value',
    ],
  ]
  // A year's price is no mean of those of its months.
  const isWhole = byYear && (grain === 'year' || input.yearly === 'sum')
  const known = isWhole ? yearsOf(periods, values, { perYear, yearly: input.yearly }) : []
  const rows = [
    ...known.map(({ period, value }): Cell[] => [
      ...stat.memberCells(series.ids),
      ...[period, value, null, null, null, null, 'figure'],
    ]),
    ...wanted.map(({ period, estimate }) => row(period, estimate)),
  ]
  const whole = `the ${periods.length} figures from ${first} to ${last}`
  const computed = [methodText(method, seasonal, perYear), rangeText]
  if (made.kind === 'forecast') return { rows, flags: [], computed: [`Rests on ${whole}.`, ...computed] }
  const { yearsAhead, value, pace } = made.asked
  const asked = String(lastYear + yearsAhead)
  const horizon = estimates.at(-1)?.period ?? last
  const pacing =
    input.kind === 'amount' ? `at the same pace of ${pace.toFixed(1)}% a year` : 'at the same value'
  return {
    rows: [...rows, [...stat.memberCells(series.ids), asked, value, null, null, null, null, 'arithmetic']],
    flags: [
      [
        `${name === '' ? '' : `${name}: `}${asked} lies beyond what ${whole} can carry.`,
        `${horizon} is the last that has a range; ${asked} is plain arithmetic ${pacing}, no forecast.`,
      ].join(' '),
    ],
    computed: [`Rests on ${whole}.`, ...computed],
  }
}

/** The figures by whole years, which the years ahead follow. */
function yearsOf(
  periods: readonly string[],
  values: readonly number[],
  { perYear, yearly }: { perYear: number; yearly: ForecastInput['yearly'] },
): { period: string; value: number }[] {
  const byYear = Map.groupBy(
    values.map((value, at) => ({ value, year: periods[at]?.slice(0, 4) ?? '' })),
    ({ year }) => year,
  )
  return [...byYear].flatMap(([period, own]) => {
    const sum = own.reduce((total, { value }) => total + value, 0)
    return own.length === perYear ? [{ period, value: yearly === 'mean' ? sum / perYear : sum }] : []
  })
}

const none = (flag: string): CarriedOn => ({ rows: [], flags: [flag], computed: [] })

const rangeText =
  'The range is the 80% quantile of the errors of past forecasts over the same distance, ' +
  'from a rolling start at half the figures.'

function methodText(method: 'damped_trend' | 'last_value', seasonal: boolean, perYear: number): string {
  if (method === 'last_value') return 'The last value is kept: no method was nearer for rates.'
  const season = perYear === 12 ? 'months' : 'quarters'
  return `Damped trend on logarithms${seasonal && perYear > 1 ? `, over factors of the ${season}` : ''}.`
}

/** Wholes that a share may exceed. */
const openWholes: readonly string[] = ['% of GDP', '% of GNI', '% of revenue', '% gross']

/** A share of people, homes or sales: never over 100. */
const isPartOfWhole = ({ type }: StatColumn, values: readonly number[]) =>
  type.kind === 'share' &&
  type.unit.startsWith('%') &&
  !openWholes.includes(type.unit) &&
  values.every(value => value <= 100)
