import { fold, isAscii } from './tokens.ts'

/** A stretch of time as it was asked for, before anyone knows what is held. Months are 'YYYY-MM', years 'YYYY'. */
export type Window =
  | { kind: 'span'; from: string; to: string }
  | { kind: 'since'; from: string }
  | { kind: 'until'; to: string }
  | { kind: 'last'; count: number; unit: 'year' | 'quarter' | 'month' }
  /** Counted from today: the year before, the running year, the month before. */
  | { kind: 'calendar'; unit: 'year' | 'quarter' | 'month'; back: 0 | 1 }
  | { kind: 'part'; from: number; to: number }
  | { kind: 'mat'; to: string | null }
  | { kind: 'ytd'; to: string | null }

export interface TimeAsk {
  /** The windows in the order asked; two mean a comparison. */
  windows: { window: Window; text: string }[]
  /** 'vs last year', 'year on year': compare with the window before. */
  versusYearBefore: boolean
  rows: 'year' | 'month' | null
  /** 'weekly', 'daily', 'quarterly': a grain that is not held. */
  unheldRows: string | null
  growth: 'yoy' | 'cagr' | 'mat' | null
  /** Stretches of the question that told the time. */
  spans: [start: number, end: number][]
}

const monthNames = [
  'jan(?:uary|vier|eiro)?',
  'feb(?:ruary)?|fevrier|fevereiro',
  'mar(?:ch|s|co)',
  'apr(?:il)?|avril|abril',
  'may|mai|maio',
  'june?|juin|junho',
  'july?|juillet|julho',
  'aug(?:ust)?|aout|agosto',
  'sep(?:t|tember)?|septembre|setembro',
  'oct(?:ober)?|octobre|outubro',
  'nov(?:ember|embre|embro)?',
  'dec(?:ember|embre)?|dezembro',
]
const month = `(?:${monthNames.join('|').replace('mar(?:ch|s|co)', 'mar(?:ch|s|co)?')})`
const year = '(?:19|20)\\d\\d'
const numbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  decade: 10,
}
const count = `(?:\\d{1,2}|${Object.keys(numbers).join('|')})`
const to = '\\s*(?:-|–|—|/|to|until|till|through|and|a|au|ate)\\s*'

/** Lower case, no accents, every character at its old place. */
export function foldInPlace(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return [...text].map(char => (char.length === 1 ? (fold(char)[0] ?? ' ') : '  ')).join('')
}

const pad = (value: number) => String(value).padStart(2, '0')
const monthNumber = (word: string) =>
  1 + monthNames.findIndex(names => new RegExp(`^(?:${names})$`).test(word))
const monthOf = (word: string) => (word === 'mar' ? 3 : monthNumber(word))
const amount = (word: string) => numbers[word] ?? Number(word)

type Reader = (match: RegExpExecArray, ask: TimeAsk) => Window | null

/** Longest and most telling first: what one pattern has taken is gone for the rest. */
const readers: [RegExp, Reader][] = [
  [
    /\b(?:vs\.?|versus|against|compared (?:with|to)|relative to|on|over) (?:the )?(?:last|previous|prior) year\b|\bthan (?:the )?(?:last|previous|prior) year\b|\byear[- ]on[- ]year\b|\byear[- ]over[- ]year\b|\by\/y\b|\byoy\b/g,
    (_, ask) => {
      ask.versusYearBefore = true
      ask.growth ??= 'yoy'
      return null
    },
  ],
  [
    new RegExp(`\\b(?:mat|moving annual total)(?:\\s+(?:to|ending|end))?\\s+(${month})\\s+(${year})\\b`, 'g'),
    (m, ask) => {
      ask.growth = 'mat'
      return { kind: 'mat', to: `${m[2]}-${pad(monthOf(m[1] ?? ''))}` }
    },
  ],
  [
    /\b(?:mat|moving annual total|moving annual|rolling (?:12|twelve) months?|rolling year)\b/g,
    (_, ask) => {
      ask.growth = 'mat'
      return { kind: 'mat', to: null }
    },
  ],
  [
    new RegExp(`\\b(?:ytd|year[- ]to[- ]date)(?:\\s+(${month}))?(?:\\s+(${year}))?(?![\\w])`, 'g'),
    m => ({ kind: 'ytd', to: m[2] ? `${m[2]}-${pad(m[1] ? monthOf(m[1]) : 12)}` : null }),
  ],
  [
    new RegExp(`\\b(${month})\\s+(${year})${to}(${month})\\s+(${year})\\b`, 'g'),
    m => ({
      kind: 'span',
      from: `${m[1 + 1]}-${pad(monthOf(m[1] ?? ''))}`,
      to: `${m[4]}-${pad(monthOf(m[3] ?? ''))}`,
    }),
  ],
  [
    new RegExp(`\\b(${month})${to}(${month})\\s+(?:of\\s+)?(${year})\\b`, 'g'),
    m => ({
      kind: 'span',
      from: `${m[3]}-${pad(monthOf(m[1] ?? ''))}`,
      to: `${m[3]}-${pad(monthOf(m[2] ?? ''))}`,
    }),
  ],
  [
    new RegExp(`\\b(since|from)\\s+(${month})\\s+(${year})\\b`, 'g'),
    m => ({ kind: 'since', from: `${m[3]}-${pad(monthOf(m[2] ?? ''))}` }),
  ],
  [
    new RegExp(`\\b(${year})-(0[1-9]|1[0-2])${to}(${year})-(0[1-9]|1[0-2])\\b`, 'g'),
    m => ({ kind: 'span', from: `${m[1]}-${m[2]}`, to: `${m[3]}-${m[4]}` }),
  ],
  [
    new RegExp(`\\b(${year})-(0[1-9]|1[0-2])\\b(?!\\d)`, 'g'),
    m => ({ kind: 'span', from: `${m[1]}-${m[2]}`, to: `${m[1]}-${m[2]}` }),
  ],
  [
    new RegExp(
      `\\b(?:q([1-4])|(first|second|third|fourth) quarter)(?:\\s+of)?\\s+(?:fy\\s*)?(${year})\\b|\\b(${year})[\\s-]*q([1-4])\\b`,
      'g',
    ),
    m => quarter(m[3] ?? m[4] ?? '', partNumber(m[1] ?? m[5], m[2])),
  ],
  [
    new RegExp(
      `\\b(?:h([12])|(first|second) half)(?:\\s+of)?\\s+(${year})\\b|\\b(${year})[\\s-]*h([12])\\b`,
      'g',
    ),
    m => half(m[3] ?? m[4] ?? '', partNumber(m[1] ?? m[5], m[2])),
  ],
  [
    new RegExp(`\\b(${month})\\s+(?:of\\s+)?(${year})\\b`, 'g'),
    m => monthSpan(`${m[2]}-${pad(monthOf(m[1] ?? ''))}`),
  ],
  [
    /\b(?:q([1-4])|(first|second|third|fourth) quarter)\b/g,
    m => {
      const part = partNumber(m[1], m[2])
      return { kind: 'part', from: part * 3 - 2, to: part * 3 }
    },
  ],
  [
    /\b(?:h([12])|(first|second) half)\b/g,
    m => {
      const part = partNumber(m[1], m[2])
      return { kind: 'part', from: part * 6 - 5, to: part * 6 }
    },
  ],
  [
    new RegExp(`\\b(?:from\\s+|between\\s+|de\\s+)?(${year})${to}(${year})\\b`, 'g'),
    (m, ask) => {
      const versus = /\band\b|\//.test(m[0]) && !/between/.test(m[0])
      const [from = '', until = ''] = [m[1], m[2]]
      if (!versus || m[0].includes('/')) return { kind: 'span', from, to: until }
      ask.windows.push({ window: { kind: 'span', from: until, to: until }, text: until })
      return { kind: 'span', from, to: from }
    },
  ],
  [
    new RegExp(
      `\\b(?:since|from|starting(?: in)?|after|depuis|desde|tangu)\\s+(?:the\\s+)?(?:year\\s+)?(${year})\\b`,
      'g',
    ),
    m => ({ kind: 'since', from: m[0].startsWith('after') ? String(Number(m[1]) + 1) : (m[1] ?? '') }),
  ],
  [
    new RegExp(`\\b(?:until|up to|before|through)\\s+(${year})\\b`, 'g'),
    m => ({ kind: 'until', to: m[0].startsWith('before') ? String(Number(m[1]) - 1) : (m[1] ?? '') }),
  ],
  [
    new RegExp(
      `\\b(?:last|past|previous|latest|recent|l)\\s*(${count})\\s*(years?|yrs?|quarters?|months?|m\\b)|\\b(\\d{1,2})[- ](year|month)\\b|\\b(?:les |os )?(\\d{1,2}) (?:dernieres annees|ultimos anos|derniers mois|ultimos meses)\\b`,
      'g',
    ),
    m => lastWindow(m),
  ],
  [/\b(?:last|past|previous) (?:decade)\b/g, () => ({ kind: 'last', count: 10, unit: 'year' })],
  [/\bl(3|6|12)m\b/g, m => ({ kind: 'last', count: Number(m[1]), unit: 'month' })],
  [
    /\b(?:the )?(?:last|previous|prior|past) (?:full |complete )?(?:calendar )?year\b|\bl'annee derniere\b|\bano passado\b|\bmwaka jana\b/g,
    () => ({ kind: 'calendar', unit: 'year', back: 1 }),
  ],
  [
    /\bthis (?:calendar )?year\b|\bthe current year\b|\bcette annee\b|\beste ano\b|\bmwaka huu\b/g,
    () => ({ kind: 'calendar', unit: 'year', back: 0 }),
  ],
  [
    /\b(last|previous|this) (quarter|month)\b/g,
    m => ({ kind: 'calendar', unit: m[2] === 'month' ? 'month' : 'quarter', back: m[1] === 'this' ? 0 : 1 }),
  ],
  [
    /\b(?:pre-?|before (?:the )?)(?:covid|pandemic)(?:-19)?\b/g,
    () => ({ kind: 'span', from: '2019', to: '2019' }),
  ],
  [new RegExp(`\\bfy\\s*(${year})\\b`, 'g'), m => ({ kind: 'span', from: m[1] ?? '', to: m[1] ?? '' })],
  [new RegExp(`\\b(${year})\\b(?!\\s*ppp)`, 'g'), m => ({ kind: 'span', from: m[1] ?? '', to: m[1] ?? '' })],
  [
    /\b(?:latest|most recent|current|currently|right now|nowadays|today|now|as of now|to date)\b/g,
    () => null,
  ],
  [
    /\b(monthly|by month|per month|month by month|each month|par mois|por mes|kwa mwezi)\b/g,
    (_, ask) => {
      ask.rows = 'month'
      return null
    },
  ],
  [
    /\b(annual|annually|yearly|by year|per year|each year|year by year|par an|por ano|kwa mwaka)\b/g,
    (_, ask) => {
      ask.rows = 'year'
      return null
    },
  ],
  [
    /\b(weekly|daily|by week|per week|by day|hourly|quarterly|by quarter|per quarter|each quarter)\b/g,
    (m, ask) => {
      ask.unheldRows = m[0].replace(/^(by|per|each) /, '')
      return null
    },
  ],
  [
    /\b(?:cagr|compound annual growth(?: rate)?|a year on average|annual growth rate)\b/g,
    (_, ask) => {
      ask.growth = 'cagr'
      return null
    },
  ],
]

const anyYear = new RegExp(year)
const needsYear = ({ source }: RegExp) => source.includes(year) && !source.includes(`${year}))?`)
const yearless = readers.filter(([pattern]) => !needsYear(pattern))
const anyYearless = new RegExp(yearless.map(([pattern]) => pattern.source).join('|'))

/** The readers that can find anything at all: most questions name no year, and many no time. */
function readersFor(text: string): typeof readers {
  if (anyYear.test(text)) return readers
  return anyYearless.test(text) ? yearless : []
}

function partNumber(digit: string | undefined, word: string | undefined): number {
  return digit ? Number(digit) : 1 + ['first', 'second', 'third', 'fourth'].indexOf(word ?? 'first')
}

function quarter(ofYear: string, part: number): Window {
  return { kind: 'span', from: `${ofYear}-${pad(part * 3 - 2)}`, to: `${ofYear}-${pad(part * 3)}` }
}

function half(ofYear: string, part: number): Window {
  return { kind: 'span', from: `${ofYear}-${pad(part * 6 - 5)}`, to: `${ofYear}-${pad(part * 6)}` }
}

function monthSpan(at: string): Window {
  return { kind: 'span', from: at, to: at }
}

function lastWindow(match: RegExpExecArray): Window | null {
  const word = match[1] ?? match[3] ?? match[5] ?? '1'
  const unit = match[2] ?? match[4] ?? (/mois|meses/.test(match[0]) ? 'month' : 'year')
  const kind = unit.startsWith('q') ? 'quarter' : unit.startsWith('m') ? 'month' : 'year'
  return { kind: 'last', count: amount(word), unit: kind }
}

/**
 * Reads everything a question says about time; no preposition is needed. `text` is the question with the names in
 * it blanked out (same length), so that 'May' or '2-minute noodles' cannot mislead.
 */
export function readTime(text: string): TimeAsk {
  const ask: TimeAsk = {
    windows: [],
    versusYearBefore: false,
    rows: null,
    unheldRows: null,
    growth: null,
    spans: [],
  }
  const found: { at: number; window: Window; text: string }[] = []
  let rest = foldInPlace(text)
  for (const [pattern, read] of readersFor(rest)) {
    for (const match of rest.matchAll(pattern)) {
      const before = ask.windows.length
      const window = read(match, ask)
      const extra = ask.windows.splice(before)
      if (window) found.push({ at: match.index, window, text: match[0] })
      for (const item of extra) found.push({ at: match.index + 1, ...item })
      ask.spans.push([match.index, match.index + match[0].length])
      rest =
        rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length)
    }
  }
  ask.windows = found.sort((a, b) => a.at - b.at).map(({ window, text: words }) => ({ window, text: words }))
  return ask
}
