import { sql } from 'drizzle-orm'
import type { SignIn } from '../../contract/account.ts'
import { limits } from '../../contract/limits.ts'
import type { Context, SignedInContext } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { isoText } from './iso-text.ts'
import { isOver } from './session.ts'

/** How long a sign-in is remembered; no session lives longer. */
const keptDays = 90

type Row = Omit<SignIn, 'is_this'> & Record<string, unknown>

/** The user's sign-ins, newest first. */
export async function listSignIns(ctx: SignedInContext): Promise<SignIn[]> {
  const rows = await readSignIns(ctx, ctx.user.id, limits.pageMaxRows)
  return rows.map(row => ({ ...row, is_this: row.id === ctx.user.sessionId }))
}

/** All that is remembered of them, for whoever carries the account's data out. */
export const readSignIns = (ctx: Context, userId: string, atMost: number): Promise<Row[]> =>
  rowsOf<Row>(
    ctx.db,
    sql`select id, ${isoText(sql`created_at`)} as created_at, ${isoText(sql`last_seen_at`)} as last_seen_at,
          browser, system, network, case when state = 'revoked' or ${isOver} then 'ended' else state end as state
        from sessions where user_id = ${userId} and created_at > now() - make_interval(days => ${keptDays})
        order by sessions.created_at desc, id limit ${atMost}`,
  )

/** Forgets sign-ins that are older than they are kept: their sessions ended at the latest with that. */
export async function sweepSessions(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`
    delete from sessions where created_at < now() - make_interval(days => ${keptDays}) and expires_at < now()`)
}
