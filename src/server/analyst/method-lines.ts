import { modelledLabel } from '../../contract/answer.ts'
import type { Plan } from '../../contract/plan.ts'
import type { ResultSet } from './claims/result-set.ts'
import { verdictRule } from './writer/write-feasibility.ts'

const mostFlags = 12

/** How the answer came about: choices in reading the question, formulas, coverage, cautions about figures. */
export function methodLines(plan: Plan, results: ResultSet): string[] {
  const coverage = results.tables.flatMap(({ coverage: held, title, role }) =>
    held && held.held < held.of && ['main', 'all', 'trend', 'context', 'peers'].includes(role)
      ? [`Coverage: ${held.held} of ${held.of} ${held.what} (${title}).`]
      : [],
  )
  const flags = results.tables.flatMap(table => table.flags)
  const modelled = results.tables.some(table => table.modelled)
    ? [
        `${modelledLabel}: the retail panel is modelled from public anchors, not measured, until an operator imports a panel.`,
      ]
    : []
  const lines = [
    ...plan.assumptions,
    ...(plan.operation === 'feasibility' ? [verdictRule] : []),
    ...results.method,
    ...coverage.slice(0, 3),
    ...flags.slice(0, mostFlags),
    ...modelled,
  ]
  return [...new Set(lines)]
}
