import type { Dim } from '../../../contract/query.ts'
import type { Draft } from './draft.ts'

/** 'Where did GDP fall', 'countries with falling population', 'which channels are declining': those that rose or fell. */
export function asksWhich({ change, wants, nouns, slices, sets }: Draft): boolean {
  if (change === null || change.dir === 'any') return false
  const listed = [...nouns, ...slices]
  const isNamed = (dim: Dim) => sets[dim].some(set => set.of.k === 'ids')
  const isOfGoods = wants.includes('who') || wants.includes('count')
  return (
    ((wants.includes('who') || listed.includes('country')) && !isNamed('country')) ||
    (isOfGoods && parts.some(dim => listed.includes(dim) && !isNamed(dim)))
  )
}
const parts = ['segment', 'brand', 'channel'] as const
