import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'

const plainNames: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
}

/** Where a table as Drizzle knows it differs from the migrated one: a line for each column; empty when they agree. */
export async function driftOf(pool: Pool, table: PgTable): Promise<string[]> {
  const { name, columns } = getTableConfig(table)
  const found = await pool.query<{ name: string; type: string; nullable: boolean }>(
    `select attname as name, not attnotnull as nullable,
       case when typname like '\\_%' then substr(typname, 2) || '[]' else typname end as type
     from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [name],
  )
  const line = (column: string, type: string, nullable: boolean) =>
    `${name}.${column} ${plainNames[type] ?? type}${nullable ? ' null' : ''}`
  const migrated = found.rows.map(column => line(column.name, column.type, column.nullable))
  const known = columns.map(column =>
    line(column.name, column.getSQLType(), !column.notNull && !column.primary),
  )
  return [
    ...migrated.filter(one => !known.includes(one)).map(one => `only migrated: ${one}`),
    ...known.filter(one => !migrated.includes(one)).map(one => `only in tables.ts: ${one}`),
  ]
}
