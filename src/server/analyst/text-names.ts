import type { Plan } from '../../contract/plan.ts'
import type { Catalogue } from '../insights/insights.ts'
import { hasDigit } from './claims/prose-numbers.ts'
import type { ResultSet } from './claims/result-set.ts'

/**
 * Names and quoted text that hold digits without being figures: what rows are called, notes of sources, measures like
 * 'poverty at $3.00 a day', terms and their meanings.
 */
export function namesOf(results: ResultSet, plan: Plan, catalogue: Catalogue): string[] {
  const names = new Set<string>()
  const add = (text: string | null | undefined) => {
    if (text && hasDigit(text)) for (const form of forms(text)) names.add(form)
  }
  for (const table of results.tables) {
    table.columns.forEach((column, at) => {
      if (column.kind === 'text')
        for (const row of table.rows) add(typeof row[at] === 'string' ? row[at] : null)
    })
  }
  for (const form of measureNames(catalogue)) names.add(form)
  if (plan.operation === 'definition') {
    for (const { unit, note, detail, licence, source } of catalogue.measures)
      for (const text of [unit, note, detail, licence, source]) add(text)
  }
  const term = plan.term === null ? undefined : catalogue.term(plan.term)
  for (const text of [term?.name, term?.meaning, term?.formula, plan.term]) add(text)
  for (const gap of plan.gaps) for (const text of [gap.asked, gap.reason]) add(text)
  if (plan.operation === 'holdings' || plan.operation === 'help') {
    for (const month of [catalogue.panel.from, catalogue.panel.to]) add(month.slice(0, 4))
  }
  return [...names].toSorted((a, b) => b.length - a.length)
}

const readMeasures = new WeakMap<Catalogue, string[]>()

/** The same in every answer, so read once. */
function measureNames(catalogue: Catalogue): string[] {
  const known = readMeasures.get(catalogue)
  if (known) return known
  const read = catalogue.measures.flatMap(({ name, phrase }) =>
    [name, phrase].filter(hasDigit).flatMap(forms),
  )
  readMeasures.set(catalogue, read)
  return read
}

/** A note may stand whole or sentence by sentence, and begin with a capital. */
function forms(text: string): string[] {
  const parts = [text, ...text.split(/(?<=[.;])\s+/)].filter(hasDigit)
  return parts.flatMap(part => [part, part.slice(1)]).filter(part => part.length > 1 && hasDigit(part))
}
