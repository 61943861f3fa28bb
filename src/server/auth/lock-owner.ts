import type { SignedInContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { type Account, lockAccount } from './account.ts'
import { sessionState } from './session.ts'

/**
 * Locks the caller's account until the transaction ends, and looks at the session again: what ended it while the call
 * was under way, a new password for one, came first.
 * @throws AppError('unauthenticated' | '409_SESSION_CONFLICT')
 */
export async function lockSignedIn(ctx: SignedInContext): Promise<Account> {
  const locked = await lockAccount(ctx, ctx.user.id)
  const state = await sessionState(ctx, ctx.user.sessionId)
  if (locked?.status !== 'active') throw new AppError('unauthenticated')
  if (state === 'superseded') throw new AppError('409_SESSION_CONFLICT')
  if (state !== 'active') throw new AppError('unauthenticated')
  return locked
}

/** The same where a password was proved before: it must be the account's still. @throws as `lockSignedIn` does */
export async function lockOwner(ctx: SignedInContext, proven: Account): Promise<Account> {
  const locked = await lockSignedIn(ctx)
  if (locked.password_hash !== proven.password_hash) throw new AppError('unauthenticated')
  return locked
}
