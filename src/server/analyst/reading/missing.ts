import type { Time } from '../../../contract/query.ts'
import type { Draft } from './draft.ts'
import type { Piece, SemOf } from './sem.ts'

/** Something that was asked for and understood, and has no figures. `part`: a part of those that have one. */
export interface Missing {
  of: SemOf<'unavailable'>['of'] | 'part' | 'period' | 'before'
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

/** Years of the figures that a reading is about, and the year of the reader's day. */
export interface Years {
  first: number
  last: number
  now: number
}

/**
 * A draft without the periods that have no figures: those that have begun and have none yet, and those before the first ones. What
 * lies further ahead is a forecast.
 */
export function withoutUncovered(
  draft: Draft,
  { first, last, now }: Years,
): { draft: Draft; missing: Missing[] } {
  const kindOf = (time: Time): 'period' | 'before' | null => {
    const isOfYear = time.k === 'span' && time.from.slice(0, 4) === time.to.slice(0, 4)
    const year = isOfYear ? Number(time.to.slice(0, 4)) : null
    if (year === null) return null
    return year < first ? 'before' : year > last && year <= now ? 'period' : null
  }
  const missing = draft.times.flatMap((time): Missing[] => {
    const of = kindOf(time)
    return of === null
      ? []
      : [{ of, words: time.k === 'span' ? time.from : '', country: null, nearest: null }]
  })
  if (missing.length === 0 || draft.stats.includes('forecast')) return { draft, missing: [] }
  const times = draft.times.filter(time => kindOf(time) === null)
  return { draft: { ...draft, times, compared: draft.compared && times.length > 1 }, missing }
}

/** Figures of a year have no months: a draft of such figures goes by year, and the finer grain is missing. */
export function withoutFiner(
  draft: Draft,
  read: Parameters<typeof missingIn>[0],
): { draft: Draft; missing: Missing[] } {
  const isYearly = draft.measures.length > 0 && draft.measures.every(({ panel }) => !panel)
  const finer = read.pieces.filter(({ sem }) => sem.c === 'grain' && sem.adverb && sem.grain !== 'year')
  if (!isYearly || finer.length === 0) return { draft, missing: [] }
  const missing = finer.map(
    (piece): Missing => ({
      ...{ of: 'part', words: read.textOf(piece), country: null, nearest: null },
    }),
  )
  return { draft: { ...draft, slices: draft.slices.filter(by => !fineGrains.has(by)) }, missing }
}
const fineGrains: ReadonlySet<string> = new Set(['half', 'quarter', 'month'])

/** Whether anything is left to answer: a measure beside one that is missing, a place beside a place. */
export function hasRest(said: Draft, missing: readonly Missing[]): boolean {
  return missing.every(({ of, country }) => {
    if (of === 'place') return country !== null || said.sets.country.length > 0
    if (of === 'goods') return said.sets.segment.length > 0 || said.measures.some(({ panel }) => !panel)
    if (of === 'measure') return asksMeasure(said)
    return wholes.has(of)
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
  missing.some(({ of, country }) => wholes.has(of) || country !== null)

/** What is missing of a whole that has figures. */
const wholes: ReadonlySet<Missing['of']> = new Set(['part', 'period', 'before'] as const)
