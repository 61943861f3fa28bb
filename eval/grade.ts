import { type Match, matchRows, namesOf } from './match-rows.ts'
import type { EvalQuestion, GoldReading } from './questions.ts'
import { fold, type ReadAnswer, type Reply, readAnswer } from './read-answer.ts'

/**
 * `right`: what was asked, shown in its first lines. `partly`: some of it, or without words it has to show. `needless`: a
 * gap, a question back or talk where an answer was to be had. `wrong`: figures of no accepted reading.
 */
export type Verdict = 'right' | 'partly' | 'needless' | 'wrong'

export interface Grade {
  verdict: Verdict
  /** What is wrong with it, a few words each. */
  faults: string[]
  answer: ReadAnswer
}

type Graded = Omit<Grade, 'answer'>

/** Of a whole answer and of one that only its order keeps from being whole. */
export const mostRows = 0.8
const halfOfRows = 0.5
/** Gold rows are cut at so many: what lies beyond is not known. */
const goldRowsAtMost = 12
/** What is not available has to be named within so many characters. */
const gapWithin = 400

/** Grades a reply against the gold of its question. */
export function grade(question: EvalQuestion, reply: Reply): Grade {
  const answer = readAnswer(reply)
  return { ...gradeAnswer(question, answer), answer }
}

function gradeAnswer(question: EvalQuestion, answer: ReadAnswer): Graded {
  const faults = wordFaults(question, answer.text)
  if (question.kind === 'gap') return gradeGap(question, answer, faults)
  if (question.kind === 'ask') return gradeAsk(answer, faults)
  if (question.kind === 'talk' && question.accept.length === 0) return unlessFaulty(faults, 'needless')
  const readings = question.accept.filter(({ rows }) => rows.length > 0)
  if (answer.kind === 'talk' && readings.length === 0) return unlessFaulty(faults, 'needless')
  if (answer.kind !== 'answer') return { verdict: 'needless', faults: [`kind ${answer.kind}`, ...faults] }
  if (readings.length === 0) return unlessFaulty(faults, 'partly')
  return gradeFigures(question, readings, answer, faults)
}

const unlessFaulty = (faults: string[], otherwise: Verdict): Graded => ({
  verdict: faults.length === 0 ? 'right' : otherwise,
  faults,
})

function wordFaults({ must, must_not, gap_words }: EvalQuestion, text: string): string[] {
  const missing = (words: readonly string[] = []) => words.filter(one => !isSaid(text, one))
  return [
    ...missing(must).map(words => `missing: ${words}`),
    ...(must_not ?? []).filter(words => isSaid(text, words)).map(words => `must not: ${words}`),
    ...missing(gap_words).map(words => `gap not named: ${words}`),
  ]
}

/** Whether one of the alternatives stands in a text; a short one has to be a word of its own. */
function isSaid(text: string, alternatives: string): boolean {
  return alternatives.split('|').some(alternative => {
    const word = fold(alternative.trim())
    if (word.length > 3) return text.includes(word)
    const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(^|[^\\p{L}\\p{N}])${escaped}([^\\p{L}\\p{N}]|$)`, 'u').test(text)
  })
}

/** The nearest available figure may follow once the gap stands in the first lines. */
function gradeGap({ gap_words = [] }: EvalQuestion, { kind, text }: ReadAnswer, faults: string[]): Graded {
  if (kind !== 'answer') return unlessFaulty(faults, kind === 'gap' ? 'partly' : 'needless')
  const first = text.slice(0, gapWithin)
  const isNamed = gap_words.length > 0 && gap_words.every(words => isSaid(first, words))
  if (isNamed && faults.length === 0) return { verdict: 'right', faults: [] }
  return { verdict: 'wrong', faults: ['answered what is not available', ...faults] }
}

function gradeAsk({ kind }: ReadAnswer, faults: string[]): Graded {
  if (kind === 'ask') return { verdict: 'right', faults }
  if (kind === 'answer') return { verdict: 'partly', faults: ['did not ask back'] }
  return { verdict: 'needless', faults }
}

function gradeFigures(
  { form }: EvalQuestion,
  readings: readonly GoldReading[],
  answer: ReadAnswer,
  faults: string[],
): Graded {
  const { found, isFirst } = bestMatch(readings, answer)
  if (form === 'filter' && found >= mostRows && showsOthers(readings, answer))
    return { verdict: 'wrong', faults: ['shows some that do not meet the conditions', ...faults] }
  if (found >= mostRows && isFirst) return unlessFaulty(faults, 'partly')
  if (found >= halfOfRows) {
    const why = isFirst ? `${Math.round(found * 100)}% of the rows` : 'not in the first lines'
    return { verdict: 'partly', faults: [why, ...faults] }
  }
  return { verdict: 'wrong', faults: ['figures of no accepted reading', ...faults] }
}

/** The reading that an answer shows most of; the first lines count half as much again. */
function bestMatch(readings: readonly GoldReading[], answer: ReadAnswer): Match {
  const weight = ({ found, isFirst }: Match) => found + (isFirst ? 0.5 : 0)
  return readings
    .map(({ rows }) => matchRows(rows, answer))
    .reduce((best, next) => (weight(next) > weight(best) ? next : best))
}

const totals = /^(total|average|median|mean|all|moyenne|médiane|média|mediana|jumla|wastani|المجموع|المتوسط)/

/** A set that was asked for by conditions must hold those that meet them and no others. */
function showsOthers(readings: readonly GoldReading[], { firstTable }: ReadAnswer): boolean {
  const names = [...new Set(readings.flatMap(({ rows }) => rows.flatMap(namesOf)))]
  const isCut = readings.some(({ rows }) => rows.length >= goldRowsAtMost)
  if (isCut || names.length === 0) return false
  return firstTable.some(words => !totals.test(words) && !names.some(name => words.includes(name)))
}
