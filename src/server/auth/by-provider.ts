import type { Session } from '../../contract/auth.ts'
import type { SocialToken } from '../../contract/social.ts'
import type { Context } from '../platform/context.ts'
import type { SignInOrigin } from './session.ts'

/** Connects a new account and spends the token, in the transaction that makes it; false where it is spent already. */
export type ConnectNew = (ctx: Context, userId: string) => Promise<boolean>

/** What accounts are handed from the room that reads the tokens of Google and Facebook. */
export interface ByProvider {
  /** Opens a session by a token. @throws as sign-in by a password does; words in `errors.message` */
  signIn(ctx: Context, input: SocialToken & SignInOrigin & { otp?: string | undefined }): Promise<Session>
  /**
   * Where the provider vouches for the address of somebody who registers: what connects the new account, in the
   * transaction that makes it (false: the token was used meanwhile). null where it does not.
   */
  vouchFor(
    ctx: Context,
    registrant: SocialToken & { email: string; network: string },
  ): Promise<ConnectNew | null>
  /**
   * Ends every way into an account by a provider, mailed links too, once its address or its password is another one.
   * Answers the names of the providers that were connected. Needs the caller's lock on the account.
   */
  disconnectAll(ctx: Context, userId: string): Promise<string[]>
}
