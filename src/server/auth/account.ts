import { sql } from 'drizzle-orm'
import type { User } from '../../contract/auth.ts'
import type { Profile } from '../../contract/profile-rules.ts'
import type { Context } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'

export type AccountStatus = 'unverified' | 'active' | 'disabled'

/** A row of `users`, as far as sign-in and verification need it. */
export interface Account {
  id: string
  email: string
  email_canonical: string
  name: string
  status: AccountStatus
  password_hash: string
}

/** One account per address, however it is typed. */
export const canonicalEmail = (typed: string): string => typed.trim().toLowerCase()

type Row<T> = T & Record<string, unknown>

export async function findAccount(ctx: Context, typedEmail: string): Promise<Account | null> {
  return rowOf<Row<Account>>(
    ctx.db,
    sql`select id, email, email_canonical, name, status, password_hash from users
        where email_canonical = ${canonicalEmail(typedEmail)}`,
  )
}

export async function findAccountById(ctx: Context, userId: string): Promise<Account | null> {
  return rowOf<Row<Account>>(
    ctx.db,
    sql`select id, email, email_canonical, name, status, password_hash from users where id = ${userId}`,
  )
}

/** The account, which nobody can delete until the transaction ends. */
export async function keepAccount(ctx: Context, userId: string): Promise<Account | null> {
  return rowOf<Row<Account>>(
    ctx.db,
    sql`select id, email, email_canonical, name, status, password_hash from users where id = ${userId} for key share`,
  )
}

/** The account, with its row locked until the transaction ends: whoever changes its sessions or codes waits in line. */
export async function lockAccount(ctx: Context, userId: string): Promise<Account | null> {
  return rowOf<Row<Account>>(
    ctx.db,
    sql`select id, email, email_canonical, name, status, password_hash from users where id = ${userId} for update`,
  )
}

/** Where mails for a user go; null for one who gets none, because the account is disabled, unproven or gone. */
export async function mailReceiver(
  ctx: Context,
  userId: string,
): Promise<{ email: string; name: string } | null> {
  return rowOf<Row<{ email: string; name: string }>>(
    ctx.db,
    sql`select email, name from users where id = ${userId} and status = 'active'`,
  )
}

type ProfileRow = Row<Omit<User, 'experience'> & { experience: string | null }>

/** The user as login answers it. */
export async function readUser(ctx: Context, userId: string): Promise<User> {
  const row = await rowOf<ProfileRow>(
    ctx.db,
    sql`select id, roles, name, email, location, phone, gender, occupation, industry, company, job_title, education,
          experience, age
        from users where id = ${userId}`,
  )
  if (!row) throw new Error('A signed-in user has no row')
  return { ...row, experience: yearsOf(row.experience) }
}

/**
 * Opens an account whose address was proved by something else than its own link; with a hash, the password before it ends.
 * Needs the caller's lock on the account.
 */
export async function proveAddress(ctx: Context, userId: string, passwordHash: string | null): Promise<void> {
  await ctx.db.execute(sql`
    update users set status = 'active', verified_at = coalesce(verified_at, now()), is_contested = false,
      password_hash = coalesce(${passwordHash}, password_hash)
    where id = ${userId} and status = 'unverified'`)
  await ctx.db.execute(sql`delete from email_verifications where user_id = ${userId} and used_at is null`)
}

/** Writes the profile of a user whose row the caller has locked. Roles, address and status are not its to change. */
export async function writeProfile(ctx: Context, userId: string, profile: Profile): Promise<void> {
  await ctx.db.execute(sql`
    update users set name = ${profile.name}, location = ${profile.location}, phone = ${profile.phone},
      gender = ${profile.gender}, occupation = ${profile.occupation}, industry = ${profile.industry},
      company = ${profile.company}, job_title = ${profile.job_title}, education = ${profile.education},
      experience = ${String(profile.experience)}, age = ${profile.age}
    where id = ${userId}`)
}

/** The years that an answer like '10', '10+' or '3 years' begins with; null for one in words. */
export function yearsOf(typed: string | null): number | null {
  const [years] = /^\d{1,3}/.exec(typed?.trim() ?? '') ?? []
  return years === undefined ? null : Number(years)
}
