import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { countMails, queueMail, wasSentBefore } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { findAccount, lockAccount } from './account.ts'
import { verifyMail } from './mails.ts'
import type { PasswordHasher } from './password.ts'
import { hashSecret, isSecret, makeSecret } from './secret.ts'
import { unknownPassword } from './unknown-password.ts'

/** Counted from when the mail left, so that a mail server's bad hour costs nobody a link. */
const lifeHours = 24
const mailsPerHour = 3
const resends: RateLimit = { name: 'verify-resend', points: 20, windowSeconds: 3_600 }

const purpose = 'verify'
const verified = 'Your email address has been verified. You can now sign in.'
const verifiedWithoutPassword =
  'Your email address has been verified. It was registered more than once, with different passwords, so none of them counts. Choose one by ‘Forgot password?’ on the sign-in page.'
const alreadyVerified = 'Your email address is already verified. You can sign in.'

export interface Verification {
  /** Mails an unverified account a new link, at most three an hour; the link before it stops working. */
  send(ctx: Context, userId: string): Promise<void>
  /** The same for an address somebody typed; says nothing about whether it is known. */
  resend(ctx: Context, input: { email: string; network: string }): Promise<void>
  /**
   * Proves an address; the same code again says so. Where registrations with different passwords waited for it, none of
   * them counts. Answers the words to show. Nobody guesses 256 bits, so that wrong codes are not counted: a neighbour's
   * would stop a right one.
   * @throws AppError('invalid_or_expired')
   */
  verify(ctx: Context, code: string): Promise<string>
}

export function createVerification(parts: {
  rateLimits: RateLimits
  publicUrl: string
  hasher: PasswordHasher
}): Verification {
  const { rateLimits, publicUrl } = parts

  async function send(ctx: Context, userId: string): Promise<void> {
    await inTransaction(ctx, async ctx => {
      const account = await lockAccount(ctx, userId)
      if (account?.status !== 'unverified') return
      if ((await countMails(ctx, purpose, account.email, 3_600)) >= mailsPerHour) return
      const code = makeSecret()
      const mailId = await queueMail(ctx, purpose, verifyMail(account, `${publicUrl}/verify/${code}`))
      await ctx.db.execute(sql`delete from email_verifications where user_id = ${userId} and used_at is null`)
      await ctx.db.execute(sql`
        insert into email_verifications (code_hash, user_id, mail_id) values (${hashSecret(code)}, ${userId}, ${mailId})`)
    })
  }

  async function resend(ctx: Context, { email, network }: { email: string; network: string }): Promise<void> {
    if (!(await rateLimits.tryTake(resends, network))) return
    const account = email === '' ? null : await findAccount(ctx, email)
    if (account?.status === 'unverified') await send(ctx, account.id)
  }

  async function verify(ctx: Context, code: string): Promise<string> {
    const words = isSecret(code) ? await use(ctx, parts, code) : null
    if (words === null) throw new AppError('invalid_or_expired')
    return words
  }

  return { send, resend, verify }
}

/** The words for a code that is good or was; null for any other. */
async function use(ctx: Context, parts: { hasher: PasswordHasher }, code: string): Promise<string | null> {
  const userId = (await findCode(ctx, code))?.user_id
  if (userId === undefined) return null
  return inTransaction(ctx, async ctx => {
    const account = await lockAccount(ctx, userId)
    const found = await findCode(ctx, code)
    if (!account || !found) return null
    if (found.used_at !== null) return alreadyVerified
    if (await wasSentBefore(ctx, found.mail_id, lifeHours)) return null
    await ctx.db.execute(
      sql`update email_verifications set used_at = now() where code_hash = ${hashSecret(code)}`,
    )
    if (account.status !== 'unverified') return verified
    // The mail went to one who may have registered with another password than the one that is kept.
    const passwordHash = found.is_contested ? await unknownPassword(parts) : null
    await ctx.db.execute(sql`
      update users set status = 'active', verified_at = now(), is_contested = false,
        password_hash = coalesce(${passwordHash}, password_hash)
      where id = ${userId}`)
    return found.is_contested ? verifiedWithoutPassword : verified
  })
}

type Code = { user_id: string; mail_id: string; used_at: string | null; is_contested: boolean }

const findCode = (ctx: Context, code: string) =>
  rowOf<Code>(
    ctx.db,
    sql`select user_id, mail_id, used_at, is_contested from email_verifications join users on users.id = user_id
        where code_hash = ${hashSecret(code)}`,
  )
