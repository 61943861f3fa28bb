import type { Session } from '../../contract/auth.ts'
import type { SocialToken } from '../../contract/social.ts'
import {
  type Account,
  type Auth,
  admit,
  findAccount,
  findAccountById,
  proveAddress,
  type SignInOrigin,
  unknownPassword,
} from '../auth/auth.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { queueMail } from '../platform/mail.ts'
import { connect, isConnected, ownerOf } from './identities.ts'
import { mailLinkCode } from './link-code.ts'
import { connectedMail } from './mails.ts'
import { spendOnce } from './nonce.ts'
import { noEmail, notProved, type ProviderIdentity, providerNames, refusal } from './provider-identity.ts'
import type { ReadToken } from './read-token.ts'

export interface SocialSignIn extends SocialToken, SignInOrigin {
  /** The code of the second factor, where one is on. */
  otp?: string | undefined
}

/**
 * Opens a session for the account that a provider's person is connected to. One that is not connected yet is, on the
 * provider's word where it vouches for the address, else through a link mailed to it.
 * @throws AppError('not_found') for an address without an account, 'verify_required' once a link was mailed, and what
 * reading the token and sign-in itself refuse with; words in `errors.message`
 */
export async function letIn(
  ctx: Context,
  auth: Auth,
  readToken: ReadToken,
  input: SocialSignIn,
): Promise<Session> {
  const identity = await readToken(ctx, input)
  const connectedTo = await ownerOf(ctx, identity)
  if (connectedTo !== null) return enter(ctx, auth, connectedTo, identity, input)
  const account = identity.email === null ? null : await findAccount(ctx, identity.email)
  if (!account) throw notRegistered(identity)
  if (identity.provesEmail && !(await isConnected(ctx, account.id, identity.provider))) {
    return connectAndEnter(ctx, auth, account, identity, input)
  }
  await inTransaction(ctx, async ctx => {
    await mailLinkCode(ctx, auth, account.id, identity)
    await spend(ctx, identity)
  })
  const provider = providerNames[identity.provider]
  throw refusal(
    'verify_required',
    `Please check your email: we have sent you a link that connects ${provider} to your account.`,
  )
}

const notRegistered = (identity: ProviderIdentity) =>
  identity.email === null ? noEmail(identity) : refusal('not_found', 'This email address is not registered.')

/** A token lets in once: whoever reads it later, in a log or a cache, gets nowhere with it. */
async function spend(ctx: Context, { once, provider }: ProviderIdentity): Promise<void> {
  if (!(await spendOnce(ctx, once))) throw notProved(ctx, provider, 'used up')
}

async function enter(
  ctx: Context,
  auth: Auth,
  userId: string,
  identity: ProviderIdentity,
  input: SocialSignIn,
): Promise<Session> {
  const account = await findAccountById(ctx, userId)
  if (!account) throw notProved(ctx, identity.provider, 'account gone')
  return admit(ctx, auth, account, { ...input, byProvider: true }, async ctx => {
    await spend(ctx, identity)
    return (await ownerOf(ctx, identity)) === userId
  })
}

/** The first sign-in of an account by a provider that vouches for its address. */
async function connectAndEnter(
  ctx: Context,
  auth: Auth,
  account: Account,
  identity: ProviderIdentity,
  input: SocialSignIn,
): Promise<Session> {
  // Whoever registered the address without proving it chose a password that must not open the account of who does.
  const passwordHash = account.status === 'unverified' ? await unknownPassword(auth) : null
  const opened: Account = passwordHash === null ? account : { ...account, status: 'active' }
  return admit(ctx, auth, opened, { ...input, byProvider: true }, async (ctx, locked) => {
    const isSame = locked.email_canonical === account.email_canonical && locked.status === account.status
    if (!isSame || !(await connect(ctx, account.id, identity))) return false
    await spend(ctx, identity)
    if (passwordHash !== null) await proveAddress(ctx, account.id, passwordHash)
    const mail = connectedMail(account, identity, passwordHash !== null, auth.publicUrl)
    await queueMail(ctx, 'social-connected', mail)
    return true
  })
}
