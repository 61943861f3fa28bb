import type { Plan } from '../../../contract/plan.ts'
import type { Country, Measure, Segment } from '../catalogue-shape.ts'
import type { EngineRun } from './engine-run.ts'
import { PlanError } from './plan-error.ts'
import { askedSpan } from './plan-time.ts'
import { joined, type Scope, scopeOf } from './scope.ts'
import type { Span } from './spans.ts'

/** One market of the panel, read as a whole: usually a segment in a country. */
export interface Market {
  scope: Scope
  span: Span
  /** The one country, where there is one. */
  country: Country | null
  segment: Segment | null
  /** False where litres and kilograms meet, or where currencies do: then volumes or local values are not given. */
  oneUnit: boolean
  oneCurrency: boolean
  /** 'Diapers, Ghana'. */
  title: string
}

/** More pairs than this are read as one market. */
const maxMarkets = 3

/** The markets of a plan: each segment in each country for a few of them, else the whole. */
export async function marketsOf(run: EngineRun, plan: Plan): Promise<Market[]> {
  const value = measureOf(run, 'panel_value_usd')
  if (plan.segments.length === 0 && !plan.department)
    throw new PlanError('missing', 'segments', `${plan.operation} needs a segment or a department`)
  const scope = scopeOf(run.catalogue, { ...plan, by: null, brands: [], channels: [] }, value)
  const span = await askedSpan(run, plan, value, scope)
  const wholeGroup = plan.countries.length === 0
  const pairs = wholeGroup || plan.department ? 1 : scope.countries.length * scope.segments.length
  if (wholeGroup || pairs > maxMarkets || (plan.department && plan.segments.length === 0))
    return scope.segments.length === 1 || plan.department || scope.segments.length > maxMarkets
      ? [market(scope, span)]
      : scope.segments.map(segment => market({ ...scope, segments: [segment], subject: segment.name }, span))
  return scope.countries.flatMap(country =>
    scope.segments.map(segment =>
      market(
        { ...scope, countries: [country], segments: [segment], place: country.name, subject: segment.name },
        span,
      ),
    ),
  )
}

export function market(scope: Scope, span: Span): Market {
  const { countries, segments } = scope
  return {
    scope: { ...scope, split: [], brands: [], channels: [] },
    span,
    country: countries.length === 1 ? (countries[0] ?? null) : null,
    segment: segments.length === 1 ? (segments[0] ?? null) : null,
    oneUnit: new Set(segments.map(segment => segment.unit)).size === 1,
    oneCurrency: new Set(countries.map(country => country.panelCurrency.code)).size === 1,
    title: [scope.subject || joined(segments.map(segment => segment.name)), scope.place].join(', '),
  }
}

export function measureOf(run: EngineRun, id: string): Measure {
  const measure = run.catalogue.measure(id)
  if (!measure) throw new PlanError('unknown_id', id, `unknown measure ${id}`)
  return measure
}
