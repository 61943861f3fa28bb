import {
  type Cond,
  type Cut,
  type Dim,
  dims,
  type Expr,
  type Periods,
  type SetOf,
  type Time,
  type TimeGrain,
} from '../../../../contract/query.ts'
import { dimOf } from '../dim-of.ts'
import type { CatalogueModel } from '../model-of-catalogue.ts'

/** Short English for headings and titles; the whole query in words is elsewhere. */
export interface ShortWords {
  /** 'GDP per capita', 'Change in value sales since 2020'. */
  label(of: Expr): string
  /** How a value is worked out: 'value sales ÷ population'. */
  formula(of: Expr): string
  /** 'ECOWAS without Nigeria', 'beer and wine', 'the 5 countries of Africa with the highest population'. */
  set(of: SetOf): string
}

const plurals = { country: 'countries', segment: 'segments', brand: 'brands', channel: 'channels' } as const
const folded = {
  ...{ sum: 'sum', mean: 'mean', weighted: 'weighted mean', median: 'median', min: 'lowest', max: 'highest' },
  ...{ sd: 'standard deviation', first: 'first', last: 'last', chain: 'compound' },
} as const
const compared = { '<': 'below', '<=': 'up to', '=': 'of', '>=': 'of at least', '>': 'above' } as const
const signs = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const
const grains: Record<TimeGrain, [string, string]> = {
  year: ['year', 'years'],
  half: ['half-year', 'half-years'],
  quarter: ['quarter', 'quarters'],
  month: ['month', 'months'],
}

export function shortWords(model: CatalogueModel): ShortWords {
  const phrase = (id: string) => model.facts(id)?.phrase ?? id

  /** In the middle of a sentence. */
  function short(of: Expr): string {
    switch (of.k) {
      case 'measure':
        return phrase(of.id)
      case 'number':
        return numberWords(of.value, of.unit)
      case 'calc':
        return `${part(of.a)} ${signs[of.op]} ${part(of.b)}`
      case 'fn':
        return of.fn === 'abs' ? `size of ${part(of.of)}` : `${of.fn} of ${part(of.of)}`
      case 'at':
        return [short(of.of), ...cut(of.cut), ...(of.time ? [timeWords(of.time)] : [])].join(', ')
      case 'share':
        return `${short(of.of)} as a share of ${cut(of.whole).join(', ')}`
      case 'change':
        return `${of.as === 'cagr' ? 'yearly growth of' : 'change in'} ${short(of.of)} ${sinceWords(of.from)}`
      case 'index':
        return `${short(of.of)}, ${timeWords(of.base)} = 100`
      case 'real':
        return `${short(of.of)} at prices of ${of.base}`
      case 'fold':
        return foldWords(of)
      case 'when': {
        const [one, several] = grains[of.over.grain]
        const what = of.find === 'count' ? `number of ${several}` : `${of.find} ${one}`
        return `${what} with ${condition(of.test)}`
      }
      case 'rank':
        return `place by ${short(of.of)} among ${set(of.among)}`
      case 'concentration':
        return of.how === 'hhi'
          ? `HHI of ${plurals[of.dim]} by ${short(of.of)}`
          : `share of the ${largest(of.dim, of.n ?? 1)} in ${short(of.of)}`
      case 'effect': {
        const factor = of.factors[of.pick - 1]
        return `effect of ${factor ? short(factor) : 'the factor'} ${sinceWords(of.from)}`
      }
    }
  }
  const part = (of: Expr) => (of.k === 'calc' ? `(${short(of)})` : short(of))

  function set(of: SetOf): string {
    switch (of.k) {
      case 'ids':
        return joined(of.ids.map(id => model.nameOf(of.dim, id)))
      case 'all':
        return `all ${plurals[of.dim]}`
      case 'in':
        return of.dim === 'brand' ? 'named brands' : model.nameOf(of.dim, of.id)
      case 'and':
        return `${set(of.a)} in ${set(of.b)}`
      case 'or':
        return `${set(of.a)} and ${set(of.b)}`
      case 'except':
        return `${set(of.a)} without ${set(of.b)}`
      case 'where':
        return `${membersOf(of.of)} with ${condition(of.test)}`
      case 'top': {
        const end = of.end === 'high' ? 'highest' : 'lowest'
        const members = of.n === 1 ? `the ${dimOf(of)} of ${set(of.of)}` : `the ${of.n} ${membersOf(of.of)}`
        return `${members} with the ${end} ${short(of.by)}`
      }
    }
  }
  /** 'countries of ECOWAS', 'all countries'. */
  const membersOf = (of: SetOf): string =>
    of.k === 'all' ? plurals[of.dim] : `${plurals[dimOf(of)]} of ${set(of)}`

  function foldWords({ of, over, how, by }: Extract<Expr, { k: 'fold' }>): string {
    if (how === 'count')
      return over.k === 'members'
        ? `number of ${over.of.k === 'where' ? set(over.of) : membersOf(over.of)}`
        : `number of ${grains[over.grain][1]} with a figure for ${short(of)}`
    const range = over.k === 'members' ? set(over.of) : periodWords(over)
    const of_ = how === 'min' || how === 'max' ? '' : ' of'
    return `${folded[how]}${of_} ${short(of)}${by ? ` by ${short(by)}` : ''} over ${range}`
  }

  function condition(of: Cond): string {
    switch (of.k) {
      case 'compare':
        return `${short(of.a)} ${compared[of.op]} ${short(of.b)}`
      case 'and':
      case 'or':
        return `${condition(of.a)} ${of.k} ${condition(of.b)}`
      case 'not':
        return `not ${condition(of.of)}`
      case 'known':
        return `a figure for ${short(of.of)}`
    }
  }

  const cut = (of: Cut) => dims.flatMap(dim => (of[dim] ? [set(of[dim])] : []))

  function formula(of: Expr): string {
    const measure = of.k === 'measure' ? model.measure(of.id) : undefined
    if (measure?.k === 'derived') return formula(measure.of)
    if (of.k === 'share') return `${part(of.of)} ÷ ${part(of.of)} of ${cut(of.whole).join(', ')} × 100`
    if (of.k !== 'change') return short(of)
    const [now, then] = [part(of.of), `${part(of.of)} ${beforeWords(of.from)}`]
    if (of.as === 'percent') return `(${now} ÷ ${then} − 1) × 100`
    if (of.as === 'times') return `${now} ÷ ${then}`
    return of.as === 'cagr' ? `((${now} ÷ ${then}) ^ (1 ÷ years) − 1) × 100` : `${now} − ${then}`
  }

  return {
    label: of => capital((of.k === 'measure' && model.facts(of.id)?.name) || short(of)),
    formula,
    set,
  }
}

const largest = (dim: Dim, n: number) => (n === 1 ? `largest ${dim}` : `${n} largest ${plurals[dim]}`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** '5,000 US$', '−2.5%'. */
function numberWords(value: number, unit: string | null): string {
  // Four digits may be a year.
  const useGrouping = Math.abs(value) >= 10_000
  const number = value
    .toLocaleString('en-US', { maximumSignificantDigits: 15, useGrouping })
    .replace('-', '−')
  return unit === null ? number : `${number}${unit.startsWith('%') ? '' : ' '}${unit}`
}

/** '2020–2024', 'each year'. */
const periodWords = ({ grain, time }: Periods): string =>
  time.k === 'shift' && time.by === 0 ? `each ${grains[grain][0]}` : timeWords(time)

function timeWords(of: Time): string {
  switch (of.k) {
    case 'span':
      return of.from === of.to ? of.from : `${of.from}–${of.to}`
    case 'last':
      return `the last ${of.n} ${grains[of.grain][of.n === 1 ? 0 : 1]}${of.to ? ` to ${of.to}` : ''}`
    case 'ytd':
      return `the year to ${of.to ?? 'date'}`
    case 'since':
      return `${of.from} on`
    case 'shift':
      return shiftWords(of)
    case 'latest':
      return 'latest year'
  }
}

/** 'since 2020', 'on the year before', 'on 3 years before'. */
const sinceWords = (of: Time): string => `${of.k === 'shift' ? 'on' : 'since'} ${timeWords(of)}`
const beforeWords = (of: Time): string => `of ${timeWords(of)}`

/** 'the year before', '3 years before', 'the same time'. */
function shiftWords({ by, grain }: Extract<Time, { k: 'shift' }>): string {
  if (by === 0) return 'the same time'
  const [one, several] = grains[grain]
  return `${Math.abs(by) === 1 ? `the ${one}` : `${Math.abs(by)} ${several}`} ${by < 0 ? 'before' : 'after'}`
}

/** 'a', 'a and b', 'a, b and c', 'a, b, c and 4 more'. */
export function joined(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? ''
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
