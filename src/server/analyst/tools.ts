import * as z from 'zod/mini'
import { emptyPlan, operations, type Plan, plan as planSchema } from '../../contract/plan.ts'
import { type Catalogue, PlanError, withAvailablePeriods } from '../insights/insights.ts'
import type { ModelTool } from './model/language-model.ts'
import { streamLimits } from './model/stream-limits.ts'

/** The one tool that computes: its input is a plan, missing fields mean 'the operation's default'. */
export const runPlanTool = 'run_plan'

const period: ModelTool['inputSchema'] = {
  type: 'object',
  description: "Inclusive; 'YYYY' for grain year, 'YYYY-MM' for grain month",
  properties: {
    from: { type: 'string' },
    to: { type: 'string' },
    grain: { type: 'string', enum: ['year', 'month'] },
  },
  required: ['from', 'to', 'grain'],
}
const ids = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const

/** What a model is offered. */
export const tools: ModelTool[] = [
  {
    type: 'function',
    name: runPlanTool,
    description: 'Computes tables for a plan. Only these tables may be cited. Unknown ids are refused.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: { type: 'string', enum: [...operations] },
        measures: ids('Measure ids; empty for profiles and studies'),
        countries: ids('ISO 3166-1 alpha-3'),
        segments: ids('Segment ids'),
        brands: ids('Brand names of the panel'),
        channels: ids('Channel ids'),
        group: { type: 'string', description: 'Id of a group of countries' },
        department: { type: 'string' },
        by: { type: 'string', enum: ['country', 'segment', 'brand', 'channel', 'year', 'month'] },
        period,
        against: period,
        growth: { type: 'string', enum: ['yoy', 'cagr', 'mat'] },
        rank_by: { type: 'string', enum: ['level', 'growth'] },
        order: { type: 'string', enum: ['highest', 'lowest'] },
        limit: { type: 'integer', minimum: 1, maximum: 60 },
        currency: { type: 'string', enum: ['usd', 'lcu'] },
        term: { type: 'string' },
        gaps: {
          type: 'array',
          items: { type: 'object' },
          description: 'Parts that are not held: asked, kind, reason, nearest',
        },
      },
      required: ['operation'],
    },
  },
]

/** A call that cannot be run, with the words for the model. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
}

/**
 * The plan of a tool call. @throws RefusedCall for an unknown tool, an input that is too long, is no JSON or is no
 * plan, for ids that the catalogue does not hold, and for too many measures.
 */
export function readPlanCall(toolName: string, input: string | null, catalogue: Catalogue): Plan {
  if (toolName !== runPlanTool)
    throw new RefusedCall(`There is no tool of this name. The tool is ${runPlanTool}.`)
  if (input === null) throw new RefusedCall('The input is too long. Send a plan.')
  let json: unknown
  try {
    json = JSON.parse(input)
  } catch {
    throw new RefusedCall('The input is not JSON.')
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new RefusedCall('The input is not a plan.')
  const parsed = planSchema.safeParse(filled(json))
  if (!parsed.success)
    throw new RefusedCall(`The plan is not valid: ${z.prettifyError(parsed.error).slice(0, 400)}`)
  const unknown = unknownIds(parsed.data, catalogue)
  if (unknown.length > 0) throw new RefusedCall(`Not in the catalogue: ${unknown.slice(0, 5).join(', ')}.`)
  const plan = withoutRepeats(parsed.data)
  if (plan.measures.length > streamLimits.planMeasures)
    throw new RefusedCall(`A plan takes at most ${streamLimits.planMeasures} measures.`)
  return plan
}

/** Absent fields take the empty plan's, and a period without a name gets none. */
function filled(json: object): object {
  const given = Object.fromEntries(Object.entries(json).filter(([key]) => Object.hasOwn(emptyPlan, key)))
  const plan: Record<string, unknown> = { ...emptyPlan, ...given }
  for (const key of ['period', 'against']) {
    const span = plan[key]
    if (typeof span === 'object' && span !== null) plan[key] = { name: null, ...span }
  }
  return plan
}

/** Each id once: named a thousand times it would be computed and shown as often. */
function withoutRepeats(plan: Plan): Plan {
  const next = { ...plan }
  for (const key of ['measures', 'countries', 'segments', 'brands', 'channels'] as const)
    next[key] = [...new Set(plan[key])]
  return next
}

function unknownIds(plan: Plan, catalogue: Catalogue): string[] {
  const missing = (list: readonly string[], find: (id: string) => unknown) =>
    list.filter(id => find(id) === undefined)
  return [
    ...missing(plan.measures, catalogue.measure),
    ...missing(plan.countries, catalogue.country),
    ...missing(plan.segments, catalogue.segment),
    ...missing(plan.channels, catalogue.channel),
    ...plan.brands.filter(brand => !catalogue.brands.includes(brand)),
    ...(plan.group === null ? [] : missing([plan.group], catalogue.group)),
    // A term is masked as a name in prose, so it must be one of ours.
    ...(plan.term === null || catalogue.term(plan.term) ? [] : [plan.term.slice(0, 60)]),
    ...(plan.department === null ? [] : missing([plan.department], catalogue.department)),
  ]
}

const hasDigit = (...texts: (string | undefined)[]) => texts.some(text => /\d/.test(text ?? ''))

/**
 * A provider's plan with its own words taken out where they could carry a figure: they would reach the reader through
 * the plan, past the checking of prose.
 */
export function withoutOwnFigures(plan: Plan): Plan {
  const unnamed = (span: Plan['period']) => (span === null ? null : { ...span, name: null })
  const ask = plan.ask
  const isAskSafe =
    ask !== null && !hasDigit(ask.question, ...ask.choices.flatMap(one => [one.label, one.question]))
  return {
    ...plan,
    period: unnamed(plan.period),
    against: unnamed(plan.against),
    assumptions: [],
    gaps: plan.gaps.filter(
      gap => !hasDigit(gap.asked, gap.reason, gap.nearest?.label, gap.nearest?.question),
    ),
    ask: isAskSafe ? ask : null,
  }
}

/**
 * The plan with its periods cut to what is available, so that what the reader is shown, what is run and what a follow-up
 * edits are the same; a gap says what was cut. @throws RefusedCall for a period that is none
 */
export function inAvailableTime(plan: Plan, catalogue: Catalogue): Plan {
  try {
    return withAvailablePeriods(catalogue, plan)
  } catch (error) {
    if (error instanceof PlanError) throw new RefusedCall(error.message)
    throw error
  }
}
