import type { SocialToken } from '../../contract/social.ts'
import { canonicalEmail } from '../auth/auth.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { connect } from './identities.ts'
import { spendOnce } from './nonce.ts'
import type { ReadToken } from './read-token.ts'

export interface Registrant extends SocialToken {
  email: string
  network: string
}

/** Connects a new account and spends the token, in the transaction that makes it; false where it is spent already. */
export type ConnectNew = (ctx: Context, userId: string) => Promise<boolean>

/**
 * For somebody who registers: how to connect the new account, where the provider vouches for its address; null where it
 * does not, or cannot be asked, and the address is proved by mail like any other.
 */
export async function vouchFor(
  ctx: Context,
  readToken: ReadToken,
  registrant: Registrant,
): Promise<ConnectNew | null> {
  try {
    const identity = await readToken(ctx, registrant)
    const { email, once, provesEmail } = identity
    if (!provesEmail || email === null || canonicalEmail(email) !== canonicalEmail(registrant.email))
      return null
    return async (ctx, userId) => (await spendOnce(ctx, once)) && (await connect(ctx, userId, identity))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
