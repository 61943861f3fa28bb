/**
 * Units as products of powers: 'US$ a unit' is US$¹ unit⁻¹. `hundred` is the scale of a percentage: 5% is 5 hundred⁻¹ of one, so a
 * ratio times 100 is in per cent, and a percentage of people, over 100, is people.
 */
export interface Unit {
  powers: ReadonlyMap<string, number>
  /** As printed; null: as its powers say. */
  text: string | null
}

export const hundred = 'hundred'
/** Differences of percentages. */
export const points = 'points'
/** Local currency and the segment's unit of volume, as the catalogue writes them. */
export const localCurrency = 'lcu'
export const volumeUnit = 'unit'

const scales: Record<string, string> = { '100': hundred, '1,000': 'thousand', '100,000': 'hundred thousand' }
/** Words of the catalogue for the same thing: what is counted, not who. */
const sameAs: Record<string, string> = {
  head: 'people',
  person: 'people',
  adult: 'people',
  adults: 'people',
  worker: 'people',
  'child under five': 'people',
  'working-age people': 'people',
  dependants: 'people',
  'live births': 'births',
  woman: 'women',
  'local currency units': localCurrency,
  USD: 'US$',
  litres: 'L',
}
/** Said of every yearly figure, so no part of the unit. */
const silent = new Set(['year'])

/** What adds up: money, people, goods; never an age, an index or a calendar year. */
const counted = new Set(['people', 'births', 'deaths', 'subscriptions'])
const amounts = new Set(['US$', 'int. $', localCurrency, volumeUnit, 'L', 'kg', 'pieces', 'units', 'km2'])

/** One of what is counted, after 'a'. */
const ones: Record<string, string> = {
  ...{
    people: 'person',
    births: 'birth',
    women: 'woman',
    pieces: 'piece',
    units: 'unit',
    unit: 'unit',
    L: 'L',
    kg: 'kg',
  },
}

export const pure: Unit = { powers: new Map(), text: null }
export const unitOf = (atom: string): Unit => ({ powers: new Map([[atom, 1]]), text: null })
export const percent: Unit = { powers: new Map([[hundred, 1]]), text: '%' }

/** The unit of a text of the catalogue: '% of GDP', 'births per 1,000 people', 'US$ a unit', 'ratio (US = 1)'. */
export function readUnit(text: string): Unit {
  const powers = new Map<string, number>()
  const add = (atom: string, by: number) => {
    const known = sameAs[atom] ?? atom
    const scale = Object.keys(scales).find(number => atom.startsWith(`${number} `))
    if (scale) {
      addPower(powers, scales[scale] as string, -by)
      add(atom.slice(scale.length + 1), by)
    } else if (!silent.has(known)) addPower(powers, known, by)
  }
  if (text.startsWith('ratio ')) return { powers, text }
  if (text.startsWith('%') || text === 'per cent' || text === 'percent')
    return { powers: percent.powers, text }
  const [top = '', ...below] = text.split(/ per | an? |^per /)
  if (top !== '') add(top, 1)
  for (const atom of below) add(atom, -1)
  return { powers, text }
}

export function times(a: Unit, b: Unit, sign: 1 | -1 = 1): Unit {
  const powers = new Map(a.powers)
  for (const [atom, power] of b.powers) addPower(powers, atom, sign * power)
  return { powers, text: null }
}

/**
 * The unit of a number without one where it multiplies or divides `other`: 100 makes a ratio a percentage or undoes one, and 1000 or
 * 100,000 undo the scale of a rate that has it.
 */
export function unitOfNumber(value: number, other: Unit): Unit {
  const scale = scales[value.toLocaleString('en')]
  return scale === hundred || (scale !== undefined && other.powers.has(scale)) ? unitOf(scale) : pure
}

function addPower(powers: Map<string, number>, atom: string, by: number): void {
  const power = (powers.get(atom) ?? 0) + by
  if (power === 0) powers.delete(atom)
  else powers.set(atom, power)
}

export const isLike = (a: Unit, b: Unit): boolean =>
  a.powers.size === b.powers.size && [...a.powers].every(([atom, power]) => b.powers.get(atom) === power)

/** Whether a number said in `said` can be compared with a value in `of`: 'US$' also with US$ a person. */
export function isSaidOf(said: Unit, of: Unit): boolean {
  const own = { ...of, powers: withoutPlaces(of.powers) }
  const top = { powers: new Map([...own.powers].filter(([, power]) => power > 0)), text: null }
  return isLike(said, own) || isLike(said, top) || said.text === of.text
}

/** Local currency that is known is written 'lcu KES': two do not join. */
export const moneyIn = (currency: string) => `${localCurrency} ${currency}`
const isCurrency = (atom: string) => atom === localCurrency || atom.startsWith(`${localCurrency} `)
const withoutPlaces = (powers: Unit['powers']) =>
  new Map([...powers].map(([atom, power]) => [isCurrency(atom) ? localCurrency : atom, power]))

/** Replaces an atom where the unit has it. */
export function withAtom(unit: Unit, atom: string, by: string): Unit {
  const power = unit.powers.get(atom)
  if (power === undefined) return unit
  const powers = new Map(unit.powers)
  powers.delete(atom)
  addPower(powers, by, power)
  return {
    powers,
    text: isCurrency(atom)
      ? unit.text
      : (unit.text?.replace(
          /(^|an? |per )unit\b/,
          (_, before) => before + (before ? (ones[by] ?? by) : by),
        ) ?? null),
  }
}

export const hasCurrency = (unit: Unit) => [...unit.powers.keys()].some(isCurrency)
/** Local currency, for a unit of goods, a person or at all; no rate between currencies. */
export function isLocalMoney({ powers }: Unit): boolean {
  const above = [...powers].filter(([, power]) => power > 0)
  const isMoney = above.length === 1 && above.every(([atom, power]) => isCurrency(atom) && power === 1)
  return isMoney && !powers.has('US$') && !powers.has('int. $')
}
export const isPercent = (unit: Unit) => unit.powers.size === 1 && unit.powers.get(hundred) === 1
export const isPoints = (unit: Unit) => unit.powers.size === 1 && unit.powers.get(points) === 1

/** What a value in this unit is: amounts and counts add up over places, nothing else does. */
export function kindOf(unit: Unit): 'amount' | 'count' | 'share' | 'price' | 'rate' {
  if (isPercent(unit) || isPoints(unit)) return 'share'
  const [atom, ...more] = withoutPlaces(unit.powers)
  if (atom && more.length === 0 && atom[1] === 1) {
    if (counted.has(atom[0])) return 'count'
    if (amounts.has(atom[0])) return 'amount'
  }
  return hasCurrency(unit) || (unit.powers.get('US$') ?? 0) > 0 ? 'price' : 'rate'
}

const named = (atom: string) => (isCurrency(atom) ? localCurrency : atom === hundred ? '%' : atom)
const raised = ([atom, power]: [string, number]) =>
  Math.abs(power) === 1 ? named(atom) : `${named(atom)}^${Math.abs(power)}`

/** As printed: 'US$ a person', 'lcu per US$', '%'; '' for a plain number. */
export function textOf(unit: Unit): string {
  if (unit.text !== null) return unit.text
  const entries = [...unit.powers]
  const above = entries.filter(([, power]) => power > 0).map(raised)
  const below = entries
    .filter(([, power]) => power < 0)
    .map(([atom, power]) => (ones[atom] && power === -1 ? `a ${ones[atom]}` : `per ${raised([atom, power])}`))
  return [above.join(' × '), ...below].filter(part => part !== '').join(' ')
}
