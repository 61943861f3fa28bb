import { expect, test } from 'vitest'
import { chartColours, cssVariable } from '../../charts/palette.ts'
import tokens from '../ui/tokens.css?raw'
import palette from './chart-palette.css?raw'

test('the page declares every colour of a chart, with the values that were tested', () => {
  const css = (palette + tokens).toLowerCase()
  const light = chartColours('light')
  const dark = chartColours('dark')
  for (const token of Object.keys(light) as (keyof typeof light)[]) {
    const declared = `${cssVariable(token)}: light-dark(${light[token]}, ${dark[token]});`.toLowerCase()
    expect(css).toContain(declared)
  }
})
