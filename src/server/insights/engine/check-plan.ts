import { type Plan, plan as planSchema } from '../../../contract/plan.ts'
import type { Catalogue } from '../catalogue-shape.ts'
import { withAvailablePeriods } from './available-periods.ts'
import { PlanError } from './plan-error.ts'

/**
 * Checks the shape of a plan and every id in it, and cuts its periods to what is available; an unknown id is a loud
 * error, never a guess.
 */
export function checkPlan(catalogue: Catalogue, input: unknown): Plan {
  const parsed = planSchema.safeParse(input)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new PlanError(
      'missing',
      issue?.path.join('.') ?? '',
      `not a plan: ${issue?.path.join('.')}: ${issue?.message}`,
    )
  }
  const plan = parsed.data
  const known = (what: string, ids: readonly string[], has: (id: string) => boolean) => {
    for (const id of ids) if (!has(id)) throw new PlanError('unknown_id', id, `unknown ${what} '${id}'`)
  }
  known('country', plan.countries, id => catalogue.country(id) !== undefined)
  known('segment', plan.segments, id => catalogue.segment(id) !== undefined)
  known('measure', plan.measures, id => catalogue.measure(id) !== undefined)
  known('channel', plan.channels, id => catalogue.channel(id) !== undefined)
  known('brand', plan.brands, id => catalogue.brands.includes(id))
  known('group', plan.group === null ? [] : [plan.group], id => catalogue.group(id) !== undefined)
  known(
    'department',
    plan.department === null ? [] : [plan.department],
    id => catalogue.department(id) !== undefined,
  )
  return withAvailablePeriods(catalogue, plan)
}
