import { bareQuery, type Expr, type Query, type SetOf, type Stat } from '../../../../contract/query.ts'
import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'
import { calc, isPanel } from '../grammar/measures.ts'
import type { Asked } from './base-query.ts'
import { baseQuery, column, levelsOf, timesOf } from './base-query.ts'
import { localOf, measure, sales, same } from './measures.ts'
import { isSingle } from './rows.ts'
import { everyYear, lastYear, point } from './times.ts'

type Subject = Extract<Stat, { k: 'suppose' }>['of']

const volume = measure('panel_volume')

/** 'If prices rose 10%', 'if the birth rate were 35', 'if Ghana ate like Morocco': arithmetic on what the asker supposes. */
export const supposed: Asked = (draft, model) => {
  if (!draft.supposed) return null
  const part = partOfMarket(draft, model)
  if (part) return part
  const change = changeOf(draft)
  if (change) return changed(draft, change, model)
  return replaced(draft, model) ?? likePeer(draft, model)
}

/** The unit of so many points of market share. */
const points = '% points'

/** 'If we had 5% of the market', 'suppose we win 2 share points': that part of what is sold. */
function partOfMarket(draft: Draft, model: CatalogueModel): Query[] | null {
  const { change, measures, amounts, preds } = draft
  const tests = preds.flatMap(({ pred }) => pred.tests.filter(({ unit }) => unit === points))
  const [size, ...more] = [...tests, ...amounts.filter(({ unit }) => unit?.startsWith('%'))]
  const isPart = size?.unit === points || change?.as === 'points' || (change === null && !draft.steady)
  const areSales = measures.every(({ of }) => ['value', 'volume'].includes(kindOf(of) ?? ''))
  if (!size || more.length > 0 || preds.length > tests.length || !isPart || !areSales || !hasGoods(draft))
    return null
  const [time = point(lastYear(model))] = timesOf(draft, model).past
  const isVolume = measures.some(({ of }) => kindOf(of) === 'volume') && !draft.money
  const whole = isVolume ? volume : draft.money?.money === 'lcu' ? localOf(sales) : sales
  const part = calc('*', { k: 'number', value: size.value / 100, unit: null }, whole)
  return [{ ...baseQuery(plainOf(draft), time), show: [part, whole].map(column) }]
}

interface Change {
  percent: number
  isYearly: boolean
  of: Subject
}

/** By how many per cent what is supposed changes, and what it is: the measure said before it, else the currency or sales. */
function changeOf(draft: Draft): Change | null {
  const said = draft.preds.find(({ pred }) => pred.on && pred.on !== 'times')
  const test = said?.pred.tests[0]
  // 'Were 30%' is a level, 'rises, by 30%' a change.
  const loose = draft.change ? draft.amounts.find(({ unit }) => unit?.startsWith('%')) : undefined
  const size = test ?? loose
  if (!size?.unit?.startsWith('%')) return null
  const at = said?.at ?? loose?.at ?? 0
  const dir = said ? said.pred.on : draft.change?.dir
  const percent = dir === 'down' ? -Math.abs(size.value) : size.value
  const [of, isRate] = subjectOf(draft, at)
  return {
    // A rate that rises buys less of the dollar.
    percent: isRate && percent > 0 ? 100 * (1 / (1 + percent / 100) - 1) : percent,
    isYearly: size.unit === '% a year',
    of,
  }
}

function subjectOf(draft: Draft, at: number): [Subject, isRate: boolean] {
  const kinds = draft.measures.flatMap(one => {
    const kind = kindOf(one.of)
    return kind ? [{ kind, at: one.at, of: one.of }] : []
  })
  const before = kinds.filter(one => one.at < at).at(-1) ?? kinds[0]
  if (before && (before.at < at || !draft.money))
    return [before.kind, same(before.of, measure('exchange_rate'))]
  return [draft.money && draft.change?.dir !== 'any' ? 'currency' : 'value', false]
}

function kindOf(of: Expr): Subject | null {
  if (of.k !== 'measure') return null
  if (of.id.startsWith('panel_price_')) return 'price'
  if (of.id.startsWith('panel_volume')) return 'volume'
  if (of.id.startsWith('panel_value_')) return 'value'
  return of.id === 'exchange_rate' || of.id === 'currency_value' ? 'currency' : null
}

function changed(draft: Draft, { percent, isYearly, of }: Change, model: CatalogueModel): Query[] | null {
  const { past, ahead } = timesOf(draft, model)
  const [time = point(lastYear(model))] = past
  const base = baseQuery(plainOf(draft), time)
  const to = ahead !== null && (isYearly || ahead > lastYear(model)) ? String(ahead) : null
  const stat: Stat = { k: 'suppose', change: percent, of, to }
  const own = draft.amounts.find(({ unit }) => unit !== null && !unit.startsWith('%'))
  if (own) {
    const number: Expr = { k: 'number', value: own.value, unit: own.unit }
    const market = [sales, ...(draft.money?.money === 'lcu' ? [measure('panel_exchange_rate')] : [])]
    const beside = { ...base, show: market.map(column) }
    return [{ ...bareQuery, show: [column(number)], time, stat }, ...(hasGoods(draft) ? [beside] : [])]
  }
  const value = draft.money?.money === 'lcu' && of !== 'currency' ? localOf(sales) : sales
  if (of === 'price' && !draft.steady) return priced(draft, base, percent, model)
  const shown = levelsOf(draft, model)?.filter(one => kindOf(one) !== 'price' && kindOf(one) !== 'currency')
  const isMacro = shown?.[0] !== undefined && !isPanel(shown[0])
  const columns = isMacro ? shown : of === 'volume' ? [volume, value] : [value]
  return columns.map(one => ({ ...base, show: [column(one)], stat }))
}

const hasGoods = ({ sets }: Draft) => sets.segment.length + sets.brand.length > 0

/** Volume follows price by an elasticity: the asker's, or one found in the months. */
function priced(draft: Draft, base: Query, percent: number, model: CatalogueModel): Query[] {
  const price = base.cut.country && isSingle(base.cut.country) ? 'panel_price_lcu' : 'panel_price_usd'
  const stat: Stat = { k: 'price', change: percent, elasticity: draft.elasticity }
  const levels = { ...base, show: [volume, sales].map(column) }
  if (draft.elasticity !== null) return [{ ...base, show: [column(volume)], stat }, levels]
  const months: Query = {
    ...{ ...base, show: [volume, measure(price)].map(column), time: everyYear([volume], model) },
    ...{ rows: [...base.rows, { k: 'periods', grain: 'month' }], stat },
  }
  return [months, levels]
}

/** Without what is supposed: what is left says places, goods and time. */
const plainOf = (draft: Draft): Draft => ({
  ...{ ...draft, preds: [], conds: [], measures: [], order: null, change: null, wants: [], share: false },
  ...{ rivals: [], relate: null, slices: [], nouns: [], among: null, predExprs: [] },
})

/** 'If the birth rate were 35, how many births': the number in the place of the measure, wherever the other one has it. */
function replaced(draft: Draft, model: CatalogueModel): Query[] | null {
  const [cond] = draft.conds
  const tested = cond?.k === 'compare' && cond.b.k === 'number' ? { of: cond.a, value: cond.b.value } : null
  const level = draft.preds.find(({ pred }) => !pred.on)
  const value = tested?.value ?? level?.pred.tests[0]?.value ?? draft.amounts[0]?.value
  if (value === undefined) return null
  const said = draft.measures.map(({ of }) => of)
  const input = tested?.of ?? said.find(of => of.k === 'measure' && said.some(one => has(one, of.id, model)))
  if (input?.k !== 'measure') return null
  const outcome = said.find(of => !same(of, input) && has(of, input.id, model))
  if (!outcome) return null
  const base = baseQuery(plainOf(draft), { k: 'latest', within: null })
  const known = model.measure(input.id)
  // 'Prices rise by 5%' is no price of 5.
  const unit = level?.pred.tests[0]?.unit ?? draft.amounts[0]?.unit
  if (!tested && unit?.startsWith('%') && !known?.unit.includes('%')) return null
  const number: Expr = { k: 'number', value, unit: known?.unit ?? null }
  const shown = [withNumber(outcome, input.id, number, model), outcome, input]
  return [{ ...base, show: shown.map(column) }]
}

/** Whether a measure is worked out from another one. */
function has(of: Expr, id: string, model: CatalogueModel): boolean {
  const known = of.k === 'measure' && of.id !== id ? model.measure(of.id) : undefined
  return known?.k === 'derived' && JSON.stringify(known.of).includes(`"id":"${id}"`)
}

/** An expression with a number in the place of a measure. */
function withNumber(of: Expr, id: string, number: Expr, model: CatalogueModel): Expr {
  if (of.k === 'measure') {
    if (of.id === id) return number
    const known = has(of, id, model) ? model.measure(of.id) : undefined
    return known?.k === 'derived' ? withNumber(known.of, id, number, model) : of
  }
  if (of.k === 'calc')
    return calc(of.op, withNumber(of.a, id, number, model), withNumber(of.b, id, number, model))
  return of.k === 'fold' && of.over.k === 'periods' ? withNumber(of.of, id, number, model) : of
}

const isPerHead = (of: Expr) => of.k === 'measure' && of.id.includes('_pc')

/** 'If Ghana ate biscuits at the rate of its best peer': what is bought a head there, times the people here. */
function likePeer(draft: Draft, model: CatalogueModel): Query[] | null {
  const singles = draft.sets.country.filter(set => isSingle(set.of))
  const group = draft.sets.country.find(set => set.group !== null)
  const [own, other] = singles
  if (!own || (draft.sets.segment.length === 0 && !draft.measures.some(({ of }) => isPanel(of)))) return null
  const people = draft.per ?? measure('population')
  const [time = point(lastYear(model))] = timesOf(draft, model).past
  const amounts = (levelsOf({ ...draft, per: null }, model) ?? []).filter(of =>
    ['value', 'volume'].includes(kindOf(of) ?? ''),
  )
  const [said = sales] = amounts
  // 'With Nigerian consumption per head': what is per head already is taken as the whole.
  const main = isPerHead(said) ? (kindOf(said) === 'value' ? sales : volume) : said
  const rate = calc('/', main, people)
  const from: SetOf = group?.of ?? { k: 'in', dim: 'country', id: 'africa' }
  const best: SetOf = {
    ...{ k: 'top', of: { k: 'except', a: from, b: own.of }, by: rate },
    ...{ end: draft.order?.end ?? 'high', n: 1, skip: 0 },
  }
  if (!other && !draft.order && !group) return null
  const peer = other?.of ?? best
  const alone: Draft = { ...plainOf(draft), sets: { ...draft.sets, country: [own] } }
  const base = baseQuery(alone, time)
  const there: Expr = { k: 'at', of: rate, cut: { country: peer }, time: null }
  const like = { ...base, show: [calc('*', there, people), main, there, rate].map(column) }
  const named: Query = {
    ...base,
    cut: { ...base.cut },
    rows: [{ k: 'members', of: peer }],
    show: [column(rate)],
  }
  delete named.cut.country
  return other ? [like] : [like, named]
}
