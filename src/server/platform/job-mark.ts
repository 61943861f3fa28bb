import { sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { rowOf } from './db.ts'

/** How far a job that goes through rows by their time has come, as text of the database; null before its first run. */
export async function readMark(ctx: Context, job: string): Promise<string | null> {
  const row = await rowOf<{ until: string }>(
    ctx.db,
    sql`select done_until::text as until from job_mark where job = ${job}`,
  )
  return row?.until ?? null
}

export async function setMark(ctx: Context, job: string, until: string): Promise<void> {
  await ctx.db.execute(sql`
    insert into job_mark (job, done_until) values (${job}, ${until}::timestamptz)
    on conflict (job) do update set done_until = excluded.done_until`)
}
