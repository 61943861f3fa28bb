import { sql } from 'drizzle-orm'
import type { SocialProvider } from '../../contract/social.ts'
import {
  type Auth,
  hashSecret,
  isSecret,
  lockAccount,
  makeSecret,
  proveAddress,
  unknownPassword,
} from '../auth/auth.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { countMails, queueMail, wasSentBefore } from '../platform/mail.ts'
import type { RateLimit } from '../platform/rate-limit.ts'
import { connect, disconnect } from './identities.ts'
import { linkMail } from './mails.ts'
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

/**
 * Connects what the mailed code stands for; whoever was connected before gives way. Answers the words to show.
 * @throws AppError('invalid_or_expired' | 'rate_limited' | 'busy')
 */
export async function spendLinkCode(
  ctx: Context,
  auth: LinkAuth,
  { code, network }: { code: string; network: string },
): Promise<string> {
  const provider = isSecret(code) ? await use(ctx, auth, code) : null
  if (provider === null) {
    // Counted only now: a neighbour's wrong codes are not held against a right one.
    await auth.rateLimits.take(wrongCodes, network)
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

const findCode = (ctx: Context, code: string) =>
  rowOf<OpenCode & Record<string, unknown>>(
    ctx.db,
    sql`select user_id, provider, subject, email_canonical, mail_id from social_link_codes
        where code_hash = ${hashSecret(code)}`,
  )

async function use(ctx: Context, auth: LinkAuth, code: string): Promise<SocialProvider | null> {
  if (!(await findCode(ctx, code))) return null
  // The mail proves the address too. Whoever registered it without that proof chose a password that must not open it.
  const passwordHash = await unknownPassword(auth)
  return inTransaction(ctx, async ctx => {
    const userId = (await findCode(ctx, code))?.user_id
    const account = userId === undefined ? null : await lockAccount(ctx, userId)
    // Read again under the lock: a newer mail, another address or a second click may have come first.
    const open = await findCode(ctx, code)
    if (!account || !open || account.status === 'disabled') return null
    if (open.email_canonical !== account.email_canonical) return null
    if (await wasSentBefore(ctx, open.mail_id, lifeHours)) return null
    await ctx.db.execute(sql`delete from social_link_codes where code_hash = ${hashSecret(code)}`)
    await disconnect(ctx, account.id, open.provider)
    if (!(await connect(ctx, account.id, open))) return null
    if (account.status === 'unverified') await proveAddress(ctx, account.id, passwordHash)
    return open.provider
  })
}

/** Ends every open code: after a restore nobody knows which of them were used or replaced before. */
export async function endLinkCodes(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`delete from social_link_codes`)
}
