import { type CountryAnchor, monthly } from './sample-anchors.ts'
import { monthLength, monthOfYear, ramadanWeight, yearIndex } from './sample-calendar.ts'
import { panelMonths, panelYears } from './sample-panel-shape.ts'
import type { SampleSegment } from './sample-segments.ts'
import { commercialBrewShare, tasteLevel } from './sample-tastes.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A segment in a country by month: volume in the segment's unit, price in the panel's local currency a unit. */
export interface SampleMarket {
  volume: number[]
  price: number[]
}

export function sampleMarket(
  segment: SampleSegment,
  anchor: CountryAnchor,
  random: SeededRandom,
): SampleMarket {
  const level = consumerLevel(segment, anchor, random)
  const yearly = panelYears.map(
    (_, year) => (anchor.consumers[segment.base][year] as number) * level * drift(segment, anchor, year),
  )
  const path = monthly(yearly)
  const season = seasonIndex(segment, anchor)
  const noise = wander(random, 0.85, 0.012, 0.014)
  const volume = panelMonths.map(
    (month, at) =>
      ((path[at] as number) / 12) *
      (season[at] as number) *
      (noise[at] as number) *
      shock(segment, anchor.iso3, month),
  )
  return { volume, price: priceLevels(segment, anchor, random) }
}

/** Yearly volume a consumer in the middle of the panel. */
export function consumerLevel(segment: SampleSegment, anchor: CountryAnchor, random: SeededRandom): number {
  const jitter = random.normal()
  const supplied = suppliedLevel(segment.id, anchor)
  if (supplied !== undefined) return supplied * Math.exp(0.06 * jitter)
  const taste = tasteLevel(segment.id, anchor.iso3)
  if (taste !== undefined) return taste * Math.exp(0.05 * jitter)
  const own = (anchor.purse / 1200) ** segment.income * ((0.2 + anchor.urban) / 0.65) ** segment.urban
  const sober = segment.channels === 'alcohol' ? 1 - 0.97 * anchor.muslim : 1
  return segment.level * Math.min(own, segment.cap) * sober * Math.exp(0.16 * jitter)
}

/** Recorded alcohol becomes litres of drink at 5, 12, 40 and 4.5% vol.; sugar is the part of supply sold in packs. */
function suppliedLevel(id: string, { supply, iso3 }: CountryAnchor): number | undefined {
  if (id === 'beer') return Math.max(supply.beer / 0.05, 0.05)
  if (id === 'wine') return Math.max(supply.wine / 0.12, 0.01)
  if (id === 'spirits') return Math.max(supply.spirits / 0.4, 0.01)
  if (id === 'traditional_beer') return Math.max((supply.other / 0.045) * commercialBrewShare(iso3), 0.01)
  if (id === 'sugar') return supply.sugar * 0.42
  return undefined
}

/** Growth against the middle of the panel: the segment's own trend, real income, and dearer years that squeeze volume. */
function drift(segment: SampleSegment, anchor: CountryAnchor, year: number): number {
  const trend = (1 + segment.trend / 100) ** (year - 3)
  const income =
    ((anchor.realIncome[year] as number) / (anchor.realIncome[3] as number)) ** (segment.income * 0.6)
  const before = anchor.consumerPrices[year - 1]
  const dearer = before === undefined ? 0 : Math.log((anchor.consumerPrices[year] as number) / before)
  const squeeze = Math.min(0.13, 0.22 * Math.max(0, dearer - 0.1)) * (0.4 + Math.max(0, segment.income))
  return trend * Math.min(Math.max(income, 0.6), 1.6) * (1 - squeeze)
}

/** Seasonal factors that average 1 over each calendar year. */
function seasonIndex(segment: SampleSegment, anchor: CountryAnchor): number[] {
  const { heat, ramadan, december, school, harvest } = segment.season
  const { hottest, swing } = anchor.season
  const raw = panelMonths.map((_, at) => {
    const month = (monthOfYear[at] as number) + 1
    const warmth = Math.cos(((month - hottest) / 12) * 2 * Math.PI) * swing
    const festive =
      (month === 12 ? 1 : month === 11 ? 0.25 : month === 1 ? -0.35 : 0) * (1 - 0.85 * anchor.muslim)
    const fast = (ramadanWeight[at] as number) * anchor.muslim
    const terms = anchor.season.school.includes(month) ? 1 : 0
    const reaped = anchor.season.harvest.includes(month) ? 1 : 0
    return (
      (monthLength[at] as number) *
      Math.max(
        0.15,
        1 + heat * warmth + december * festive + ramadan * fast + school * terms + harvest * reaped,
      )
    )
  })
  const sums = panelYears.map(() => 0)
  for (const [at, value] of raw.entries())
    sums[yearIndex[at] as number] = (sums[yearIndex[at] as number] ?? 0) + value
  return raw.map((value, at) => (value * 12) / (sums[yearIndex[at] as number] as number))
}

/** The spring of 2020, and South Africa's bans on the sale of alcohol. */
function shock(segment: SampleSegment, iso3: string, month: string): number {
  if (segment.channels === 'alcohol') {
    const ban = {
      '2020-04': 0.08,
      '2020-05': 0.08,
      '2020-07': 0.6,
      '2020-08': 0.55,
      '2021-01': 0.5,
      '2021-07': 0.6,
    }
    if (iso3 === 'ZAF' && month in ban) return ban[month as keyof typeof ban]
    return ['2020-04', '2020-05', '2020-06'].includes(month) ? 0.74 : 1
  }
  if (!['2020-03', '2020-04', '2020-05', '2020-06', '2020-07'].includes(month)) return 1
  if (/cleaners_bleach|toilet_soap|vitamins_supplements/.test(segment.id)) return 1.2
  if (/soft_drinks|energy_drinks|ice_cream|deodorants|sugar_confectionery|chocolate/.test(segment.id))
    return 0.88
  return 1.01
}

/**
 * Price in local currency: the US$ point of 2019 at the country's price level, then consumer prices, with the imported
 * part drawn to the exchange rate.
 */
function priceLevels(segment: SampleSegment, anchor: CountryAnchor, random: SeededRandom): number[] {
  const purse = Math.min(Math.max(anchor.purse / 1200, 0.3), 5)
  const start =
    segment.price *
    (anchor.priceLevel / 0.42) ** 0.45 *
    purse ** 0.06 *
    placePrice(segment.id, anchor) *
    Math.exp(0.07 * random.normal()) *
    (anchor.exchangeRate[0] as number)
  const prices = monthly(anchor.consumerPrices)
  const rates = monthly(anchor.exchangeRate.map(rate => rate / (anchor.exchangeRate[0] as number)))
  const noise = wander(random, 0.94, 0.007, 0.004)
  const own = random.between(-0.012, 0.012)
  return panelMonths.map((_, at) => {
    const gap = Math.log((rates[at] as number) / (prices[at] as number))
    const near = Math.min(Math.max(gap, -0.35), 0.35)
    // A rate that fell far behind prices is pulled back; one that jumped past them was often priced in before.
    const drawn = segment.imported * near + (gap < 0 ? 0.8 : 0.15) * (gap - near)
    return start * (prices[at] as number) * Math.exp(drawn + (own * at) / 12) * (noise[at] as number)
  })
}

const sachetWater = new Set('GHA NGA SEN BEN TGO LBR SLE GIN MLI BFA NER GMB GNB CMR TCD CIV'.split(' '))
/** What every buyer knows: water in sachets, subsidised staples, a tea grower's shelf. */
function placePrice(segment: string, { iso3 }: CountryAnchor): number {
  if (segment === 'bottled_water') return sachetWater.has(iso3) ? 0.42 : 1
  if (segment === 'tea') return { KEN: 0.72, MAR: 0.9, MRT: 0.7, SEN: 0.7, MLI: 0.7 }[iso3] ?? 1
  if (segment === 'wheat_flour' || segment === 'pasta_couscous')
    return { DZA: 0.5, TUN: 0.55, LBY: 0.6, EGY: 0.75 }[iso3] ?? 1
  if (segment === 'beer')
    return { NGA: 0.75, CMR: 0.85, BDI: 0.75, KEN: 1.45, MUS: 1.3, NAM: 0.95 }[iso3] ?? 1
  return 1
}

/** A slow wander around 1 with a little noise on top. */
function wander(random: SeededRandom, keeps: number, step: number, noise: number): number[] {
  let level = 0
  return panelMonths.map(() => {
    level = level * keeps + step * random.normal()
    return Math.exp(level + noise * random.normal())
  })
}
