import type { Catalogue } from './catalogue-shape.ts'
import type { FigureOf } from './figures.ts'
import { type CountryAnchor, countryAnchor } from './sample-anchors.ts'
import { type SampleBrands, sampleBrands } from './sample-brands.ts'
import { yearIndex } from './sample-calendar.ts'
import { type SampleChannels, sampleChannels } from './sample-channels.ts'
import { sampleMarket } from './sample-market.ts'
import { maxNamedBrands, type PanelGrain, panelMonths, usualGrain } from './sample-panel-shape.ts'
import { type SampleSegment, sampleSegments } from './sample-segments.ts'
import { seededRandom } from './seeded-random.ts'

/** Takes the panel's rows in order; codes are places in the catalogue's lists of `panelCodes`. */
export interface PanelSink {
  add(
    segment: number,
    country: number,
    month: number,
    brand: number,
    channel: number,
    valueLcu: number,
    valueUsd: number,
    volume: number,
  ): void
}

/** What the codes of a row stand for, in the panel's order. */
export interface PanelCodes {
  segments: string[]
  countries: string[]
  months: string[]
  brands: string[]
  channels: string[]
}

/** With more than one line a brand, the further lines' names stand behind those of the catalogue. */
export function panelCodes(catalogue: Catalogue, { linesPerBrand }: PanelGrain = usualGrain): PanelCodes {
  const furtherLines = Array.from({ length: linesPerBrand - 1 }, (_, at) =>
    catalogue.brands.map(brand => `${brand} ${at + 2}`),
  )
  return {
    segments: sampleSegments.map(segment => segment.id),
    countries: catalogue.countries
      .filter(country => !country.limitedData)
      .map(country => country.iso3)
      .sort(),
    months: panelMonths,
    brands: [catalogue.brands, ...furtherLines].flat(),
    channels: catalogue.channels.map(channel => channel.id),
  }
}

/**
 * Makes the modelled sample panel, in order of segment, country, month, channel, brand.
 *
 * For a segment s, a country c and a month t:
 *   volume = consumers(c, year) × level(s, c) × drift(s, c, year) ÷ 12 × season(s, c, month) × noise
 *   price  = US$ point of s × price level of c × consumer prices(c, t), the imported part drawn to the exchange rate
 *   rows   = volume × channel share(t) × brand share within the channel(t); value = volume × price × brand × channel index
 *   US$    = value ÷ average official exchange rate of the year
 * Every random choice comes from the seed and the ids of s and c alone. Volumes are whole units and values are rounded
 * to hundredths, so sums are exact at every level. Anchors and sources: docs/data-model.md.
 */
export function samplePanel(
  seed: number,
  catalogue: Catalogue,
  figure: FigureOf,
  sink: PanelSink,
  onSegment: (done: number, of: number) => void = () => {},
  { grain = usualGrain, ...only }: { segments?: string[]; countries?: string[]; grain?: PanelGrain } = {},
): void {
  const codes = panelCodes(catalogue)
  const anchors = codes.countries.map(iso3 => {
    const country = catalogue.country(iso3)
    if (!country) throw new Error(`unknown country ${iso3}`)
    return countryAnchor(country, figure)
  })
  for (const [s, segment] of sampleSegments.entries()) {
    if (only.segments && !only.segments.includes(segment.id)) continue
    for (const [c, anchor] of anchors.entries()) {
      if (only.countries && !only.countries.includes(anchor.iso3)) continue
      addMarket(seed, segment, anchor, s, c, cutInto(grain, sink))
    }
    onSegment(s + 1, sampleSegments.length)
  }
}

function addMarket(
  seed: number,
  segment: SampleSegment,
  anchor: CountryAnchor,
  s: number,
  c: number,
  sink: PanelSink,
): void {
  const random = (part: string) => seededRandom(seed, `${part}/${segment.id}/${anchor.iso3}`)
  const market = sampleMarket(segment, anchor, random('market'))
  const brands = sampleBrands(segment, anchor, random('brands'))
  const channels = sampleChannels(segment, anchor, random('channels'))
  const lean = brandLean(brands, channels, random('lean'))
  const level = priceNorm(brands, channels, lean)
  for (let at = 0; at < panelMonths.length; at++) {
    const rate = anchor.exchangeRate[yearIndex[at] as number] as number
    const price = (market.price[at] as number) / level
    for (let k = 0; k < channels.codes.length; k++) {
      const inChannel = (market.volume[at] as number) * (channels.share[at]?.[k] as number)
      const total = channelTotal(brands, lean, k, at)
      for (let b = 0; b < brands.codes.length; b++) {
        const strength = (brands.strength[b]?.[at] as number) * (lean[b]?.[k] as number)
        const volume = Math.round((inChannel * strength) / total)
        if (volume < 1) continue
        const valueLcu = cents(volume * price * (brands.price[b] as number) * (channels.price[k] as number))
        const valueUsd = cents(valueLcu / rate)
        sink.add(s, c, at, brands.codes[b] as number, channels.codes[k] as number, valueLcu, valueUsd, volume)
      }
    }
  }
}

/** Passes on the grain's months alone, each row of a named brand as so many of almost the same size. */
function cutInto({ months, linesPerBrand }: PanelGrain, sink: PanelSink): PanelSink {
  const firstMonth = panelMonths.length - months
  if (firstMonth === 0 && linesPerBrand === 1) return sink
  return {
    add(segment, country, month, brand, channel, valueLcu, valueUsd, volume) {
      if (month < firstMonth) return
      const lines = brand === maxNamedBrands ? 1 : Math.min(linesPerBrand, volume)
      for (let line = 0; line < lines; line++) {
        const part = Math.floor((volume * (line + 1)) / lines) - Math.floor((volume * line) / lines)
        const value = (whole: number) => cents((whole * part) / volume)
        const code = line * (maxNamedBrands + 1) + brand
        sink.add(segment, country, month, code, channel, value(valueLcu), value(valueUsd), part)
      }
    },
  }
}

const cents = (value: number) => Math.round(value * 100) / 100

/** How far each brand leans to each channel; 0 where it is not listed. Small brands live in the open market. */
function brandLean(
  brands: SampleBrands,
  channels: SampleChannels,
  random: { between(a: number, b: number): number },
) {
  return brands.codes.map((code, place) =>
    channels.codes.map((channel, k) => {
      const others = code === maxNamedBrands
      const own = random.between(0.82, 1.2)
      if (others) return own * ([0.7, 1.05, 1.7, 1.0, 0.8][channel] as number)
      return place < (channels.listed[k] as number) ? own : 0
    }),
  )
}

function channelTotal(brands: SampleBrands, lean: number[][], channel: number, at: number): number {
  let total = 0
  for (let b = 0; b < brands.codes.length; b++)
    total += (brands.strength[b]?.[at] as number) * (lean[b]?.[channel] as number)
  return total
}

/** Mean price index of the first month's mix, so that the market's price starts at its point. */
function priceNorm(brands: SampleBrands, channels: SampleChannels, lean: number[][]): number {
  let norm = 0
  for (let k = 0; k < channels.codes.length; k++) {
    const total = channelTotal(brands, lean, k, 0)
    for (let b = 0; b < brands.codes.length; b++) {
      const share = ((brands.strength[b]?.[0] as number) * (lean[b]?.[k] as number)) / total
      norm +=
        (channels.share[0]?.[k] as number) *
        share *
        (brands.price[b] as number) *
        (channels.price[k] as number)
    }
  }
  return norm
}
