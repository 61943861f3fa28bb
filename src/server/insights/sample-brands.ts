import type { CountryAnchor } from './sample-anchors.ts'
import { maxNamedBrands, panelMonths } from './sample-panel-shape.ts'
import type { ChannelProfile, SampleSegment } from './sample-segments.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Brands of a segment in a country: the named ones in order of size at the start, 'All others' last. */
export interface SampleBrands {
  /** Places in the list of brand names. */
  codes: number[]
  /** By brand and month: size relative to the others; 0 before an entry and after an exit. */
  strength: number[][]
  /** Price against the market, by brand. */
  price: number[]
}

const othersAtStart: Record<ChannelProfile, number> = {
  ...{ staple: 0.34, grocery: 0.24, chilled: 0.24, alcohol: 0.14, care: 0.26, baby: 0.2, medicine: 0.34 },
}

export function sampleBrands(
  segment: SampleSegment,
  anchor: CountryAnchor,
  random: SeededRandom,
): SampleBrands {
  const people = anchor.consumers.head[3] as number
  const named = Math.min(
    maxNamedBrands,
    5 + Math.floor(Math.log10((people * anchor.purse) / 1e9) * 1.1 + random.uniform() * 0.5),
  )
  const count = Math.max(5, named)
  const others =
    othersAtStart[segment.channels] * random.between(0.75, 1.25) * (1.15 - 0.35 * anchor.development)
  const leader = Math.min(0.78 * (1 - others), segment.leader * random.between(0.8, 1.2))
  const start = [...ladder(count, leader / (1 - others), random).map(part => part * (1 - others)), others]
  const life = lives(count, random)
  const strength = start.map((share, brand) =>
    course(share, driftOf(brand, count, random), life[brand] ?? always, random),
  )
  return {
    codes: start.map((_, brand) => (brand === count ? maxNamedBrands : brand)),
    strength,
    price: start.map((_, brand) => (brand === count ? random.between(0.8, 0.92) : premium(brand, random))),
  }
}

/** Falling shares that sum to 1 with the given first; the rest share out geometrically, a little uneven. */
function ladder(count: number, first: number, random: SeededRandom): number[] {
  const ratio = random.between(0.66, 0.8)
  const tail = Array.from({ length: count - 1 }, (_, at) => ratio ** at * Math.exp(0.1 * random.normal()))
  const total = tail.reduce((sum, part) => sum + part, 0)
  return [first, ...tail.map(part => (part / total) * (1 - first))].sort((a, b) => b - a)
}

interface Life {
  enters: number
  leaves: number
}
const always: Life = { enters: 0, leaves: panelMonths.length }

/** In three markets of ten the smallest named brand is an entrant; in one of twelve it is withdrawn. */
function lives(count: number, random: SeededRandom): Life[] {
  const all = Array.from({ length: count }, () => always)
  if (random.uniform() < 0.3)
    all[count - 1] = { enters: Math.floor(random.between(8, 60)), leaves: always.leaves }
  else if (random.uniform() < 0.12) all[count - 1] = { enters: 0, leaves: Math.floor(random.between(30, 78)) }
  return all
}

/** Yearly drift of a brand's strength; in a quarter of the markets a challenger rises on the leader. */
function driftOf(brand: number, count: number, random: SeededRandom): number {
  const own = 0.06 * random.normal()
  const rising = random.uniform() < 0.28
  if (brand === count) return own * 0.4 - 0.015
  if (brand === 0) return own * 0.6 - 0.02
  return rising && brand <= 3 ? own + 0.09 : own
}

function course(share: number, drift: number, life: Life, random: SeededRandom): number[] {
  let swing = 0
  const entrant = life.enters > 0 ? random.between(1, 1.9) : 1
  return panelMonths.map((_, at) => {
    swing = swing * 0.92 + 0.016 * random.normal()
    const promotion = random.uniform() < 0.05 ? 0.08 : 0
    if (at < life.enters || at >= life.leaves) return 0
    const ramp = life.enters > 0 ? entrant / (1 + Math.exp(-(at - life.enters - 10) / 4)) : 1
    const fade = life.leaves < panelMonths.length ? 1 / (1 + Math.exp((at - life.leaves + 8) / 3)) : 1
    return share * ramp * fade * Math.exp((drift * at) / 12 + swing + promotion)
  })
}

/** The leader a little above the market, one brand well above it, one below. */
const premium = (brand: number, random: SeededRandom): number => {
  const place = [1.05, 1.12, 0.94, 1.24, 0.86, 1.02, 1.3, 0.9][brand] ?? 1
  return place * random.between(0.94, 1.06)
}
