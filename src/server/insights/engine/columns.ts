import type { Column } from '../../../contract/result.ts'
import type { Country, Measure, Segment } from '../catalogue-shape.ts'

export const text = (key: string, label: string): Column => ({
  ...{ key, label, kind: 'text', unit: null, decimals: null, measure: null, formula: null },
})

export const periodColumn = (key = 'period', label = 'Period'): Column => ({
  ...text(key, label),
  kind: 'period',
})

export const number = (
  key: string,
  label: string,
  unit: string | null,
  decimals: number | null,
  formula: string | null = null,
): Column => ({ key, label, kind: 'number', unit, decimals, measure: null, formula })

/** What a panel unit is called after 'a': 'US$ a kg', 'US$ a piece'. */
export const perOne = (unit: string): string => ({ pieces: 'piece', units: 'unit' })[unit] ?? unit

/** Where a measure's unit depends on what is asked: the segments and countries in view. */
export interface UnitContext {
  segments: readonly Segment[]
  countries: readonly Country[]
}

/** 'US$ a kg', 'GH₵', 'L a head' …; null where the rows have different units. */
export function unitOf(measure: Measure, { segments, countries }: UnitContext): string | null {
  if (measure.kind === 'figure') return measure.unit
  const units = new Set(segments.map(segment => segment.unit))
  const volume = units.size === 1 ? ([...units][0] as string) : null
  const currencies = new Set(countries.map(country => country.panelCurrency.symbol))
  const money = currencies.size === 1 ? ([...currencies][0] as string) : 'local currency'
  switch (measure.unit) {
    case 'unit':
      return volume
    case 'lcu':
      return money
    case 'US$ a unit':
      return volume && `US$ a ${perOne(volume)}`
    case 'lcu a unit':
      return volume && `${money} a ${perOne(volume)}`
    case 'unit a head':
      return volume && `${volume} a head`
    default:
      return measure.unit
  }
}

/** Small prices need a third decimal, prices in weak currencies none. */
function decimalsOf(measure: Measure, { segments }: UnitContext, unit: string | null): number {
  if (measure.unit === 'US$ a unit' && segments.every(segment => segment.unit === 'pieces')) return 3
  if (
    measure.unit === 'lcu a unit' &&
    unit &&
    /^(?:CFA|FCFA|USh|TSh|FG|Ar|Le|FRw|FBu|BIF|UGX|KMF|DJF|SOS|FC|Kz|MK)/.test(unit)
  )
    return segments.every(segment => segment.unit === 'pieces') ? 1 : 0
  return measure.decimals
}

/** A figure of the panel is a sum over rows or a ratio of sums; a published figure is read as it is. */
const formulaOf = ({ rules, detail }: Measure): string =>
  rules.fold.time === 'sum' ? `Sum over the rows selected. ${detail}` : detail

export function measureColumn(
  measure: Measure,
  context: UnitContext,
  key = measure.id,
  label?: string,
): Column {
  const unit = unitOf(measure, context)
  return {
    key,
    label: label ?? measure.name,
    kind: 'number',
    unit,
    decimals: decimalsOf(measure, context, unit),
    measure: measure.id,
    formula: measure.kind === 'panel' ? formulaOf(measure) : null,
  }
}

/** True for figures that are rates: their change is told in points, not in %. */
export const isRate = (measure: Measure): boolean => measure.rules.changeAs === 'points'

export const yoyColumn = (key = 'yoy', label = 'Change on the year before'): Column =>
  number(key, label, '%', 1, 'figure ÷ figure of the year before − 1')

export const changeColumn = (measure: Measure, unit: string | null): Column =>
  number(
    'change',
    'Change',
    isRate(measure) ? 'points' : unit,
    measure.decimals,
    'figure − figure of the year before',
  )
