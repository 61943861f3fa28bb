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

/** What makes a token let in once: a nonce of ours in it, or, where the provider puts none in, the token itself. */
export type OneUse = { nonce: string } | { token: string; expiresSeconds: number }

/** By what a use is remembered, and until when; null for a nonce that is not good. */
async function markOf(ctx: Context, once: OneUse): Promise<{ hash: Buffer; expires: number } | null> {
  if ('token' in once) return { hash: hashOf(once.token), expires: once.expiresSeconds }
  const expires = await endOf(ctx, once.nonce)
  return expires === null ? null : { hash: hashOf(once.nonce), expires }
}

/** Whether it could still be used. */
export async function isUnused(ctx: Context, once: OneUse): Promise<boolean> {
  const mark = await markOf(ctx, once)
  if (!mark) return false
  const spent = await rowsOf(ctx.db, sql`select 1 from social_spent_nonces where nonce_hash = ${mark.hash}`)
  return spent.length === 0
}

/** Uses it up: true the first time only. */
export async function spendOnce(ctx: Context, once: OneUse): Promise<boolean> {
  const mark = await markOf(ctx, once)
  if (!mark) return false
  const spent = await rowsOf(
    ctx.db,
    sql`insert into social_spent_nonces (nonce_hash, expires_at) values (${mark.hash}, to_timestamp(${mark.expires}))
        on conflict do nothing returning expires_at`,
  )
  return spent.length === 1
}

/** Drops what was used up and is past its time: its own date refuses it now. */
export async function sweepNonces(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from social_spent_nonces where expires_at < now() - interval '1 hour'`)
}
