import { sql } from 'drizzle-orm'
import type { Connected, SocialProvider } from '../../contract/social.ts'
import { type Auth, lockOwner, type OwnerProof, proveOwner } from '../auth/auth.ts'
import { inTransaction, type SignedInContext } from '../platform/context.ts'
import { rowsOf } from '../platform/db.ts'
import { queueMail } from '../platform/mail.ts'
import { disconnect } from './identities.ts'
import { disconnectedMail } from './mails.ts'

/** The providers that let into the caller's account. */
export async function listConnected(ctx: SignedInContext): Promise<Connected[]> {
  const rows = await rowsOf<{ provider: SocialProvider; linked_at: Date | string }>(
    ctx.db,
    sql`select provider, linked_at from social_identities where user_id = ${ctx.user.id} order by provider desc`,
  )
  return rows.map(({ provider, linked_at }) => ({ provider, since: new Date(linked_at).toISOString() }))
}

/**
 * Takes a provider off the caller's account, whose password stays as the way in.
 * @throws AppError('invalid' | 'rate_limited' | 'busy' | 'unauthenticated' | '409_SESSION_CONFLICT')
 */
export async function endConnection(
  ctx: SignedInContext,
  auth: Auth,
  { provider, ...proof }: OwnerProof & { provider: SocialProvider },
): Promise<void> {
  const proven = await proveOwner(ctx, auth, proof)
  await inTransaction(ctx, async ctx => {
    const account = await lockOwner(ctx, proven)
    if (!(await disconnect(ctx, account.id, provider))) return
    await queueMail(ctx, 'social-disconnected', disconnectedMail(account, { provider }, auth.publicUrl))
  })
}
