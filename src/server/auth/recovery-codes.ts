import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { base32 } from './base32.ts'

const codesAtOnce = 10
/** 80 bits: nobody guesses one, not even with the table of their hashes. */
const codeBytes = 10

/** As it was shown, in any case, with or without its hyphens. */
const bare = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '')
const hashOf = (code: string) => createHash('sha256').update(bare(code)).digest()

/** True for what can be a recovery code: codes of an authenticator are digits alone. */
export const looksLikeRecoveryCode = (typed: string): boolean => /^[A-Z2-7]{16}$/.test(bare(typed))

/** Ten new codes, e.g. 'K7QF-2MZP-AXTB-H4RW', in place of those before. Kept are their hashes. */
export async function replaceRecoveryCodes(ctx: Context, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () =>
    (base32(randomBytes(codeBytes)).match(/.{4}/g) ?? []).join('-'),
  )
  await ctx.db.execute(sql`delete from recovery_codes where user_id = ${userId}`)
  for (const code of codes)
    await ctx.db.execute(
      sql`insert into recovery_codes (user_id, code_hash) values (${userId}, ${hashOf(code)})`,
    )
  return codes
}

/** Whether it was one of the user's; it is gone then. */
export async function spendRecoveryCode(ctx: Context, userId: string, typed: string): Promise<boolean> {
  const used = await rowsOf(
    ctx.db,
    sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hashOf(typed)} returning user_id`,
  )
  return used.length === 1
}

export async function countRecoveryCodes(ctx: Context, userId: string): Promise<number> {
  const found = await rowOf<{ count: number }>(
    ctx.db,
    sql`select count(*) from recovery_codes where user_id = ${userId}`,
  )
  return found?.count ?? 0
}
