import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { tellUser } from '../platform/user-events.ts'
import { readUser } from './account.ts'
import { isoText } from './iso-text.ts'
import { readSignIns } from './sign-in-list.ts'

/** More than anybody signs in within 90 days. */
const signInsAtMost = 10_000

/** What is kept of an account itself, without its password and other secrets. */
export async function readRecord(ctx: Context, userId: string): Promise<Record<string, unknown>> {
  const times = await rowOf(
    ctx.db,
    sql`select address, ${isoText(sql`users.created_at`)} as registered_at, ${isoText(sql`verified_at`)} as verified_at,
          ${isoText(sql`confirmed_at`)} as second_factor_since
        from users left join second_factors on user_id = users.id where users.id = ${userId}`,
  )
  return { ...(await readUser(ctx, userId)), ...times }
}

/** The account's sign-ins, newest first. */
export async function* everySignIn(ctx: Context, userId: string): AsyncGenerator<unknown> {
  yield* await readSignIns(ctx, userId, signInsAtMost)
}

/** Deletes the user's row and with it all that hangs on it; open screens hear of it. Needs the caller's lock on the account. */
export async function deleteUser(ctx: Context, userId: string): Promise<void> {
  await ctx.db.execute(sql`delete from users where id = ${userId}`)
  await tellUser(ctx, userId, { event: 'session_superseded', data: {} })
}
