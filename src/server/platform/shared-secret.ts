import { sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { rowOf } from './db.ts'

/** A random secret of 32 bytes that all instances on this database share; made at its first use. */
export async function sharedSecret(ctx: Context, name: string): Promise<Buffer> {
  await ctx.db.execute(sql`insert into shared_secrets (name) values (${name}) on conflict do nothing`)
  const row = await rowOf<{ value: Buffer }>(
    ctx.db,
    sql`select value from shared_secrets where name = ${name}`,
  )
  if (!row) throw new Error(`The shared secret ${name} is gone`)
  return row.value
}
