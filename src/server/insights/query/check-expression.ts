import {
  type Cond,
  type Cut,
  type Dim,
  dims,
  type Expr,
  type Periods,
  type SetOf,
  type Time,
} from '../../../contract/query.ts'
import {
  type Cell,
  eachMember,
  eachOf,
  lengthOf,
  membersAt,
  periodsIn,
  windowsAt,
  withCut,
  withPlace,
} from './check-cell.ts'
import {
  changeFaults,
  foldFaults,
  joinFaults,
  lengthFaults,
  noPeriod,
  orderFaults,
  plurals,
  pricesFault,
  productFaults,
  type QueryFault,
  type RuleFault,
  realFaults,
  shareFaults,
} from './check-faults.ts'
import { measureFaults, measureType, phraseOf, titleOf, unitAt } from './check-measure.ts'
import {
  absType,
  addsOverPlaces,
  changeType,
  foldType,
  numberType,
  ofUnit,
  productType,
  sumType,
  type ValueType,
} from './check-type.ts'
import { dimOf } from './dim-of.ts'
import type { CatalogueModel } from './model-of-catalogue.ts'
import { maxAgeOf } from './sql/leaves.ts'
import { printCond, printExpr, printNamedSet } from './text/print-expression.ts'
import { percent, pure, readUnit, textOf, unitOf } from './units.ts'

type Of<K extends Expr['k']> = Extract<Expr, { k: K }>

/** Finds the type of an expression at a cell, and what is wrong with it there: rules 2 to 10 of the language. */
export class ExpressionCheck {
  readonly faults: QueryFault[] = []
  private readonly model: CatalogueModel
  private readonly base: (of: readonly Expr[]) => Cell
  /** The derived measure whose expression is looked at. */
  private inside: string | null = null

  /** `base`: the cell at which sets are evaluated, for expressions in them. */
  constructor(model: CatalogueModel, base: (of: readonly Expr[]) => Cell) {
    this.model = model
    this.base = base
  }

  fault(rule: number, at: string, message: string): void {
    const fault = { rule, at: this.inside ?? at, message }
    if (!this.faults.some(one => one.rule === rule && one.at === fault.at && one.message === message))
      this.faults.push(fault)
  }

  visit(of: Expr, cell: Cell): ValueType {
    switch (of.k) {
      case 'measure':
        return this.measure(of, cell)
      case 'number':
        return numberType(of.value, of.unit === null ? null : readUnit(of.unit))
      case 'calc':
        return this.calc(of, cell)
      case 'fn':
        return this.fn(of, cell)
      case 'at':
        return this.at(of, cell)
      case 'share':
        return this.share(of, cell)
      case 'change':
      case 'index':
        return this.change(of, cell)
      case 'real':
        return this.real(of, cell)
      case 'fold':
        return of.over.k === 'members'
          ? this.overMembers(of, of.over.of, cell)
          : this.overPeriods(of, of.over, cell)
      case 'when':
        return this.when(of, cell)
      case 'rank':
        return this.rank(of, cell)
      case 'concentration':
        return this.concentration(of, cell)
      case 'effect':
        return this.effect(of, cell)
    }
  }

  /** Looks at all sides of a condition; the dimensions it depends on. `cellOf`: where expressions of it are evaluated. */
  condition(test: Cond, cellOf: (of: readonly Expr[]) => Cell): ReadonlySet<Dim> {
    switch (test.k) {
      case 'compare': {
        const cell = cellOf([test.a, test.b])
        const [a, b] = [this.visit(test.a, cell), this.visit(test.b, cell)]
        this.refuse(printCond(test), joinFaults([test.a, a], [test.b, b], 'compared'))
        return new Set([...a.dims, ...b.dims])
      }
      case 'known':
        return this.visit(test.of, cellOf([test.of])).dims
      case 'not':
        return this.condition(test.of, cellOf)
      default:
        return new Set([...this.condition(test.a, cellOf), ...this.condition(test.b, cellOf)])
    }
  }

  /** Looks at the conditions and orders inside a set, member by member; the other dimensions they depend on. */
  set(of: SetOf): ReadonlySet<Dim> {
    if ('a' in of) return new Set([...this.set(of.a), ...this.set(of.b)])
    if (of.k !== 'where' && of.k !== 'top') return new Set()
    const dim = dimOf(of)
    const each = eachMember(this.model, of.of)
    const cellOf = (exprs: readonly Expr[]) => withPlace(this.base(exprs), dim, each)
    const used = new Set([...this.set(of.of), ...this.tested(of, cellOf)])
    used.delete(dim)
    return used
  }

  private tested(of: Extract<SetOf, { k: 'where' | 'top' }>, cellOf: (of: readonly Expr[]) => Cell) {
    if (of.k === 'where') return this.condition(of.test, cellOf)
    const cell = cellOf([of.by])
    const type = this.visit(of.by, cell)
    this.ordered(type, dimOf(of), cell, printNamedSet(of))
    return type.dims
  }

  /** As `set`, of all sets of a cut. */
  cut(cut: Cut): ReadonlySet<Dim> {
    return new Set(dims.flatMap(dim => (cut[dim] ? [...this.set(cut[dim])] : [])))
  }

  /** Values of the members of a dimension are put beside each other. */
  ordered(type: ValueType, dim: Dim, cell: Cell, at: string): void {
    this.refuse(at, orderFaults(this.model, type, dim, cell))
  }

  private refuse(at: string, faults: readonly RuleFault[]): void {
    for (const { rule, message } of faults) this.fault(rule, at, message)
  }

  private measure(of: Of<'measure'>, cell: Cell): ValueType {
    const measure = this.model.measure(of.id)
    if (!measure) return numberType(0, pure)
    if (measure.k === 'base') {
      this.refuse(of.id, measureFaults(this.model, measure, cell))
      return measureType(this.model, measure, cell)
    }
    const outer = this.inside
    this.inside ??= of.id
    const type = this.visit(measure.of, cell)
    this.inside = outer
    const { kind, changeAs, mayBeNegative } = measure.rules
    const unit = unitAt(this.model, measure, cell)
    const decimals = this.model.facts(of.id)?.decimals ?? type.decimals
    return { ...type, unit, kind, changeAs, mayBeNegative, decimals }
  }

  private calc(of: Of<'calc'>, cell: Cell): ValueType {
    const [a, b] = [this.visit(of.a, cell), this.visit(of.b, cell)]
    const at = printExpr(of)
    if (of.op === '+' || of.op === '-') {
      this.refuse(at, joinFaults([of.a, a], [of.b, b], of.op === '+' ? 'added' : 'subtracted'))
      return sumType(a, b, of.op, isPartOf(of.b, of.a))
    }
    this.refuse(at, productFaults(a, b, of.op))
    return productType(a, b, of.op)
  }

  private fn(of: Of<'fn'>, cell: Cell): ValueType {
    const type = this.visit(of.of, cell)
    if (of.fn === 'abs') return absType(type)
    return { ...ofUnit(type, pure, { mayBeNegative: of.fn === 'ln' }), bare: type.bare }
  }

  private at(of: Of<'at'>, cell: Cell): ValueType {
    const place = withCut(this.model, this.moved(cell, of.time, of.of), of.cut)
    const type = this.visit(of.of, place)
    this.depends(of.of, type, cutDims(of.cut), printExpr(of))
    const used = [...type.dims].filter(dim => !of.cut[dim])
    return { ...type, number: null, dims: new Set([...used, ...this.cut(of.cut)]) }
  }

  private share(of: Of<'share'>, cell: Cell): ValueType {
    const part = this.visit(of.of, cell)
    const used = this.cut(of.whole)
    const whole = this.visit(of.of, withCut(this.model, cell, of.whole))
    this.depends(of.of, whole, cutDims(of.whole), printExpr(of))
    this.refuse(printExpr(of), shareFaults(part, whole))
    return ofUnit(part, percent, {
      ...{
        mayBeNegative: part.mayBeNegative,
        changeAs: 'points',
        nature: part.nature,
        empty: part.empty ?? whole.empty,
        dims: new Set([...part.dims, ...used]),
      },
    })
  }

  private change(of: Of<'change'> | Of<'index'>, cell: Cell): ValueType {
    const from = of.k === 'change' ? of.from : of.base
    const at = printExpr(of)
    const before = this.moved(cell, this.noLatest(from, at), of.of)
    const [now, then] = [this.visit(of.of, cell), this.visit(of.of, before)]
    this.refuse(at, lengthFaults(now, then, cell.time, before.time))
    const type = { ...now, empty: now.empty ?? then.empty, overYears: null }
    if (of.k === 'index') {
      if (now.mayBeNegative)
        this.fault(7, at, `${this.title(of.of)} may be negative: ask the figures themselves.`)
      return { ...ofUnit(type, { powers: new Map(), text: 'index' }, { kind: 'index' }), decimals: 1 }
    }
    this.refuse(at, changeFaults(this.title(of.of), now, of.as))
    if (
      of.as === 'cagr' &&
      before.time.first.from >= cell.time.first.from &&
      before.time.last.from >= cell.time.last.from
    )
      this.fault(10, at, 'A growth rate a year needs a start before the time asked for.')
    return changeType(type, of.as)
  }

  private real(of: Of<'real'>, cell: Cell): ValueType {
    const at = printExpr(of)
    const type = this.visit(of.of, cell)
    this.refuse(at, realFaults(this.model, this.phrase(of.of), type, of.base, cell))
    const prices = pricesFault(this.model, of.base)
    return {
      ...type,
      number: null,
      dims: new Set<Dim>([...type.dims, 'country']),
      empty: type.empty ?? prices,
    }
  }

  private overMembers(of: Of<'fold'>, set: SetOf, cell: Cell): ValueType {
    const at = printExpr(of)
    const dim = dimOf(set)
    const used = this.set(set)
    const inner = withPlace(cell, dim, eachMember(this.model, set))
    const type = this.folded(of, inner, dim)
    this.depends(of.of, type, [dim], at)
    if (of.how !== 'count' && of.how !== 'chain') this.ordered(type, dim, inner, at)
    const left = new Set([...[...type.dims].filter(one => one !== dim), ...used])
    const overCountries = dim === 'country' ? null : type.overCountries
    return { ...foldType(type, of.how, plurals[dim]), dims: left, overCountries }
  }

  private overPeriods(of: Of<'fold'>, over: Periods, cell: Cell): ValueType {
    const inner = this.periods(over, cell, of.how !== 'count', printExpr(of))
    return foldType(this.folded(of, inner, null), of.how, plurals[over.grain])
  }

  /** The type of what is folded, at each member of a dimension or each period. */
  private folded(of: Of<'fold'>, cell: Cell, dim: Dim | null): ValueType {
    const type = this.visit(of.of, cell)
    if (of.by) this.visit(of.by, cell)
    this.refuse(printExpr(of), foldFaults(this.title(of.of), of, type, dim))
    return type
  }

  private when(of: Of<'when'>, cell: Cell): ValueType {
    const at = printExpr(of)
    const count = of.find === 'count'
    if (!count && of.over.grain !== 'year')
      this.fault(6, at, 'The first and last time are found by year: take periods of a year, or count.')
    const inner = this.periods(of.over, cell, false, at)
    const used = this.condition(of.test, () => inner)
    const unit = count ? { powers: new Map(), text: plurals[of.over.grain] } : unitOf('year')
    return { ...ofUnit(numberType(0, pure), unit, { decimals: 0, changeAs: 'difference' }), dims: used }
  }

  private rank(of: Of<'rank'>, cell: Cell): ValueType {
    const at = printExpr(of)
    const dim = dimOf(of.among)
    this.set(of.among)
    const own = this.visit(of.of, cell)
    const among = withPlace(cell, dim, eachMember(this.model, of.among))
    const type = this.visit(of.of, among)
    this.depends(of.of, type, [dim], at)
    this.ordered(type, dim, among, at)
    if (membersAt(this.model, cell, dim).least > 1)
      this.fault(11, at, `A position among ${dim} members is that of one: ask rows of ${dim}, or cut to one.`)
    return ofUnit(
      own,
      { powers: new Map(), text: 'rank' },
      { kind: 'index', decimals: 0, changeAs: 'difference' },
    )
  }

  private concentration(of: Of<'concentration'>, cell: Cell): ValueType {
    const at = printExpr(of)
    const members = new Set(membersAt(this.model, cell, of.dim).sets.flat())
    const inner = withPlace(cell, of.dim, eachOf([...members]))
    const type = this.visit(of.of, inner)
    this.depends(of.of, type, [of.dim], at)
    this.ordered(type, of.dim, inner, at)
    if (!addsOverPlaces(type))
      this.fault(
        4,
        at,
        `${this.title(of.of)} does not add up, so it has no shares: ask the concentration of value or volume.`,
      )
    if (of.how === 'top' && of.n === null) this.fault(11, at, 'How many are the largest? Write top 3.')
    return of.how === 'top'
      ? ofUnit(type, percent, { changeAs: 'points' })
      : ofUnit(
          type,
          { powers: new Map(), text: 'HHI' },
          { kind: 'index', decimals: 0, changeAs: 'difference' },
        )
  }

  private effect(of: Of<'effect'>, cell: Cell): ValueType {
    const at = printExpr(of)
    const before = this.moved(cell, this.noLatest(of.from, at), of)
    if (of.pick > of.factors.length)
      this.fault(11, at, `There are ${of.factors.length} factors: pick one of them.`)
    const types = of.factors.map(factor => {
      const [now, then] = [this.visit(factor, cell), this.visit(factor, before)]
      if (now.mayBeNegative)
        this.fault(7, at, `${this.title(factor)} may be negative, so it is no factor of a product.`)
      return { ...now, empty: now.empty ?? then.empty }
    })
    const product = types.reduce((a, b) => productType(a, b, '*'))
    this.refuse(at, lengthFaults(product, product, cell.time, before.time))
    const above = [...product.unit.powers].filter(([, power]) => power > 0)
    if (above.length > 1 || above.some(([, power]) => power > 1))
      this.fault(
        2,
        at,
        `The factors multiply to ${textOf(product.unit)}, which is no amount: each factor's unit must cancel the next one's.`,
      )
    return { ...product, mayBeNegative: true, changeAs: 'difference' }
  }

  /** Rule 9 inside an expression: a set of a dimension that the operand does not have. */
  private depends(of: Expr, type: ValueType, given: readonly Dim[], at: string): void {
    for (const dim of given)
      if (!type.dims.has(dim))
        this.fault(9, at, `${this.title(of)} is not available by ${dim}: leave ${dim} out.`)
  }

  private noLatest(time: Time, at: string): Time {
    if (time.k !== 'latest') return time
    this.fault(10, at, "'latest' stands at the top of a query or after @: write the year.")
    return { k: 'shift', by: 0, grain: 'year' }
  }

  private moved(cell: Cell, time: Time | null, of: Expr): Cell {
    return time === null
      ? cell
      : { ...cell, time: windowsAt(this.model, time, cell.time, maxAgeOf(of, this.model)) }
  }

  /** The cell at each period; `needed`: a value is needed at all of them. */
  private periods({ time, grain }: Periods, cell: Cell, needed: boolean, at: string): Cell {
    const within = windowsAt(this.model, this.noLatest(time, at), cell.time, 0)
    const isFixed = within.first.from === within.last.from && lengthOf(within.first) === lengthOf(within.last)
    const periods = periodsIn(within, grain, needed && isFixed)
    if (periods === null) this.fault(6, at, noPeriod(grain))
    return { ...cell, time: periods ?? within }
  }

  private title = (of: Expr): string => (of.k === 'measure' ? titleOf(this.model, of.id) : printExpr(of))
  private phrase = (of: Expr): string => (of.k === 'measure' ? phraseOf(this.model, of.id) : printExpr(of))
}

const cutDims = (cut: Cut): Dim[] => dims.filter(dim => cut[dim])

/** Whether `part` is `of` at some of its members, at the same time: what is left of it is not negative. */
const isPartOf = (part: Expr, of: Expr) =>
  part.k === 'at' && part.time === null && JSON.stringify(part.of) === JSON.stringify(of)
