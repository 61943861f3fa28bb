import { type SQL, sql } from 'drizzle-orm'

/** A time of plain SQL as the wire writes it: '2026-06-15T12:00:00.000Z'; null stays null. */
export const isoText = (moment: SQL): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
