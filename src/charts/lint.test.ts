import { describe, expect, test } from 'vitest'
import type { Chart, Panel } from '../contract/chart.ts'
import type { Column, Table } from '../contract/result.ts'
import { lintChart } from './lint.ts'

const column = (key: string, label: string, kind: Column['kind'], unit: string | null = null): Column => ({
  key,
  label,
  kind,
  unit,
  decimals: kind === 'number' ? 1 : null,
  measure: null,
  formula: null,
})

const table: Table = {
  id: 't1',
  role: 'brands',
  title: 'Value share by brand, mayonnaise, Nigeria, 2024–2025',
  columns: [
    column('year', 'Year', 'period'),
    column('brand', 'Brand', 'text'),
    column('a', 'Value share of Brand A', 'number', '%'),
    column('b', 'Value share of Brand B', 'number', '%'),
    column('price', 'Average price', 'number', 'US$ a kg'),
    column('iso', 'Code', 'text'),
  ],
  rows: [
    ['2024', 'x', 60, 40, 3.1, 'GHA'],
    ['2025', 'y', 58.5, 41.5, 3.4, 'NGA'],
  ],
  sources: ['panel'],
  period: { from: '2024', to: '2025', grain: 'year', name: null },
  coverage: null,
  modelled: true,
  flags: [],
  computed: [],
}

const panel: Panel = {
  kind: 'stacked',
  title: null,
  unit: '%',
  x: 'year',
  baseline: 0,
  series: [
    { label: 'Brand A', column: 'a', where: null, tone: 'c1' },
    { label: 'Brand B', column: 'b', where: null, tone: 'c2' },
  ],
}

const chart: Chart = {
  id: 'ch1',
  table: 't1',
  title: 'Brand B gains on Brand A in Nigerian mayonnaise',
  subtitle: '% of value sales · Nigeria · 2024–2025',
  panels: [panel],
  reason: 'Shares of one whole over time.',
  summary: 'Brand B rises from 40.0% to 41.5%.',
  footer: 'Retail panel 2026.1 · 2024–2025',
  modelled: true,
}

const withPanel = (change: Partial<Panel>): Chart => ({ ...chart, panels: [{ ...panel, ...change }] })
const first = panel.series[0] as Panel['series'][number]
const price = { ...first, label: 'Price', column: 'price' }

test('a chart that keeps every rule has no fault', () => {
  expect(lintChart(chart, table)).toEqual([])
})

describe('each broken rule is named', () => {
  const rules: [string, Chart, Table, RegExp][] = [
    ['the table is another one', { ...chart, table: 't2' }, table, /names table t2/],
    ['no title', { ...chart, title: ' ' }, table, /title is empty/],
    ['a title without end', { ...chart, title: 'Nigeria '.repeat(20) }, table, /longer than/],
    ['no subtitle', { ...chart, subtitle: '' }, table, /subtitle is empty/],
    ['no summary', { ...chart, summary: '' }, table, /summary/],
    ['no reason', { ...chart, reason: '' }, table, /reason/],
    ['no period', { ...chart, subtitle: '% of value sales · Nigeria' }, table, /do not say the period/],
    [
      'no place',
      { ...chart, title: 'Brand B gains', subtitle: '% of value sales · 2025' },
      table,
      /do not say the place/,
    ],
    [
      'no measure',
      { ...chart, title: 'Nigeria 2025', subtitle: 'All of it' },
      table,
      /do not say the measure/,
    ],
    ['no source', { ...chart, footer: '2024–2025' }, table, /names no source/],
    ['no period in the footer', { ...chart, footer: 'Retail panel' }, table, /footer names no period/],
    ['a hidden model', { ...chart, modelled: false }, table, /modelled/],
    ['no panel', { ...chart, panels: [] }, table, /no panel/],
    ['panels without titles', { ...chart, panels: [panel, panel] }, table, /needs a title/],
    ['an unknown x', withPanel({ x: 'month' }), table, /no column month/],
    ['numbers on the x axis', withPanel({ x: 'price' }), table, /number column/],
    ['no unit', withPanel({ unit: '' }), table, /no unit/],
    ['a cut column', withPanel({ kind: 'columns', baseline: 50 }), table, /stand on 0/],
    ['a line over names', withPanel({ kind: 'line', x: 'brand' }), table, /needs time/],
    ['ranked time', withPanel({ kind: 'bars' }), table, /Bars rank names/],
    ['an index from 0', withPanel({ kind: 'line', unit: 'index' }), table, /drawn from 100/],
    ['an unknown column', withPanel({ series: [{ ...first, column: 'c' }] }), table, /no column c/],
    ['text as figures', withPanel({ series: [{ ...first, column: 'brand' }] }), table, /holds no numbers/],
    [
      'two units in one panel',
      withPanel({ kind: 'line', series: [first, price] }),
      table,
      /two units are two panels/,
    ],
    [
      'no row',
      withPanel({ series: [{ ...first, where: { column: 'brand', equals: 'z' } }] }),
      table,
      /has no figure/,
    ],
    [
      'an unknown filter',
      withPanel({ series: [{ ...first, where: { column: 'z', equals: 'z' } }] }),
      table,
      /choose rows/,
    ],
    [
      'two figures in one place',
      chart,
      { ...table, rows: [...table.rows, ['2025', 'z', 1, 99, 3, 'KEN']] },
      /two figures/,
    ],
    [
      'the same colour twice',
      withPanel({ series: [first, { ...first, label: 'Brand B', column: 'b' }] }),
      table,
      /same colour/,
    ],
    [
      'the same label twice',
      withPanel({ series: [first, { ...first, column: 'b', tone: 'c2' }] }),
      table,
      /same label/,
    ],
    ['no label', withPanel({ series: [{ ...first, label: '' }] }), table, /no label/],
    ['no series', withPanel({ series: [] }), table, /no series/],
    ['stacked prices', withPanel({ unit: 'US$ a kg', series: [price] }), table, /does not add up/],
    ['shares of less than all', withPanel({ series: [first] }), table, /add up to 60.0%/],
    ['a negative part', chart, { ...table, rows: [['2024', 'x', 110, -10, 3, 'GHA']] }, /negative/],
    [
      'a map of names',
      withPanel({ kind: 'tile_map', x: 'brand', series: [first] }),
      table,
      /no tile for x, y/,
    ],
    ['a map of two measures', withPanel({ kind: 'tile_map', x: 'iso' }), table, /one series/],
  ]
  test.each(rules)('%s', (_, broken, rows, fault) => {
    expect(lintChart(broken, rows).join('\n')).toMatch(fault)
  })
})

test('a missing figure is no fault: it is drawn as a gap', () => {
  const gappy = { ...table, rows: [...table.rows, ['2023', 'x', null, null, null, 'GHA']] }
  const lines = withPanel({ kind: 'line', baseline: null })
  expect(lintChart(lines, gappy)).toEqual([])
})

test('the rows of a ranking may share a colour, lines may not', () => {
  const rows = ['x', 'y'].map(name => ({ ...first, label: name, where: { column: 'brand', equals: name } }))
  expect(lintChart(withPanel({ kind: 'bars', x: 'brand', series: rows }), table)).toEqual([])
})
