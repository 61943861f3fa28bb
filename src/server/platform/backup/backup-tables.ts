import type { Client } from 'pg'
import type { SequenceState, TableLine } from './backup-file.ts'

/**
 * The product's tables with the columns that hold something of their own. Left out: the list of migrations, which a
 * restored database writes by itself, and what is unlogged, since PostgreSQL too drops that after a crash.
 */
export async function tablesOf(client: Client): Promise<TableLine[]> {
  const { rows } = await client.query<TableLine>(`
    SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
      AND relname <> 'schema_migrations' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname ORDER BY relname`)
  return rows
}

/** How far each sequence has counted: a deleted row's number is not given out again. */
export async function sequencesOf(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<SequenceState, 'name'>>(
      `SELECT last_value::float8 AS last_value, is_called FROM ${client.escapeIdentifier(name)}`,
    )
    if (state.rows[0]) states.push({ name, ...state.rows[0] })
  }
  return states
}
