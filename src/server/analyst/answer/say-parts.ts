import { isDeepStrictEqual } from 'node:util'
import type { Expr } from '../../../contract/query.ts'
import { sayGap } from './say-context.ts'
import { followed } from './say-rows.ts'
import type { Shown } from './view.ts'
import { direction, fromTo, type Said, subjectOf, type Writing } from './writing.ts'

type Effect = Extract<Expr, { k: 'effect' }>
type EffectShown = Shown & { of: Effect }

const isEffect = (shown: Shown): shown is EffectShown => shown.of.k === 'effect'

/** What the factor of an effect is called: by the measure it is of. */
function factorOf({ of }: EffectShown): 'price' | 'volume' | 'currency' | 'sales' {
  const text = JSON.stringify(of.factors[of.pick - 1])
  if (text.includes('panel_exchange_rate')) return 'currency'
  if (text.includes('panel_price')) return 'price'
  return text.includes('panel_volume') ? 'volume' : 'sales'
}

/** The growth of a figure in its parts, a sentence for each row; null where the columns are none. */
export function sayParts(w: Writing): Said[] | null {
  const { view, messages } = w
  const effects = view.shown.filter(isEffect)
  const [change] = view.shown
  if (effects.length === 0 || change?.of.k !== 'change' || change.of.as !== 'difference') return null
  const said = view.rows.slice(0, 3).map(row => sayRow(w, row, change, effects))
  const local = view.rows.length === 1 ? sayLocal(w, view.rows[0] ?? 0, change) : []
  return [...said, local, messages.say('parts.note')]
}

function sayRow(w: Writing, row: number, change: Shown, effects: readonly EffectShown[]): Said {
  const { view, messages } = w
  const total = view.value(row, change)
  if (total === null || change.of.k !== 'change') return []
  const level = view.shown.find(({ of }) => change.of.k === 'change' && isDeepStrictEqual(of, change.of.of))
  const rateOf = (of: Expr | undefined) =>
    view.shown.find(
      one => one.of.k === 'change' && one.of.as === 'percent' && isDeepStrictEqual(one.of.of, of),
    )
  const items = effects.flatMap((shown): Said[] => {
    const figure = view.figure(row, shown, { signed: true })
    const rate = rateOf(shown.of.factors[shown.of.pick - 1])
    const moved = rate ? view.figure(row, rate, { size: true }) : []
    const way = direction(rate ? view.value(row, rate) : null)
    const values = { figure, of: factorOf(shown), moved: String(moved.length > 0), way, rate: moved }
    return figure.length > 0 ? [messages.say('parts.item', values)] : []
  })
  const percent = rateOf(change.of.of)
  return messages.say('parts', {
    ...{ ...mainOf(w, row, total, effects), subject: subjectOf(w, change, row), way: direction(total) },
    ...{ amount: view.figure(row, change, { size: true }), time: fromTo(w, row, change) },
    percent: percent ? view.figure(row, percent, { size: true }) : [],
    level: level ? view.figure(row, level) : [],
    items: messages.list(items),
  })
}

/** The factor that moved it most, where no other comes near. */
const near = 0.67

function mainOf({ view, messages }: Writing, row: number, total: number, effects: readonly EffectShown[]) {
  const along = effects
    .map(shown => ({ of: factorOf(shown), size: (view.value(row, shown) ?? 0) * Math.sign(total) }))
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => b.size - a.size)
  const [first, second] = along
  const isSeveral = first !== undefined && second !== undefined && second.size > near * first.size
  const name = (one: typeof first) => (one ? messages.text('parts.factor', { of: one.of }) : '')
  return {
    main: isSeveral ? 'several' : (first?.of ?? 'none'),
    ...{ first: name(first), second: name(second) },
  }
}

/** 'In local currency it rose 34.8%.' */
function sayLocal(w: Writing, row: number, change: Shown): Said {
  const { view, messages } = w
  const local = view.shown.find(
    ({ of }) =>
      of.k === 'change' &&
      of.as === 'percent' &&
      isLocal(of.of) &&
      change.of.k === 'change' &&
      !isLocal(change.of.of),
  )
  const value = local ? view.value(row, local) : null
  return local && value !== null
    ? messages.say('parts.local', { way: direction(value), figure: view.figure(row, local, { size: true }) })
    : []
}

const isLocal = (of: Expr) => of.k === 'measure' && of.id === 'panel_value_lcu'

/** What each member added to the change of all, and its part of it; null where the columns are none. */
export function sayContributions(w: Writing): Said[] | null {
  const { view, messages } = w
  const [added, part] = view.shown
  if (
    !added ||
    !part ||
    added.of.k !== 'change' ||
    added.of.as !== 'difference' ||
    !isPartOf(part.of, added.of)
  )
    return null
  const item = (row: number) => ({
    ...{ name: view.name(row), figure: view.figure(row, added, { signed: true }) },
    part: view.figure(row, part),
  })
  const [first, ...rest] = view.rows
  if (first === undefined) return null
  const next = rest.slice(0, 3).map(row => messages.say('contribution.item', item(row)))
  const main = messages.say('contribution', {
    ...item(first),
    ...{ subject: subjectOf(w, added), time: fromTo(w, first, added), after: followed(w, next) },
    end: view.query.order?.end ?? 'high',
  })
  return [main, sayGap(w, view.rows, added)]
}

/** 100% × a change ÷ the change of all. */
const isPartOf = (of: Expr, change: Expr): boolean =>
  of.k === 'calc' &&
  of.op === '/' &&
  of.a.k === 'calc' &&
  isDeepStrictEqual(of.a.b, change) &&
  of.b.k === 'at'
