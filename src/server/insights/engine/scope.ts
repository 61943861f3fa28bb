import type { Plan } from '../../../contract/plan.ts'
import type { Cell, Column, Table } from '../../../contract/result.ts'
import type { Catalogue, Channel, Country, Measure, Segment } from '../catalogue-shape.ts'
import { text } from './columns.ts'
import type { PanelDimension } from './panel-sums.ts'

/** What a plan is about: its members, how they are split into rows, and what to call the whole. */
export interface Scope {
  countries: Country[]
  segments: Segment[]
  brands: string[]
  channels: Channel[]
  split: PanelDimension[]
  /** 'Ghana', 'Ghana and Kenya', 'East Africa'. */
  place: string
  /** 'beer', 'dairy', or '' for a macro figure. */
  subject: string
}

/** One row's member of each split dimension. */
export interface Entity {
  country?: Country
  segment?: Segment
  brand?: string
  channel?: Channel
}

const named = <T>(found: T | undefined): T[] => (found === undefined ? [] : [found])
/** Up to this many named countries keep rows of their own beside another split. */
const ownRows = 6

/** Ids were checked before; empty lists become the operation's default: all of Africa, the whole department. */
export function scopeOf(catalogue: Catalogue, plan: Plan, measure: Measure): Scope {
  const group = plan.group ? catalogue.group(plan.group) : undefined
  const asked = plan.countries.length > 0 ? plan.countries : (group?.members ?? [])
  const all = asked.length === 0
  const countries = (all ? (catalogue.group('africa')?.members ?? []) : asked).flatMap(iso3 =>
    named(catalogue.country(iso3)),
  )
  const department = plan.department ? catalogue.department(plan.department) : undefined
  const chosen = plan.segments.length > 0 ? plan.segments : (department?.segments ?? [])
  const segments = (chosen.length > 0 ? chosen : catalogue.segments.map(segment => segment.id)).flatMap(id =>
    named(catalogue.segment(id)),
  )
  const wholeGroup = all || (group !== undefined && plan.countries.length === 0)
  const scope: Scope = {
    countries,
    segments: measure.kind === 'panel' ? segments : [],
    brands: plan.brands,
    channels: plan.channels.flatMap(id => named(catalogue.channel(id))),
    split: [],
    place:
      group && countries.length > 1
        ? group.name
        : all
          ? 'Africa'
          : joined(countries.map(country => country.name)),
    subject: measure.kind === 'panel' ? subjectOf(department?.name, chosen, segments) : '',
  }
  scope.split = splitOf(plan, measure, scope, wholeGroup)
  return scope
}

function subjectOf(department: string | undefined, chosen: string[], segments: Segment[]): string {
  if (chosen.length === 0) return 'all 60 segments'
  if (department && segments.length > 1) return department
  return joined(segments.map(segment => segment.name))
}

function splitOf(plan: Plan, measure: Measure, scope: Scope, wholeGroup: boolean): PanelDimension[] {
  if (measure.kind === 'figure') return ['country']
  const split = new Set<PanelDimension>()
  const by = plan.by
  if (by === 'country' || by === 'segment' || by === 'brand' || by === 'channel') split.add(by)
  const few = scope.countries.length > 1 && scope.countries.length <= ownRows && !wholeGroup
  if (scope.countries.length === 1 || few) split.add('country')
  else if (!by && scope.countries.length > 1 && !wholeGroup) split.add('country')
  // Litres and kilograms do not add up, prices of different things neither.
  const adds = measure.rules.fold.segment === 'sum'
  if (scope.segments.length === 1 || !adds || (plan.segments.length > 1 && !plan.department))
    split.add('segment')
  if (plan.brands.length > 0) split.add('brand')
  if (plan.channels.length > 0) split.add('channel')
  if (measure.rules.fold.country === 'none') split.add('country')
  return (['country', 'segment', 'brand', 'channel'] as const).filter(name => split.has(name))
}

/** 'a', 'a and b', 'a, b and c', 'a, b and 4 more'. */
export function joined(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? ''
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Text columns that name an entity of the split, in order country, segment, brand, channel. */
export function entityColumns(split: readonly PanelDimension[]): Column[] {
  return split.flatMap(name => {
    if (name === 'country') return [text('iso3', 'Code'), text('country', 'Country')]
    if (name === 'segment') return [text('segment_id', 'Segment id'), text('segment', 'Segment')]
    if (name === 'channel') return [text('channel_id', 'Channel id'), text('channel', 'Channel')]
    return [text('brand', 'Brand')]
  })
}

export function entityCells(entity: Entity, split: readonly PanelDimension[]): Cell[] {
  return split.flatMap((name): Cell[] => {
    if (name === 'country') return [entity.country?.iso3 ?? null, entity.country?.name ?? null]
    if (name === 'segment') return [entity.segment?.id ?? null, entity.segment?.name ?? null]
    if (name === 'channel') return [entity.channel?.id ?? null, entity.channel?.name ?? null]
    return [entity.brand ?? null]
  })
}

/** Who a row is about, in one name: 'Kenya', 'Kenya, tea'. */
export const entityName = (entity: Entity, split: readonly PanelDimension[]): string =>
  split
    .map(name => (name === 'brand' ? entity.brand : entity[name]?.name))
    .filter(name => name !== undefined)
    .join(', ')

export const plurals: Record<PanelDimension, string> = {
  country: 'countries',
  segment: 'segments',
  brand: 'brands',
  channel: 'channels',
}
/** What the rows are: 'countries', or 'series' where they differ in more than one way. */
export function nounOf(scope: Scope, split: readonly PanelDimension[] = scope.split): string {
  const single = {
    country: scope.countries.length === 1,
    segment: scope.segments.length === 1,
    brand: false,
    channel: false,
  }
  const many = split.filter(name => !single[name])
  const [only] = many.length > 0 ? many : split
  return many.length > 1 || only === undefined ? 'series' : plurals[only]
}

/** How many of the rows have a figure; for one row that sums countries, how many countries the panel holds. */
export function coverageOf(
  scope: Scope,
  figures: readonly (number | null)[],
): NonNullable<Table['coverage']> {
  if (!scope.split.includes('country') && scope.countries.length > 1)
    return {
      held: scope.countries.filter(country => !country.limitedData).length,
      of: scope.countries.length,
      what: 'countries',
    }
  return { held: figures.filter(value => value !== null).length, of: figures.length, what: nounOf(scope) }
}

/** 'Value sales (US$), beer, Kenya, 2025'. */
export const titleOf = (measure: Measure, scope: Scope, period: string): string =>
  [measure.name, scope.subject, scope.place, period].filter(part => part !== '').join(', ')
