import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Asked } from './ask-questions.ts'
import { tally, tallyBy } from './summary.ts'

/** At least so many right and at most so many wrong: of all questions, under `all`, and of each language. */
export type Floor = Record<string, { right: number; wrong: number }>

/** The floors of the two sets of questions. They only rise: `npm run eval -- --raise-floor`. */
export interface Floors {
  whole: Floor
  /** Of the questions in quick-set.json. */
  quick: Floor
}

export const floorFile = join(import.meta.dirname, 'floor.json')
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

export const readFloors = (): Floors => readJson(floorFile) as Floors

/** The ids of the questions that every check asks, whole conversations; the first forty are whole conversations too. */
export const readQuickSet = (): string[] => readJson(join(import.meta.dirname, 'quick-set.json')) as string[]

const reached = (asked: readonly Asked[]) => ({
  all: tally(asked),
  ...tallyBy(asked, ({ question }) => question.lang),
})

/** Where answers fall below a floor, a sentence each. */
export function belowFloor(asked: readonly Asked[], floor: Floor): string[] {
  return Object.entries(reached(asked)).flatMap(([name, { right, wrong }]) => {
    const least = floor[name]
    if (!least) return [`${name}: there is no floor`]
    return [
      ...(right < least.right ? [`${name}: ${right} right, at least ${least.right} before`] : []),
      ...(wrong > least.wrong ? [`${name}: ${wrong} wrong, at most ${least.wrong} before`] : []),
    ]
  })
}

/** The floor with what answers do better; nowhere lower than before. */
export const raisedFloor = (asked: readonly Asked[], floor: Floor): Floor =>
  Object.fromEntries(
    Object.entries(reached(asked)).map(([name, { right, wrong }]) => {
      const before = floor[name] ?? { right, wrong }
      return [name, { right: Math.max(right, before.right), wrong: Math.min(wrong, before.wrong) }]
    }),
  )
