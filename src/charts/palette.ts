import type { Tone } from '../contract/chart.ts'

/** Where a chart is drawn: `screen` takes the page's own CSS variables, the others hold their colours. */
export type ChartTheme = 'screen' | 'light' | 'dark' | 'print'

const inks = ['ink', 'ink-2', 'muted', 'faint', 'line', 'line-strong', 'card', 'raise'] as const
const fills = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'rest'] as const
const scale = ['low-2', 'low-1', 'step-1', 'step-2', 'step-3', 'step-4', 'step-5'] as const

type Ink = (typeof inks)[number]
export type ScaleStep = (typeof scale)[number]
type Token =
  | Ink
  | `${(typeof fills)[number]}`
  | `${(typeof fills)[number]}-${'text' | 'on'}`
  | ScaleStep
  | `${ScaleStep}-text`
export type ChartColours = Readonly<Record<Token, string>>

/**
 * The series colours of each theme. Any two stay apart for readers with deuteranopia or protanopia, and neighbours in
 * order differ in lightness, so that they part in grey print too; the test holds both. `-text` is the same colour, or a
 * stronger one, for labels: 4.5:1 on the card; `-on` is what is written on the colour itself.
 */
const light: ChartColours = {
  ink: '#14130F',
  'ink-2': '#3B382F',
  muted: '#6A665B',
  faint: '#726C5E',
  line: '#E7E2D6',
  'line-strong': '#D5CEBE',
  card: '#FFFFFF',
  raise: '#F3EFE6',
  c1: '#0C5B4C',
  c2: '#E8A317',
  c3: '#1D63B4',
  c4: '#D65E34',
  c5: '#462559',
  c6: '#8BA095',
  rest: '#CFC8B8',
  'c1-text': '#0C5B4C',
  'c2-text': '#8F5D00',
  'c3-text': '#1D63B4',
  'c4-text': '#B84A2B',
  'c5-text': '#462559',
  'c6-text': '#51685B',
  'rest-text': '#6A665B',
  'c1-on': '#FFFFFF',
  'c2-on': '#2B1D00',
  'c3-on': '#FFFFFF',
  'c4-on': '#210A02',
  'c5-on': '#FFFFFF',
  'c6-on': '#14211A',
  'rest-on': '#3B382F',
  'low-2': '#B84A2B',
  'low-1': '#E6A587',
  'step-1': '#EADFBE',
  'step-2': '#BCCBA3',
  'step-3': '#86B095',
  'step-4': '#37796A',
  'step-5': '#0C5B4C',
  'low-2-text': '#FFFFFF',
  'low-1-text': '#3A1A0E',
  'step-1-text': '#3B382F',
  'step-2-text': '#2C3524',
  'step-3-text': '#10291F',
  'step-4-text': '#FFFFFF',
  'step-5-text': '#FFFFFF',
}

const dark: ChartColours = {
  ink: '#F1EFE7',
  'ink-2': '#D4D0C4',
  muted: '#A29D8F',
  faint: '#938E80',
  line: '#2B302A',
  'line-strong': '#3B423A',
  card: '#1A1D19',
  raise: '#21251F',
  c1: '#56A891',
  c2: '#F1C66A',
  c3: '#89B5F3',
  c4: '#E67D52',
  c5: '#AB6AAF',
  c6: '#AABFAC',
  rest: '#4A5048',
  'c1-text': '#5BB79D',
  'c2-text': '#F1C66A',
  'c3-text': '#89B5F3',
  'c4-text': '#EA8A62',
  'c5-text': '#C48FC8',
  'c6-text': '#AABFAC',
  'rest-text': '#A29D8F',
  'c1-on': '#06140F',
  'c2-on': '#2B1D00',
  'c3-on': '#06121F',
  'c4-on': '#210A02',
  'c5-on': '#14031A',
  'c6-on': '#14211A',
  'rest-on': '#E4E1D8',
  'low-2': '#D96A44',
  'low-1': '#7A4230',
  'step-1': '#3A3A2B',
  'step-2': '#33503F',
  'step-3': '#35705E',
  'step-4': '#46A089',
  'step-5': '#7AD6BC',
  'low-2-text': '#1A0A04',
  'low-1-text': '#FBE6DC',
  'step-1-text': '#E4DFC8',
  'step-2-text': '#E3EFE6',
  'step-3-text': '#F0F7F3',
  'step-4-text': '#06140F',
  'step-5-text': '#06140F',
}

/** Tokens the page's own look already has; the others are the charts' own, declared with the answer view. */
const shared: ReadonlySet<string> = new Set(inks)

/** The name of a token's CSS variable on the page. */
export const cssVariable = (token: string): string => (shared.has(token) ? `--${token}` : `--chart-${token}`)

const screen = Object.fromEntries(
  Object.keys(light).map(token => [token, `var(${cssVariable(token)})`]),
) as ChartColours

/** The colours of a theme by token. Files are printed light. */
export function chartColours(theme: ChartTheme): ChartColours {
  if (theme === 'screen') return screen
  return theme === 'dark' ? dark : light
}

/** The fill of a series. */
export const toneFill = (colours: ChartColours, tone: Tone): string => colours[tone]
/** The colour of a series' label. */
export const toneText = (colours: ChartColours, tone: Tone): string => colours[`${tone}-text`]
