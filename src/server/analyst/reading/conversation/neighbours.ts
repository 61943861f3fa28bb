import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Piece, Sem } from '../sem.ts'
import { focusOf, type Turn } from './state.ts'

/** 'Its neighbours' as the countries they are: of the country named beside them, else of the one asked about last. */
export function withNeighbours(pieces: readonly Piece[], last: Turn | null, model: CatalogueModel): Piece[] {
  const named = pieces.flatMap(({ sem }) => idsOf(sem))
  const asked = last ? focusOf(last) : null
  const own = named.length > 0 ? named : asked?.dim === 'country' ? asked.ids : []
  return pieces.map(piece => {
    const { sem } = piece
    if (sem.c !== 'neighbours') return piece
    const of = sem.of?.k === 'ids' ? sem.of.ids : sem.of === null ? own : []
    const ids = [...new Set(of.flatMap(id => model.neighboursOf(id)))].filter(id => !of.includes(id)).sort()
    if (ids.length === 0) return piece
    return {
      ...piece,
      sem: { c: 'set', dim: 'country', of: { k: 'ids', dim: 'country', ids }, group: null, name: true },
    }
  })
}

const idsOf = (sem: Sem): string[] =>
  sem.c === 'set' && sem.dim === 'country' && sem.of.k === 'ids' ? sem.of.ids : []
