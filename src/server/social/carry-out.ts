import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'

/** The people of Google and Facebook that the account is connected to. */
export async function* everyIdentity(ctx: Context, userId: string): AsyncGenerator<unknown> {
  yield* await rowsOf(
    ctx.db,
    sql`select provider, subject, linked_at from social_identities where user_id = ${userId} order by provider`,
  )
}

/** The same as names of a person that no two share, e.g. 'GOOGLE 1098…'. */
export async function identityNames(ctx: Context, userId: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    ctx.db,
    sql`select provider || ' ' || subject as name from social_identities where user_id = ${userId}`,
  )
  return rows.map(({ name }) => name)
}
