import type { Asked } from './base-query.ts'
import { contributed, decomposed } from './decomposition.ts'
import { carriedOn, reached } from './outlook.ts'
import { seasonal } from './seasons.ts'
import { supposed } from './suppositions.ts'

const kinds: Asked[] = [supposed, reached, carriedOn, seasonal, contributed, decomposed]

/** The queries of a question that asks a statistic; null where it asks none. */
export const statisticOf: Asked = (draft, model) => {
  for (const kind of kinds) {
    const queries = kind(draft, model)
    if (queries) return queries
  }
  return null
}
