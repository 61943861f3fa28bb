import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { AnswerDocument } from '../../../contract/answer.ts'
import { emptyPlan } from '../../../contract/plan.ts'
import type { Table } from '../../../contract/result.ts'
import { unzip } from '../../testing/unzip.ts'
import { exportAnswer } from './export.ts'

const table: Table = {
  id: 't1',
  role: 'main',
  title: 'Value sales, diapers, Ghana, 2024–2025',
  columns: [
    { key: 'year', label: 'Year', kind: 'period', unit: null, decimals: null, measure: null, formula: null },
    { key: 'note', label: 'Note', kind: 'text', unit: null, decimals: null, measure: null, formula: null },
    { key: 'value', label: 'Value', kind: 'number', unit: 'GH₵', decimals: 1, measure: null, formula: null },
  ],
  rows: [
    ['2024', '=HYPERLINK("https://evil.example")', 1_044_123_456.789],
    ['2025', 'with "quotes", and a comma', null],
  ],
  sources: ['panel'],
  period: { from: '2024', to: '2025', grain: 'year', name: null },
  coverage: { held: 1, of: 2, what: 'years' },
  modelled: true,
  flags: ['Break in 2024.'],
  computed: ['sum(value)'],
}

const document: AnswerDocument = {
  version: 1,
  plan: emptyPlan,
  plan_words: [],
  plan_hash: 'hash',
  data_version: '2026.1+figures-abc',
  modelled: true,
  blocks: [
    { type: 'headline', checked: true, spans: [{ text: 'Diapers in Ghana: ' }, { text: 'GH₵ 1.04bn' }] },
    {
      type: 'chart',
      chart: {
        id: 'ch1',
        table: 't1',
        title: 'Value sales of diapers in Ghana & Côte d’Ivoire',
        subtitle: 'GH₵ · 2024–2025',
        panels: [
          {
            kind: 'columns',
            title: null,
            unit: 'GH₵',
            x: 'year',
            series: [{ label: 'Value', column: 'value', where: null, tone: 'c1' }],
            baseline: 0,
          },
        ],
        reason: 'r',
        summary: 'One column.',
        footer: 'Retail panel 2026.1 · 2024–2025',
        modelled: true,
      },
    },
  ],
  claims: [],
  tables: [table, { ...table, id: 't2', title: 'Value sales, diapers, Ghana, 2024–2025' }],
  sources: [
    {
      id: 'panel',
      name: 'Retail panel 2026.1',
      licence: 'Sample',
      detail: 'Modelled',
      url: null,
      modelled: true,
    },
  ],
  model: 'built-in',
}

const text = (body: Buffer | string) => body.toString()

describe('CSV', () => {
  test('one table is a head, its rows at full precision, and what must travel with them', async () => {
    const file = await exportAnswer(document, { format: 'csv', table: 't1' })
    expect(file.type).toBe('text/csv; charset=utf-8')
    expect(file.filename).toBe('value-sales-diapers-ghana-2024-2025.csv')
    const lines = text(file.body).split('\r\n')
    expect(lines[0]).toBe('\uFEFFYear,Note,Value (GH₵)')
    expect(lines[1]).toMatch(/,1044123456\.789$/)
    expect(lines[2]).toBe('2025,"with ""quotes"", and a comma",')
    const notes = lines.slice(3).join('\n')
    for (const said of [
      'Modelled sample data',
      '2024–2025',
      '1 of 2 years',
      'Break in 2024.',
      'Retail panel 2026.1',
      'Licence,Sample',
      '2026.1+figures-abc',
    ]) {
      expect(notes).toContain(said)
    }
  })

  test.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=1'])(
    'faults 138: %j is written as text, UTF-8 with a byte order mark',
    async cell => {
      const evil = { ...document, tables: [{ ...table, rows: [['2024', cell, -5]] }] }
      const body = text((await exportAnswer(evil, { format: 'csv' })).body)
      expect(body.startsWith('\uFEFF')).toBe(true)
      expect(body).toContain(`'${cell.replace(/\r/g, '\r')}`)
      expect(body).toContain(',-5\r\n')
    },
  )

  test('without a table all of them stand below each other under their titles', async () => {
    const file = await exportAnswer(document, { format: 'csv' })
    expect(text(file.body).match(/Value sales, diapers, Ghana, 2024–2025/g)).toHaveLength(2)
    expect(file.filename).toBe('diapers-in-ghana-gh-1-04bn.csv')
  })
})

test('XLSX has a sheet for each table and one for sources; figures are numbers, texts no formulas', async () => {
  const file = await exportAnswer(document, { format: 'xlsx' })
  expect(file.filename).toMatch(/\.xlsx$/)
  const files = unzip(file.body as Buffer)
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(
    match => match[1] ?? '',
  )
  expect(names).toHaveLength(3)
  expect(names.at(-1)).toBe('Sources')
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(31)
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('<v>1044123456.789</v>')
  const everything = [...files.values()].join('')
  expect(everything).not.toMatch(/<f[ >]/)
  for (const said of ['Modelled sample data', 'HYPERLINK', 'Retail panel 2026.1'])
    expect(everything).toContain(said)
})

test('SVG stands alone: title, source and label inside, well-formed, no outside address', async () => {
  const file = await exportAnswer(document, { format: 'svg', chart: 'ch1' })
  const body = text(file.body)
  expect(file.type).toMatch(/^image\/svg\+xml/)
  for (const said of [
    'Ghana &amp; Côte d’Ivoire',
    'Modelled sample data',
    'Retail panel 2026.1',
    '<title>',
    '<desc>',
  ]) {
    expect(body).toContain(said)
  }
  expect(body).not.toMatch(/var\(|href|url\(|<script/)
  const opened = body.match(/<[a-z]+(?:\s[^>]*[^/])?>/g)?.length
  expect(body.match(/<\/[a-z]+>/g)).toHaveLength(opened ?? -1)
})

/** The pixels of an 8-bit RGBA PNG without interlacing. */
function pixels(png: Buffer): { width: number; height: number; at: (x: number, y: number) => number[] } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * 4
  const out = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let i = 0; i < stride; i++) {
      const a = i >= 4 ? (out[y * stride + i - 4] ?? 0) : 0
      const b = y > 0 ? (out[(y - 1) * stride + i] ?? 0) : 0
      const c = i >= 4 && y > 0 ? (out[(y - 1) * stride + i - 4] ?? 0) : 0
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter ?? 0] ?? 0
      out[y * stride + i] = (raw[y * (stride + 1) + 1 + i] ?? 0) + guess
    }
  }
  return { width, height, at: (x, y) => [...out.subarray(y * stride + x * 4, y * stride + x * 4 + 4)] }
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

test('PNG is painted with its text, on a machine without fonts', async () => {
  const file = await exportAnswer(document, { format: 'png' })
  expect(file.type).toBe('image/png')
  const picture = pixels(file.body as Buffer)
  expect(picture.width).toBe(1920)
  let inked = 0
  for (let y = 56; y < 106; y++) {
    for (let x = 56; x < 700; x++) {
      const [r = 255, g = 255, b = 255] = picture.at(x, y)
      if (r + g + b < 200) inked++
    }
  }
  // The title's line holds ink, but far from all of it: letters, not a block.
  expect(inked).toBeGreaterThan(1500)
  expect(inked).toBeLessThan(16_000)
  expect(picture.at(4, 4)).toEqual([255, 255, 255, 255])
})

test('a picture that was painted a moment ago is not painted again', async () => {
  const wish = { format: 'png' } as const
  const [one, other] = [await exportAnswer(document, wish), await exportAnswer(document, wish)]
  expect(other.body).toBe(one.body)
})

test('two pictures at once are both painted', async () => {
  const wish = { format: 'png' } as const
  const [one, two] = await Promise.all([exportAnswer(document, wish), exportAnswer(document, wish)])
  expect(Buffer.compare(one.body as Buffer, two.body as Buffer)).toBe(0)
})

test.each([
  { format: 'csv', table: 'nope' },
  { format: 'svg', chart: 'nope' },
] as const)('an unknown table or chart is not found: %j', async wish => {
  await expect(exportAnswer(document, wish)).rejects.toMatchObject({ code: 'not_found' })
})
