import type { Measure } from '../catalogue-shape.ts'
import { type Figure, ratio, sumHeld } from './arithmetic.ts'
import type { EngineRun } from './engine-run.ts'
import { type FigureValues, figureValues } from './figure-values.ts'
import { type PanelAsk, type PanelDimension, type PanelSums, panelSums } from './panel-sums.ts'
import type { Entity, Scope } from './scope.ts'
import { isWholeYear, type Span, yearOf } from './spans.ts'

/** One entity's figures, one for each asked span; null where nothing is held. */
export interface Series {
  entity: Entity
  values: Figure[]
}

/** Reads a measure over spans, one series for each member of the scope's split. */
export function readSeries(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  spans: readonly Span[],
): Promise<Series[]> {
  return measure.kind === 'figure'
    ? figureSeries(run, measure, scope, spans)
    : panelSeries(run, measure, scope, spans)
}

async function figureSeries(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  spans: readonly Span[],
): Promise<Series[]> {
  const years = spans.map(span => yearOf(span.to))
  const ids = scope.countries.map(country => country.iso3)
  const values = await figureValues(run, measure.id, ids, Math.min(...years), Math.max(...years))
  return scope.countries.map(country => ({
    entity: { country },
    values: years.map(year => values.get(country.iso3)?.get(year) ?? null),
  }))
}

export function panelAsk(scope: Scope, split: readonly PanelDimension[], spans: readonly Span[]): PanelAsk {
  return {
    countries: scope.countries.map(country => country.iso3),
    segments: scope.segments.map(segment => segment.id),
    brands: scope.brands.length > 0 ? scope.brands : null,
    channels: scope.channels.length > 0 ? scope.channels.map(channel => channel.id) : null,
    split,
    spans,
  }
}

async function panelSeries(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  spans: readonly Span[],
): Promise<Series[]> {
  const sums = await panelSums(run, panelAsk(scope, scope.split, spans))
  const value = await valueReader(run, measure, scope, spans)
  const byEntity = Map.groupBy(sums, row => keyText(row.key, scope.split))
  return entities(run, scope, sums).map(({ entity, key }) => {
    const rows = byEntity.get(key) ?? []
    return {
      entity,
      values: spans.map((_, place) => {
        const row = rows.find(one => one.span === place)
        return row ? value(row) : null
      }),
    }
  })
}

const keyText = (key: PanelSums['key'], split: readonly PanelDimension[]) =>
  split.map(name => key[name]).join('|')

/** Every member of the split, asked or found, in the catalogue's order; one without rows keeps its place. */
function entities(run: EngineRun, scope: Scope, sums: PanelSums[]): { entity: Entity; key: string }[] {
  const { catalogue } = run
  const found = new Set(sums.map(row => row.key.brand).filter(brand => brand !== undefined))
  const sold = new Set(sums.map(row => row.key.channel).filter(channel => channel !== undefined))
  const members: Record<PanelDimension, Entity[]> = {
    country: scope.countries.map(country => ({ country })),
    segment: scope.segments.map(segment => ({ segment })),
    brand: (scope.brands.length > 0 ? scope.brands : catalogue.brands.filter(brand => found.has(brand))).map(
      brand => ({ brand }),
    ),
    channel: (scope.channels.length > 0
      ? scope.channels
      : catalogue.channels.filter(channel => sold.has(channel.id))
    ).map(channel => ({ channel })),
  }
  const all = scope.split.reduce<Entity[]>(
    (so_far, name) => so_far.flatMap(entity => members[name].map(member => ({ ...entity, ...member }))),
    [{}],
  )
  return all.map(entity => {
    const key = {
      country: entity.country?.iso3 ?? '',
      segment: entity.segment?.id ?? '',
      brand: entity.brand ?? '',
      channel: entity.channel?.id ?? '',
    }
    return { entity, key: keyText(key, scope.split) }
  })
}

/** How a measure is made from the sums of a row. */
async function valueReader(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  spans: readonly Span[],
): Promise<(row: PanelSums) => Figure> {
  switch (measure.id) {
    case 'panel_value_usd':
      return row => row.value_usd
    case 'panel_value_lcu':
      return row => row.value_lcu
    case 'panel_volume':
      return row => row.volume
    case 'panel_price_usd':
      return row => ratio(row.value_usd, row.volume)
    case 'panel_price_lcu':
      return row => ratio(row.value_lcu, row.volume)
    case 'panel_value_share':
      return shareReader(run, scope, spans, 'value_usd')
    case 'panel_volume_share':
      return shareReader(run, scope, spans, 'volume')
    case 'panel_value_pc_usd':
      return perHeadReader(run, scope, spans, 'value_usd')
    case 'panel_volume_pc':
      return perHeadReader(run, scope, spans, 'volume')
    default:
      throw new Error(`no formula for the panel measure ${measure.id}`)
  }
}

type SumName = 'value_usd' | 'volume'

/** Against the same market with all its brands and channels. */
async function shareReader(run: EngineRun, scope: Scope, spans: readonly Span[], name: SumName) {
  const split = scope.split.filter(one => one === 'country' || one === 'segment')
  const whole = await panelSums(run, { ...panelAsk(scope, split, spans), brands: null, channels: null })
  const totals = new Map(whole.map(row => [`${keyText(row.key, split)} ${row.span}`, row[name]]))
  return (row: PanelSums): Figure => {
    const share = ratio(row[name], totals.get(`${keyText(row.key, split)} ${row.span}`) ?? null)
    return share === null ? null : share * 100
  }
}

/** Population of the countries in the row; held for whole years only. */
async function perHeadReader(run: EngineRun, scope: Scope, spans: readonly Span[], name: SumName) {
  const people = await population(run, scope, spans)
  return (row: PanelSums): Figure => {
    const span = spans[row.span] as Span
    if (!isWholeYear(span)) return null
    const ids = row.key.country
      ? [row.key.country]
      : scope.countries.filter(country => !country.limitedData).map(country => country.iso3)
    return ratio(row[name], sumHeld(ids.map(iso3 => people.get(iso3)?.get(yearOf(span.from)) ?? null)))
  }
}

export function population(
  run: EngineRun,
  scope: Pick<Scope, 'countries'>,
  spans: readonly Span[],
): Promise<FigureValues> {
  const years = spans.map(span => yearOf(span.from))
  const ids = scope.countries.map(country => country.iso3)
  return figureValues(run, 'population', ids, Math.min(...years), Math.max(...years))
}
