import type { EngineRun } from './engine-run.ts'
import { isMonth, isWholeYear, type Span, yearOf } from './spans.ts'

export type PanelDimension = 'country' | 'segment' | 'brand' | 'channel'

/** Which part of the panel, and how it is split; a null list means all. */
export interface PanelAsk {
  countries: readonly string[] | null
  segments: readonly string[] | null
  brands: readonly string[] | null
  channels: readonly string[] | null
  split: readonly PanelDimension[]
  spans: readonly Span[]
}

/** Sums over one span and one member of the split. */
export interface PanelSums {
  key: Partial<Record<PanelDimension, string>>
  /** Place in the asked spans. */
  span: number
  value_usd: number
  value_lcu: number
  volume: number
}

/** Ids as a list of SQL strings. */
export const quoted = (ids: readonly string[]): string =>
  ids.map(id => `'${id.replaceAll("'", "''")}'`).join(', ')

/** Reads sums of the panel; a span that the panel does not wholly hold has no row. */
export async function panelSums(run: EngineRun, ask: PanelAsk): Promise<PanelSums[]> {
  const { from, to } = run.catalogue.panel
  const held = ask.spans
    .map((span, place) => ({ span, place }))
    .filter(({ span }) => span.from >= from && span.to <= to)
  if (held.length === 0) return []
  if (held.every(({ span }) => isWholeYear(span))) return bucketed(run, ask, held, 'year')
  if (held.every(({ span }) => isMonth(span))) return bucketed(run, ask, held, 'month')
  const parts = await Promise.all(held.map(one => spanSums(run, ask, one)))
  return parts.flat()
}

type Placed = { span: Span; place: number }
const sums =
  'sum(value_usd)::DOUBLE AS value_usd, sum(value_lcu)::DOUBLE AS value_lcu, sum(volume)::DOUBLE AS volume'

/** Up to so many pairs of a segment and a country, all years (or months) of the panel are read at once. */
const readWhole = { year: 60, month: 4 }

async function bucketed(
  run: EngineRun,
  ask: PanelAsk,
  held: Placed[],
  bucket: 'year' | 'month',
): Promise<PanelSums[]> {
  const keys = [...ask.split, bucket].join(', ')
  const shown = [
    ...ask.split,
    `strftime(${bucket === 'year' ? 'make_date(year, 1, 1)' : 'month'}, '%Y-%m') AS bucket`,
  ]
  // Blocks of one study ask for different years of the same sums: whole rows make them one query.
  const pairs = (ask.segments?.length ?? Infinity) * (ask.countries?.length ?? Infinity)
  const within = pairs <= readWhole[bucket] ? 'true' : `${bucket} IN (${bucketList(held, bucket)})`
  const rows = await run.ask(
    `SELECT ${shown.join(', ')}, ${sums} FROM ${tableOf(ask)} WHERE ${where(ask)} AND ${within} GROUP BY ${keys}`,
  )
  // The same span may be asked twice: the year before may be the first one, too.
  const places = Map.groupBy(held, ({ span }) => span.from)
  return rows.flatMap(row =>
    (places.get(String(row.bucket)) ?? []).map(({ place }) => sumsOf(row, ask, place)),
  )
}

const bucketList = (held: readonly Placed[], bucket: 'year' | 'month'): string =>
  held.map(({ span }) => (bucket === 'year' ? yearOf(span.from) : `DATE '${span.from}-01'`)).join(', ')

async function spanSums(run: EngineRun, ask: PanelAsk, { span, place }: Placed): Promise<PanelSums[]> {
  const months = `month BETWEEN DATE '${span.from}-01' AND DATE '${span.to}-01'`
  const group = ask.split.length > 0 ? `GROUP BY ${ask.split.join(', ')}` : 'HAVING count(*) > 0'
  const rows = await run.ask(
    `SELECT ${[...ask.split, sums].join(', ')} FROM ${tableOf(ask)} WHERE ${where(ask)} AND ${months} ${group}`,
  )
  return rows.map(row => sumsOf(row, ask, place))
}

/** The smallest table that can answer: totals hold no brand and channel, yearly no months. */
function tableOf(ask: PanelAsk): string {
  const parts = ask.brands || ask.channels || ask.split.includes('brand') || ask.split.includes('channel')
  if (!parts) return 'totals'
  return ask.spans.every(isWholeYear) ? 'yearly' : 'panel'
}

function where(ask: PanelAsk): string {
  const parts: [string, readonly string[] | null][] = [
    ['segment', ask.segments],
    ['country', ask.countries],
    ['brand', ask.brands],
    ['channel', ask.channels],
  ]
  const conditions = parts.flatMap(([name, ids]) => (ids ? [`${name} IN (${quoted(ids)})`] : []))
  return conditions.length > 0 ? conditions.join(' AND ') : 'true'
}

function sumsOf(row: Record<string, unknown>, ask: PanelAsk, span: number): PanelSums {
  return {
    key: Object.fromEntries(ask.split.map(name => [name, String(row[name])])),
    span,
    value_usd: Number(row.value_usd),
    value_lcu: Number(row.value_lcu),
    volume: Number(row.volume),
  }
}
