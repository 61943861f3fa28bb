import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chart, Panel } from '../contract/chart.ts'
import type { Cell, Column, Table } from '../contract/result.ts'
import { africaTiles } from './africa-tiles.ts'
import { layoutChart } from './chart-layout.ts'
import { renderChart } from './render-chart.ts'
import { type SvgNode, svgText } from './svg-node.ts'
import { textWidth } from './text-width.ts'

const tones = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'rest'] as const

const column = (key: string, kind: Column['kind'], unit: string | null = null): Column => ({
  key,
  label: key,
  kind,
  unit,
  decimals: kind === 'number' ? 1 : null,
  measure: null,
  formula: null,
})

function chartOf(
  kind: Panel['kind'],
  xs: string[],
  values: (number | null)[][],
  unit: string,
  names?: string[],
) {
  const isTime = kind === 'line' || /^\d{4}/.test(xs[0] ?? '')
  const table: Table = {
    id: 't1',
    role: 'main',
    title: 'T',
    columns: [
      column('x', isTime ? 'period' : 'text'),
      ...values.map((_, i) => column(`v${i}`, 'number', unit)),
    ],
    rows: xs.map((x, i): Cell[] => [x, ...values.map(series => series[i] ?? null)]),
    sources: [],
    period: null,
    coverage: null,
    modelled: false,
    flags: [],
    computed: [],
  }
  const series = values.map((_, i) => ({
    label: names?.[i] ?? `Series ${i}`,
    column: `v${i}`,
    where: null,
    tone: tones[i % tones.length] ?? 'c1',
  }))
  const chart: Chart = {
    id: 'c1',
    table: 't1',
    title: 'Title',
    subtitle: 'Subtitle',
    panels: [{ kind, title: null, unit, x: 'x', series, baseline: kind === 'line' ? null : 0 }],
    reason: 'r',
    summary: 'In words.',
    footer: 'f',
    modelled: false,
  }
  return { chart, table }
}

const all = (node: SvgNode): SvgNode[] => [
  node,
  ...node.children.flatMap(child => (typeof child === 'string' ? [] : all(child))),
]

/** The box of a text as the layout reckons it, which errs on the wide side. */
function box(node: SvgNode) {
  const size = Number(node.attrs['font-size'])
  const width = textWidth(String(node.children[0]), size, node.attrs['font-weight'] === 600)
  const anchor = node.attrs['text-anchor']
  const left = Number(node.attrs.x) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
  const middle = Number(node.attrs.y) - size * 0.36
  return {
    left,
    right: left + width,
    top: middle - size / 2,
    bottom: middle + size / 2,
    bold: node.attrs['font-weight'] === 600,
  }
}

const figure = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -1e12, max: 1e12, noNaN: true }) },
  { weight: 3, arbitrary: fc.double({ min: -10, max: 100, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant(0) },
)
const width = fc.constantFrom(320, 340, 390, 479, 480, 560, 712, 760)
const unit = fc.constantFrom('US$', '%', 'points', 'index', 'GH₵ a piece', 'pieces')
const years = Array.from({ length: 14 }, (_, i) => String(2012 + i))
const names = [
  'Ghana',
  'Democratic Republic of the Congo',
  'Côte d’Ivoire',
  'All others',
  'A',
  'Wwwwwwwwwwwwwwwwwwwwwwwwwwwwww',
  'São Tomé and Príncipe',
]

const scenario = fc
  .record({
    kind: fc.constantFrom<Panel['kind']>('line', 'columns', 'bars', 'stacked', 'tile_map'),
    isTime: fc.boolean(),
    count: fc.integer({ min: 1, max: 14 }),
    series: fc.integer({ min: 1, max: 6 }),
    figures: fc.array(fc.array(figure, { minLength: 14, maxLength: 14 }), { minLength: 6, maxLength: 6 }),
    unit,
    width,
  })
  .map(({ kind, isTime, count, series, figures, unit, width }) => {
    const xs =
      kind === 'tile_map'
        ? africaTiles.slice(0, count).map(tile => tile.iso3)
        : kind === 'line' || (isTime && kind !== 'bars')
          ? years.slice(0, count)
          : names.slice(0, Math.min(count, names.length))
    // Rates reach a hundred thousand (hyperinflation), money and volumes a trillion.
    const most = unit === 'US$' || unit === 'pieces' ? 1 : 1e-7
    const rows = figures
      .slice(0, kind === 'tile_map' ? 1 : series)
      .map(row => row.map(value => (value === null ? null : value * most)))
    return { ...chartOf(kind, xs, rows, unit, names), width }
  })

describe('whatever the figures', () => {
  test('no attribute is NaN, infinite or missing', () => {
    fc.assert(
      fc.property(scenario, ({ chart, table, width }) => {
        const text = svgText(renderChart(chart, table, { width, theme: 'print' }).svg)
        expect(text).not.toMatch(/NaN|Infinity|undefined|null/)
      }),
      { numRuns: 300 },
    )
  })

  test('every label lies inside the drawing', () => {
    fc.assert(
      fc.property(scenario, ({ chart, table, width }) => {
        const drawing = renderChart(chart, table, { width, theme: 'light' })
        for (const node of all(drawing.svg).filter(one => one.tag === 'text')) {
          const { left, right, top, bottom } = box(node)
          const where = `${node.children[0]} in ${chart.panels[0]?.kind} at ${width}`
          expect(left, where).toBeGreaterThanOrEqual(-1)
          expect(right, where).toBeLessThanOrEqual(drawing.width + 1)
          expect(top, where).toBeGreaterThanOrEqual(-1)
          expect(bottom, where).toBeLessThanOrEqual(drawing.height + 1)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the labels of lines do not overlap', () => {
    const lines = scenario.filter(({ chart }) => chart.panels[0]?.kind === 'line')
    fc.assert(
      fc.property(lines, ({ chart, table, width }) => {
        const drawing = renderChart(chart, table, { width, theme: 'light' })
        const labels = all(drawing.svg)
          .filter(node => node.tag === 'text' && node.attrs['font-weight'] === 600)
          .map(box)
          .toSorted((a, b) => a.top - b.top)
        labels.forEach((label, index) => {
          expect(label.top).toBeGreaterThanOrEqual((labels[index - 1]?.bottom ?? -20) - 0.1)
        })
      }),
      { numRuns: 150 },
    )
  })

  test('its height is known before it is drawn', () => {
    fc.assert(
      fc.property(scenario, ({ chart, table, width }) => {
        const drawing = renderChart(chart, table, { width, theme: 'screen' })
        expect(layoutChart(chart, table, width).height).toBe(drawing.height)
      }),
    )
  })

  test('the stops lie inside the drawing and tell every series', () => {
    fc.assert(
      fc.property(scenario, ({ chart, table, width }) => {
        const { stops, width: wide, height } = renderChart(chart, table, { width, theme: 'screen' })
        for (const stop of stops) {
          expect(stop.x).toBeGreaterThanOrEqual(-0.01)
          expect(stop.x + stop.width).toBeLessThanOrEqual(wide + 0.01)
          expect(stop.y + stop.height).toBeLessThanOrEqual(height + 0.01)
          expect(stop.values.length).toBe(chart.panels[0]?.series.length)
          for (const value of stop.values) expect(value.text).not.toMatch(/NaN|null|undefined/)
        }
      }),
    )
  })
})

const texts = (svg: SvgNode): string[] =>
  all(svg)
    .filter(node => node.tag === 'text')
    .map(node => String(node.children[0]))

test('a year without a row is a gap: the line breaks and the year keeps its place', () => {
  const { chart, table } = chartOf('line', ['2019', '2020', '2022', '2023'], [[1, 2, 4, 5]], 'L')
  const drawing = renderChart(chart, table, { width: 712, theme: 'light' })
  const path = all(drawing.svg).find(node => node.tag === 'path')
  expect(String(path?.attrs.d).match(/M/g)).toHaveLength(2)
  expect(drawing.stops.map(stop => stop.label)).toEqual(['2019', '2020', '2021', '2022', '2023'])
  expect(drawing.stops[2]?.values[0]?.text).toBe('–')
})

test('bars are ranked, all others last, what is missing after that', () => {
  const { chart, table } = chartOf('bars', ['A', 'All others', 'B', 'C'], [[10, 50, 30, null]], '%')
  const { stops } = renderChart(chart, table, { width: 712, theme: 'light' })
  expect(stops.map(stop => stop.label)).toEqual(['B', 'A', 'All others', 'C'])
})

test('a ranking from the lowest keeps its order', () => {
  const { chart, table } = chartOf('bars', ['A', 'B', 'C'], [[1, 2, 3]], '%')
  expect(renderChart(chart, table, { width: 712, theme: 'light' }).stops.map(stop => stop.label)).toEqual([
    'A',
    'B',
    'C',
  ])
})

test('a map has all 54 countries once and prints the figures it has', () => {
  expect(new Set(africaTiles.map(tile => tile.iso3)).size).toBe(54)
  const { chart, table } = chartOf('tile_map', ['GHA', 'KEN', 'GNQ'], [[6, 4.6, -5.8]], '% a year')
  const shown = texts(renderChart(chart, table, { width: 712, theme: 'light' }).svg)
  expect(shown).toEqual(expect.arrayContaining(['GHA', '6.0', '4.6', '−5.8', 'ZAF']))
})

test('panels over the same years answer together', () => {
  const { chart, table } = chartOf(
    'columns',
    ['2024', '2025'],
    [
      [1, 2],
      [30, 40],
    ],
    'L',
  )
  const [panel] = chart.panels as [Panel]
  const [first, second] = panel.series as [Panel['series'][number], Panel['series'][number]]
  const two: Chart = {
    ...chart,
    panels: [
      { ...panel, title: 'One', series: [first] },
      { ...panel, kind: 'line', title: 'Two', series: [second] },
    ],
  }
  const { stops } = renderChart(two, table, { width: 712, theme: 'light' })
  expect(stops.map(stop => stop.values.map(value => value.text))).toEqual([
    ['1.0 L', '30.0 L'],
    ['2.0 L', '40.0 L'],
  ])
})

describe('figures that are near each other', () => {
  const bold = (svg: SvgNode): string[] =>
    all(svg)
      .filter(node => node.tag === 'text' && node.attrs['font-weight'] === 600)
      .map(node => String(node.children[0]))
  const draw = (kind: Panel['kind'], xs: string[], values: number[], unit: string, width = 712) => {
    const { chart, table } = chartOf(kind, xs, [values], unit)
    return renderChart(chart, table, { width, theme: 'light' }).svg
  }
  const threeYears = ['2021', '2022', '2023']

  test('stand over their columns with three figures and in one scale', () => {
    const shown = texts(draw('columns', threeYears, [985e6, 1_023e6, 1_120e6], 'US$'))
    expect(shown).toEqual(expect.arrayContaining(['985', '1,023', '1,120', 'US$ million']))
    const larger = texts(draw('columns', threeYears, [1.02e9, 1.04e9, 1.12e9], 'US$'))
    expect(larger).toEqual(expect.arrayContaining(['1.02', '1.04', '1.12', 'US$ billion']))
  })

  test('are distinguished though others are far away', () => {
    const shown = texts(draw('columns', threeYears, [1.02e9, 1.04e9, 5.8e9], 'US$'))
    expect(shown).toEqual(expect.arrayContaining(['1.02', '1.04', '5.80']))
  })

  test('stand at the ends of ranked bars in one scale, wide or narrow', () => {
    for (const width of [712, 320]) {
      const shown = bold(draw('bars', ['A', 'B', 'C'], [1_120e6, 1_023e6, 985e6], 'pieces', width))
      expect(shown).toEqual(['1,120m', '1,023m', '985m'])
    }
  })

  test('and those that are not keep the scale of each', () => {
    expect(bold(draw('bars', ['A', 'B'], [5.8e9, 96e6], 'US$'))).toEqual(['US$ 5.8bn', 'US$ 96m'])
    expect(texts(draw('columns', threeYears, [24.7e6, 33.1e6, 58e6], 'kg'))).toEqual(
      expect.arrayContaining(['24.7', '33.1', '58.0']),
    )
  })
})

describe('a time axis', () => {
  const months = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const at = from + index
      return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    })
  const labelsOf = (kind: Panel['kind'], xs: string[], width: number) => {
    const { chart, table } = chartOf(kind, xs, [xs.map((_, index) => 40 + index)], '%')
    return texts(renderChart(chart, table, { width, theme: 'light' }).svg)
  }

  test.each([
    ['years', Array.from({ length: 14 }, (_, index) => String(2012 + index)), '2012', '2025'],
    ['many years', Array.from({ length: 60 }, (_, index) => String(1966 + index)), '1966', '2025'],
    ['months', months(2024 * 12 + 2, 17), 'Mar 24', 'Jul 25'],
    ['months over years', months(2019 * 12 + 4, 75), 'May 19', 'Jul 25'],
  ])('names its first and its last period at every width: %s', (_, xs, first, last) => {
    for (const kind of ['line', 'columns', 'stacked'] as const) {
      for (const width of [320, 390, 712]) {
        expect(labelsOf(kind, xs, width), `${kind} at ${width}`).toEqual(
          expect.arrayContaining([first, last]),
        )
      }
    }
  })

  test('has its labels at even distances where there are such', () => {
    const decade = Array.from({ length: 10 }, (_, index) => String(2016 + index))
    const shown = labelsOf('line', decade, 320).filter(label => /^20\d\d$/.test(label))
    expect(shown).toEqual(['2016', '2019', '2022', '2025'])
  })

  test('has labels that do not overlap', () => {
    for (const xs of [years, months(2024 * 12 + 2, 17), months(2019 * 12 + 11, 69)]) {
      for (const width of [320, 390, 712]) {
        const { chart, table } = chartOf('line', xs, [xs.map((_, index) => 40 + index)], '%')
        const drawing = renderChart(chart, table, { width, theme: 'light' })
        const boxes = all(drawing.svg)
          .filter(node => node.tag === 'text' && /^([A-Z][a-z]{2} )?\d{2,4}$/.test(String(node.children[0])))
          .filter(node => node.attrs['text-anchor'] === 'middle')
          .map(box)
          .toSorted((a, b) => a.left - b.left)
        boxes.forEach((one, index) => {
          expect(one.left).toBeGreaterThan(boxes[index - 1]?.right ?? -20)
        })
      }
    }
  })
})

test('faults 154: text of the data cannot become markup', () => {
  const evil = '<script>alert(1)</script>" onload="x'
  const { chart, table } = chartOf('bars', [evil], [[1]], '%', [evil])
  const text = svgText(
    renderChart({ ...chart, title: evil, summary: evil }, table, { width: 712, theme: 'print' }).svg,
  )
  expect(text).not.toContain('<script')
  expect(text).not.toMatch(/ onload="/)
})

test('the months of a year stand in their order, upright, at every width', () => {
  const months =
    'January February March April May June July August September October November December'.split(' ')
  const { chart, table } = chartOf('columns', months, [months.map((_, index) => 90 + index)], 'index')
  for (const width of [320, 700]) {
    expect(layoutChart(chart, table, width).panels[0]?.drawn).toBe('columns')
    const drawing = renderChart(chart, table, { width, theme: 'screen' })
    expect(drawing.stops.map(stop => stop.label)).toEqual(months)
    expect(svgText(drawing.svg)).toContain(width === 320 ? '>J<' : '>Jan<')
  }
})
