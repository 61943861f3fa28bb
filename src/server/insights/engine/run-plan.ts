import type { Plan } from '../../../contract/plan.ts'
import type { Result } from '../../../contract/result.ts'
import type { Catalogue, Measure } from '../catalogue-shape.ts'
import { checkPlan } from './check-plan.ts'
import { type Ask, type EngineRun, resultOf, startRun } from './engine-run.ts'
import { PlanError } from './plan-error.ts'
import { runCompare } from './run-compare.ts'
import { runCountryProfile } from './run-country-profile.ts'
import { runGrowth } from './run-growth.ts'
import { runDefinition, runHoldings } from './run-knowledge.ts'
import { runLookup } from './run-lookup.ts'
import {
  runChannelMix,
  runConsumerProfile,
  runFeasibility,
  runKeyPlayers,
  runPriceVolume,
  runSegmentProfile,
} from './run-profiles.ts'
import { runRank } from './run-rank.ts'
import { runShare } from './run-share.ts'
import { runTrend } from './run-trend.ts'

type Operation = (run: EngineRun, plan: Plan, measures: Measure[]) => Promise<void> | void
const nothing: Operation = () => {}

const operations: Record<Plan['operation'], Operation> = {
  lookup: runLookup,
  trend: runTrend,
  compare: runCompare,
  rank: runRank,
  share: runShare,
  growth: runGrowth,
  price_volume: runPriceVolume,
  channel_mix: runChannelMix,
  segment_profile: runSegmentProfile,
  consumer_profile: runConsumerProfile,
  key_players: runKeyPlayers,
  country_profile: runCountryProfile,
  feasibility: runFeasibility,
  definition: runDefinition,
  holdings: runHoldings,
  gap: nothing,
  ask_back: nothing,
  help: nothing,
}

/** Runs a plan: the only place where a figure of an answer is computed. Throws PlanError on a plan that cannot run. */
export async function runPlan(
  catalogue: Catalogue,
  ask: Ask,
  dataVersion: string,
  input: unknown,
): Promise<Result> {
  const plan = checkPlan(catalogue, input)
  const { run, gathered } = startRun(catalogue, ask)
  const operation = operations[plan.operation]
  const measures = comparable(run, plan, measuresOf(catalogue, plan))
  if (oneByOne.includes(plan.operation))
    await run.sideBySide(measures.map(measure => part => operation(part, plan, [measure])))
  else await operation(run, plan, measures)
  return resultOf(catalogue, gathered, dataVersion)
}

/** Operations that answer each measure with tables of its own. */
const oneByOne: Plan['operation'][] = ['lookup', 'trend', 'compare', 'rank', 'growth']
const measured: Plan['operation'][] = ['lookup', 'trend', 'compare', 'rank', 'share', 'growth']

/** The plan's measures; a panel question without one is about value, in the plan's currency. */
function measuresOf(catalogue: Catalogue, plan: Plan): Measure[] {
  const usual = plan.currency === 'lcu' ? 'panel_value_lcu' : 'panel_value_usd'
  const aboutPanel =
    plan.segments.length > 0 || plan.department !== null || plan.brands.length > 0 || plan.channels.length > 0
  const ids =
    plan.measures.length > 0 ? plan.measures : aboutPanel || plan.operation === 'share' ? [usual] : []
  if (ids.length === 0 && measured.includes(plan.operation))
    throw new PlanError('missing', 'measures', `${plan.operation} needs a measure or a segment`)
  return ids.flatMap(id => catalogue.measure(inCurrency(id, plan)) ?? [])
}

/** Operations that set the levels of countries against each other. */
const levelled: Plan['operation'][] = ['compare', 'rank', 'share']

/** Amounts in different currencies cannot be set against each other: countries are then compared in US$, and told so. */
function comparable(run: EngineRun, plan: Plan, measures: Measure[]): Measure[] {
  const { catalogue } = run
  const local = measures.filter(measure => /^panel_(?:value|price)_lcu$/.test(measure.id))
  const asked = plan.countries.length > 0 ? plan.countries : catalogue.group(plan.group ?? 'africa')?.members
  const currencies = new Set(asked?.map(iso3 => catalogue.country(iso3)?.panelCurrency.code))
  if (local.length === 0 || currencies.size < 2 || !levelled.includes(plan.operation)) return measures
  run.note('Countries with different currencies are compared in US$.')
  const inUsd = measures.map(measure =>
    local.includes(measure) ? catalogue.measure(measure.id.replace('_lcu', '_usd')) : measure,
  )
  return [...new Set(inUsd.filter(measure => measure !== undefined))]
}

/** A plan's currency wish holds for value and price alike. */
function inCurrency(id: string, plan: Plan): string {
  if (plan.currency === 'lcu') return id.replace(/^panel_(value|price)_usd$/, 'panel_$1_lcu')
  if (plan.currency === 'usd') return id.replace(/^panel_(value|price)_lcu$/, 'panel_$1_usd')
  return id
}
