import type { Time } from '../../../contract/query.ts'
import type { Draft } from './draft.ts'
import type { Piece, SemOf } from './sem.ts'

/** Something that was asked for and understood, and has no figures. `part`: a part of those that have one. */
export interface Missing {
  of: SemOf<'unavailable'>['of'] | 'part' | 'period'
  /** As typed; the id of a period. */
  words: string
  /** ISO3 of the country that has the figures nearest to it; null where there is none. */
  country: string | null
  /** Id of the measure or segment nearest to it. */
  nearest: string | null
}

/** What the pieces of a question name without figures, in their order. */
export function missingIn(read: {
  pieces: readonly Piece[]
  textOf(of: { from: number; to: number }): string
}): Missing[] {
  return read.pieces.flatMap((piece): Missing[] => {
    const { sem } = piece
    if (sem.c === 'unavailable') {
      const { of, country, nearest } = sem
      return [{ of, words: read.textOf(piece), country, nearest }]
    }
    return sem.c === 'restrictor'
      ? [{ of: 'part', words: read.textOf(piece), country: null, nearest: null }]
      : []
  })
}

/** A draft without the periods that have begun and have no figures yet; what lies further ahead is a forecast. */
export function withoutBegun(draft: Draft, years: { last: number; now: number }) {
  const isBegun = (time: Time) => {
    const year =
      time.k === 'span' && time.from.slice(0, 4) === time.to.slice(0, 4) ? Number(time.to.slice(0, 4)) : 0
    return year > years.last && year <= years.now
  }
  const begun = draft.stats.includes('forecast') ? [] : draft.times.filter(isBegun)
  if (begun.length === 0) return { draft, missing: [] }
  const times = draft.times.filter(time => !isBegun(time))
  const missing = begun.map(
    (time): Missing => ({
      ...{ of: 'period', words: time.k === 'span' ? time.from : '', country: null, nearest: null },
    }),
  )
  return { draft: { ...draft, times, compared: draft.compared && times.length > 1 }, missing }
}

/** Whether anything is left to answer: a measure beside one that is missing, a place beside a place. */
export function hasRest(said: Draft, missing: readonly Missing[]): boolean {
  return missing.every(({ of, country }) => {
    if (of === 'place') return country !== null || said.sets.country.length > 0
    if (of === 'goods') return said.sets.segment.length > 0 || said.measures.some(({ panel }) => !panel)
    if (of === 'measure') return asksMeasure(said)
    return of === 'part' || of === 'period'
  })
}

const asksMeasure = (said: Draft) =>
  said.measures.length + said.preds.length + said.conds.length > 0 ||
  said.size ||
  said.profile ||
  said.ownOrder !== null ||
  said.change !== null

/** Whether the figures that are left are others than those asked for: a whole for its part, a country for its town. */
export const isNearest = (missing: readonly Missing[]): boolean =>
  missing.some(({ of, country }) => of === 'part' || of === 'period' || country !== null)
