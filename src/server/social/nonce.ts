import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { sharedSecret } from '../platform/shared-secret.ts'

export const nonceLifeSeconds = 3_600

const hashOf = (text: string) => createHash('sha256').update(text).digest()

async function sealOf(ctx: Context, body: string): Promise<string> {
  const secret = await sharedSecret(ctx, 'social sign-in nonce')
  return createHmac('sha256', secret).update(body).digest('base64url')
}

/** `<random>.<expiry>.<seal>`: nothing is stored until it is spent. */
export async function makeNonce(ctx: Context): Promise<string> {
  const expires = Math.floor(ctx.clock.now().getTime() / 1_000) + nonceLifeSeconds
  const body = `${randomBytes(12).toString('base64url')}.${expires}`
  return `${body}.${await sealOf(ctx, body)}`
}

/** When a nonce of ours ends, in seconds; null for one that is not ours or past its time. */
async function endOf(ctx: Context, nonce: string): Promise<number | null> {
  const [, body, expires, seal] = /^([\w-]{16}\.(\d{1,12}))\.([\w-]{43})$/.exec(nonce) ?? []
  if (!body || !seal) return null
  const own = await sealOf(ctx, body)
  if (!timingSafeEqual(Buffer.from(own), Buffer.from(seal))) return null
  return Number(expires) * 1_000 < ctx.clock.now().getTime() ? null : Number(expires)
}

/** Whether a nonce could still be spent. */
export async function isGoodNonce(ctx: Context, nonce: string): Promise<boolean> {
  if ((await endOf(ctx, nonce)) === null) return false
  const spent = await rowsOf(
    ctx.db,
    sql`select 1 from social_spent_nonces where nonce_hash = ${hashOf(nonce)}`,
  )
  return spent.length === 0
}

/** Spends a nonce: true the first time only. */
export async function spendNonce(ctx: Context, nonce: string): Promise<boolean> {
  const expires = await endOf(ctx, nonce)
  if (expires === null) return false
  const spent = await rowsOf(
    ctx.db,
    sql`insert into social_spent_nonces (nonce_hash, expires_at) values (${hashOf(nonce)}, to_timestamp(${expires}))
        on conflict do nothing returning expires_at`,
  )
  return spent.length === 1
}

/** Drops spent nonces that are past their time: their own date refuses them now. */
export async function sweepNonces(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from social_spent_nonces where expires_at < now() - interval '1 hour'`)
}
