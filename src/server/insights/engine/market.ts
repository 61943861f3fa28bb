import type { Plan } from '../../../contract/plan.ts'
import type { Country, Measure, Segment } from '../catalogue-shape.ts'
import type { EngineRun } from './engine-run.ts'
import { PlanError } from './plan-error.ts'
import { askedSpan, lastPanelYear, panelYears } from './plan-time.ts'
import { joined, type Scope, scopeOf } from './scope.ts'
import { isWholeYear, type Span, yearOf, yearSpan } from './spans.ts'

/** One market of the panel, read as a whole: usually a segment in a country. */
export interface Market {
  scope: Scope
  /** What shares, channels and effects speak of: a year, or a run of months. */
  span: Span
  /** The first year of a plan of several years; growth is then told from it. */
  since: Span | null
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
  if (plan.brands.length + plan.channels.length > 0)
    run.note('A profile is of the whole segment; single brands and channels stand in its tables.')
  const scope = scopeOf(run.catalogue, { ...plan, by: null, brands: [], channels: [] }, value)
  const { span, since } = marketTimes(run, await askedSpan(run, plan, value, scope))
  const wholeGroup = plan.countries.length === 0
  const pairs = wholeGroup || plan.department ? 1 : scope.countries.length * scope.segments.length
  if (wholeGroup || pairs > maxMarkets || (plan.department && plan.segments.length === 0))
    return scope.segments.length === 1 || plan.department || scope.segments.length > maxMarkets
      ? [market(scope, span, since)]
      : scope.segments.map(segment =>
          market({ ...scope, segments: [segment], subject: segment.name }, span, since),
        )
  return scope.countries.flatMap(country =>
    scope.segments.map(segment =>
      market(
        { ...scope, countries: [country], segments: [segment], place: country.name, subject: segment.name },
        span,
        since,
      ),
    ),
  )
}

/** A period of several years is told by its last year, with growth from its first. */
function marketTimes(run: EngineRun, asked: Span): Pick<Market, 'span' | 'since'> {
  const wholeYears = asked.from.endsWith('-01') && asked.to.endsWith('-12')
  if (!wholeYears || isWholeYear(asked)) return { span: asked, since: null }
  const since = yearSpan(Math.max(yearOf(asked.from), yearOf(run.catalogue.panel.from)))
  const span = yearSpan(Math.min(yearOf(asked.to), lastPanelYear(run)))
  run.note(
    `For ${asked.label}, shares and channels are those of ${span.label}; growth is told from ${since.label}.`,
  )
  return { span, since }
}

export function market(scope: Scope, span: Span, since: Span | null = null): Market {
  const { countries, segments } = scope
  return {
    scope: { ...scope, split: [], brands: [], channels: [] },
    ...{ span, since },
    country: countries.length === 1 ? (countries[0] ?? null) : null,
    segment: segments.length === 1 ? (segments[0] ?? null) : null,
    oneUnit: new Set(segments.map(segment => segment.unit)).size === 1,
    oneCurrency: new Set(countries.map(country => country.panelCurrency.code)).size === 1,
    title: [scope.subject || joined(segments.map(segment => segment.name)), scope.place].join(', '),
  }
}

/** The whole year in which countries are compared and figures are told a head: the market's own, or the last before its end. */
export function comparisonYear(run: EngineRun, { span }: Market): Span {
  if (isWholeYear(span)) return span
  const ended = panelYears(run).filter(year => year.to <= span.to)
  return ended.at(-1) ?? yearSpan(lastPanelYear(run))
}

export function measureOf(run: EngineRun, id: string): Measure {
  const measure = run.catalogue.measure(id)
  if (!measure) throw new PlanError('unknown_id', id, `unknown measure ${id}`)
  return measure
}
