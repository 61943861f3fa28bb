import type { Asked } from './ask-questions.ts'
import type { Verdict } from './grade.ts'

/** How many of some questions were answered how. */
export type Tally = Record<'n' | Verdict, number> & {
  /** Right less wrong less a quarter of the needless, by the number of questions: −1 to 1. */
  score: number
}

export interface Summary {
  all: Tally
  ms: { p50: number; p95: number; all: number }
  /** Credits taken for wrong answers. */
  paid_for_wrong: number
  by_path: Record<string, Tally>
  by_kind: Record<string, Tally>
  by_lang: Record<string, Tally>
  by_form: Record<string, Tally>
  by_persona: Record<string, Tally>
}

export function tally(asked: readonly Asked[]): Tally {
  const count = (verdict: Verdict) => asked.filter(one => one.verdict === verdict).length
  const [right, partly, wrong, needless] = [
    count('right'),
    count('partly'),
    count('wrong'),
    count('needless'),
  ]
  const score = (right - wrong - 0.25 * needless) / Math.max(asked.length, 1)
  return { n: asked.length, right, partly, wrong, needless, score: Number(score.toFixed(3)) }
}

export function summarise(asked: readonly Asked[]): Summary {
  const by = (keyOf: (one: Asked) => string) => tallyBy(asked, keyOf)
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  const wrong = asked.filter(({ verdict }) => verdict === 'wrong')
  return {
    all: tally(asked),
    ms: { p50: at(0.5), p95: at(0.95), all: Math.round(times.reduce((sum, ms) => sum + ms, 0)) },
    paid_for_wrong: wrong.reduce((sum, { cost }) => sum + cost, 0),
    by_path: by(({ version }) => pathNames[version ?? 0]),
    by_kind: by(({ question }) => question.kind),
    by_lang: by(({ question }) => question.lang),
    by_form: by(({ question }) => question.form),
    by_persona: by(({ question }) => question.persona),
  }
}

/** The paths that answer, by the version of their documents. */
const pathNames = { 0: 'none', 1: 'plan', 2: 'queries' } as const

export function tallyBy(asked: readonly Asked[], keyOf: (one: Asked) => string): Record<string, Tally> {
  const groups = Map.groupBy(asked, keyOf)
  return Object.fromEntries([...groups].sort().map(([key, own]) => [key, tally(own)]))
}
