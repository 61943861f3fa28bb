import type { Segment } from '../catalogue-shape.ts'
import { buyersOf, type ConsumerBase } from '../sample-segments.ts'
import type { Figure } from './arithmetic.ts'

/** Women of 15 to 49 among all people of 15 to 64; no figure by sex is held. */
const womenShare = 0.4

/** What each base counts, as a formula in words. */
export const baseWords: Record<ConsumerBase, { name: string; unit: string; formula: string }> = {
  head: { name: 'People', unit: 'people', formula: 'population' },
  adult: { name: 'People aged 15 and over', unit: 'people', formula: 'population × (1 − share aged 0–14)' },
  woman: {
    name: 'Women aged 15–49',
    unit: 'women',
    formula: `population × share aged 15–64 × ${womenShare} (assumed: no figure by sex is held)`,
  },
  child: { name: 'Children under five', unit: 'children', formula: 'population × share aged 0–4' },
}

export const consumerBase = (segment: Segment | null): ConsumerBase => buyersOf(segment?.id ?? '')

/** People who can use the segment, from the figures of one country. */
export function consumersOf(segment: Segment | null, figure: (id: string) => Figure): Figure {
  const people = figure('population')
  const part = (id: string): Figure => {
    const share = figure(id)
    return people === null || share === null ? null : (people * share) / 100
  }
  switch (consumerBase(segment)) {
    case 'child':
      return part('age_0_4_share')
    case 'woman': {
      const adults = part('age_15_64_share')
      return adults === null ? null : adults * womenShare
    }
    case 'adult': {
      const young = part('age_0_14_share')
      return people === null || young === null ? null : people - young
    }
    case 'head':
      return people
  }
}
