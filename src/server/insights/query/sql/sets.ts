import { type Cut, type Dim, dims, type SetOf } from '../../../../contract/query.ts'
import type { DataModel } from '../data-model.ts'
import { dimOf } from '../dim-of.ts'
import { everywhere, valuesSql } from './base-value.ts'
import { ExpressionSql } from './expression.ts'
import { isDynamic } from './leaves.ts'
import { type LatestScope, type Part, type Place, type Scope, type SetSql, withPart } from './scope.ts'
import { Level, type SqlBuilder } from './sql-builder.ts'

/** Sets as common tables of ids, each written once and evaluated at the query's own cut and time. */
export class SetTables implements SetSql {
  private readonly builder: SqlBuilder
  private readonly model: DataModel
  readonly expressions: ExpressionSql
  /** The query's own cut and time; its sets are added one after the other. */
  own: Scope | LatestScope

  constructor(builder: SqlBuilder, model: DataModel, time: (Scope | LatestScope)['time']) {
    this.builder = builder
    this.model = model
    this.expressions = new ExpressionSql(builder, model, this)
    this.own = { parts: {}, time } as Scope | LatestScope
  }

  /** Takes the query's cut: first the sets that need no figures, then the others, which see those before. */
  restrict(cut: Cut): void {
    const named = dims.flatMap(dim => (cut[dim] ? [{ dim, of: cut[dim] }] : []))
    for (const dynamic of [false, true])
      for (const { dim, of } of named)
        if (isDynamic(of) === dynamic) this.own = withPart(this.own, dim, this.setOf(of).part)
  }

  /** A place with the sets of a cut in it. */
  cutOf<P extends Place>(cut: Cut, place: P): P {
    let restricted = place
    for (const dim of dims) {
      const set = cut[dim]
      if (set) restricted = withPart(restricted, dim, this.setOf(set).part)
    }
    return restricted
  }

  setOf(of: SetOf): { dim: Dim; part: Part } {
    const dim = dimOf(of)
    const [only, ...more] = of.k === 'ids' ? new Set(of.ids) : []
    if (only !== undefined && more.length === 0)
      return { dim, part: { k: 'one', id: this.builder.param(only) } }
    const table = this.builder.table('s', JSON.stringify([of, this.own.parts]), () => this.select(of, dim))
    return { dim, part: tablePart(table) }
  }

  /** The SELECT of the ids that a part of a cell has; without one, of all. */
  membersOf(dim: Dim, part: Part | undefined): string {
    if (part?.k === 'one') return `SELECT ${part.id} AS id`
    if (part) return part.select
    if (dim === 'country') return (everywhere(this.builder, this.model) as Extract<Part, { k: 'set' }>).select
    return (this.setOf({ k: 'all', dim }).part as Extract<Part, { k: 'set' }>).select
  }

  private select(of: SetOf, dim: Dim): string {
    const ids = (list: readonly string[]) =>
      valuesSql(
        this.builder,
        [...new Set(list)].map(id => [id]),
        ['id'],
      )
    switch (of.k) {
      case 'ids':
        return ids(of.ids)
      case 'all':
        return ids(this.model.members[dim])
      case 'in': {
        const named = this.model.sets[dim].get(of.id)
        if (!named) throw new Error(`unknown set ${of.id} of ${dim}`)
        return ids(named)
      }
      case 'and':
      case 'or':
      case 'except': {
        const word = { and: 'INTERSECT', or: 'UNION', except: 'EXCEPT' }[of.k]
        return `(${this.from(of.a)}) ${word} (${this.from(of.b)})`
      }
      case 'where': {
        const { level, scope } = this.eachOf(of.of, dim)
        const test = level.bind(this.expressions.condition(of.test, scope, level))
        return `SELECT ${level.alias}.id FROM ${level.over(`(${this.from(of.of)})`)} WHERE ${test}`
      }
      case 'top': {
        const { level, scope } = this.eachOf(of.of, dim)
        const { value } = this.expressions.column(of.by, scope, level)
        const order = of.end === 'high' ? 'DESC' : 'ASC'
        return (
          `SELECT ${level.alias}.id FROM ${level.over(`(${this.from(of.of)})`)} WHERE ${value} IS NOT NULL` +
          ` ORDER BY ${value} ${order}, ${level.alias}.id LIMIT ${of.n} OFFSET ${of.skip}`
        )
      }
    }
  }

  private from(of: SetOf): string {
    const { dim, part } = this.setOf(of)
    return this.membersOf(dim, part)
  }

  /** A level with a row for each member, evaluated at the query's own cut and time. */
  private eachOf(of: SetOf, dim: Dim) {
    this.setOf(of)
    const level = new Level(this.builder.alias('m'))
    return { level, scope: withPart(this.own, dim, { k: 'one', id: `${level.alias}.id` }) }
  }
}

export const tablePart = (table: string): Part => ({
  k: 'set',
  select: `SELECT id FROM ${table}`,
  size: `(SELECT count(*) FROM ${table})`,
})
