import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { countMails, queueMail, wasSentBefore } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { findAccount, lockAccount } from './account.ts'
import { verifyMail } from './mails.ts'
import { hashSecret, isSecret, makeSecret } from './secret.ts'

/** Counted from when the mail left, so that a mail server's bad hour costs nobody a link. */
const lifeHours = 24
const mailsPerHour = 3
const wrongCodes: RateLimit = { name: 'verify-wrong', points: 5, windowSeconds: 900 }
const resends: RateLimit = { name: 'verify-resend', points: 20, windowSeconds: 3_600 }

const purpose = 'verify'
const verified = 'Your email address has been verified. You can now sign in.'
const alreadyVerified = 'Your email address is already verified. You can sign in.'

export interface Verification {
  /** Mails an unverified account a new link, at most three an hour; the link before it stops working. */
  send(ctx: Context, userId: string): Promise<void>
  /** The same for an address somebody typed; says nothing about whether it is known. */
  resend(ctx: Context, input: { email: string; network: string }): Promise<void>
  /**
   * Proves an address; the same code again says so. Answers the words to show.
   * @throws AppError('invalid_or_expired' | 'rate_limited')
   */
  verify(ctx: Context, input: { code: string; network: string }): Promise<string>
}

export function createVerification(rateLimits: RateLimits, publicUrl: string): Verification {
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

  async function verify(ctx: Context, { code, network }: { code: string; network: string }): Promise<string> {
    await rateLimits.check(wrongCodes, network)
    const words = isSecret(code) ? await use(ctx, code) : null
    if (words) return words
    await rateLimits.tryTake(wrongCodes, network)
    throw new AppError('invalid_or_expired')
  }

  return { send, resend, verify }
}

/** The words for a code that is good or was; null for any other. */
async function use(ctx: Context, code: string): Promise<string | null> {
  return inTransaction(ctx, async ctx => {
    const found = await rowOf<{ user_id: string; mail_id: string; used_at: string | null }>(
      ctx.db,
      sql`select user_id, mail_id, used_at from email_verifications where code_hash = ${hashSecret(code)} for update`,
    )
    if (!found) return null
    if (found.used_at !== null) return alreadyVerified
    if (await wasSentBefore(ctx, found.mail_id, lifeHours)) return null
    await ctx.db.execute(
      sql`update email_verifications set used_at = now() where code_hash = ${hashSecret(code)}`,
    )
    await ctx.db.execute(sql`
      update users set status = 'active', verified_at = now() where id = ${found.user_id} and status = 'unverified'`)
    return verified
  })
}
