import type { Cell } from '../../../contract/result.ts'
import { difference, growthPercent, percentOf, ranks, ratio, sumHeld } from './arithmetic.ts'
import { measureColumn, number, periodColumn, text, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Market, measureOf } from './market.ts'
import { panelSums } from './panel-sums.ts'
import { panelYears, withYearBefore } from './plan-time.ts'
import { unitContext } from './run-lookup.ts'
import { addConcentration, addShares, addShareTrend } from './run-share.ts'
import { panelAsk, population } from './series.ts'
import { isWholeYear, type Span, yearOf } from './spans.ts'

/** Who sells: brands with their shares, how concentrated the market is, and the shares by year. */
export async function addBrands(run: EngineRun, market: Market): Promise<void> {
  const value = measureOf(run, 'panel_value_usd')
  const years = panelYears(run)
  await run.sideBySide([
    part => addShares(part, value, market.scope, 'brand', market.span, 'brands'),
    part => addConcentration(part, market.scope, upTo(years, market.span)),
    part => addShareTrend(part, value, market.scope, 'brand', years, 'brand_trend'),
  ])
}

const upTo = (years: Span[], { to }: Span): Span[] => {
  const ended = years.filter(year => year.to <= to)
  return ended.length > 0 ? ended : years.slice(0, 1)
}

/** Where it is sold: each channel's value, volume, price and share, and the shares by year. */
export async function addChannels(
  run: EngineRun,
  market: Market,
  role = 'channels',
  trendRole = 'channel_trend',
): Promise<void> {
  const value = measureOf(run, 'panel_value_usd')
  await run.sideBySide([
    part => addChannelTable(part, market, role),
    part => addShareTrend(part, value, market.scope, 'channel', panelYears(run), trendRole),
  ])
}

async function addChannelTable(run: EngineRun, market: Market, role: string): Promise<void> {
  const spans = withYearBefore(market.span)
  const sums = await panelSums(run, panelAsk(market.scope, ['channel'], spans))
  const total = (at: number) => sumHeld(sums.filter(row => row.span === at).map(row => row.value_usd))
  const members = run.catalogue.channels.flatMap(channel => {
    const [now, before] = [0, 1].map(at =>
      sums.find(row => row.span === at && row.key.channel === channel.id),
    )
    return now ? [{ channel, now, before }] : []
  })
  const shares = members.map(({ now }) => percentOf(now.value_usd, total(0)))
  const place = ranks(shares)
  const context = unitContext(market.scope)
  const measures = ['panel_value_usd', 'panel_volume', 'panel_price_usd'].map(id => measureOf(run, id))
  const rows = members.map(({ channel, now, before }, at): Cell[] => {
    const [share, then] = [shares[at] ?? null, percentOf(before?.value_usd ?? null, total(1))]
    const volume = market.oneUnit ? now.volume : null
    return [
      ...[place[at] ?? null, channel.id, channel.name, market.span.label, now.value_usd, volume],
      ...[ratio(now.value_usd, volume), share, then, difference(share, then)],
      growthPercent(now.value_usd, before?.value_usd ?? null),
    ]
  })
  run.add({
    role,
    title: `Channels, ${market.title}, ${market.span.label}`,
    columns: [
      number('rank', 'Place', null, 0, '1 = largest share'),
      ...[text('channel_id', 'Channel id'), text('channel', 'Channel'), periodColumn()],
      ...measures.map(measure => measureColumn(measure, context)),
      number('share', 'Share of value', '%', 1, 'value of the channel ÷ value of the market'),
      number('share_previous', 'Share the year before', '%', 1, 'the same, one year before'),
      number('share_change', 'Change in share', 'points', 1, 'share − share of the year before'),
      yoyColumn(),
    ],
    rows: rows.sort((a, b) => Number(a[0]) - Number(b[0])),
    measures,
    countries: market.scope.countries.map(country => country.iso3),
    spans,
    shows: [market.span],
    coverage: { held: rows.length, of: run.catalogue.channels.length, what: 'channels' },
  })
}

/** Every country's place in the segment in the market's year: size, volume and volume a head. */
export async function addStanding(run: EngineRun, market: Market): Promise<void> {
  const africa = run.catalogue.group('africa')?.members ?? []
  const countries = africa.flatMap(iso3 => run.catalogue.country(iso3) ?? [])
  const scope = { ...market.scope, countries }
  const [sums, people] = await Promise.all([
    panelSums(run, panelAsk(scope, ['country'], [market.span])),
    population(run, scope, [market.span]),
  ])
  const whole = sumHeld(sums.map(row => row.value_usd))
  const place = ranks(sums.map(row => row.value_usd))
  const context = { segments: market.scope.segments, countries }
  const rows = sums.map((row, at): Cell[] => {
    const country = run.catalogue.country(row.key.country ?? '')
    const volume = market.oneUnit ? row.volume : null
    const heads = isWholeYear(market.span)
      ? people.get(row.key.country ?? '')?.get(yearOf(market.span.from))
      : undefined
    return [
      ...[place[at] ?? null, country?.iso3 ?? null, country?.name ?? null, row.value_usd, volume],
      ...[ratio(volume, heads ?? null), percentOf(row.value_usd, whole)],
    ]
  })
  const measures = ['panel_value_usd', 'panel_volume', 'panel_volume_pc'].map(id => measureOf(run, id))
  run.add({
    role: 'standing',
    title: `Largest markets, ${market.scope.subject}, Africa, ${market.span.label}`,
    columns: [
      number('rank', 'Place', null, 0, '1 = largest by value'),
      ...[text('iso3', 'Code'), text('country', 'Country')],
      ...measures.map(measure => measureColumn(measure, context)),
      number('share', 'Share of Africa', '%', 1, 'value ÷ sum of the 52 countries'),
    ],
    rows: rows.sort((a, b) => Number(a[0]) - Number(b[0])),
    measures,
    countries: [],
    spans: [market.span],
    coverage: { held: rows.length, of: africa.length, what: 'countries' },
  })
}
