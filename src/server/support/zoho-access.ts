import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { createSealer } from '../platform/sealer.ts'
import { CrmAway } from './crm.ts'
import { type AccessKeeper, askZohoForAccess, type ZohoAccess, type ZohoSettings } from './zoho-crm.ts'

/** A token this close to its end is not begun with. */
const spareSeconds = 120
/** Ten tokens in ten minutes are given out, then none for a while: after a refusal nobody asks for a minute. */
const waitSeconds = 60
/** Where new tokens are refused like the old one: far from the ten, however many tickets wait. */
const pauseSeconds = 120

interface Row extends Record<string, unknown> {
  token_sealed: Buffer | null
  api_url: string | null
  is_alive: boolean
  must_wait: boolean
}

/**
 * The access token that all instances on this database share. Its row is locked while a new one is asked for, so that a
 * hundred workers ask once. It is sealed under the client's secret.
 */
export function sharedAccess(base: Context, settings: ZohoSettings): AccessKeeper {
  const { accountsUrl, clientId, refreshToken, clientSecret } = settings
  const name = createHash('sha256')
    .update([accountsUrl, clientId, refreshToken].join('\n'))
    .digest('base64url')
  const sealer = createSealer(clientSecret)

  async function lookOrAsk(ctx: Context, rejected: string | null): Promise<ZohoAccess | CrmAway> {
    await ctx.db.execute(sql`insert into crm_token (name) values (${name}) on conflict do nothing`)
    const row = await rowOf<Row>(
      ctx.db,
      sql`select token_sealed, api_url, coalesce(wait_until > now(), false) as must_wait,
            coalesce(expires_at > now() + make_interval(secs => ${spareSeconds}), false) as is_alive
          from crm_token where name = ${name} for update`,
    )
    const token = row?.token_sealed && sealer.open(row.token_sealed, name)?.toString()
    if (row?.is_alive && token && row.api_url !== null && token !== rejected)
      return { token, apiUrl: row.api_url }
    if (row?.must_wait) return new CrmAway('The CRM refused access a moment ago')
    try {
      const fresh = await askZohoForAccess(settings)
      await ctx.db.execute(sql`
        update crm_token set token_sealed = ${sealer.seal(Buffer.from(fresh.token), name)}, api_url = ${fresh.apiUrl},
          expires_at = now() + make_interval(secs => ${fresh.livesSeconds}), wait_until = null
        where name = ${name}`)
      return fresh
    } catch (error) {
      if (!(error instanceof CrmAway)) throw error
      await holdBack(ctx, waitSeconds)
      return error
    }
  }

  const holdBack = (ctx: Context, seconds: number) =>
    ctx.db.execute(
      sql`update crm_token set wait_until = now() + make_interval(secs => ${seconds}) where name = ${name}`,
    )

  return {
    async get(rejected) {
      const found = await inTransaction(base, ctx => lookOrAsk(ctx, rejected))
      if (found instanceof CrmAway) throw found
      return found
    },
    async pause() {
      await holdBack(base, pauseSeconds)
    },
  }
}
