/** Collects the parameters, common tables and aliases of one SQL text. */
export class SqlBuilder {
  private readonly params: (string | number)[] = []
  readonly tables: { name: string; sql: string }[] = []
  private readonly places = new Map<string | number, string>()
  private readonly named = new Map<string, string>()
  private aliases = 0

  /** A bound parameter with its type; the same value has the same place. */
  param(value: string | number): string {
    const known = this.places.get(value)
    if (known !== undefined) return known
    this.params.push(value)
    const place = `$${this.params.length}::${typeof value === 'number' ? 'DOUBLE' : 'VARCHAR'}`
    this.places.set(value, place)
    return place
  }

  /** The text with the parameters that it uses, numbered anew: a branch without a value leaves its own unused. */
  finished(sql: string): { sql: string; params: (string | number)[] } {
    const places = new Map<string, string>()
    const params: (string | number)[] = []
    const text = sql.replace(/\$(\d+)(?=::)/g, (_, place: string) => {
      const known = places.get(place)
      if (known !== undefined) return known
      params.push(this.params[Number(place) - 1] as string | number)
      places.set(place, `$${params.length}`)
      return `$${params.length}`
    })
    return { sql: text, params }
  }

  alias(letter: string): string {
    this.aliases += 1
    return `${letter}${this.aliases}`
  }

  /** A common table, written once for each key. */
  table(letter: string, key: string, make: () => string): string {
    const known = this.named.get(key)
    if (known !== undefined) return known
    const sql = make()
    const name = this.alias(letter)
    this.tables.push({ name, sql })
    this.named.set(key, name)
    return name
  }
}

/**
 * A relation whose rows get computed columns. Expressions refer to `alias.column`; what is looked up or used twice is bound to a
 * column of its own, so that nothing is computed twice and no text grows with depth.
 */
export class Level {
  readonly alias: string
  private readonly bound = new Map<string, string>()
  private readonly stages: { name: string; sql: string }[][] = []
  private readonly stageOf = new Map<string, number>()

  constructor(alias: string) {
    this.alias = alias
  }

  /** A column of this relation with the value of `sql`; short text without a computation stays as it is. */
  bind(sql: string): string {
    if (isShort(sql)) return sql
    const known = this.bound.get(sql)
    if (known !== undefined) return known
    const name = `v${this.bound.size + 1}`
    const column = `${this.alias}.${name}`
    const stage = 1 + Math.max(-1, ...this.used(sql).map(used => this.stageOf.get(used) ?? -1))
    this.stages[stage] ??= []
    this.stages[stage].push({ name, sql })
    this.stageOf.set(column, stage)
    this.bound.set(sql, column)
    return column
  }

  private used(sql: string): string[] {
    return sql.match(new RegExp(`\\b${this.alias}\\.v\\d+\\b`, 'g')) ?? []
  }

  /** The relation with its columns, under its own alias, for a FROM clause. */
  over(source: string): string {
    let sql = `${source} ${this.alias}`
    for (const columns of this.stages) {
      const list = columns.map(({ name, sql: value }) => `${value} AS ${name}`).join(',\n    ')
      sql = `(SELECT ${this.alias}.*,\n    ${list}\n  FROM ${sql}) ${this.alias}`
    }
    return sql
  }
}

const isShort = (sql: string) =>
  /^([a-z]\d*\.[a-z]+\d*(\['[a-z]'\])?|NULL::DOUBLE|\$\d+::[A-Z]+|-?\d+(\.\d+)?)$/.test(sql)
