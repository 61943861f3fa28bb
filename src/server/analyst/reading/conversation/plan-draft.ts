import type { Period, Plan } from '../../../../contract/plan.ts'
import type { Dim, Query, Time } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import { build } from '../build.ts'
import { type Draft, emptyDraft, type Slice } from '../draft.ts'
import type { SemOf } from '../sem.ts'

/** The studies that took the place of plans of several tables, by the word that asks for one. */
const studies: Partial<Record<Plan['operation'], string>> = {
  segment_profile: 'profile',
  country_profile: 'profile',
  consumer_profile: 'consumer',
  key_players: 'players',
  feasibility: 'feasibility',
  channel_mix: 'channels',
}
const withoutFigures: readonly Plan['operation'][] = ['gap', 'ask_back', 'help', 'holdings', 'definition']

/**
 * What the plan of an answer stored in the first version of documents asks for, so that it can be asked on from; null for one
 * that asked for no figures.
 */
export function draftOfPlan(plan: Plan): Draft | null {
  const { operation } = plan
  if (withoutFigures.includes(operation)) return null
  const draft: Draft = {
    ...emptyDraft(),
    sets: {
      country: setsOf('country', plan.countries, plan.group),
      segment: setsOf('segment', plan.segments, plan.department),
      brand: setsOf('brand', plan.brands, null),
      channel: setsOf('channel', plan.channels, null),
    },
    times: [plan.against, plan.period].flatMap(period => (period ? [timeOf(period)] : [])),
    compared: plan.against !== null,
  }
  const kind = studies[operation]
  if (kind !== undefined) return { ...draft, study: { kind, firm: true } }
  return {
    ...draft,
    ...{ measures: plan.measures.map((id, at) => measureOf(id, at)), slices: slicesOf(plan) },
    money: plan.currency === 'lcu' ? { c: 'money', money: 'lcu', country: null } : null,
    share: operation === 'share',
    stats: operation === 'price_volume' ? ['decompose'] : [],
    change: operation === 'growth' ? { ...growth, as: plan.growth === 'cagr' ? 'cagr' : 'percent' } : null,
    order: operation === 'rank' ? orderOf(plan) : null,
  }
}

/** The queries that a stored plan asks for; none for a study and for one that asked for no figures. */
export function queriesOfPlan(plan: Plan, model: CatalogueModel): Query[] {
  const draft = draftOfPlan(plan)
  return draft && !draft.study ? (build(draft, model)?.queries ?? []) : []
}

const growth = { dir: 'any', at: 0 } as const

const measureOf = (id: string, at: number) => ({
  ...{ of: { k: 'measure', id } as const, panel: id.startsWith('panel_'), at },
})

const orderOf = ({ order, limit, rank_by }: Plan): Draft['order'] => ({
  ...{ end: order === 'lowest' ? 'low' : 'high', n: limit, skip: 0, both: false },
  change: rank_by === 'growth',
})

function setsOf(dim: Dim, ids: readonly string[], group: string | null): SemOf<'set'>[] {
  if (group !== null) return [{ c: 'set', dim, of: { k: 'in', dim, id: group }, group, name: true }]
  return ids.length === 0
    ? []
    : [{ c: 'set', dim, of: { k: 'ids', dim, ids: [...ids] }, group: null, name: true }]
}

const timeOf = ({ from, to }: Period): Time => ({ k: 'span', from, to })

/** Rows of what is one of its kind are none. */
function slicesOf({ operation, by, countries, segments, group, department }: Plan): Slice[] {
  if (operation === 'trend') return [by === 'month' ? 'month' : 'year', ...(isPart(by) ? [by] : [])]
  if (by === null || operation === 'growth') return []
  const isOne =
    (by === 'country' && group === null && countries.length === 1) ||
    (by === 'segment' && department === null && segments.length === 1)
  return isOne ? [] : [by]
}

const isPart = (by: Plan['by']): by is Dim => by !== null && by !== 'year' && by !== 'month'
