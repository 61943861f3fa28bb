import { describe, expect, test } from 'vitest'
import { type ChartColours, chartColours } from './palette.ts'

type Rgb = readonly [number, number, number]

const linear = (hex: string): Rgb => {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const through = (matrix: readonly Rgb[], colour: Rgb): Rgb =>
  matrix.map(row =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])),
  ) as unknown as Rgb

/** What eyes see, after Machado, Oliveira and Fernandes (2009), at full strength. */
const eyes: Record<string, readonly Rgb[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
}

/** Distance in Oklab, times 100: 2 can just be told apart side by side. */
function distance(a: Rgb, b: Rgb): number {
  const [la, aa, ba] = oklab(a)
  const [lb, ab, bb] = oklab(b)
  return 100 * Math.hypot(la - lb, aa - ab, ba - bb)
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const luminance = (hex: string): number => {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const lightness = (hex: string): number => 116 * Math.cbrt(luminance(hex)) - 16
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const tones = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'rest'] as const
const pairs = tones.flatMap((a, at) => tones.slice(at + 1).map(b => [a, b] as const))
const steps = ['step-1', 'step-2', 'step-3', 'step-4', 'step-5'] as const

describe.each<[string, ChartColours]>([
  ['light', chartColours('light')],
  ['dark', chartColours('dark')],
])('%s theme', (_, colours) => {
  test.each(Object.keys(eyes))('any two series colours stay apart for eyes with %s', kind => {
    for (const [a, b] of pairs) {
      const seen = [a, b].map(tone => through(eyes[kind] ?? [], linear(colours[tone]))) as [Rgb, Rgb]
      expect(distance(...seen), `${a} and ${b}`).toBeGreaterThan(8.5)
    }
  })

  test('neighbours in order part in grey print', () => {
    tones.slice(1).forEach((tone, at) => {
      const before = tones[at] ?? 'c1'
      const apart = Math.abs(lightness(colours[tone]) - lightness(colours[before]))
      expect(apart, `${before} and ${tone}`).toBeGreaterThan(8)
    })
  })

  test('labels read on the card, and figures on their colour, at 4.5 to 1', () => {
    for (const tone of tones) {
      expect(contrast(colours[`${tone}-text`], colours.card), `${tone} label`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours[`${tone}-on`], colours[tone]), `on ${tone}`).toBeGreaterThanOrEqual(4.5)
    }
    for (const step of [...steps, 'low-1', 'low-2'] as const) {
      expect(contrast(colours[`${step}-text`], colours[step]), `on ${step}`).toBeGreaterThanOrEqual(4.5)
    }
    for (const ink of ['ink', 'ink-2', 'muted'] as const) {
      expect(contrast(colours[ink], colours.card), ink).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('the steps of a map rise in one direction, for every eye and in grey', () => {
    const levels = steps.map(step => lightness(colours[step]))
    const direction = Math.sign((levels.at(-1) ?? 0) - (levels[0] ?? 0))
    levels.slice(1).forEach((level, at) => {
      expect(direction * (level - (levels[at] ?? 0))).toBeGreaterThan(6)
    })
  })
})

test('on the screen every colour is a variable of the page', () => {
  for (const value of Object.values(chartColours('screen'))) expect(value).toMatch(/^var\(--[a-z0-9-]+\)$/)
})
