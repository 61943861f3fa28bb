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
