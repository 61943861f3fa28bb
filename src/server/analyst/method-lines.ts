import { modelledLabel } from '../../contract/answer.ts'
import type { Result } from '../../contract/result.ts'

const mostFlags = 12
const mostNames = 6

const mostCautions = 2

/** The cautions that must stand in the text: those of the table that the answer rests on. */
export function cautionsOf(results: Pick<Result, 'tables'>): string[] {
  const flags = results.tables
    .filter(table => ['main', 'size', 'trend', 'context'].includes(table.role))
    .flatMap(table => table.flags)
  // A projection or an estimate is for the method; a break or a distortion changes how a figure is read.
  const weighty = flags.filter(flag => !/projection|estimate|survey years|held for one year/i.test(flag))
  // A country's exchange rate over two spans is one caution.
  const distinct = weighty.filter(
    (flag, at) => weighty.findIndex(other => other.slice(0, 30) === flag.slice(0, 30)) === at,
  )
  return distinct.slice(0, mostCautions)
}

/** ' No figure: Eritrea, Libya and 5 more.', or nothing where nobody is left out by name. */
function missingWords(names: readonly string[] = []): string {
  if (names.length === 0) return ''
  const more = names.length - mostNames
  return ` No figure: ${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** How the answer came about: choices in reading the question, formulas, coverage, cautions about figures. */
export function methodLines(
  assumptions: readonly string[],
  results: Pick<Result, 'tables' | 'method'>,
): string[] {
  const coverage = results.tables.flatMap(({ coverage: held, title, role }) =>
    held && held.held < held.of && ['main', 'all', 'trend', 'context', 'peers'].includes(role)
      ? [`Coverage: ${held.held} of ${held.of} ${held.what} (${title}).${missingWords(held.missing)}`]
      : [],
  )
  const flags = results.tables.flatMap(table => table.flags)
  const cautions = cautionsOf(results)
  const modelled = results.tables.some(table => table.modelled)
    ? [
        `${modelledLabel}: the retail panel is modelled from public anchors, not measured, until an operator imports a panel.`,
      ]
    : []
  const lines = [
    ...assumptions,
    ...results.method,
    ...coverage.slice(0, 3),
    ...flags.filter(flag => !cautions.includes(flag)).slice(0, mostFlags),
    ...modelled,
  ]
  return [...new Set(lines)]
}
