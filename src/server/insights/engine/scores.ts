import type { Cell, Table } from '../../../contract/result.ts'
import { type Figure, percentOf, sumHeld } from './arithmetic.ts'
import { number, text } from './columns.ts'
import type { EngineRun } from './engine-run.ts'
import { type Fact, factCells, factColumns } from './fact-table.ts'
import { type Market, measureOf } from './market.ts'
import type { Peer, Peers } from './peers.ts'
import { sizingOf } from './sizing.ts'

interface Criterion extends Pick<Fact, 'id' | 'name' | 'unit' | 'decimals'> {
  /** In %; all together 100. */
  weight: number
  better: 'high' | 'low'
  value: (peer: Peer, rivals: readonly Peer[]) => Figure
  measures: string[]
}

const criteria: Criterion[] = [
  {
    ...{ id: 'market_now', name: 'Market size', weight: 25, unit: 'US$', decimals: 0, better: 'high' },
    value: peer => peer.usd,
    measures: ['panel_value_usd'],
  },
  {
    ...{
      id: 'volume_growth',
      name: 'Volume growth',
      weight: 20,
      unit: '% a year',
      decimals: 1,
      better: 'high',
    },
    value: peer => peer.volumeGrowth,
    measures: ['panel_volume'],
  },
  {
    ...{ id: 'headroom_ratio', name: 'SAM against the market today', weight: 15, unit: '%', decimals: 0 },
    better: 'high',
    value: (peer, rivals) => percentOf(sizingOf(peer, rivals, null).sam, peer.usd),
    measures: ['panel_volume', 'population'],
  },
  {
    ...{
      id: 'hh_consumption_pc_usd',
      name: 'Household consumption per head',
      weight: 15,
      unit: 'US$',
      decimals: 0,
    },
    better: 'high',
    value: peer => peer.purse,
    measures: ['hh_consumption_pc_usd'],
  },
  {
    ...{
      id: 'hhi',
      name: 'Concentration of brands (HHI)',
      weight: 10,
      unit: 'index',
      decimals: 0,
      better: 'low',
    },
    value: peer => peer.hhi,
    measures: ['panel_value_usd'],
  },
  {
    ...{ id: 'inflation_cpi', name: 'Inflation', weight: 10, unit: '% a year', decimals: 1, better: 'low' },
    value: peer => peer.inflation,
    measures: ['inflation_cpi'],
  },
  {
    ...{
      id: 'urban_share',
      name: 'Urban share',
      weight: 5,
      unit: '% of population',
      decimals: 1,
      better: 'high',
    },
    value: peer => peer.urban,
    measures: ['urban_share'],
  },
]

/** Scores of one country, one for each criterion, and their weighted mean; null where no criterion has a figure. */
export interface Scored {
  scores: Figure[]
  total: Figure
}

/** A score is the part of the rivals that do worse (equal ones count half): 0 = last, 100 = first. */
export function scoresOf(peer: Peer, rivals: readonly Peer[]): Scored {
  const scores = criteria.map((criterion): Figure => {
    const value = criterion.value(peer, rivals)
    const theirs = rivals
      .map(one =>
        criterion.value(
          one,
          [peer, ...rivals].filter(other => other !== one),
        ),
      )
      .filter(other => other !== null)
    if (value === null || theirs.length === 0) return null
    const worse = theirs.filter(other => (criterion.better === 'high' ? other < value : other > value)).length
    const equal = theirs.filter(other => other === value).length
    return ((worse + equal / 2) / theirs.length) * 100
  })
  const weight = sumHeld(scores.map((score, at) => (score === null ? null : weightOf(at))))
  const points = sumHeld(scores.map((score, at) => (score === null ? null : score * weightOf(at))))
  return { scores, total: weight === null || points === null ? null : points / weight }
}

const weightOf = (at: number): number => criteria[at]?.weight ?? 0

/** The country against its region on weighted criteria, and every country of the region by its total. */
export function addScores(run: EngineRun, market: Market, peers: Peers): void {
  const { own, others } = peers
  if (own.usd === null) {
    run.note(`No score is given: the panel does not hold ${market.title}.`)
    return
  }
  // A country without sales is no rival.
  const field = [own, ...others.filter(peer => peer.usd !== null)]
  const scored = field.map(peer => ({
    peer,
    ...scoresOf(
      peer,
      field.filter(other => other !== peer),
    ),
  }))
  const totals = scored.map(one => one.total)
  const placeOf = (total: Figure): Figure =>
    total === null ? null : 1 + totals.filter(other => other !== null && other > total).length
  const [ownScored] = scored
  if (!ownScored || ownScored.total === null) return
  addOwnScores(run, market, peers, ownScored, `place ${placeOf(ownScored.total)} of ${field.length}`)
  run.add({
    role: 'ranking',
    title: `Scores of ${own.country.region}, ${market.scope.subject}, ${peers.year.label}`,
    columns: [
      number('rank', 'Place', null, 0, '1 = highest score'),
      ...[text('iso3', 'Code'), text('country', 'Country')],
      number('score', 'Score', 'of 100', 0, 'sum of weighted scores ÷ sum of the weights held'),
    ],
    rows: scored
      .map(({ peer, total }): Cell[] => [placeOf(total), peer.country.iso3, peer.country.name, total])
      .sort((a, b) => Number(a[0] ?? Infinity) - Number(b[0] ?? Infinity)),
    measures: scoreMeasures(run),
    countries: [],
    spans: [peers.start, peers.year],
    shows: [peers.year],
    coverage: { held: field.length, of: others.length + 1, what: `countries of ${own.country.region}` },
  })
}

function addOwnScores(run: EngineRun, market: Market, peers: Peers, own: Scored, place: string): void {
  const { country } = peers.own
  const rivals = peers.others.filter(peer => peer.usd !== null)
  const rows = criteria.map((criterion, at): Cell[] => {
    const score = own.scores[at] ?? null
    const fact: Fact = {
      ...{ id: criterion.id, name: criterion.name, theme: 'Score', unit: criterion.unit },
      ...{ value: criterion.value(peers.own, rivals), decimals: criterion.decimals },
      period: periodOf(criterion, peers),
      note: criterion.better === 'high' ? 'more is better' : 'less is better',
    }
    return [
      ...factCells(fact),
      criterion.weight,
      score,
      score === null ? null : (score * criterion.weight) / 100,
    ]
  })
  const total: Fact = {
    ...{ id: 'total', name: 'Score', theme: 'Score', value: own.total, unit: 'of 100', decimals: 0 },
    ...{ period: peers.year.label, note: `${place} in ${country.region}` },
  }
  const held = own.scores.filter(score => score !== null).length
  const coverage: Table['coverage'] = { held, of: criteria.length, what: 'criteria' }
  run.add({
    role: 'scores',
    title: `Score against ${country.region}, ${market.title}, ${peers.year.label}`,
    columns: [
      ...factColumns(),
      number('weight', 'Weight', '%', 0),
      number(
        'score',
        'Score',
        'of 100',
        0,
        'part of the other countries that do worse: 0 = last, 100 = first',
      ),
      number('weighted', 'Points', 'points', 1, 'score × weight'),
    ],
    rows: [...rows, [...factCells(total), 100, own.total, own.total]],
    measures: scoreMeasures(run),
    countries: [country.iso3],
    spans: [peers.start, peers.year],
    shows: [peers.year],
    coverage,
    computed: [
      `Volume growth is a year from ${peers.start.label} to ${peers.year.label}.`,
      'A criterion without a figure is left out and the other weights are scaled up to 100.',
    ],
  })
}

const scoreMeasures = (run: EngineRun) =>
  [...new Set(criteria.flatMap(criterion => criterion.measures))].map(id => measureOf(run, id))

/** A macro figure in its own year, everything else in the year of the sales. */
const periodOf = ({ id }: Criterion, { year, figureYears }: Peers): string =>
  String(figureYears.get(id) ?? year.label)
