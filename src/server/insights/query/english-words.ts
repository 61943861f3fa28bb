import type {
  changeForms,
  comparisons,
  Dim,
  End,
  Expr,
  Fold,
  functions,
  Stat,
  Take,
  Time,
  TimeGrain,
} from '../../../contract/query.ts'

const grain: Record<TimeGrain, string> = {
  year: 'year',
  half: 'half-year',
  quarter: 'quarter',
  month: 'month',
}
const count = (n: number, of: TimeGrain): string => `${n} ${grain[of]}${n === 1 ? '' : 's'}`
const member = {
  country: 'country',
  segment: 'segment',
  brand: 'brand',
  channel: 'channel',
} satisfies Record<Dim, string>
const members = {
  country: 'countries',
  segment: 'segments',
  brand: 'brands',
  channel: 'channels',
} satisfies Record<Dim, string>
const bestOf = (end: End) => (end === 'high' ? 'highest' : 'lowest')
const list = (items: readonly string[]) => new Intl.ListFormat('en-GB').format(items)
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** '2019', 'Q3 2019', 'July 2019' from the id of a period. */
function period(id: string): string {
  const [year = '', part] = id.split('-')
  if (part === undefined) return year
  return `${Number(part) > 0 ? monthName.format(new Date(`${id}-01`)) : part} ${year}`
}

const until = (to: string | null) => (to === null ? '' : ` to ${period(to)}`)

/** Every digit that was given; millions and billions where they say it shorter. */
function amount(value: number): string {
  const size = Math.abs(value)
  const [unit, word] = size >= 1e9 ? [1e9, ' billion'] : size >= 1e6 ? [1e6, ' million'] : [1, '']
  const short = Number((value / unit).toFixed(3))
  if (size < 1e15 && short * unit === value)
    return short.toLocaleString('en-GB', { maximumFractionDigits: 3 }) + word
  return Number.isInteger(value) && size < 1e15 ? value.toLocaleString('en-GB') : String(value)
}

type Text = string

function timeWords(time: Time): Text {
  switch (time.k) {
    case 'span':
      return spanWords(time.from, time.to)
    case 'last':
      return `the last ${time.n === 1 ? grain[time.grain] : count(time.n, time.grain)}${until(time.to)}`
    case 'ytd':
      return `the year so far${until(time.to)}`
    case 'since':
      return `the time since ${period(time.from)}`
    case 'shift': {
      const { by } = time
      return by === 0 ? 'the same time' : `${count(Math.abs(by), time.grain)} ${by < 0 ? 'earlier' : 'later'}`
    }
    case 'latest':
      if (time.within === 0) return 'the last year of the figures'
      if (time.within === null) return 'the latest year with figures'
      return `the latest year with figures (at most ${count(time.within, 'year')} old)`
  }
}

function spanWords(from: string, to: string): Text {
  if (from === to) return period(from)
  return [period(from), period(to)].join(isYear(from) && isYear(to) ? '–' : ' to ')
}
const isYear = (id: string) => !id.includes('-')

function statWords(stat: Stat): Text {
  switch (stat.k) {
    case 'correlation':
      return 'with the correlation of the first column and the others'
    case 'forecast':
      return `with a forecast to ${period(stat.to)}`
    case 'seasonality':
      return 'with the seasons of the year'
    case 'reach':
      return `with the time when it reaches ${amount(stat.target)}`
    case 'price': {
      const { change, elasticity } = stat
      const how = elasticity === null ? 'estimated from the rows' : `of ${amount(elasticity)}`
      return `with what a price change of ${amount(change)}% does, at an elasticity ${how}`
    }
    case 'suppose': {
      const { change, of, to } = stat
      const until = to === null ? '' : ` a year to ${period(to)}`
      return `with what it comes to if ${of} changes by ${amount(change)}%${until}`
    }
  }
}

/**
 * How a query is said in English; another language is another table of this shape. Functions get parts that
 * are in words already.
 * Members stand in the plural, places and times as they follow a comma.
 */
export const englishWords = {
  list,
  members,
  member,
  grain,
  namedBrands: 'the named brands',
  bracket: (text: Text) => `(${text})`,

  number: (value: number, unit: string | null) =>
    amount(value) + (unit === null ? '' : unit.startsWith('%') ? unit : ` ${unit}`),
  calc: {
    '+': (a: Text, b: Text) => `${a} plus ${b}`,
    '-': (a: Text, b: Text) => `${a} minus ${b}`,
    '*': (a: Text, b: Text) => `${a} times ${b}`,
    '/': (a: Text, b: Text) => `${a} divided by ${b}`,
  },
  fn: {
    abs: (of: Text) => `size of ${of} without its sign`,
    ln: (of: Text) => `natural logarithm of ${of}`,
    exp: (of: Text) => `e to the power of ${of}`,
  } satisfies Record<(typeof functions)[number], (of: Text) => Text>,
  at: (of: Text, places: Text[]) => `${of} (${places.join(', ')})`,
  share: (of: Text, whole: Text[]) => `${of} as a share of the whole (${whole.join(', ')})`,
  change: {
    percent: (of: Text, from: Text) => `growth of ${of} from ${from}`,
    points: (of: Text, from: Text) => `change of ${of} in percentage points from ${from}`,
    difference: (of: Text, from: Text) => `change of ${of} from ${from}`,
    cagr: (of: Text, from: Text) => `growth a year of ${of} from ${from}`,
    times: (of: Text, from: Text) => `${of} as a multiple of that of ${from}`,
  } satisfies Record<(typeof changeForms)[number], (of: Text, from: Text) => Text>,
  index: (of: Text, base: Text) => `index of ${of} (${base} is 100)`,
  real: (of: Text, base: string) => `${of} at prices of ${period(base)}`,
  fold: {
    sum: (of: Text, over: Text) => `sum of ${of} over ${over}`,
    mean: (of: Text, over: Text) => `average of ${of} over ${over}`,
    weighted: (of: Text, over: Text, by: Text) => `average of ${of} over ${over}, weighted by ${by}`,
    median: (of: Text, over: Text) => `median of ${of} over ${over}`,
    min: (of: Text, over: Text) => `lowest ${of} over ${over}`,
    max: (of: Text, over: Text) => `highest ${of} over ${over}`,
    sd: (of: Text, over: Text) => `standard deviation of ${of} over ${over}`,
    count: (of: Text, over: Text) => `number of values of ${of} over ${over}`,
    first: (of: Text, over: Text) => `first value of ${of} over ${over}`,
    last: (of: Text, over: Text) => `last value of ${of} over ${over}`,
    chain: (of: Text, over: Text) => `${of} compounded over ${over}`,
  } satisfies Record<Fold, (of: Text, over: Text, by: Text) => Text>,
  periods: (of: TimeGrain, time: Text) => `each ${grain[of]} of ${time}`,
  when: {
    first: (test: Text, over: Text) => `year of the first period with ${test}, over ${over}`,
    last: (test: Text, over: Text) => `year of the last period with ${test}, over ${over}`,
    count: (test: Text, over: Text) => `number of periods with ${test}, over ${over}`,
  } satisfies Record<(Expr & { k: 'when' })['find'], (test: Text, over: Text) => Text>,
  rank: (of: Text, among: Text, end: End) => `rank by ${of} among ${among}, ${bestOf(end)} first`,
  hhi: (of: Text, members: Text) => `concentration (HHI) of ${of} over ${members}`,
  topShare: (of: Text, members: Text, n: number) => `share of the ${n} largest ${members} in ${of}`,
  effect: (factor: Text, factors: Text[], from: Text) =>
    `effect of ${factor} on the change of ${factors.join(' times ')} from ${from}`,

  set: {
    all: (members: Text) => `all ${members}`,
    and: (a: Text, b: Text) => `${a} that are also in ${b}`,
    or: (a: Text, b: Text) => `${a} or ${b}`,
    except: (a: Text, b: Text) => `${a} except ${b}`,
    where: (of: Text, test: Text) => `${of} with ${test}`,
    top: (of: Text, dim: Dim, by: Text, end: End, n: number, skip: number) =>
      `the ${n === 1 ? member[dim] : `${n} ${members[dim]}`} of ${of} with the ${bestOf(end)} ${by}` +
      (skip > 0 ? ` after the first ${skip}` : ''),
    membersOf: (members: Text, of: Text) => `the ${members} of ${of}`,
  },
  place: {
    country: (set: Text) => `in ${set}`,
    segment: (set: Text) => `of ${set}`,
    brand: (set: Text) => `of ${set}`,
    channel: (set: Text) => `through ${set}`,
  } satisfies Record<Dim, (set: Text) => Text>,

  compare: {
    '<': (a: Text, b: Text) => `${a} below ${b}`,
    '<=': (a: Text, b: Text) => `${a} of at most ${b}`,
    '=': (a: Text, b: Text) => `${a} equal to ${b}`,
    '>=': (a: Text, b: Text) => `${a} of at least ${b}`,
    '>': (a: Text, b: Text) => `${a} above ${b}`,
  } satisfies Record<(typeof comparisons)[number], (a: Text, b: Text) => Text>,
  and: (a: Text, b: Text) => `${a} and ${b}`,
  or: (a: Text, b: Text) => `${a} or ${b}`,
  not: (of: Text) => `not ${of}`,
  known: (of: Text) => `a figure for ${of}`,

  time: timeWords,
  rows: {
    each: (member: Text) => `for each ${member}`,
    eachOf: (member: Text, set: Text) => `for each ${member} of ${set}`,
    listed: (names: Text[]) => `for ${list(names)}${names.length > 1 ? ' each' : ''}`,
    groups: (names: Text[]) => `for ${list(names)}${names.length > 1 ? ' each' : ''} as a whole`,
    paired: (rows: Text) => `${rows}, paired in this order`,
  },
  label: (text: Text, label: string) => `${text} (“${label}”)`,
  where: (test: Text) => `only with ${test}`,
  orderShown: (end: End) => `${bestOf(end)} first`,
  order: (by: Text, end: End) => `by ${by}, ${bestOf(end)} first`,
  take: ({ n, skip, ends }: Take, per: Text | null) => {
    const many = n === 1 ? '' : ` ${n}`
    const what = ends === 'both' ? `the first${many} and the last${many} of them` : `the first${many} of them`
    const after = skip > 0 ? ` after leaving out ${skip}` : ''
    return what + after + (per === null ? '' : `, for each ${per}`)
  },
  total: 'with the total',
  stat: statWords,
  /** `ofGoods`: what is shown is one measure, which its first place follows without a comma. */
  sentence: (show: Text, places: Text[], time: Text, clauses: Text[], ofGoods: boolean) => {
    const [first, ...others] = places
    const head = ofGoods && first?.startsWith('of ') ? [`${show} ${first}`, ...others] : [show, ...places]
    const text = [[...head, time].join(', '), ...clauses].join('; ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  },
}

/** What every language has to be able to say. */
export type QueryWording = typeof englishWords
