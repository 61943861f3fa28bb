import type { Draft } from '../markup/write-markup.ts'
import { capital, goodsPhrase } from '../understanding/questions.ts'
import { barsPanel, chartOf } from './charts.ts'
import { DraftAnswer, tile, toneOf, type Writing } from './draft-answer.ts'
import { arrow, type Facts, listed, roleOf, type Said, say } from './facts.ts'
import { factNames } from './player-names.ts'
import { extremeRow } from './sections.ts'

/** Who is in a market: facts with their sources, reports apart, and the size of each segment beside them. */
export function writeKeyPlayers(w: Writing): Draft[] {
  const answer = new DraftAnswer()
  const market = roleOf(w.results, 'market')
  const { facts, reported } = factNames(w)
  const what = w.goods
  const rows = market ? Array.from({ length: market.rows }, (_, row) => row) : []
  const largest = market ? extremeRow(market, rows, 'panel_value_usd', 1) : null
  const segmentName = (row: number) =>
    market
      ?.text(row, 'segment')
      ?.toLowerCase()
      .replace(/ ?\(.*?\)/g, '') ?? ''
  const names = leadingCompanies(w, market)
  answer
    .headline(
      names.length > 0
        ? [{ text: `Public sources name ${listed(names)} as players in ${what} in ${w.place}.` }]
        : [{ text: `No player in ${what} in ${w.place} is held with a public source.` }],
    )
    .tiles(...marketTiles(market, rows, largest, segmentName))
    .chart(marketChart(w, market))
  if (market && largest !== null && rows.length > 1) {
    answer.paragraph('The size of the field', ...fieldSentences(w, market, rows, largest, segmentName))
  }
  for (const segment of segmentsWithFacts(w, market)) {
    answer.list(segment, ...playerItems(w, segment))
  }
  answer
    .paragraph(
      'Reported, not verified',
      reported.length > 0
        ? [
            {
              text: `${listed(reported.slice(0, 12))}${reported.length > 12 ? ' and others in the table' : ''}. These are not counted as facts.`,
            },
          ]
        : null,
    )
    .paragraph('Not held', unheldSegments(w))
    .paragraph(
      'How concentrated',
      ...(market && largest !== null ? concentration(market, largest, segmentName) : []),
      [{ text: 'No share is given to a real firm: the panel’s brands are modelled and stand for none.' }],
    )
    .table(roleOf(w.results, 'players')?.table.id, 'Every player held, with its source', [
      'segment',
      'company',
      'brand',
      'owner',
      'status',
      'note',
      'source',
    ])
  const ownSegment =
    largest !== null && market ? (market.text(largest, 'segment_id') ?? w.segment) : w.segment
  if (facts.length === 0 && reported.length === 0) answer.next(w.ask.segmentsOf(w.country))
  return answer
    .next(
      w.country ? w.ask.brands(ownSegment, w.country) : null,
      w.country ? w.ask.profile(ownSegment, w.country) : null,
      w.country ? w.ask.channels(ownSegment, w.country) : null,
      w.ask.rankCountries(ownSegment),
    )
    .done()
}

/** Five firms, those of the largest segments first; in a segment, those with most facts to their name. */
function leadingCompanies(w: Writing, market: Facts | null): string[] {
  const players = roleOf(w.results, 'players')
  const firms = new Map<string, { facts: number; place: number }>()
  for (let row = 0; players && row < players.rows; row++) {
    const company = players.text(row, 'company')
    if (!company || players.text(row, 'status') !== 'fact') continue
    const known = firms.get(company) ?? { facts: 0, place: Number.POSITIVE_INFINITY }
    const place = placeOf(market, players.text(row, 'segment') ?? '')
    firms.set(company, { facts: known.facts + 1, place: Math.min(known.place, place) })
  }
  return [...firms]
    .toSorted(([, a], [, b]) => a.place - b.place || b.facts - a.facts)
    .slice(0, 5)
    .map(([company]) => company.replace(/ ?\(.*?\)/g, ''))
}

/** A segment's place by size: the market's table has the largest first. */
function placeOf(market: Facts | null, segment: string): number {
  const row = market?.find('segment', segment) ?? -1
  return row === -1 ? Number.MAX_SAFE_INTEGER : row
}

function marketTiles(
  market: Facts | null,
  rows: number[],
  largest: number | null,
  name: (row: number) => string,
) {
  if (!market || largest === null) return []
  const byValue = rows.toSorted(
    (a, b) => (market.number(b, 'panel_value_usd') ?? 0) - (market.number(a, 'panel_value_usd') ?? 0),
  )
  const tiles = byValue
    .slice(0, rows.length === 1 ? 1 : 4)
    .map(row =>
      tile(
        capital(name(row)),
        market.figure(row, 'panel_value_usd'),
        say`${arrow(market, row, 'yoy')} in US$`,
        toneOf(market.number(row, 'yoy')),
      ),
    )
  if (rows.length > 1) return tiles
  return [
    ...tiles,
    tile('Largest brand', market.figure(largest, 'leader_share'), [{ text: 'of value, modelled' }]),
    tile('Top three brands', market.figure(largest, 'top3'), [{ text: 'of value, modelled' }]),
    tile('Concentration (HHI)', market.figure(largest, 'hhi', { compact: false }), [
      { text: 'near nought is open' },
    ]),
  ]
}

function marketChart(w: Writing, market: Facts | null) {
  if (!market || market.rows < 2) return null
  return chartOf(w.results, market.table, [barsPanel(market.table, 'panel_value_usd', 'segment')], {
    title: `${w.goods} in ${w.place}: value sales by segment`,
    shows: 'Value sales at retail prices',
    reason: 'Segments are compared by size, so they are ranked bars.',
    summary: `Segments of ${w.goods} in ${w.place}, ranked by value sales.`,
  })
}

function fieldSentences(
  w: Writing,
  market: Facts,
  rows: number[],
  largest: number,
  name: (row: number) => string,
): Said[] {
  const grown = extremeRow(market, rows, 'yoy', 1)
  return [
    say`${capital(name(largest))} is the largest segment, worth ${market.figure(largest, 'panel_value_usd')} in ${w.place} in ${periodOf(market)}.`,
    grown === null || grown === largest || (market.number(grown, 'yoy') ?? 0) <= 0
      ? null
      : say`${capital(name(grown))} grew fastest in US$, by ${market.figure(grown, 'yoy')}.`,
  ]
}

const periodOf = (facts: Facts) => facts.table.period?.to.slice(0, 4) ?? ''

function concentration(market: Facts, row: number, name: (row: number) => string): Said[] {
  return [
    say`In the modelled panel the largest brand of ${name(row)} holds ${market.figure(row, 'leader_share')} of value and the three largest ${market.figure(row, 'top3')}.`,
  ]
}

/** Segments of the question for which no player is held at all. */
function unheldSegments(w: Writing): Said {
  const players = roleOf(w.results, 'players')
  const held = new Set(players?.table.rows.map((_, row) => players.text(row, 'segment')))
  const missing = w.plan.segments.map(id => w.catalogue.segment(id)).filter(one => one && !held.has(one.name))
  if (missing.length === 0 || w.plan.segments.length === missing.length) return null
  const names = missing.map(one => goodsPhrase(w.catalogue, one?.id ?? ''))
  return [{ text: `No player is held for ${listed(names)}.` }]
}

/** Largest first. */
function segmentsWithFacts(w: Writing, market: Facts | null): string[] {
  const players = roleOf(w.results, 'players')
  const names = new Set<string>()
  for (let row = 0; players && row < players.rows; row++) {
    const segment = players.text(row, 'segment')
    if (segment && players.text(row, 'status') === 'fact') names.add(segment)
  }
  return [...names].toSorted((a, b) => placeOf(market, a) - placeOf(market, b))
}

/** One point a firm: its brands, the owner's country, and the note of the source. */
function playerItems(w: Writing, segment: string): Said[] {
  const players = roleOf(w.results, 'players')
  if (!players) return []
  const companies = new Map<string, { brands: string[]; owner: string; note: string }>()
  for (let row = 0; row < players.rows; row++) {
    if (players.text(row, 'segment') !== segment || players.text(row, 'status') !== 'fact') continue
    const company = players.text(row, 'company') ?? ''
    const known = companies.get(company) ?? {
      brands: [],
      owner: players.text(row, 'owner') ?? '',
      note: players.text(row, 'note') ?? '',
    }
    known.brands.push(players.text(row, 'brand') ?? '')
    companies.set(company, known)
  }
  return [...companies].map(([company, { brands, owner, note }]) => {
    const brandWords =
      brands.filter(brand => brand !== '').length > 0 ? `: ${listed([...new Set(brands)])}` : ''
    const ownerWords =
      owner === '' || owner === w.place
        ? ''
        : `; owner in ${/^(United|Netherlands|Philippines)/.test(owner) ? 'the ' : ''}${owner}`
    return [{ text: `${company}${brandWords}${ownerWords}${note === '' ? '' : `. ${capital(note)}`}` }]
  })
}
