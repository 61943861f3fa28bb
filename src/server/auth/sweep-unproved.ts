import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'

/** How long an address may be held by a registration that nobody proved. */
const keptDays = 7

/** Forgets old registrations that nobody proved, but for those that were mailed a link in the last days. */
export async function sweepUnproved(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`
    delete from users
    where status = 'unverified' and created_at < now() - make_interval(days => ${keptDays})
      and not exists (select 1 from email_verifications
        where user_id = users.id and email_verifications.created_at > now() - interval '2 days')`)
}
