import type { Cell } from '../../../contract/result.ts'
import type { Country, KeyPlayer, Segment } from '../catalogue-shape.ts'
import { othersBrand } from '../sample-panel-shape.ts'
import { growthPercent, herfindahl, percentOf, sumHeld } from './arithmetic.ts'
import { measureColumn, number, text, yoyColumn } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Market, measureOf } from './market.ts'
import { panelSums } from './panel-sums.ts'
import { withYearBefore } from './plan-time.ts'
import { panelAsk } from './series.ts'

/** Owners from outside the countries covered. */
const ownersAbroad: Record<string, string> = {
  ...{
    CHE: 'Switzerland',
    GBR: 'United Kingdom',
    USA: 'United States',
    FRA: 'France',
    NLD: 'Netherlands',
    BEL: 'Belgium',
  },
  ...{
    SGP: 'Singapore',
    ESP: 'Spain',
    SAU: 'Saudi Arabia',
    DEU: 'Germany',
    CHN: 'China',
    TUR: 'Türkiye',
    JPN: 'Japan',
  },
  ...{ AUT: 'Austria', IND: 'India', IDN: 'Indonesia', DNK: 'Denmark', MLT: 'Malta', JOR: 'Jordan' },
}

/** Firms and brands held for the segments and countries: facts first, then what was reported; never with a share. */
export function addPlayers(
  run: EngineRun,
  segments: readonly Segment[],
  countries: readonly Country[],
): KeyPlayer[] {
  const { catalogue } = run
  const wanted = new Set(countries.map(country => country.iso3))
  const order = new Map(segments.map((segment, at) => [segment.id, at]))
  const players = catalogue.keyPlayers
    .filter(player => order.has(player.segment) && wanted.has(player.country))
    .sort(
      (a, b) =>
        Number(a.confidence !== 'fact') - Number(b.confidence !== 'fact') ||
        (order.get(a.segment) ?? 0) - (order.get(b.segment) ?? 0),
    )
  const facts = players.filter(player => player.confidence === 'fact').length
  const many = countries.length > 1
  run.add({
    role: 'players',
    title: `Key players, ${segments.length === 1 ? segments[0]?.name : `${segments.length} segments`}, ${many ? `${countries.length} countries` : (countries[0]?.name ?? '')}`,
    columns: [
      ...[
        text('segment', 'Segment'),
        text('iso3', 'Code'),
        text('country', 'Country'),
        text('company', 'Company'),
      ],
      ...[
        text('brand', 'Brand'),
        text('owner', 'Owner from'),
        text('note', 'Note'),
        text('source', 'Source'),
        text('status', 'Status'),
      ],
    ],
    rows: players.map((player): Cell[] => [
      catalogue.segment(player.segment)?.name ?? null,
      ...[player.country, catalogue.country(player.country)?.name ?? null, player.company, player.brand],
      catalogue.country(player.ownerCountry)?.name ??
        ownersAbroad[player.ownerCountry] ??
        player.ownerCountry,
      ...[player.note, player.source, player.confidence === 'fact' ? 'fact' : 'reported, not verified'],
    ]),
    measures: [],
    countries: [],
    spans: [],
    players: true,
    coverage: { held: facts, of: players.length, what: 'rows with a source address' },
    flags:
      facts < players.length
        ? ['Rows marked as reported have no source address: they are shown and not counted.']
        : [],
    computed: ['No share of a market is given to a real firm or brand.'],
  })
  return players
}

/** Facts counted by segment: companies and brands. */
export function addPlayerSummary(
  run: EngineRun,
  segments: readonly Segment[],
  players: readonly KeyPlayer[],
): void {
  const rows = segments.map((segment): Cell[] => {
    const facts = players.filter(player => player.segment === segment.id && player.confidence === 'fact')
    const distinct = (field: 'company' | 'brand') => new Set(facts.map(player => player[field])).size
    return [segment.id, segment.name, distinct('company'), distinct('brand')]
  })
  const facts = players.filter(player => player.confidence === 'fact')
  run.add({
    role: 'summary',
    title: 'Key players counted, facts only',
    columns: [
      ...[text('segment_id', 'Segment id'), text('segment', 'Segment')],
      number('companies', 'Companies', 'companies', 0, 'distinct companies among the facts'),
      number('brands', 'Brands', 'brands', 0, 'distinct brands among the facts'),
    ],
    rows: [
      ...rows,
      [
        '',
        'All',
        new Set(facts.map(player => player.company)).size,
        new Set(facts.map(player => player.brand)).size,
      ],
    ],
    measures: [],
    countries: [],
    spans: [],
    players: true,
    coverage: {
      held: rows.filter(row => Number(row[3]) > 0).length,
      of: segments.length,
      what: 'segments with a fact',
    },
  })
}

/** Size and concentration of each segment of the market, largest first: the panel's neutral brands. */
export async function addMarketBySegment(run: EngineRun, market: Market): Promise<void> {
  const spans = withYearBefore(market.span)
  const [sums, brands] = await Promise.all([
    panelSums(run, panelAsk(market.scope, ['segment'], spans)),
    panelSums(run, panelAsk(market.scope, ['segment', 'brand'], [market.span])),
  ])
  const rows = market.scope.segments.map((segment): Cell[] => {
    const [now, before] = [0, 1].map(
      at => sums.find(row => row.span === at && row.key.segment === segment.id)?.value_usd ?? null,
    )
    const shares = brands
      .filter(row => row.key.segment === segment.id && row.key.brand !== othersBrand)
      .map(row => percentOf(row.value_usd, now ?? null))
      .sort((a, b) => (b ?? 0) - (a ?? 0))
    return [
      ...[
        segment.id,
        segment.name,
        market.span.label,
        now ?? null,
        growthPercent(now ?? null, before ?? null),
      ],
      ...[shares[0] ?? null, sumHeld(shares.slice(0, 3)), herfindahl(shares)],
    ]
  })
  const value = measureOf(run, 'panel_value_usd')
  run.add({
    role: 'market',
    title: `Size and concentration, ${market.title}, ${market.span.label}`,
    columns: [
      ...[
        text('segment_id', 'Segment id'),
        text('segment', 'Segment'),
        { ...text('period', 'Period'), kind: 'period' as const },
      ],
      measureColumn(value, market.scope),
      yoyColumn(),
      number(
        'leader_share',
        'Share of the leader',
        '%',
        1,
        'value of the largest brand ÷ value of the segment',
      ),
      number('top3', 'Share of the three largest', '%', 1, 'sum of the three largest value shares'),
      number('hhi', 'Concentration (HHI)', 'index', 0, 'sum of squared value shares in %, named brands'),
    ],
    rows: rows.sort((a, b) => Number(b[3] ?? 0) - Number(a[3] ?? 0)),
    measures: [value],
    countries: market.scope.countries.map(country => country.iso3),
    spans,
    shows: [market.span],
    coverage: { held: rows.filter(row => row[3] !== null).length, of: rows.length, what: 'segments' },
    flags: ['Brands of the modelled sample are neutral (Brand A, Brand B …) and stand for no real firm.'],
  })
}
