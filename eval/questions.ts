import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of a gold answer: names, then figures. */
export type GoldRow = readonly (string | number)[]

/** One right way to read a question, and what an SQL apart from the product gave for it. */
export interface GoldReading {
  read: string
  sql: string
  rows: readonly GoldRow[]
}

/** A line of a file of questions; README.md says what each field means. */
export interface EvalQuestion {
  id: string
  persona: string
  lang: string
  question: string
  /** The questions before it in its conversation, in their order. */
  follows?: readonly string[]
  kind: 'answer' | 'partial' | 'gap' | 'ask' | 'talk'
  form: string
  accept: readonly GoldReading[]
  /** Words to be shown, alternatives parted by `|`. */
  must?: readonly string[]
  must_not?: readonly string[]
  /** What has to be named as not available. */
  gap_words?: readonly string[]
  note?: string
}

/** The files of questions, in the order they are asked in. */
const files = ['questions.jsonl', 'own-questions.jsonl'] as const

/** Every question, each with an id of its own. */
export const readQuestions = (): EvalQuestion[] => files.flatMap(readQuestionFile)

/** Questions that nobody looks at while the reader is worked on. */
export const readUntouched = (): EvalQuestion[] => readQuestionFile('untouched-questions.jsonl')

export function readQuestionFile(file: (typeof files)[number] | 'untouched-questions.jsonl'): EvalQuestion[] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')
  return lines.filter(line => line.trim() !== '').map(line => JSON.parse(line) as EvalQuestion)
}

/** The questions that pass, and those that their conversations began with, in the order of the file. */
export function withWhatWentBefore(
  questions: readonly EvalQuestion[],
  isWanted: (question: EvalQuestion) => boolean,
): EvalQuestion[] {
  const needed = new Set(questions.filter(isWanted).flatMap(({ id, follows = [] }) => [id, ...follows]))
  return questions.filter(({ id }) => needed.has(id))
}
