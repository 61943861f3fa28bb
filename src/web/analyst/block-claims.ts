import type { Block, Span } from '../../contract/answer.ts'
import { type Claims, openAmong } from './claim-text.tsx'

/** The prose of a block in pieces. */
function spansOf(block: Block): readonly Span[] {
  switch (block.type) {
    case 'headline':
    case 'paragraph':
      return block.spans
    case 'list':
      return block.items.flat()
    case 'tiles':
      return block.tiles.flatMap(tile => [tile.figure, ...tile.note])
    default:
      return []
  }
}

/** The open claim, only for the block it stands in. */
export const openIn = (block: Block, openClaim: string) => openAmong(spansOf(block), openClaim)

const known = new WeakMap<Block, { ids: readonly string[]; claims: Claims }>()

/** The claims a block speaks of, the same object while they are the same: those of other blocks do not draw it again. */
export function claimsIn(block: Block, claims: Claims): Claims {
  const before = known.get(block)
  const ids = before?.ids ?? spansOf(block).flatMap(span => span.claim ?? [])
  if (before && ids.every(id => before.claims[id] === claims[id])) return before.claims
  const own = Object.fromEntries(ids.flatMap(id => (claims[id] ? [[id, claims[id]]] : [])))
  known.set(block, { ids: ids, claims: own })
  return own
}
