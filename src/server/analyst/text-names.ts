import type { Plan } from '../../contract/plan.ts'
import type { Catalogue } from '../insights/insights.ts'
import type { ResultSet } from './claims/result-set.ts'

const hasDigit = (text: string) => /\d/.test(text)

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
  for (const measure of catalogue.measures) {
    add(measure.name)
    add(measure.phrase)
    if (plan.operation === 'definition')
      for (const text of [measure.unit, measure.note, measure.detail, measure.licence, measure.source])
        add(text)
  }
  const term = plan.term === null ? undefined : catalogue.term(plan.term)
  for (const text of [term?.name, term?.meaning, term?.formula, plan.term]) add(text)
  for (const gap of plan.gaps) for (const text of [gap.asked, gap.reason]) add(text)
  if (plan.operation === 'holdings' || plan.operation === 'help') {
    for (const month of [catalogue.panel.from, catalogue.panel.to]) add(month.slice(0, 4))
  }
  return [...names].toSorted((a, b) => b.length - a.length)
}

/** A note may stand whole or sentence by sentence, and begin with a capital. */
function forms(text: string): string[] {
  const parts = [text, ...text.split(/(?<=[.;])\s+/)].filter(hasDigit)
  return parts.flatMap(part => [part, part.slice(1)]).filter(part => part.length > 1 && hasDigit(part))
}
