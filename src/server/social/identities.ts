import { sql } from 'drizzle-orm'
import type { SocialProvider } from '../../contract/social.ts'
import type { Context } from '../platform/context.ts'
import { rowOf, rowsOf } from '../platform/db.ts'
import { type ProviderIdentity, providerNames } from './provider-identity.ts'

type Key = Pick<ProviderIdentity, 'provider' | 'subject'>

/** Whose account a provider's person is connected to; null for nobody's. */
export async function ownerOf(ctx: Context, { provider, subject }: Key): Promise<string | null> {
  const row = await rowOf<{ user_id: string }>(
    ctx.db,
    sql`select user_id from social_identities where provider = ${provider} and subject = ${subject}`,
  )
  return row?.user_id ?? null
}

/** Whether an account is connected to anybody at a provider. */
export async function isConnected(ctx: Context, userId: string, provider: SocialProvider): Promise<boolean> {
  const rows = await rowsOf(
    ctx.db,
    sql`select 1 from social_identities where user_id = ${userId} and provider = ${provider}`,
  )
  return rows.length > 0
}

/** Connects a person to an account; false where either is connected already. Needs the caller's lock on the account. */
export async function connect(ctx: Context, userId: string, { provider, subject }: Key): Promise<boolean> {
  const made = await rowsOf(
    ctx.db,
    sql`insert into social_identities (provider, subject, user_id) values (${provider}, ${subject}, ${userId})
        on conflict do nothing returning user_id`,
  )
  return made.length === 1
}

/**
 * Takes away whom an account is connected to at a provider, and the link that would connect another. Answers whether it
 * was connected. Needs the caller's lock on the account.
 */
export async function disconnect(ctx: Context, userId: string, provider: SocialProvider): Promise<boolean> {
  await ctx.db.execute(
    sql`delete from social_link_codes where user_id = ${userId} and provider = ${provider}`,
  )
  const ended = await rowsOf(
    ctx.db,
    sql`delete from social_identities where user_id = ${userId} and provider = ${provider} returning provider`,
  )
  return ended.length > 0
}

/**
 * Takes away whomever an account is connected to, and the links that would connect more. Answers the names of the
 * providers that were connected. Needs the caller's lock on the account.
 */
export async function disconnectAll(ctx: Context, userId: string): Promise<string[]> {
  await ctx.db.execute(sql`delete from social_link_codes where user_id = ${userId}`)
  const ended = await rowsOf<{ provider: SocialProvider }>(
    ctx.db,
    sql`delete from social_identities where user_id = ${userId} returning provider`,
  )
  return ended.map(({ provider }) => providerNames[provider]).sort()
}
