import { sql } from 'drizzle-orm'
import { emailProblem } from '../../contract/registration.ts'
import { type Context, inTransaction, type SignedInContext } from '../platform/context.ts'
import { brokenConstraint, rowOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { countMails, ownMails, queueMail, wasSentBefore } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { type Account, canonicalEmail, findAccount, lockAccount } from './account.ts'
import type { ByProvider } from './by-provider.ts'
import {
  addressTakenMail,
  emailChangeAskedMail,
  emailChangedMails,
  newEmailMail,
} from './email-change-mails.ts'
import { lockOwner } from './lock-owner.ts'
import { hashSecret, isSecret, makeSecret } from './secret.ts'

/** Counted from when the mail left, as for the links that prove an address. */
const lifeHours = 24
const mailsPerHour = 3
const requests: RateLimit = { name: 'email-change', points: 6, windowSeconds: 3_600 }
const wrongCodes: RateLimit = { name: 'email-change-wrong', points: 20, windowSeconds: 900 }

const purpose = 'email-change'
const takenPurpose = 'address-taken'
export const emailChangeRequested =
  'We have sent a link to the new address. Your account keeps its address until you open it.'
export const emailChanged = 'Your email address has been changed. Use it from now on to sign in.'
const sameAddress = 'This is your email address already.'
const takenMeanwhile = 'This email address has another account by now. Your account keeps the one it has.'

export interface EmailChange {
  /**
   * Mails a link to a new address and word of it to the one the account has. A newer request takes an older one's place.
   * Says the same of an address that has another account, whose owner is told.
   * @throws AppError('invalid' | 'rate_limited' | 'unauthenticated')
   */
  request(ctx: SignedInContext, proven: Account, email: string): Promise<void>
  /** The mailed link stops working. */
  cancel(ctx: SignedInContext): Promise<void>
  /** The address that waits to be proven; null without one. */
  pending(ctx: Context, userId: string): Promise<string | null>
  /**
   * Gives the account its new address; links that were mailed to the old one stop working.
   * @throws AppError('invalid_or_expired' | 'rate_limited')
   */
  confirm(ctx: Context, input: { code: string; network: string }): Promise<Changed>
}

/** The address an account has now, and the one it had. */
interface Changed {
  email: string
  was: string
}

export function createEmailChange(parts: {
  rateLimits: RateLimits
  publicUrl: string
  supportEmail: string
  byProvider: Pick<ByProvider, 'disconnectAll'>
}): EmailChange {
  const { rateLimits, publicUrl } = parts

  /** Mails the new address: the link, or, where it is taken, word to its owner. Answers the mail's id. */
  async function mailNewAddress(ctx: Context, email: string, code: string): Promise<string> {
    const other = await findAccount(ctx, email)
    // Who registered it without proof has no better claim than whoever opens the link.
    if (!other || other.status === 'unverified') {
      return queueMail(ctx, purpose, newEmailMail(email, `${publicUrl}/confirm_email/${code}`))
    }
    return queueMail(ctx, takenPurpose, addressTakenMail(other, publicUrl))
  }

  /** Both kinds together: the limit tells nobody which of them an address is sent. */
  async function refuseManyMails(ctx: Context, email: string): Promise<void> {
    const counts = await Promise.all([purpose, takenPurpose].map(one => countMails(ctx, one, email, 3_600)))
    if (counts.reduce((sum, count) => sum + count, 0) >= mailsPerHour) throw new AppError('rate_limited')
  }

  async function use(ctx: Context, code: string): Promise<Changed | null> {
    const userId = await ownerOf(ctx, code)
    if (userId === null) return null
    return inTransaction(ctx, async ctx => {
      const account = await lockAccount(ctx, userId)
      const wish = await wishOf(ctx, code)
      if (!account || account.status === 'disabled' || wish?.user_id !== userId) return null
      if (await wasSentBefore(ctx, wish.mail_id, lifeHours)) return null
      await giveAddress(ctx, account, wish.email)
      const ended = await parts.byProvider.disconnectAll(ctx, userId)
      for (const mail of emailChangedMails(account, wish.email, ended, parts)) {
        await queueMail(ctx, 'email-changed', mail)
      }
      await ownMails(ctx, userId, account.email)
      return { email: wish.email, was: account.email }
    })
  }

  return {
    async request(ctx, proven, typed) {
      const email = typed.trim()
      const isSame = canonicalEmail(email) === proven.email_canonical
      const problem = emailProblem(email) ?? (isSame ? sameAddress : null)
      if (problem) throw invalid({ email: [problem] })
      await rateLimits.take(requests, ctx.user.id)
      await refuseManyMails(ctx, email)
      await inTransaction(ctx, async ctx => {
        const account = await lockOwner(ctx, proven)
        const code = makeSecret()
        const mailId = await mailNewAddress(ctx, email, code)
        await ctx.db.execute(sql`
          insert into email_changes (user_id, email, code_hash, mail_id)
          values (${account.id}, ${email}, ${hashSecret(code)}, ${mailId})
          on conflict (user_id) do update set email = excluded.email, code_hash = excluded.code_hash,
            mail_id = excluded.mail_id, created_at = now()`)
        await queueMail(ctx, 'email-change-asked', emailChangeAskedMail(account, email, publicUrl))
      })
    },

    cancel: ctx => forgetEmailChange(ctx, ctx.user.id),

    async pending(ctx, userId) {
      const found = await rowOf<{ email: string; mail_id: string }>(
        ctx.db,
        sql`select email, mail_id from email_changes where user_id = ${userId}`,
      )
      return found && !(await wasSentBefore(ctx, found.mail_id, lifeHours)) ? found.email : null
    },

    async confirm(ctx, { code, network }) {
      const changed = isSecret(code) ? await use(ctx, code) : null
      if (changed) return changed
      // Counted only now: a neighbour's wrong codes are not held against a right one.
      await rateLimits.take(wrongCodes, network)
      throw new AppError('invalid_or_expired')
    },
  }
}

/** Whatever address waited to be proven waits no longer. */
export async function forgetEmailChange(ctx: Context, userId: string): Promise<void> {
  await ctx.db.execute(sql`delete from email_changes where user_id = ${userId}`)
}

const wishOf = (ctx: Context, code: string) =>
  rowOf<{ user_id: string; email: string; mail_id: string }>(
    ctx.db,
    sql`select user_id, email, mail_id from email_changes where code_hash = ${hashSecret(code)}`,
  )

const ownerOf = async (ctx: Context, code: string): Promise<string | null> =>
  (await wishOf(ctx, code))?.user_id ?? null

/**
 * Also where somebody registered the address without proof. Needs the caller's lock on the account.
 * @throws AppError('invalid_or_expired') when another account has it
 */
async function giveAddress(ctx: Context, { id }: Account, email: string): Promise<void> {
  // Links in mails to the old address open nothing any more.
  for (const table of ['email_changes', 'password_resets', 'email_verifications']) {
    await ctx.db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`)
  }
  await ctx.db.execute(
    sql`delete from users where email_canonical = ${canonicalEmail(email)} and status = 'unverified'`,
  )
  try {
    await ctx.db.execute(sql`
      update users set email = ${email}, email_canonical = ${canonicalEmail(email)}, status = 'active',
        verified_at = now() where id = ${id}`)
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email_canonical_key') throw error
    throw new AppError('invalid_or_expired', { message: takenMeanwhile })
  }
}
