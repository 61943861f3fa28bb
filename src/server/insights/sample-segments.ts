/** Who a segment's volume is counted on. */
export type ConsumerBase = 'head' | 'adult' | 'woman' | 'child'
/** Which channels carry a segment, and how far it leans to modern trade. */
export type ChannelProfile = 'staple' | 'grocery' | 'chilled' | 'alcohol' | 'care' | 'baby' | 'medicine'

/**
 * How a segment sells in the model. `level` is the yearly volume a consumer at the reference purse (US$ 1,200 of household
 * consumption a head) and 45% urban; `income` and `urban` are elasticities of that level; `price` is US$ a unit in 2019 at
 * the price level of a typical country; `imported` is the part of the price that follows the exchange rate;
 * `trend` is the yearly growth in % that neither people nor income explain; seasonal strengths are shares of an average
 * month: heat, Ramadan, December, school terms, the weeks after harvest.
 */
export interface SampleSegment {
  id: string
  base: ConsumerBase
  level: number
  income: number
  urban: number
  price: number
  imported: number
  trend: number
  /** Largest plausible level, as a multiple of `level`. */
  cap: number
  channels: ChannelProfile
  /** Share of the largest brand at the start, 0–1. */
  leader: number
  season: { heat: number; ramadan: number; december: number; school: number; harvest: number }
}

type Row = [
  id: string,
  base: ConsumerBase,
  level: number,
  income: number,
  urban: number,
  cap: number,
  price: number,
  imported: number,
  trend: number,
  channels: ChannelProfile,
  leader: number,
  season: string,
]

/** Season codes: h heat, r Ramadan, d December, s school, c after harvest; a number is hundredths of an average month. */
const rows: Row[] = [
  ['soft_drinks', 'head', 14, 0.8, 0.3, 7, 1.0, 0.25, 0.5, 'grocery', 0.42, 'h22r12d25c5'],
  ['bottled_water', 'head', 9, 0.9, 0.5, 14, 0.45, 0.15, 3.5, 'grocery', 0.24, 'h30r4d8'],
  ['juice', 'head', 2.2, 1.0, 0.3, 7, 1.6, 0.35, 1.5, 'grocery', 0.26, 'h14r30d22s6'],
  ['energy_drinks', 'head', 0.5, 0.9, 0.5, 10, 2.6, 0.3, 6.5, 'grocery', 0.36, 'h10d14r-6'],
  ['malt_drinks', 'head', 0.05, 0.8, 0.4, 60, 1.9, 0.3, 1.0, 'grocery', 0.38, 'h8d28r8'],
  ['squash_powder_drinks', 'head', 0.35, 0.4, 0.1, 12, 2.4, 0.25, 0.5, 'grocery', 0.34, 'h22r18d12s8'],
  ['beer', 'adult', 10, 0.7, 0.2, 9, 2.1, 0.2, 0.5, 'alcohol', 0.46, 'h12d30r-12c6'],
  ['traditional_beer', 'adult', 3, -0.2, -0.2, 20, 0.6, 0.05, -1.5, 'alcohol', 0.5, 'h10d16r-8c10'],
  ['spirits', 'adult', 0.8, 0.5, 0.2, 9, 9.0, 0.35, 0.5, 'alcohol', 0.3, 'd42r-12c6'],
  ['wine', 'adult', 0.5, 1.1, 0.3, 24, 6.0, 0.5, 1.0, 'alcohol', 0.22, 'd50r-12'],
  ['cider_rtd', 'adult', 0.25, 1.0, 0.4, 45, 3.4, 0.3, 3.0, 'alcohol', 0.4, 'h14d40r-12'],
  ['tea', 'head', 0.25, 0.3, 0.1, 9, 7.5, 0.3, 0.3, 'grocery', 0.34, 'h-8r20d4'],
  ['herbal_rooibos_tea', 'head', 0.008, 0.8, 0.4, 24, 9.5, 0.35, 2.5, 'grocery', 0.36, 'h-10r10d4'],
  ['coffee', 'head', 0.12, 0.9, 0.4, 26, 12, 0.5, 1.5, 'grocery', 0.42, 'h-8r12d6'],
  ['cocoa_malt_drinks', 'head', 0.18, 0.6, 0.3, 4, 8.0, 0.35, 0.5, 'grocery', 0.46, 'h-12s14d6r10'],
  ['liquid_milk', 'head', 3, 1.1, 0.4, 17, 1.3, 0.15, 1.5, 'chilled', 0.3, 'r16s8h4'],
  ['powdered_milk', 'head', 0.45, 0.6, 0.2, 9, 7.5, 0.55, 0.0, 'grocery', 0.36, 'r26s8d4'],
  ['evaporated_condensed_milk', 'head', 0.3, 0.4, 0.2, 7, 3.2, 0.5, -0.5, 'grocery', 0.4, 'r28d8h-4'],
  ['yoghurt', 'head', 0.9, 1.1, 0.5, 13, 2.6, 0.2, 2.5, 'chilled', 0.34, 'r24h10'],
  ['cheese', 'head', 0.12, 1.4, 0.4, 36, 8.0, 0.45, 1.5, 'chilled', 0.3, 'r18d14s6'],
  ['ice_cream', 'head', 0.18, 1.3, 0.4, 11, 4.0, 0.3, 2.0, 'chilled', 0.36, 'h46d12r6'],
  ['rice', 'head', 10, 0.2, 0.4, 7, 0.95, 0.5, 0.5, 'staple', 0.18, 'r10d18c-14'],
  ['wheat_flour', 'head', 5, 0.4, 0.2, 10, 0.75, 0.45, 0.5, 'staple', 0.24, 'r14d10c-6'],
  ['maize_meal', 'head', 5, -0.1, 0.1, 13, 0.65, 0.12, 0.0, 'staple', 0.22, 'c-22d4'],
  ['pasta_couscous', 'head', 1.1, 0.7, 0.3, 19, 1.5, 0.45, 1.5, 'staple', 0.26, 'r14d6'],
  ['instant_noodles', 'head', 0.08, 0.5, 0.5, 13, 2.6, 0.35, 4.0, 'staple', 0.52, 's12h-4'],
  ['breakfast_cereals', 'head', 0.25, 0.9, 0.3, 11, 4.5, 0.3, 1.5, 'grocery', 0.36, 's14h-6'],
  ['canned_fish', 'head', 0.7, 0.4, 0.2, 4, 4.2, 0.5, 0.3, 'staple', 0.24, 'r10d6'],
  ['processed_meat', 'head', 0.45, 1.1, 0.4, 14, 4.0, 0.25, 1.0, 'chilled', 0.26, 'd20s6r-4'],
  ['sugar', 'head', 6, 0.3, 0.1, 4, 0.95, 0.25, 0.0, 'staple', 0.32, 'r30d12h4'],
  ['cooking_oil', 'head', 5.5, 0.35, 0.2, 3.4, 1.7, 0.5, 0.7, 'staple', 0.24, 'r18d14c-4'],
  ['margarine_butter', 'head', 0.4, 0.8, 0.3, 8, 4.2, 0.4, 0.3, 'grocery', 0.38, 'r14d20s4'],
  ['mayonnaise', 'head', 0.09, 0.9, 0.5, 13, 4.6, 0.35, 2.8, 'grocery', 0.4, 'd22h6r8'],
  ['tomato_paste', 'head', 0.55, 0.3, 0.3, 12, 2.4, 0.45, 0.3, 'staple', 0.26, 'r18d16c-8'],
  ['table_sauces', 'head', 0.22, 0.9, 0.4, 12, 3.6, 0.35, 2.0, 'grocery', 0.32, 'd14r10h4'],
  ['bouillon_seasoning', 'head', 0.2, 0.1, 0.3, 7, 5.5, 0.3, 0.8, 'staple', 0.44, 'r16d14'],
  ['salt_spices', 'head', 1.6, 0.2, 0.1, 2.4, 1.4, 0.15, 0.2, 'staple', 0.2, 'r14d10c4'],
  ['sweet_spreads', 'head', 0.15, 1.0, 0.4, 9, 5.0, 0.35, 1.5, 'grocery', 0.3, 's12d6'],
  ['biscuits', 'head', 1.5, 0.7, 0.3, 4, 3.2, 0.3, 1.2, 'grocery', 0.26, 's14d12r6'],
  ['chocolate', 'head', 0.06, 1.3, 0.5, 20, 11, 0.5, 1.5, 'grocery', 0.38, 'h-18d40'],
  ['sugar_confectionery', 'head', 0.4, 0.5, 0.3, 4, 4.2, 0.3, 0.3, 'grocery', 0.3, 's10d20'],
  ['savoury_snacks', 'head', 0.35, 1.0, 0.5, 11, 6.0, 0.25, 3.0, 'grocery', 0.36, 's12d14'],
  ['toilet_soap', 'head', 0.65, 0.4, 0.2, 2.4, 4.0, 0.35, 0.4, 'care', 0.26, 'h8c6'],
  ['oral_care', 'head', 0.12, 0.6, 0.3, 4, 9.0, 0.4, 1.0, 'care', 0.48, 's6'],
  ['hair_care', 'head', 0.14, 0.8, 0.4, 5, 8.0, 0.4, 1.5, 'care', 0.26, 'd22r8'],
  ['skin_care', 'head', 0.2, 0.7, 0.3, 4, 7.5, 0.4, 1.5, 'care', 0.24, 'h-14d14c4'],
  ['deodorants', 'adult', 0.35, 0.9, 0.5, 8, 2.2, 0.5, 2.0, 'care', 0.34, 'h18d16'],
  ['feminine_hygiene', 'woman', 35, 0.9, 0.4, 6, 0.09, 0.4, 3.5, 'care', 0.36, 's6'],
  ['laundry_detergent', 'head', 2.2, 0.6, 0.3, 4, 2.2, 0.35, 1.2, 'staple', 0.36, 'd6r6c4'],
  ['laundry_soap', 'head', 2.0, -0.15, -0.1, 2.2, 1.6, 0.3, -1.0, 'staple', 0.26, 'c6d4'],
  ['dishwashing', 'head', 0.35, 0.9, 0.5, 7, 2.0, 0.3, 2.5, 'grocery', 0.36, 'd8r10'],
  ['cleaners_bleach', 'head', 0.7, 0.8, 0.4, 12, 1.5, 0.25, 1.2, 'grocery', 0.3, 'd6r8'],
  ['toilet_tissue', 'head', 3, 1.0, 0.5, 12, 0.38, 0.4, 2.0, 'grocery', 0.24, 'd8r6'],
  ['insecticides', 'head', 0.55, 0.4, 0.3, 3.2, 1.9, 0.45, 0.8, 'grocery', 0.34, 'h30'],
  ['diapers', 'child', 85, 1.0, 0.5, 9, 0.13, 0.5, 4.0, 'baby', 0.38, 'c4d4'],
  ['infant_formula', 'child', 0.35, 1.1, 0.5, 18, 17, 0.6, 1.0, 'baby', 0.48, ''],
  ['baby_cereals', 'child', 0.5, 0.7, 0.4, 7, 8.0, 0.4, 1.0, 'baby', 0.52, 'c4'],
  ['baby_toiletries_wipes', 'child', 2.2, 0.8, 0.5, 7, 2.3, 0.45, 3.0, 'baby', 0.3, 'h4d6'],
  ['pain_relief', 'head', 2.2, 0.4, 0.2, 4, 0.6, 0.4, 0.8, 'medicine', 0.32, 'c-4'],
  ['vitamins_supplements', 'head', 0.3, 0.9, 0.4, 9, 3.2, 0.5, 3.0, 'medicine', 0.22, 'h-4'],
]

const codes = { h: 'heat', r: 'ramadan', d: 'december', s: 'school', c: 'harvest' } as const

function seasonOf(text: string): SampleSegment['season'] {
  const season = { heat: 0, ramadan: 0, december: 0, school: 0, harvest: 0 }
  for (const [, code, hundredths] of text.matchAll(/([hrdsc])(-?\d+)/g))
    season[codes[code as keyof typeof codes]] = Number(hundredths) / 100
  return season
}

/** The 60 segments in alphabetical order of id, which is the panel's order. */
export const sampleSegments: SampleSegment[] = rows
  .map(([id, base, level, income, urban, cap, price, imported, trend, channels, leader, season]) => ({
    ...{ id, base, level, income, urban, cap, price, imported, trend, channels, leader },
    season: seasonOf(season),
  }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))

/** Whom a segment is made for: everybody, unless it is for children, women or adults. */
export const buyersOf = (segment: string): ConsumerBase =>
  sampleSegments.find(({ id }) => id === segment)?.base ?? 'head'
