import type { Messages } from '../answer/messages.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { type Facts, sayFirst, variants } from './facts.ts'
import type { Scored } from './score-tables.ts'
import type { Note, ScoreRule } from './study.ts'

/** What speaks for or against, by how much it weighs. */
export interface Reason {
  id: string
  side: 'for' | 'against'
  /** Weight × distance from the middle, 0 to its weight. */
  strength: number
}

const mostReasons = 3
/** Points within this of the middle speak neither for nor against. */
const middle = { points: 50, width: 5 }
/** What a criterion without weight counts among the reasons, beside the weights of the others. */
const unweighted = 4

/** The reasons of one candidate, the strongest first. */
export function reasonsOf(made: Scored, row: number, notes: readonly Note[], facts: Facts): Reason[] {
  const ofCriteria = made.criteria.flatMap(({ id, weight }, at): Reason[] => {
    const points = made.scores.points[at]?.[row] ?? null
    const from = points === null ? 0 : points - middle.points
    if (Math.abs(from) <= middle.width) return []
    const strength = ((weight || unweighted) * Math.abs(from)) / middle.points
    return [{ id, side: from > 0 ? 'for' : 'against', strength }]
  })
  const ofNotes = notes.flatMap((note): Reason[] => {
    const value = Number(facts(`${note.figure}_raw`) ?? Number.NaN)
    const side = (['for', 'against'] as const).find(one => isWithin(value, note[one]))
    return side ? [{ id: note.id, side, strength: note.strength }] : []
  })
  return [...ofCriteria, ...ofNotes].sort((a, b) => b.strength - a.strength)
}

const isWithin = (value: number, bound: Note['for']): boolean =>
  bound !== undefined &&
  ((bound.above !== undefined && value > bound.above) || (bound.below !== undefined && value < bound.below))

/** The strongest reasons of a list, a sentence each; one whose figures are missing is left out. */
export function sayReasons(
  messages: Messages,
  reasons: readonly Reason[],
  { side, of }: ScoreRule['lists'][number],
  facts: Facts,
): Piece[][] {
  const own: Facts = name => (name === 'side' ? side : facts(name))
  return reasons
    .filter(reason => reason.side === side && (of?.includes(reason.id) ?? true))
    .map(({ id }) => sayFirst(messages, variants(`study.reason.${id}`), own))
    .filter(said => said.length > 0)
    .slice(0, mostReasons)
}
