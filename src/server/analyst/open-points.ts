import type { Lang } from '../../contract/lang.ts'
import type { LeftOpen } from './reading/left-open.ts'
import type { Missing } from './reading/missing.ts'
import type { Candidate } from './reading/read.ts'

/**
 * What kept a question, or a part of it, from being answered: a word that nobody entered, something understood that has no place
 * in what is computed, something without figures, or a meaning that was left open.
 */
export interface OpenPoint {
  why: 'unread' | 'unplaced' | 'not_available' | 'left_open'
  lang: Lang
  /** As typed, or the name of what was left open. */
  words: string
}

type Read = Pick<Candidate, 'lang' | 'unread' | 'unplaced' | 'missing'>

/** Of a reading that does not answer all of its question. */
export function openPointsOf({ lang, unread, unplaced, missing }: Read): OpenPoint[] {
  const typed = unread.filter(word => !(unplaced as string[]).includes(word))
  return [
    ...typed.map(words => ({ why: 'unread', lang, words }) as const),
    ...unplaced.map(words => ({ why: 'unplaced', lang, words }) as const),
    ...withoutFigures(lang, missing),
  ]
}

export const withoutFigures = (lang: Lang, missing: readonly Missing[]): OpenPoint[] =>
  missing.map(({ words }) => ({ why: 'not_available', lang, words }))

/** Of a question back: the kind of what was left open, or the meanings it has. */
export const leftOpenPoint = (lang: Lang, open: LeftOpen): OpenPoint => ({
  why: 'left_open',
  lang,
  words: open.k === 'meaning' ? open.choices.map(({ id }) => id).join(' / ') : open.k,
})
