import {
  type Cond,
  type Cut,
  comparisons,
  type Dim,
  type Expr,
  type Fold,
  type Over,
  type Periods,
  type SetOf,
} from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'
import type { Choices } from './choices.ts'
import { earlier, elsewhen, periodsUnder, type Years } from './generate-time.ts'
import { among, atCut, atTime, deeper, fits, isSingle, type Scope } from './query-scope.ts'

/** An expression, and what may be done with it. */
export interface Made {
  of: Expr
  unit: string
  /** May be below 0, so that only its difference can be taken. */
  signed: boolean
  /** A share or rate in per cent: its change is in points. */
  isPoints: boolean
}

const ratioOf = (unit: string): Omit<Made, 'of'> => ({ unit, signed: false, isPoints: false })
const number = (value: number): Expr => ({ k: 'number', value, unit: null })
const measure = (id: string): Expr => ({ k: 'measure', id })

/** Builds expressions, conditions and sets that fit where they stand, one decision after the other. */
export class ExpressionMaker {
  private readonly c: Choices
  private readonly model: DataModel
  private readonly measures: readonly string[]
  private readonly years: Years
  /** The cells that the query's own sets are worked out at. */
  top: Scope

  constructor(c: Choices, model: DataModel, measures: readonly string[], top: Scope) {
    this.c = c
    this.model = model
    this.measures = measures
    this.top = top
    const { panel, years } = model
    this.years = {
      ...{ from: Math.ceil(panel.from / 12), to: Math.floor((panel.to - 11) / 12) },
      figuresFrom: years.from + 2,
    }
  }

  get yearsAsked(): Years {
    return this.years
  }

  expression(scope: Scope): Made {
    const { c } = this
    if (scope.depth <= 0 || c.chance(25)) return this.measure(scope)
    const inner = deeper(scope)
    const isOne = isSingle(scope, 'country')
    const ways: (() => Made)[] = [
      () => this.measure(scope),
      () => this.calc(inner),
      () => this.calc(inner),
      () => this.fn(inner),
      () => this.at(inner),
      () => this.at(inner),
      () => this.share(inner),
      () => this.change(inner),
      () => this.change(inner),
      () => this.index(inner),
      () => this.members(inner),
      () => this.members(inner),
      () => this.periods(inner),
      () => this.periods(inner),
      () => this.when(inner),
      () => this.concentration(inner),
      () => this.effect(inner),
      ...(isOne && scope.span !== 'years' ? [() => this.real(inner), () => this.real(inner)] : []),
      ...(scope.single.length > 0 ? [() => this.rank(inner), () => this.rank(inner)] : []),
    ]
    return c.of(ways)()
  }

  /** A measure that can have a value there; without one, any. */
  private measure(scope: Scope, also: Scope = scope, kinds?: readonly string[]): Made {
    const fitting = this.measures.filter(id => {
      const kind = this.model.measure(id)?.rules.kind
      const isKind = !kinds || (kind !== undefined && kinds.includes(kind))
      return isKind && fits(this.model, id, scope) && fits(this.model, id, also)
    })
    const id = this.c.of(fitting.length > 0 && !this.c.chance(1) ? fitting : this.measures)
    const found = this.model.measure(id)
    const { mayBeNegative = false, changeAs } = found?.rules ?? {}
    return {
      of: measure(id),
      unit: found?.unit ?? '',
      signed: mayBeNegative,
      isPoints: changeAs === 'points',
    }
  }

  private calc(scope: Scope): Made {
    const { c } = this
    const a = this.expression(scope)
    const op = c.of(['/', '+', '-', '*'] as const)
    if (op === '*' || op === '/') {
      const b = c.chance(40)
        ? { of: number(c.of([2, 0.5, 100, 12])), unit: '', signed: false }
        : this.measure(scope)
      const signed = a.signed || b.signed
      return { ...ratioOf(`${a.unit} ${op} ${b.unit}`), signed, of: { k: 'calc', op, a: a.of, b: b.of } }
    }
    const b = this.sibling(a, scope)
    return { ...a, signed: a.signed || op === '-', of: { k: 'calc', op, a: a.of, b } }
  }

  /** What may be compared with or added to an expression: a number, or the same elsewhere. */
  private sibling(a: Made, scope: Scope): Expr {
    const { c } = this
    const limits = a.unit === '%' ? [0, 3, 8, 20, 45] : [0, 1, 2.5, 20, 100, 900, 2_500, 4_750, 20_000]
    if (c.chance(55)) return number(c.of(limits))
    const cut = c.chance(50) && isSingle(scope, 'country') ? { country: this.oneOf('country') } : {}
    const time = Object.keys(cut).length === 0 || c.chance(30) ? earlier(c, this.years, scope) : null
    return { k: 'at', of: a.of, cut, time }
  }

  private fn(scope: Scope): Made {
    const name = this.c.of(['abs', 'ln', 'exp'] as const)
    const { of, unit } = this.expression(scope)
    if (name === 'abs') return { ...ratioOf(unit), of: { k: 'fn', fn: 'abs', of } }
    const ratio: Expr = { k: 'calc', op: '/', a: of, b: number(name === 'exp' ? 10_000 : 1) }
    return { ...ratioOf('log'), signed: name === 'ln', of: { k: 'fn', fn: name, of: ratio } }
  }

  private at(scope: Scope): Made {
    const { c } = this
    const dims: Dim[] = scope.needsPanel ? ['country', 'brand', 'channel', 'segment'] : ['country']
    const cut: Cut = c.chance(70) ? this.cutOf(c.some(dims, 2), scope) : {}
    const time = c.chance(50) || Object.keys(cut).length === 0 ? elsewhen(c, this.years, scope) : null
    const made = this.expression(atTime(atCut(this.model, scope, cut), time))
    return { ...made, of: { k: 'at', of: made.of, cut, time } }
  }

  /** A cut of each dimension: mostly one member, else any set. */
  cutOf(dims: readonly Dim[], scope: Scope): Cut {
    const entries = dims.map(
      dim => [dim, this.c.chance(35) ? this.set(dim, scope.depth) : this.oneOf(dim)] as const,
    )
    return Object.fromEntries(entries)
  }

  private oneOf(dim: Dim): SetOf {
    return { k: 'ids', dim, ids: [this.c.of(this.model.members[dim])] }
  }

  private share(scope: Scope): Made {
    const { c } = this
    const dims: Dim[] = scope.needsPanel ? ['brand', 'channel', 'segment', 'country'] : ['country']
    const whole: Cut = {}
    for (const dim of c.some(dims, 2))
      whole[dim] =
        dim === 'country' && !isSingle(scope, 'country')
          ? { k: 'in', dim, id: 'africa' }
          : c.of<SetOf>([{ k: 'all', dim }, this.set(dim, 0)])
    const made = this.measure(scope, atCut(this.model, scope, whole), ['amount', 'count'])
    return { ...ratioOf('%'), isPoints: true, of: { k: 'share', of: made.of, whole } }
  }

  private change(scope: Scope): Made {
    const { c } = this
    const { of, unit, signed, isPoints } = this.expression(scope)
    const as = isPoints
      ? 'points'
      : signed
        ? 'difference'
        : c.of(['percent', 'cagr', 'times', 'difference'] as const)
    const change: Expr = { k: 'change', of, from: earlier(c, this.years, scope), as }
    const isRatio = as === 'percent' || as === 'cagr'
    return {
      unit: isRatio ? '%' : as === 'points' ? 'points' : unit,
      signed: as !== 'times',
      isPoints: isRatio,
      of: change,
    }
  }

  private index(scope: Scope): Made {
    const { of } = this.expression(scope)
    return { ...ratioOf('index'), of: { k: 'index', of, base: earlier(this.c, this.years, scope) } }
  }

  private real(scope: Scope): Made {
    const { c } = this
    const lcu = scope.span === 'year' && !scope.needsPanel && c.chance(30) ? 'gdp_lcu' : 'panel_value_lcu'
    const plain = measure(lcu)
    const { brand } = this.cutOf(['brand'], scope)
    const of: Expr =
      brand && lcu !== 'gdp_lcu' && c.chance(30) ? { k: 'at', of: plain, cut: { brand }, time: null } : plain
    return {
      ...ratioOf('lcu'),
      of: { k: 'real', of, base: String(c.between(this.years.from - 3, this.years.to)) },
    }
  }

  private members(scope: Scope): Made {
    const { c } = this
    const dim = scope.needsPanel ? c.of(['brand', 'country', 'channel', 'segment'] as const) : 'country'
    const at = among(scope, dim)
    const made = this.expression(at)
    const over: Over = { k: 'members', of: this.set(dim, scope.depth) }
    return this.folded(made, over, at, ['sum', 'mean', 'median', 'min', 'max', 'sd', 'count', 'weighted'])
  }

  private periods(scope: Scope): Made {
    const { grain, time } = periodsUnder(this.c, this.years, scope, false)
    const at: Scope = {
      ...scope,
      span: grain === 'year' ? 'year' : 'months',
      needsPanel: scope.needsPanel || grain !== 'year',
    }
    const isRate = grain === 'year' && !at.needsPanel && this.c.chance(40)
    const made = isRate ? this.measure(at, at, ['rate']) : this.expression(at)
    const hows: Fold[] = ['sum', 'mean', 'median', 'min', 'max', 'sd', 'count', 'weighted', 'first', 'last']
    return this.folded(
      made,
      { k: 'periods', grain, time },
      at,
      made.isPoints ? [...hows, 'chain', 'chain', 'chain'] : hows,
    )
  }

  private folded({ of, ...made }: Made, over: Over, at: Scope, hows: readonly Fold[]): Made {
    const how = this.c.of(hows)
    const by = how === 'weighted' ? this.measure(at, at, ['amount', 'count']).of : null
    const fold: Expr = { k: 'fold', of, over, how, by }
    return how === 'count' ? { ...ratioOf(''), of: fold } : { ...made, of: fold }
  }

  private when(scope: Scope): Made {
    const find = this.c.of(['first', 'last', 'count'] as const)
    const { grain, time } = periodsUnder(this.c, this.years, scope, find !== 'count')
    const at: Scope = {
      ...scope,
      span: grain === 'year' ? 'year' : 'months',
      needsPanel: scope.needsPanel || grain !== 'year',
    }
    const over: Periods = { k: 'periods', grain, time }
    return {
      ...ratioOf(find === 'count' ? '' : 'year'),
      of: { k: 'when', test: this.condition(at), over, find },
    }
  }

  private rank(scope: Scope): Made {
    const { c } = this
    const dim = c.of(scope.single)
    const set = this.set(dim, scope.depth)
    const { of } = this.expression(among(scope, dim))
    return { ...ratioOf('rank'), of: { k: 'rank', of, among: set, end: c.of(['high', 'low'] as const) } }
  }

  private concentration(scope: Scope): Made {
    const { c } = this
    const dim = scope.needsPanel ? c.of(['brand', 'segment', 'channel', 'country'] as const) : 'country'
    const { of } = c.chance(70)
      ? this.measure(among(scope, dim), scope, ['amount', 'count'])
      : this.expression(among(scope, dim))
    const how = c.of(['hhi', 'top'] as const)
    const n = how === 'top' ? c.between(1, 3) : null
    return { ...ratioOf('%'), isPoints: how === 'top', of: { k: 'concentration', of, dim, how, n } }
  }

  private effect(scope: Scope): Made {
    const { c } = this
    const pairs = [
      ['panel_volume', 'panel_price_usd'],
      ['panel_volume', 'panel_price_lcu'],
      ['population', 'gdp_per_capita'],
      ['population', 'panel_value_pc_usd'],
      ['panel_value_usd'],
    ].filter(ids => ids.every(id => fits(this.model, id, { ...scope, needsPanel: false })))
    const factors = c.of(pairs.length > 0 ? pairs : [['panel_value_usd']]).map(measure)
    const from = earlier(c, this.years, scope)
    const pick = c.between(1, factors.length)
    return { ...ratioOf('US$'), signed: true, of: { k: 'effect', factors, pick, from } }
  }

  condition(scope: Scope): Cond {
    const { c } = this
    const inner = deeper(scope)
    if (scope.depth <= 0 || c.chance(50)) return this.comparison(inner)
    const ways: (() => Cond)[] = [
      () => ({ k: 'known', of: this.expression(inner).of }),
      () => ({ k: 'not', of: this.condition(inner) }),
      () => ({ k: c.of(['and', 'or'] as const), a: this.condition(inner), b: this.condition(inner) }),
    ]
    return c.of(ways)()
  }

  private comparison(scope: Scope): Cond {
    const a = this.expression(scope)
    return { k: 'compare', a: a.of, op: this.c.of(comparisons), b: this.sibling(a, scope) }
  }

  /** A set of a dimension; `depth` says how far sets and the expressions in them may go. */
  set(dim: Dim, depth: number): SetOf {
    const { c, model } = this
    const named = [...model.sets[dim].keys()]
    const plain: (() => SetOf)[] = [
      () => ({ k: 'ids', dim, ids: c.some(model.members[dim], 4) }),
      () => ({ k: 'all', dim }),
      ...(named.length > 0 ? [(): SetOf => ({ k: 'in', dim, id: c.of(named) })] : []),
    ]
    if (depth <= 0 || c.chance(45)) return c.of(plain)()
    const at = { ...among(this.top, dim), depth: Math.min(depth - 1, 1) }
    const of = () => this.set(dim, Math.min(depth - 1, 1))
    const ways: (() => SetOf)[] = [
      () => ({ k: c.of(['and', 'or', 'except'] as const), a: of(), b: of() }),
      () => ({ k: 'where', of: of(), test: this.condition(at) }),
      () => ({
        ...{ k: 'top', of: of(), by: this.expression(at).of, end: c.of(['high', 'low'] as const) },
        ...{ n: c.between(1, 4), skip: c.chance(25) ? c.between(1, 2) : 0 },
      }),
    ]
    return c.of(ways)()
  }
}
