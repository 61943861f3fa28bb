import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { type AccountStatus, canonicalEmail, lockAccount } from './account.ts'
import { revokeSessions } from './session.ts'

const listAtMost = 200
const adminRole = 'admin'

/** An account as an operator sees it. */
export interface OperatedAccount {
  id: string
  email: string
  name: string
  company: string | null
  status: AccountStatus
  roles: string[]
  /** ISO 8601. */
  createdAt: string
  verifiedAt: string | null
  /** When its active session was last used; null without one. */
  seenAt: string | null
}

const columns = sql`id, email, name, company, status, roles,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
  to_char(verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "verifiedAt",
  (select to_char(max(last_seen_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from sessions
   where user_id = users.id and state = 'active') as "seenAt"`

type Row = OperatedAccount & Record<string, unknown>

/** Accounts whose address, name or company holds the text, to the letter but for large and small; newest first. */
export async function findAccounts(
  ctx: Context,
  { text, status, limit = 50 }: { text: string; status?: AccountStatus; limit?: number },
): Promise<OperatedAccount[]> {
  const wanted = text.trim().toLowerCase()
  return rowsOf<Row>(
    ctx.db,
    sql`select ${columns} from users
        where (strpos(email_canonical, ${wanted}) > 0 or strpos(lower(name), ${wanted}) > 0
            or strpos(lower(coalesce(company, '')), ${wanted}) > 0)
          and (${status ?? null}::text is null or status = ${status ?? null})
        order by created_at desc limit ${Math.min(limit, listAtMost)}`,
  )
}

/** The account with this id or address. @throws AppError('not_found') */
export async function operatedAccount(ctx: Context, idOrEmail: string): Promise<OperatedAccount> {
  const found = await rowOf<Row>(
    ctx.db,
    sql`select ${columns} from users
        where id::text = ${idOrEmail.toLowerCase()} or email_canonical = ${canonicalEmail(idOrEmail)}`,
  )
  if (!found) throw new AppError('not_found')
  return found
}

/** Closes the door: no sign-in any more, and every open screen is signed out. False where it was closed already. */
export async function disableAccount(ctx: Context, userId: string): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const account = await lockAccount(ctx, userId)
    if (!account) throw new AppError('not_found')
    if (account.status === 'disabled') return false
    await ctx.db.execute(sql`update users set status = 'disabled' where id = ${userId}`)
    await ctx.db.execute(sql`delete from password_resets where user_id = ${userId}`)
    await revokeSessions(ctx, userId)
    return true
  })
}

/** Opens the door again; its owner signs in anew. False where it was not closed. */
export async function enableAccount(ctx: Context, userId: string): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const account = await lockAccount(ctx, userId)
    if (!account) throw new AppError('not_found')
    if (account.status !== 'disabled') return false
    await ctx.db.execute(sql`
      update users set status = case when verified_at is null then 'unverified' else 'active' end where id = ${userId}`)
    return true
  })
}

/** Makes an account the first admin. False while there is one, whoever it is; two at once make one. */
export async function makeFirstAdmin(ctx: Context, userId: string): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`)
    const found = await rowOf(ctx.db, sql`select id from users where ${adminRole} = any(roles) limit 1`)
    if (found) return false
    await ctx.db.execute(sql`update users set roles = array_append(roles, ${adminRole}) where id = ${userId}`)
    return true
  })
}

/**
 * Ends what must not live on in restored data: every session, and every link that a mail carries, since what was used,
 * ended or replaced after the backup is in it as if it were new. Whether a stranger registered an address meanwhile is not
 * known either, so who proves theirs later sets a password anew.
 */
export async function endEverySession(ctx: Context): Promise<void> {
  await inTransaction(ctx, async ctx => {
    await ctx.db.execute(sql`update sessions set state = 'revoked' where state <> 'revoked'`)
    await ctx.db.execute(sql`delete from password_resets`)
    await ctx.db.execute(sql`delete from email_changes`)
    await ctx.db.execute(sql`delete from email_verifications where used_at is null`)
    await ctx.db.execute(sql`update users set is_contested = true where verified_at is null`)
  })
}
