import type { Column } from '../../../../contract/result.ts'
import type { Country, Segment } from '../../catalogue-shape.ts'

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
const perOne = (unit: string): string => ({ pieces: 'piece', units: 'unit' })[unit] ?? unit

/** Where a measure's unit depends on what is asked: the segments and countries in view. */
interface UnitContext {
  segments: readonly Segment[]
  countries: readonly Country[]
}

/** A unit in which 'unit' stands for the segments' unit of volume and 'lcu' for the countries' money, as printed. */
export function printedUnit(unit: string, { segments, countries }: UnitContext): string | null {
  const words = unit.split(' ')
  const units = new Set(segments.map(segment => segment.unit))
  if (words.includes('unit') && units.size !== 1) return null
  const [volume = ''] = units
  const currencies = new Set(countries.map(country => country.panelCurrency.symbol))
  const money = currencies.size === 1 ? ([...currencies][0] as string) : 'local currency'
  const printed = (word: string, at: number) => {
    if (word === 'lcu') return money
    const own = word === 'unit' ? volume : word
    return words[at - 1] === 'a' ? perOne(own) : own
  }
  return words.map(printed).join(' ')
}

/** Currencies of which a unit buys little: their prices have no decimals. */
const weakCurrency = /^(?:CFA|FCFA|USh|TSh|FG|Ar|Le|FRw|FBu|BIF|UGX|KMF|DJF|SOS|FC|Kz|MK)/

/** Small prices need a third decimal, prices in weak currencies none; `unit` is as the catalogue writes it. */
export function printedDecimals(
  unit: string,
  decimals: number,
  { segments, printed }: { segments: readonly Segment[]; printed: string | null },
): number {
  const pieces = segments.every(segment => segment.unit === 'pieces')
  const [, money] = /^(US\$|lcu) a (?:unit|units|pieces|kg|L)$/.exec(unit) ?? []
  if (money === 'US$' && pieces) return 3
  if (money === 'lcu' && printed && weakCurrency.test(printed)) return pieces ? 1 : 0
  return decimals
}
