import { sql } from 'drizzle-orm'
import { messages } from '../../contract/messages.ts'
import { inTransaction, type SignedInContext } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { invalid } from '../platform/errors.ts'
import type { Auth } from './auth.ts'
import { lockOwner, lockSignedIn } from './lock-owner.ts'
import { type OwnerProof, proveOwner } from './prove-owner.ts'
import { revokeOtherSessions } from './session.ts'

/** How long a sign-in by a provider proves the owner, who may have no password. */
const provenMinutes = 5

export const signedOutEverywhere = 'You are signed out everywhere else.'

/** Whether the caller's session was opened by a provider a moment ago. */
export async function isProvenByProvider(ctx: SignedInContext): Promise<boolean> {
  const found = await rowOf<{ is_proven: boolean }>(
    ctx.db,
    sql`select by_provider and created_at > now() - make_interval(mins => ${provenMinutes}) as is_proven
        from sessions where id = ${ctx.user.sessionId}`,
  )
  return found?.is_proven === true
}

/**
 * Ends every session of the caller but this one, on the word of its owner: the password, or the sign-in by a provider
 * that opened this session a moment ago.
 * @throws AppError('invalid' | 'rate_limited' | 'busy' | 'unauthenticated' | '409_SESSION_CONFLICT')
 */
export async function signOutEverywhere(
  ctx: SignedInContext,
  auth: Auth,
  { password = '', ...proof }: Omit<OwnerProof, 'password'> & { password?: string | undefined },
): Promise<void> {
  const proven = password === '' ? null : await proveOwner(ctx, auth, { password, ...proof })
  if (!proven && !(await isProvenByProvider(ctx))) throw invalid({ password: [messages.passwordRequired] })
  await inTransaction(ctx, async ctx => {
    if (proven) await lockOwner(ctx, proven)
    else await lockSignedIn(ctx)
    await revokeOtherSessions(ctx, ctx.user)
  })
}
