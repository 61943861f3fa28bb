import type { CountryAnchor } from './sample-anchors.ts'
import { panelMonths } from './sample-panel-shape.ts'
import type { ChannelProfile, SampleSegment } from './sample-segments.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Channels of a segment in a country, with the share of volume by month; shares of a month sum to 1. */
export interface SampleChannels {
  /** Places in the catalogue's list of channels. */
  codes: number[]
  share: number[][]
  /** Price against the market, by channel. */
  price: number[]
  /** How many of the largest named brands a channel lists; 'All others' are always there. */
  listed: number[]
}

/** Modern trade's part of packaged goods around 2022 where it is well known; elsewhere purse and cities decide. */
const modernKnown: Record<string, number> = {
  ...{
    ZAF: 0.66,
    NAM: 0.62,
    BWA: 0.62,
    SWZ: 0.52,
    LSO: 0.4,
    MUS: 0.6,
    SYC: 0.5,
    KEN: 0.32,
    TUN: 0.24,
    MAR: 0.22,
  },
  ...{
    EGY: 0.27,
    DZA: 0.12,
    LBY: 0.16,
    NGA: 0.06,
    GHA: 0.12,
    CIV: 0.16,
    SEN: 0.15,
    CMR: 0.11,
    GAB: 0.3,
    AGO: 0.26,
  },
  ...{
    ETH: 0.05,
    UGA: 0.1,
    TZA: 0.08,
    RWA: 0.1,
    ZMB: 0.34,
    ZWE: 0.42,
    MOZ: 0.2,
    MWI: 0.2,
    MDG: 0.12,
    COD: 0.07,
  },
}
const modernLean: Record<ChannelProfile, number> = {
  ...{ staple: 0.75, grocery: 1.1, chilled: 1.9, alcohol: 0.55, care: 1.05, baby: 1.35, medicine: 0.3 },
}
const openLean: Record<ChannelProfile, number> = {
  ...{ staple: 1.25, grocery: 0.75, chilled: 0.25, alcohol: 0, care: 0.85, baby: 0.45, medicine: 0.35 },
}
const onlineLean: Record<ChannelProfile, number> = {
  ...{ staple: 0.35, grocery: 0.6, chilled: 0, alcohol: 0.5, care: 1.5, baby: 2, medicine: 1.1 },
}
/** The same for shopping on the internet. */
const onlineKnown: Record<string, number> = {
  ...{
    ZAF: 0.026,
    EGY: 0.012,
    MUS: 0.012,
    BWA: 0.008,
    NAM: 0.008,
    MAR: 0.008,
    SYC: 0.007,
    KEN: 0.007,
    TUN: 0.006,
  },
  ...{ GHA: 0.005, NGA: 0.004, DZA: 0.004, CIV: 0.004, SEN: 0.004, RWA: 0.004, LBY: 0.004, UGA: 0.003 },
}
const pharmacyPart: Record<string, number> = {
  ...{
    pain_relief: 0.58,
    vitamins_supplements: 0.62,
    infant_formula: 0.36,
    baby_cereals: 0.14,
    diapers: 0.09,
  },
  ...{ baby_toiletries_wipes: 0.16, skin_care: 0.07, oral_care: 0.06, feminine_hygiene: 0.09 },
}

export function sampleChannels(
  segment: SampleSegment,
  anchor: CountryAnchor,
  random: SeededRandom,
): SampleChannels {
  const modern = modernKnown[anchor.iso3] ?? 0.03 + 0.3 * anchor.development ** 1.5
  const odds = (modern / (1 - modern)) * modernLean[segment.channels] * random.between(0.88, 1.14)
  const growth = random.between(0.015, 0.045) * (modern > 0.5 ? 0.3 : 1)
  const open = openLean[segment.channels] * (0.36 - 0.26 * anchor.development) * random.between(0.85, 1.15)
  const known = onlineKnown[anchor.iso3] ?? 0.006 * anchor.internet * anchor.development
  const online = onlineLean[segment.channels] * known * random.between(0.8, 1.25)
  const pharmacy = (pharmacyPart[segment.id] ?? 0) * (0.75 + 0.4 * anchor.development)
  const sold = [true, true, open > 0.02, online > 0.0014, pharmacy > 0]
  const shares = panelMonths.map((_, at) => {
    const years = (at - 42) / 12
    const m = odds * Math.exp(growth * years)
    const e = online * Math.exp(0.2 * years) * (at >= 15 ? 1 : 0.72)
    const left = Math.max(0.1, 1 - e - pharmacy)
    const inModern = (left * m) / (1 + m)
    const inOpen = (left - inModern) * Math.min(open, 0.6) * Math.exp(-0.018 * years)
    return [inModern, left - inModern - inOpen, inOpen, e, pharmacy]
  })
  const codes = sold.flatMap((is, channel) => (is ? [channel] : []))
  return {
    codes,
    share: shares.map(row => {
      const kept = codes.map(channel => row[channel] as number)
      const total = kept.reduce((sum, part) => sum + part, 0)
      return kept.map(part => part / total)
    }),
    price: codes.map(channel => [0.98, 1.03, 0.95, 1.01, 1.1][channel] as number),
    listed: codes.map(channel => [8, 8, 2, 3, 3][channel] as number),
  }
}
