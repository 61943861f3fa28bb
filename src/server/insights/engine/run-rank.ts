import type { Plan } from '../../../contract/plan.ts'
import type { Cell, Column } from '../../../contract/result.ts'
import type { Measure } from '../catalogue-shape.ts'
import {
  cagrPercent,
  difference,
  type Figure,
  growthPercent,
  median,
  percentOf,
  sumHeld,
} from './arithmetic.ts'
import { isRate, measureColumn, number, periodColumn, yoyColumn } from './columns.ts'
import { implausibleIn } from './current-figures.ts'
import type { EngineRun } from './engine-run.ts'
import { askedSpan } from './plan-time.ts'
import { addsUp } from './run-compare.ts'
import { unitContext } from './run-lookup.ts'
import { entityCells, entityColumns, entityName, nounOf, type Scope, scopeOf, titleOf } from './scope.ts'
import { readSeries } from './series.ts'
import { isWholeYear, type Span, yearBefore, yearOf, yearSpan, yearsBetween } from './spans.ts'

const defaultLimit = 10
/** Compound growth is told over this many years where the plan names no first one. */
const growthYears = 5

/** All countries (or segments, brands, channels) in order of level or of growth; the asked number of them, and all. */
export async function runRank(run: EngineRun, plan: Plan, measures: Measure[]): Promise<void> {
  for (const measure of measures) {
    const scope = scopeOf(run.catalogue, { ...plan, by: plan.by ?? 'country' }, measure)
    const byGrowth = plan.rank_by === 'growth'
    const { span, start, compound } = await endsOf(run, plan, measure, scope)
    const read = await readRanked(run, measure, scope, [span, yearBefore(span), start])
    const ends = byGrowth ? [compound ? start : yearBefore(span), span] : [span]
    const { rows, leftOut } = withoutImplausible(run, plan, measure, read, ends)
    const sign = plan.order === 'lowest' ? 1 : -1
    const growth = (row: Ranked): Figure => (compound ? (row.cagr ?? row.rise) : (row.yoy ?? row.change))
    const value = (row: Ranked): Figure => (byGrowth ? growth(row) : row.now)
    const held = rows.filter(row => value(row) !== null)
    const all = read.filter(row => value(row) !== null)
    const missing = read.filter(row => value(row) === null).map(row => row.name)
    held.sort((a, b) => sign * ((value(a) as number) - (value(b) as number)))
    const whole = addsUp(measure, scope) && !isRate(measure) ? sumHeld(all.map(row => row.now)) : null
    const table = (role: string, shown: Ranked[]) =>
      run.add({
        role,
        title: titleOf(
          measure,
          scope,
          `${span.label}${byGrowth ? `, by growth since ${compound ? start.label : yearBefore(span).label}` : ''}`,
        ),
        columns: rankColumns(measure, scope, start),
        rows: shown.map((row, at): Cell[] => [
          at + 1,
          ...row.cells,
          span.label,
          ...[row.now, row.before, row.change, row.yoy, row.cagr, percentOf(row.now, whole)],
          ...(isRate(measure) ? [row.rise] : []),
        ]),
        measures: [measure],
        countries: countriesOf(shown, scope),
        spans: [start, span],
        shows: ends,
        flags: leftOut,
        coverage: { held: held.length, of: read.length, what: nounOf(scope), missing },
        computed: [
          'All on one common period; those without a figure are left out and counted in the coverage.',
        ],
      })
    table('main', held.slice(0, plan.limit ?? defaultLimit))
    if (held.length > (plan.limit ?? defaultLimit)) table('all', held)
    addRankSummary(run, measure, scope, span, { all, ranked: held, missing, whole })
  }
}

interface Ranked {
  cells: Cell[]
  /** 'Kenya', or 'Kenya, tea' where rows differ in more than the country. */
  name: string
  /** null for a row that sums countries. */
  iso3: string | null
  now: Figure
  before: Figure
  change: Figure
  yoy: Figure
  cagr: Figure
  /** Change of a rate since the start, in points; null for everything else. */
  rise: Figure
}

/** The countries behind rows, each once: all of the scope where a row sums them. */
const countriesOf = (rows: readonly Ranked[], scope: Scope): string[] => [
  ...new Set(rows.flatMap(({ iso3 }) => iso3 ?? scope.countries.map(country => country.iso3))),
]

/**
 * The span ranked and the one that compound growth starts from. A plan of several years that asks for growth, or for a
 * measure that does not add up over years, is told by its last year against its first; else growth goes five years back.
 */
async function endsOf(
  run: EngineRun,
  plan: Plan,
  measure: Measure,
  scope: Scope,
): Promise<{ span: Span; start: Span; compound: boolean }> {
  const asked = await askedSpan(run, plan, measure, scope)
  const period = plan.period?.grain === 'year' ? plan.period : null
  const several = period !== null && period.from !== period.to
  const byYears =
    several && (plan.rank_by === 'growth' || !(measure.kind === 'panel' && measure.rules.fold.time === 'sum'))
  const span = byYears ? yearSpan(yearOf(asked.to)) : asked
  const compound = plan.growth === 'cagr' || byYears
  if (byYears) return { span, start: yearSpan(Number(period.from)), compound }
  if (!isWholeYear(span)) return { span, start: yearBefore(span), compound }
  const first = measure.kind === 'panel' ? yearOf(run.catalogue.panel.from) : measure.coverage.firstYear
  const back = plan.against ? Number(plan.against.from.slice(0, 4)) : yearOf(span.from) - growthYears
  return { span, start: yearSpan(Math.max(first, back)), compound }
}

async function readRanked(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  spans: [Span, Span, Span],
): Promise<Ranked[]> {
  const years = yearsBetween(spans[2], spans[0])
  const series = await readSeries(run, measure, scope, spans)
  return series.map(one => {
    const [now, before, start] = [one.values[0] ?? null, one.values[1] ?? null, one.values[2] ?? null]
    return {
      cells: entityCells(one.entity, scope.split),
      name: entityName(one.entity, scope.split),
      iso3: one.entity.country?.iso3 ?? null,
      now,
      before,
      change: difference(now, before),
      yoy: isRate(measure) ? null : growthPercent(now, before),
      cagr: isRate(measure) ? null : cagrPercent(start, now, years),
      rise: isRate(measure) ? difference(now, start) : null,
    }
  })
}

/** Without the countries whose figure is doubted at an end of what is ranked, unless the plan names them; with their words. */
function withoutImplausible(
  run: EngineRun,
  plan: Plan,
  measure: Measure,
  read: Ranked[],
  ends: readonly Span[],
): { rows: Ranked[]; leftOut: string[] } {
  const years = ends.map(end => yearOf(end.to))
  const doubts = read.map(({ iso3 }) =>
    iso3 === null || measure.kind === 'panel' || plan.countries.includes(iso3)
      ? []
      : implausibleIn(run.catalogue, measure.id, iso3, years),
  )
  return {
    rows: read.filter((_, at) => doubts[at]?.length === 0),
    leftOut: doubts.flat().map(({ text }) => `Left out of the order: ${text}`),
  }
}

function rankColumns(measure: Measure, scope: Scope, start: Span): Column[] {
  const context = unitContext(scope)
  const value = measureColumn(measure, context)
  return [
    number('rank', 'Place', null, 0, 'order of the list'),
    ...entityColumns(scope.split),
    periodColumn(),
    value,
    measureColumn(measure, context, 'previous', 'Year before'),
    number(
      'change',
      'Change',
      isRate(measure) ? 'points' : value.unit,
      value.decimals,
      'figure − figure of the year before',
    ),
    yoyColumn(),
    number('cagr', `Growth a year since ${start.label}`, '% a year', 1, '(last ÷ first)^(1 ÷ years) − 1'),
    number('share', 'Share of the total', '%', 1, 'figure ÷ sum of all with a figure'),
    ...(isRate(measure)
      ? [number('rise', `Change since ${start.label}`, 'points', value.decimals, 'last − first')]
      : []),
  ]
}

function addRankSummary(
  run: EngineRun,
  measure: Measure,
  scope: Scope,
  span: Span,
  { all, ranked, missing, whole }: { all: Ranked[]; ranked: Ranked[]; missing: string[]; whole: Figure },
): void {
  const figuresOf = (rows: Ranked[]) => rows.map(row => row.now).filter(value => value !== null)
  const figures = figuresOf(all)
  if (figures.length === 0) return
  const top = figuresOf(ranked).sort((a, b) => b - a)
  const column = (key: string, label: string, formula: string) => ({
    ...measureColumn(measure, unitContext(scope), key, label),
    formula,
  })
  run.add({
    role: 'summary',
    title: titleOf(measure, scope, `${span.label}: all with a figure`),
    columns: [
      periodColumn(),
      number('count', 'With a figure', nounOf(scope), 0),
      number('without', 'Without a figure', nounOf(scope), 0),
      column('total', 'Total', 'sum of all with a figure'),
      column('median', 'Median', 'middle figure'),
      column('highest', 'Highest', 'largest figure'),
      column('lowest', 'Lowest', 'smallest figure'),
      number('top_share', 'Share of the three largest', '%', 1, 'three largest ÷ total'),
    ],
    rows: [
      [
        ...[
          span.label,
          figures.length,
          missing.length,
          whole,
          median(figures),
          top[0] ?? null,
          top.at(-1) ?? null,
        ],
        percentOf(sumHeld(top.slice(0, 3)), whole),
      ],
    ],
    measures: [measure],
    countries: [],
    spans: [span],
    coverage: null,
  })
}
