import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { grantStarter } from './ledger.ts'

/** The starter credits of a new account: once for a person, also where they delete the account and come back. */
export interface Starter {
  /** Grants them unless somebody known by one of `names` (an address, a provider's id) had them before. */
  grant(ctx: Context, userId: string, names: readonly string[]): Promise<void>
  /** Remembers who had them, in the transaction that deletes the account. */
  remember(ctx: Context, names: readonly string[]): Promise<void>
}

/** `secret` is the installation's: who reads the table alone cannot try addresses on it. */
export function createStarter(secret: string, amountCredits: number): Starter {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'soko starter marks', 32))
  const listOf = (names: readonly string[]) =>
    sql.join(
      names.map(name => sql`(${createHmac('sha256', key).update(name).digest()}::bytea)`),
      sql`, `,
    )
  return {
    async grant(ctx, userId, names) {
      const known = await rowsOf(ctx.db, sql`select 1 from starter_marks where mark in (${listOf(names)})`)
      if (known.length === 0) await grantStarter(ctx, userId, amountCredits)
    },
    async remember(ctx, names) {
      await ctx.db.execute(
        sql`insert into starter_marks (mark) values ${listOf(names)} on conflict do nothing`,
      )
    },
  }
}
