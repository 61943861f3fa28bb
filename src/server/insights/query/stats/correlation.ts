import { number } from '../../engine/columns.ts'
import { pearson, spearman } from '../../statistics/correlation.ts'
import { leastSquares } from '../../statistics/least-squares.ts'
import { type StatColumn, type StatRows, type StatTable, threeDigits, whyNot } from './stat-table.ts'

/** How the first column (y) goes with the second (x) over the rows that have both. */
export function correlationTable({ rows, columns }: StatRows): StatTable {
  const [y, x] = columns as [StatColumn, StatColumn]
  const pairs = rows.flatMap(({ values: [a, b] }) =>
    typeof a === 'number' && typeof b === 'number' ? [{ y: a, x: b }] : [],
  )
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
