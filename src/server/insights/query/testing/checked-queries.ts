import { join } from 'node:path'
import { expect } from 'vitest'
import { loadCatalogue } from '../../catalogue.ts'
import { checkQuery, type QueryFault } from '../check.ts'
import { dataModelOf } from '../model-of-catalogue.ts'
import { parseQuery } from '../text/parse-query.ts'

/** The data that ship. */
export const catalogue = loadCatalogue(join(import.meta.dirname, '../../../../../data'))
export const model = dataModelOf(catalogue)

/** A query of one line: a semicolon between blanks ends a clause. */
export const queryOf = (text: string) => parseQuery(text.replaceAll(' ; ', '\n'))

export const faultsOf = (text: string): QueryFault[] => checkQuery(model, queryOf(text))

/** Each query is refused by the rule alone, with these words in a message. */
export function refuses(rule: number, queries: [text: string, words: string][]): void {
  for (const [text, words] of queries) {
    const faults = faultsOf(text)
    expect(new Set(faults.map(fault => fault.rule)), text).toEqual(new Set([rule]))
    expect(faults.map(fault => fault.message).join('\n'), text).toContain(words)
  }
}

export const allows = (queries: string[]): void => {
  for (const text of queries) expect(faultsOf(text), text).toEqual([])
}
