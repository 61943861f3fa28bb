import type { Catalogue } from '../insights/insights.ts'
import { hasDigit } from './claims/prose-numbers.ts'
import { longestFirst, type RowName, rowName } from './claims/result-set.ts'
import type { OutsideWords } from './claims/verify-sentence.ts'
import type { QueriesOfTurn } from './queries-of-turn.ts'

/** What a provider's words about these tables are checked by; worked out again where more were run. */
export function outsideWords(ran: QueriesOfTurn, catalogue: Catalogue): OutsideWords {
  const known = made.get(ran)
  if (known && known.queries === ran.queries.length) return known.words
  const words = {
    phrases: phrasesOf(ran, catalogue),
    subjects: subjectsOf(ran),
    known: longestFirst([...ran.results.rowNames, ...catalogueNames(catalogue)]),
  }
  made.set(ran, { queries: ran.queries.length, words })
  return words
}
const made = new WeakMap<QueriesOfTurn, { queries: number; words: OutsideWords }>()

/** A sentence without a name is about what was asked first. */
const subjectsOf = ({ subjects }: QueriesOfTurn): string[] => subjects.slice(0, 1)

/**
 * Names and quoted text that hold digits without being figures: what rows are called, measures like 'poverty at $3.00 a day'.
 */
function phrasesOf({ results }: QueriesOfTurn, catalogue: Catalogue): string[] {
  const names = new Set(measureNames(catalogue))
  for (const { columns, rows } of results.tables)
    columns.forEach(({ kind }, at) => {
      for (const { [at]: cell } of kind === 'text' ? rows : [])
        if (typeof cell === 'string' && hasDigit(cell)) names.add(cell)
    })
  return [...names].toSorted((a, b) => b.length - a.length)
}

const readMeasures = new WeakMap<Catalogue, string[]>()

/** The same in every answer, so read once. */
function measureNames(catalogue: Catalogue): string[] {
  const known = readMeasures.get(catalogue)
  if (known) return known
  const read = [...catalogue.measures, ...catalogue.derived].flatMap(({ name, phrase }) =>
    [name, phrase].filter(hasDigit).flatMap(text => [text, text.slice(1)]),
  )
  readMeasures.set(catalogue, read)
  return read
}

const readNames = new WeakMap<Catalogue, RowName[]>()

/** Countries and goods, whether a table has them or not: a sentence that names one is about no other. */
function catalogueNames(catalogue: Catalogue): RowName[] {
  const known = readNames.get(catalogue)
  if (known) return known
  const names = (kind: RowName['kind'], list: readonly { name: string }[]) =>
    list.map(({ name }) => rowName(kind, name))
  const read = [
    ...names('country', catalogue.countries),
    ...names('country', catalogue.groups),
    ...names('segment', catalogue.segments),
    ...names('segment', catalogue.departments),
    ...names('channel', catalogue.channels),
  ]
  readNames.set(catalogue, read)
  return read
}
