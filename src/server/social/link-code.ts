import { sql } from 'drizzle-orm'
import { messages } from '../../contract/messages.ts'
import type { SocialProvider } from '../../contract/social.ts'
import {
  type Account,
  type Auth,
  asFieldProblem,
  checkPassword,
  findAccountById,
  hashSecret,
  isSecret,
  lockAccount,
  makeSecret,
  ownerGuard,
  proveAddress,
  unknownPassword,
} from '../auth/auth.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { countMails, queueMail, wasSentBefore } from '../platform/mail.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import { connect, disconnect } from './identities.ts'
import { connectedMail, linkMail } from './mails.ts'
import { type ProviderIdentity, providerNames } from './provider-identity.ts'

/** Counted from when the mail left. */
const lifeHours = 1
const mailsPerHour = 3
const purpose = 'social-link'
const wrongCodes: RateLimit = { name: 'social-link-wrong', points: 20, windowSeconds: 900 }

type LinkAuth = Pick<Auth, 'hasher' | 'rateLimits' | 'publicUrl'>

/**
 * Mails the owner of an account's address a link that connects the identity to it, at most three an hour; the link before
 * it stops working. A disabled account gets none.
 */
export async function mailLinkCode(
  ctx: Context,
  { publicUrl }: LinkAuth,
  userId: string,
  identity: ProviderIdentity,
): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const account = await lockAccount(ctx, userId)
    if (!account || account.status === 'disabled') return
    if ((await countMails(ctx, purpose, account.email, 3_600)) >= mailsPerHour) return
    const code = makeSecret()
    const mailId = await queueMail(
      ctx,
      purpose,
      linkMail(account, identity, `${publicUrl}/auth/connect/${code}`),
    )
    await ctx.db.execute(sql`
      insert into social_link_codes (user_id, provider, subject, email_canonical, code_hash, mail_id)
      values (${userId}, ${identity.provider}, ${identity.subject}, ${account.email_canonical}, ${hashSecret(code)},
        ${mailId})
      on conflict (user_id, provider) do update set subject = excluded.subject, code_hash = excluded.code_hash,
        email_canonical = excluded.email_canonical, mail_id = excluded.mail_id, created_at = now()`)
  })
}

export interface LinkInput {
  code: string
  /** The account's own; an account whose address nobody proved yet goes without. */
  password?: string | undefined
  network: string
}

/**
 * Connects what the mailed code stands for, and tells the owner; whoever was connected before gives way. A refusal changes
 * nothing. Answers the words to show.
 * @throws AppError('invalid' | 'invalid_or_expired' | 'rate_limited' | 'busy')
 */
export async function spendLinkCode(ctx: Context, auth: LinkAuth, input: LinkInput): Promise<string> {
  const provider = isSecret(input.code) ? await use(ctx, auth, input) : null
  if (provider === null) {
    // Counted only now: a neighbour's wrong codes are not held against a right one.
    await auth.rateLimits.take(wrongCodes, input.network)
    throw new AppError('invalid_or_expired')
  }
  return `${providerNames[provider]} is connected to your account. You can now sign in by it.`
}

type OpenCode = {
  user_id: string
  provider: SocialProvider
  subject: string
  email_canonical: string
  mail_id: string
}

/** A code that still stands for something, of the account as it is now. */
async function findOpen(ctx: Context, code: string, account: Account): Promise<OpenCode | null> {
  const found = await findCode(ctx, code)
  if (found?.user_id !== account.id || account.status === 'disabled') return null
  if (found.email_canonical !== account.email_canonical) return null
  return (await wasSentBefore(ctx, found.mail_id, lifeHours)) ? null : found
}

const findCode = (ctx: Context, code: string) =>
  rowOf<OpenCode & Record<string, unknown>>(
    ctx.db,
    sql`select user_id, provider, subject, email_canonical, mail_id from social_link_codes
        where code_hash = ${hashSecret(code)}`,
  )

/** Who reads the account's mail and knows its password; the mail alone is easily pressed for somebody else. */
async function provePassword(
  ctx: Context,
  auth: LinkAuth,
  { id, email }: Account,
  { password = '', network }: LinkInput,
): Promise<void> {
  if (password === '') throw invalid({ password: [messages.passwordRequired] })
  try {
    const guard = ownerGuard(auth.rateLimits, { userId: id, network })
    const proven = await checkPassword(ctx, auth.hasher, guard, { email, password })
    // The address changed hands a moment ago: it is somebody else's password.
    if (proven.id !== id) throw new AppError('invalid_or_expired')
  } catch (error) {
    throw asFieldProblem(error)
  }
}

async function use(ctx: Context, auth: LinkAuth, input: LinkInput): Promise<SocialProvider | null> {
  const { code } = input
  const userId = (await findCode(ctx, code))?.user_id
  const account = userId === undefined ? null : await findAccountById(ctx, userId)
  if (!account || !(await findOpen(ctx, code, account))) return null
  // The mail proves the address too. Whoever registered it without that proof chose a password that must not open it.
  const passwordHash = account.status === 'unverified' ? await unknownPassword(auth) : null
  if (passwordHash === null) await provePassword(ctx, auth, account, input)
  return inTransaction(ctx, async ctx => {
    const locked = await lockAccount(ctx, account.id)
    // Looked at again under the lock: a newer mail, another password or address, or a second click may have come first.
    const isSame = locked?.status === account.status && locked.password_hash === account.password_hash
    const open = locked && isSame && (await findOpen(ctx, code, locked))
    if (!open) return null
    await disconnect(ctx, account.id, open.provider)
    // Thrown, so that who was connected until now stays.
    if (!(await connect(ctx, account.id, open))) throw new AppError('invalid_or_expired')
    if (passwordHash !== null) await proveAddress(ctx, account.id, passwordHash)
    const mail = connectedMail(locked, open, passwordHash !== null, auth.publicUrl)
    await queueMail(ctx, 'social-connected', mail)
    return open.provider
  })
}

/** Ends every open code: after a restore nobody knows which of them were used or replaced before. */
export async function endLinkCodes(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from social_link_codes`)
}
