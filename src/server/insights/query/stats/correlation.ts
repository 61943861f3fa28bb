import type { Cell, Column } from '../../../../contract/result.ts'
import { pearson, spearman } from '../../statistics/correlation.ts'
import { leastSquares } from '../../statistics/least-squares.ts'
import { number, text } from '../table/columns.ts'
import { type StatColumn, type StatRows, type StatTable, threeDigits, whyNot } from './stat-table.ts'

/** How the first column (y) goes with each of the others over the rows that have both; with several, the closest first. */
export function correlationTable(stat: StatRows): StatTable {
  const [y, ...others] = stat.columns as [StatColumn, ...StatColumn[]]
  const tables = others.map((x, at) => pairTable(stat, y, { x, at: at + 1 }))
  const [only, ...more] = tables
  if (only && more.length === 0) return only
  const named = others.flatMap((x, at) =>
    (tables[at]?.rows ?? []).map((row): Cell[] => [`c${at + 2}`, x.label, ...row]),
  )
  const strength = ([, , , r]: Cell[]) => (typeof r === 'number' ? Math.abs(r) : 0)
  return {
    role: 'correlation',
    title: `${y.label}: correlation with each of ${others.map(({ label }) => label).join(', ')}`,
    columns: [text('with_id', 'Column'), text('with', 'With'), ...(only?.columns ?? []).map(withoutUnit)],
    rows: named.toSorted((a, b) => strength(b) - strength(a)),
    flags: others.flatMap(({ label }, at) => (tables[at]?.flags ?? []).map(flag => `${label}: ${flag}`)),
    computed: only?.computed ?? [],
  }
}

/** Slopes and intercepts of several columns are in different units. */
const withoutUnit = (column: Column): Column =>
  column.key === 'slope' || column.key === 'intercept' ? { ...column, unit: null } : column

function pairTable({ rows }: StatRows, y: StatColumn, { x, at }: { x: StatColumn; at: number }): StatTable {
  const pairs = rows.flatMap(({ values }) => {
    const [a, b] = [values[0], values[at]]
    return typeof a === 'number' && typeof b === 'number' ? [{ y: a, x: b }] : []
  })
  const [ys, xs] = [pairs.map(pair => pair.y), pairs.map(pair => pair.x)]
  const [linear, ranked, line] = [pearson(xs, ys), spearman(xs, ys), leastSquares(ys, [xs])]
  const fit = line.kind === 'unavailable' ? null : line
  const [slope] = fit?.slopes ?? []
  const digits = (value: number | undefined) => (value === undefined ? 2 : threeDigits(value))
  const table = {
    role: 'correlation' as const,
    title: `${y.label} and ${x.label}: correlation`,
    columns: [
      number('n', 'Rows with both', null, 0),
      number('pearson', 'Correlation (Pearson)', null, 2, 'product-moment correlation of the two columns'),
      number('pearson_p', 'p (Pearson)', null, 4, studentP),
      number('spearman', 'Rank correlation (Spearman)', null, 2, 'Pearson’s correlation of the ranks'),
      number('spearman_p', 'p (Spearman)', null, 4, studentP),
      number(
        'slope',
        'Slope',
        perUnit(y, x),
        digits(slope?.value),
        `least squares of ${y.label} on ${x.label}`,
      ),
      number('slope_p', 'p of the slope', null, 4, studentP),
      number(
        'intercept',
        'Intercept',
        y.unit,
        digits(fit?.intercept.value),
        'the line where the second column is 0',
      ),
      number('r2', 'R²', null, 2, 'share of the variation that the line explains'),
    ],
    computed: ['A correlation says what goes together over these rows, not what causes what.'],
  }
  if (linear.kind === 'unavailable') return { ...table, rows: [], flags: [whyNot('', 'correlation', linear)] }
  const rank = ranked.kind === 'unavailable' ? null : ranked
  const left = rows.length - pairs.length
  return {
    ...table,
    rows: [
      [
        ...[linear.n, linear.r, linear.p, rank?.r ?? null, rank?.p ?? null],
        ...[slope?.value ?? null, slope?.p ?? null, fit?.intercept.value ?? null, fit?.rSquared ?? null],
      ],
    ],
    flags:
      left > 0 ? [`${left} of the ${rows.length} rows lack one of the two figures and are left out.`] : [],
  }
}

const studentP = 'two-sided, Student’s t with n − 2 degrees of freedom'

/** 'US$ for 1 % of population'. */
const perUnit = (y: StatColumn, x: StatColumn): string | null =>
  y.unit === null || x.unit === null ? null : `${y.unit} for 1 ${x.unit}`
