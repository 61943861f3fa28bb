import type { Plan } from '../../../contract/plan.ts'
import type { Cell } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import { othersBrand } from '../sample-panel-shape.ts'
import {
  difference,
  type Figure,
  growthPercent,
  herfindahl,
  percentOf,
  ranks,
  sumHeld,
} from './arithmetic.ts'
import { measureColumn, number, periodColumn, text, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { coveringLabel } from './line-table.ts'
import type { PanelDimension } from './panel-sums.ts'
import { PlanError } from './plan-error.ts'
import { askedSpan, panelYears, trendSpans, withYearBefore } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { runShareOfTotal, totalAsked } from './run-share-of-total.ts'
import {
  type Entity,
  entityCells,
  entityColumns,
  nounOf,
  plurals,
  type Scope,
  scopeOf,
  titleOf,
} from './scope.ts'
import { readSeries, type Series } from './series.ts'
import type { Span } from './spans.ts'

/**
 * Who holds which part: brands (the default), channels, countries or segments, with the change in points. A brand by
 * channel is its part of each channel; goods beside a national total are their part of it.
 */
export async function runShare(run: EngineRun, plan: Plan, measures: Measure[]): Promise<void> {
  const total = totalAsked(plan, measures)
  if (total) return runShareOfTotal(run, plan, total)
  const measure = baseMeasure(run, measures[0])
  const by = measure.kind === 'figure' ? 'country' : sharedBy(plan)
  const isBrandByChannel = by === 'channel' && plan.brands.length > 0
  const part = isBrandByChannel ? 'brand' : by
  const isShown = ({ brand }: Entity) => !isBrandByChannel || plan.brands.includes(brand ?? '')
  // The asked brand or channel is a part: the whole must be read with it.
  const whole = scopeOf(
    run.catalogue,
    {
      ...plan,
      brands: part === 'brand' ? [] : plan.brands,
      channels: by === 'channel' && !isBrandByChannel ? [] : plan.channels,
      by,
    },
    measure,
  )
  const span = await askedSpan(run, plan, measure, whole)
  const shares = await addShares(run, measure, whole, part, span, 'main', isShown)
  checkParts(shares, part)
  await addShareTrend(
    run,
    measure,
    whole,
    part,
    trendSpans(run, { ...plan, by: plan.by === 'month' ? 'month' : null }, measure),
    'trend',
    isShown,
  )
  if (by === 'brand') await addConcentration(run, whole, panelYears(run))
}

/** One part is no share: a whole that nothing is taken from is not worth saying. */
function checkParts(shares: readonly { share: Figure }[], by: PanelDimension): void {
  const held = shares.filter(({ share }) => share !== null)
  if (held.length > 0 && held.every(({ share }) => share === 100))
    throw new PlanError('missing', by, `A share by ${by} needs at least two ${plurals[by]} to share out.`)
}

/** What the whole is cut into: as asked, else channels where one is named, else brands. */
function sharedBy({ by, channels, brands }: Plan): PanelDimension {
  if (by !== null && by !== 'year' && by !== 'month') return by
  return channels.length > 0 && brands.length === 0 ? 'channel' : 'brand'
}

/** Shares are counted on value in US$ unless volume was asked for; macro figures have shares only when they add up. */
function baseMeasure(run: EngineRun, asked: Measure | undefined): Measure {
  if (asked?.kind === 'figure') {
    if (asked.rules.fold.country === 'sum') return asked
    throw new PlanError(
      'not_additive',
      asked.id,
      `${asked.name} does not add up over countries, so it has no shares`,
    )
  }
  const id =
    asked && /volume/.test(asked.id)
      ? 'panel_volume'
      : asked?.id === 'panel_value_lcu'
        ? asked.id
        : 'panel_value_usd'
  return run.catalogue.measure(id) as Measure
}

const memberOf: Record<PanelDimension, (entity: Entity) => string | undefined> = {
  country: entity => entity.country?.iso3,
  segment: entity => entity.segment?.id,
  brand: entity => entity.brand,
  channel: entity => entity.channel?.id,
}

/** Which members of the split belong to one whole: everything but the dimension shared out. */
const wholeOf = (entity: Entity, split: readonly PanelDimension[], by: PanelDimension): string =>
  split
    .filter(name => name !== by)
    .map(name => memberOf[name](entity))
    .join('|')

/** Each entity's part of its whole in one span, in %. */
function sharesOf(
  series: Series[],
  split: readonly PanelDimension[],
  by: PanelDimension,
  at: number,
): Figure[] {
  const wholes = Map.groupBy(series, one => wholeOf(one.entity, split, by))
  const totals = new Map(
    [...wholes].map(([key, members]) => [key, sumHeld(members.map(one => one.values[at] ?? null))]),
  )
  return series.map(one =>
    percentOf(one.values[at] ?? null, totals.get(wholeOf(one.entity, split, by)) ?? null),
  )
}

export async function addShares(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  by: PanelDimension,
  span: Span,
  role: string,
  isShown: (entity: Entity) => boolean = () => true,
): Promise<{ entity: Entity; value: Figure; share: Figure }[]> {
  const split = splitWith(scope, by)
  const all = await readSeries(run, measure, { ...scope, split }, withYearBefore(span))
  const [allNow, allBefore] = [sharesOf(all, split, by, 0), sharesOf(all, split, by, 1)]
  const shown = all.flatMap((one, at) => (isShown(one.entity) ? [at] : []))
  const series = shown.map(at => all[at] as Series)
  const [now, before] = [shown.map(at => allNow[at] ?? null), shown.map(at => allBefore[at] ?? null)]
  const place = ranks(now.map((share, at) => (last(series[at]) ? null : share)))
  const context = unitContext(scope)
  const order = series
    .map((_, at) => at)
    .sort((a, b) => last(series[a]) - last(series[b]) || (now[b] ?? -1) - (now[a] ?? -1))
  run.add({
    role,
    title: titleOf(measure, scope, `${span.label}, share by ${by}`),
    columns: [
      number('rank', 'Place', null, 0, '1 = largest share'),
      ...entityColumns(split),
      periodColumn(),
      measureColumn(measure, context),
      number('share', 'Share', '%', 1, 'figure ÷ sum of all'),
      number('share_previous', 'Share the year before', '%', 1, 'figure ÷ sum of all, one year before'),
      number('share_change', 'Change in share', 'points', 1, 'share − share of the year before'),
      yoyColumn(),
    ],
    rows: order.map((at): Cell[] => {
      const one = series[at] as Series
      return [
        ...[place[at] ?? null, ...entityCells(one.entity, split), span.label, one.values[0] ?? null],
        ...[now[at] ?? null, before[at] ?? null, difference(now[at] ?? null, before[at] ?? null)],
        growthPercent(one.values[0] ?? null, one.values[1] ?? null),
      ]
    }),
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans: withYearBefore(span),
    shows: [span],
    coverage: {
      held: now.filter(share => share !== null).length,
      of: series.length,
      what: nounOf(scope, [by]),
    },
    computed: ['Shares of one whole add up to 100%.'],
  })
  return series.map((one, at) => ({
    entity: one.entity,
    value: one.values[0] ?? null,
    share: now[at] ?? null,
  }))
}

/** 'All others' stands last whatever its size. */
const last = (one: Series | undefined): number => (one?.entity.brand === othersBrand ? 1 : 0)
const splitWith = (scope: Scope, by: PanelDimension): PanelDimension[] =>
  scope.split.includes(by) ? scope.split : [...scope.split, by]

export async function addShareTrend(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  by: PanelDimension,
  spans: Span[],
  role: string,
  isShown: (entity: Entity) => boolean = () => true,
): Promise<void> {
  const split = splitWith(scope, by)
  const series = await readSeries(run, measure, { ...scope, split }, spans)
  const shares = spans.map((_, at) => sharesOf(series, split, by, at))
  const shown = series.map((one, row) => ({ one, row })).filter(({ one }) => isShown(one.entity))
  if (shown.length * spans.length > 1200) return
  run.add({
    role,
    title: titleOf(measure, scope, `${coveringLabel(spans)}, share by ${by}`),
    columns: [
      periodColumn(),
      ...entityColumns(split),
      measureColumn(measure, unitContext(scope)),
      number('share', 'Share', '%', 1, 'figure ÷ sum of all'),
    ],
    rows: shown.flatMap(({ one, row }) =>
      spans.map((span, at): Cell[] => [
        ...[span.label, ...entityCells(one.entity, split), one.values[at] ?? null, shares[at]?.[row] ?? null],
      ]),
    ),
    measures: [measure],
    countries: scope.countries.map(country => country.iso3),
    spans,
    coverage: null,
  })
}

/** Top-3 share, HHI and the leader by year, on value; 'All others' counts as many small brands, so it adds nothing. */
export async function addConcentration(run: EngineRun, scope: Scope, spans: Span[]): Promise<void> {
  const value = run.catalogue.measure('panel_value_usd') as Measure
  const places = scope.split.filter(name => name === 'country' || name === 'segment')
  const split: PanelDimension[] = [...places, 'brand']
  const series = await readSeries(run, value, { ...scope, brands: [], channels: [], split }, spans)
  const wholes = Map.groupBy(series, one => wholeOf(one.entity, split, 'brand'))
  const rows = [...wholes.values()].flatMap(members =>
    spans.map((span, at): Cell[] => {
      const total = sumHeld(members.map(one => one.values[at] ?? null))
      const named = members
        .filter(one => one.entity.brand !== othersBrand && (one.values[at] ?? null) !== null)
        .map(one => ({ brand: one.entity.brand ?? null, share: percentOf(one.values[at] ?? null, total) }))
        .sort((a, b) => (b.share ?? 0) - (a.share ?? 0))
      const shares = named.map(one => one.share)
      return [
        ...[span.label, ...entityCells(members[0]?.entity ?? {}, places)],
        ...[sumHeld(shares.slice(0, 3)), herfindahl(shares), named.length],
        ...[named[0]?.brand ?? null, named[0]?.share ?? null],
      ]
    }),
  )
  run.add({
    role: 'concentration',
    title: titleOf(value, scope, `${coveringLabel(spans)}, concentration of brands`),
    columns: [
      periodColumn(),
      ...entityColumns(places),
      number('top3', 'Share of the three largest', '%', 1, 'sum of the three largest value shares'),
      number('hhi', 'Concentration (HHI)', 'index', 0, 'sum of squared value shares in %, named brands'),
      number('brands', 'Named brands', 'brands', 0),
      text('leader', 'Leader'),
      number('leader_share', 'Share of the leader', '%', 1, 'value of the leader ÷ value of the segment'),
    ],
    rows,
    measures: [value],
    countries: scope.countries.map(country => country.iso3),
    spans,
    coverage: null,
  })
}
