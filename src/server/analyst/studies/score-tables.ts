import type { Cell, Column, Table } from '../../../contract/result.ts'
import { decimalsOf, numberOf, textOf, unitOf } from '../claims/result-set.ts'
import { leaderOf, type Measured, medianOf, reweighted, type Scores, scoresOf, turningOf } from './score.ts'
import type { Criterion } from './study.ts'

/** The candidates of a score, as rows of a table. */
export interface Candidates {
  table: Table
  /** Key of the table's column by the name of a criterion; a criterion without one is left out. */
  keys: Readonly<Record<string, string>>
  criteria: readonly Criterion[]
  /** ISO3 codes of those that are shown; the others are there to be placed among. */
  shown: ReadonlySet<string>
  /** ISO3 code of the one that the study is of; null: the one that leads. */
  own: string | null
  /** Those of its region, ISO3. */
  region: ReadonlySet<string>
  /** From which scores on verdicts hold. */
  steps: readonly number[]
  /** A criterion's name, as it heads a row. */
  label(criterion: string): string
  /** What a column of figures is headed by; null: as in its own table. */
  columnLabel(column: string): string | null
  /** 'Baby diapers, 2025'. */
  of: string
}

/** A score with its tables; rows are those of the candidates' table. */
export interface Scored {
  scores: Scores
  criteria: readonly Measured[]
  own: number
  /** Those shown, the best first. */
  order: number[]
  ranking: Table
  ofCriteria: Table
  score: Table
  turning: Table
}

/** null where the one it is of, or every candidate, has too few figures for a score. */
export function scored(
  candidates: Candidates,
  ids: readonly [string, string, string, string],
): Scored | null {
  const { table, keys, shown } = candidates
  const codes = table.rows.map((_, row) => textOf(table, row, 'iso3') ?? '')
  const criteria = candidates.criteria.flatMap(({ column, weight, better }): Measured[] => {
    const key = keys[column]
    if (key === undefined) return []
    return [{ id: column, weight, better, values: codes.map((_, row) => numberOf(table, row, key)) }]
  })
  const scores = scoresOf(criteria)
  const among = codes.flatMap((code, row) => (shown.has(code) ? [row] : []))
  const own = candidates.own === null ? leaderOf(scores.totals, among) : codes.indexOf(candidates.own)
  if (own === null || typeof scores.totals[own] !== 'number') return null
  const order = among
    .filter(row => typeof scores.totals[row] === 'number')
    .sort((a, b) => (scores.totals[b] ?? 0) - (scores.totals[a] ?? 0))
  const made: Made = { ...candidates, scores, measured: criteria, among, ownRow: own, codes }
  return {
    ...{ scores, criteria, own, order },
    ranking: rankingTable(made, order, ids[0]),
    ofCriteria: criteriaTable(made, ids[1]),
    score: scoreTable(made, ids[2]),
    turning: turningTable(made, ids[3]),
  }
}

interface Made extends Candidates {
  scores: Scores
  measured: Measured[]
  among: number[]
  ownRow: number
  codes: string[]
}

const text = (key: string, label: string): Column => ({
  ...{ key, label, kind: 'text', unit: null, decimals: null, measure: null, formula: null },
})
const number = (
  key: string,
  label: string,
  unit: string | null,
  decimals: number,
  formula: string | null = null,
) => ({
  ...{ key, label, kind: 'number' as const, unit, decimals, measure: null, formula },
})

const pointsFormula = '100 × (candidates − place) ÷ (candidates − 1)'
const scoreFormula = 'mean of the points of the criteria, by weight'

const nameOf = ({ table }: Made, row: number | null): string | null =>
  row === null ? null : textOf(table, row, 'country')

const base = ({ table }: Made, id: string): Omit<Table, 'columns' | 'rows' | 'title' | 'role'> => ({
  ...{ id, sources: table.sources, period: table.period, modelled: table.modelled, coverage: null },
  ...{ flags: [], computed: [] },
})

/** Every candidate that is shown, with its figures and its points on each criterion. */
function rankingTable(made: Made, order: readonly number[], id: string): Table {
  const { measured, scores, codes, label, table, keys, of } = made
  const weighted = measured.filter(({ weight }) => weight > 0)
  const figures = Object.entries(keys).flatMap(([name, key]) => {
    const column = table.columns.find(one => one.key === key)
    return column ? [{ id: name, column }] : []
  })
  return {
    ...base(made, id),
    ...{ role: 'scores', title: `Scores of 100, ${of}` },
    columns: [
      ...[text('iso3', 'Code'), text('country', 'Country')],
      number('score', 'Score', 'of 100', 0, scoreFormula),
      ...figures.map(({ id: name, column }) => ({
        ...{ ...column, key: `${name}Figure` },
        label: made.columnLabel(name) ?? column.label,
      })),
      ...weighted.map(one => number(one.id, label(one.id), 'of 100', 0, pointsFormula)),
    ],
    rows: order.map((row): Cell[] => [
      ...[codes[row] ?? '', nameOf(made, row), scores.totals[row] ?? null],
      ...figures.map(({ column }) => numberOf(table, row, column.key)),
      ...weighted.map(one => scores.points[measured.indexOf(one)]?.[row] ?? null),
    ]),
  }
}

/** The criteria of one candidate: figure, place and points, and what the score would be without each. */
function criteriaTable(made: Made, id: string): Table {
  const { measured, scores, ownRow, table, keys, label, among, of } = made
  const all = measured.reduce((sum, { weight }) => sum + weight, 0)
  const country = nameOf(made, ownRow)
  return {
    ...base(made, id),
    ...{ role: 'criteria', title: `Points of 100 by criterion, ${country}, ${of}` },
    columns: [
      ...[text('criterion_id', 'Criterion id'), text('criterion', 'Criterion'), text('country', 'Country')],
      number('weight', 'Weight', '%', 0),
      ...[number('value', 'Figure', null, 2), text('unit', 'Unit'), number('decimals', 'Decimals', null, 0)],
      number('place', 'Place', 'rank', 0, '1 = best of the candidates with a figure'),
      number('fromEnd', 'Place from the end', 'rank', 0),
      number('count', 'Candidates', null, 0),
      number('points', 'Points', 'of 100', 0, pointsFormula),
      number('without', 'Score without it', 'of 100', 0, scoreFormula),
      number('withoutPlace', 'Place without it', 'rank', 0),
      text('withoutFirst', 'First without it'),
    ],
    rows: measured.map((one, at): Cell[] => {
      const key = keys[one.id] ?? ''
      const without = reweighted(
        scores,
        measured.map(({ weight }, other) => (other === at ? 0 : weight)),
      )
      const isScored = one.weight > 0
      return [
        ...[one.id, label(one.id), country, isScored ? (100 * one.weight) / all : null],
        ...[one.values[ownRow] ?? null, unitOf(table, ownRow, key), decimalsOf(table, ownRow, key)],
        ...placesAt(scores.places[at] ?? [], ownRow),
        scores.points[at]?.[ownRow] ?? null,
        ...(isScored ? [without.totals[ownRow] ?? null, without.order[ownRow] ?? null] : [null, null]),
        isScored ? nameOf(made, leaderOf(without.totals, among)) : null,
      ]
    }),
  }
}

/** The place from the best and from the worst, and of how many. */
function placesAt(places: readonly (number | null)[], row: number): Cell[] {
  const known = places.filter(place => place !== null)
  const own = places[row] ?? null
  const behind = known.filter(place => own !== null && place > own).length
  return own === null ? [null, null, known.length] : [own, behind + 1, known.length]
}

/** The score of one candidate, its place, and how far that moves. */
function scoreTable(made: Made, id: string): Table {
  const { measured, scores, ownRow, codes, region, of } = made
  const equal = reweighted(
    scores,
    measured.map(({ weight }) => (weight > 0 ? 1 : 0)),
  )
  const total = scores.totals[ownRow] ?? null
  const inRegion = codes.flatMap((code, row) => (region.has(code) ? (scores.totals[row] ?? []) : []))
  const ahead = inRegion.filter(other => total !== null && other > total).length
  return {
    ...base(made, id),
    ...{ role: 'score', title: `Score of 100, ${nameOf(made, ownRow)}, ${of}` },
    columns: [
      ...[text('iso3', 'Code'), text('country', 'Country')],
      number('total', 'Score', 'of 100', 0, scoreFormula),
      number('place', 'Place', 'rank', 0),
      number('count', 'Candidates', null, 0),
      number('median', 'Median score', 'of 100', 0),
      number('equal', 'Score at equal weights', 'of 100', 0, 'mean of the points of the criteria'),
      number('equalPlace', 'Place at equal weights', 'rank', 0),
      number('from', 'Score from which the verdict holds', 'of 100', 0),
      number('regionPlace', 'Place in the region', 'rank', 0),
      number('regionCount', 'Candidates of the region', null, 0),
    ],
    rows: [
      [
        ...[codes[ownRow] ?? null, nameOf(made, ownRow), total, scores.order[ownRow] ?? null],
        ...[scores.totals.filter(one => one !== null).length, medianOf(scores.totals)],
        ...[equal.totals[ownRow] ?? null, equal.order[ownRow] ?? null],
        made.steps.find(step => step <= Math.round(total ?? 0)) || null,
        ...(inRegion.length > 1 ? [1 + ahead, inRegion.length] : [null, null]),
      ],
    ],
  }
}

/** For each criterion the smallest greater weight at which another candidate leads. */
function turningTable(made: Made, id: string): Table {
  const { measured, scores, among, label, of } = made
  const weights = measured.map(({ weight }) => weight)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const rows = measured.flatMap((one, at) => {
    const turn = turningOf(scores, weights, at, among)
    if (!turn) return []
    const { weight, first } = turn
    return [{ id: one.id, now: (100 * one.weight) / all, weight, first }]
  })
  return {
    ...base(made, id),
    ...{ role: 'turning', title: `Weights at which another country leads, ${of}` },
    columns: [
      ...[text('criterion_id', 'Criterion id'), text('criterion', 'Criterion')],
      ...[number('now', 'Weight', '%', 0), number('weight', 'Weight that turns it', '%', 0)],
      ...[text('iso3', 'Code'), text('country', 'First then')],
    ],
    rows: rows
      .sort((a, b) => a.weight - a.now - (b.weight - b.now))
      .map((row): Cell[] => [
        ...[row.id, label(row.id), row.now, row.weight],
        ...[made.codes[row.first] ?? null, nameOf(made, row.first)],
      ]),
  }
}
