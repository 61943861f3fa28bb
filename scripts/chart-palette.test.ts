import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chartColours, cssVariable } from '../src/charts/palette.ts'

const read = (path: string) =>
  readFileSync(join(import.meta.dirname, '../src/web', path), 'utf8').toLowerCase()

test('the page declares every colour of a chart, with the values that were tested', () => {
  const css = read('analyst/chart-palette.css') + read('ui/tokens.css')
  const light = chartColours('light')
  const dark = chartColours('dark')
  for (const token of Object.keys(light) as (keyof typeof light)[]) {
    const declared = `${cssVariable(token)}: light-dark(${light[token]}, ${dark[token]});`.toLowerCase()
    expect(css).toContain(declared)
  }
})
