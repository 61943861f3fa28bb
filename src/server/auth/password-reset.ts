import { sql } from 'drizzle-orm'
import { emailProblem } from '../../contract/registration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { countMails, queueMail, wasSentBefore } from '../platform/mail.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { type Account, canonicalEmail, findAccount, lockAccount } from './account.ts'
import type { ByProvider } from './by-provider.ts'
import { forgetEmailChange } from './email-change.ts'
import type { EvenTime } from './even-time.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { problemsOfNewPassword } from './new-password.ts'
import type { PasswordHasher } from './password.ts'
import { forgiveFailures } from './password-guard.ts'
import type { Personal } from './personal-password.ts'
import { hashSecret, isSecret, makeSecret } from './secret.ts'
import { revokeSessions } from './session.ts'

/** Counted from when the mail left, as for the links that prove an address. */
const lifeHours = 1
const mailsPerHour = 3
/** A request is answered at whole multiples of this: longer than the work for a known address takes. */
const beatMs = 100
const requests: RateLimit = { name: 'reset-request', points: 120, windowSeconds: 3_600 }
const wrongCodes: RateLimit = { name: 'reset-wrong', points: 20, windowSeconds: 900 }

const purpose = 'password-reset'
export const resetRequested =
  'If there is an account with this email address, we have sent it a link to set a new password. Please check your email.'
export const passwordReset = 'Your password has been reset. You can now sign in.'

interface ResetParts {
  rateLimits: RateLimits
  inEvenTime: EvenTime
  hasher: PasswordHasher
  publicUrl: string
  byProvider: Pick<ByProvider, 'disconnectAll'>
}

export interface ResetInput {
  code: string
  password: string
  /** The password again, where the caller asks people for it twice. */
  confirmation: string
  /** Where given, the code must be this address's own. */
  email?: string
  network: string
}

export interface PasswordReset {
  /**
   * Mails an account a link that sets a new password, at most three an hour; the link before it stops working. Takes the
   * same time and says the same whether there is an account or not.
   * @throws AppError('invalid') for what is no address, 'rate_limited' for a network that asks too often
   */
  request(ctx: Context, input: { email: string; network: string }): Promise<void>
  /**
   * Sets a new password, proves the address and ends every session of the account. A refusal changes nothing.
   * @throws AppError('malformed' | 'invalid' | 'invalid_or_expired' | 'rate_limited' | 'busy')
   */
  reset(ctx: Context, input: ResetInput): Promise<void>
}

export function createPasswordReset(parts: ResetParts): PasswordReset {
  const { rateLimits, inEvenTime, hasher, publicUrl, byProvider } = parts

  async function mailLink(ctx: Context, email: string): Promise<void> {
    const account = await findAccount(ctx, email)
    if (account) await sendReset(ctx, account.id)
  }

  async function sendReset(ctx: Context, userId: string): Promise<void> {
    await inTransaction(ctx, async ctx => {
      const account = await lockAccount(ctx, userId)
      if (!account || account.status === 'disabled') return
      if ((await countMails(ctx, purpose, account.email, 3_600)) >= mailsPerHour) return
      const code = makeSecret()
      const mailId = await queueMail(ctx, purpose, resetMail(account, `${publicUrl}/reset_password/${code}`))
      await ctx.db.execute(sql`
        insert into password_resets (user_id, code_hash, mail_id) values (${userId}, ${hashSecret(code)}, ${mailId})
        on conflict (user_id) do update
          set code_hash = excluded.code_hash, mail_id = excluded.mail_id, created_at = now()`)
    })
  }

  /** Whether the code was good; the password is the new one then. */
  async function use(ctx: Context, input: ResetInput): Promise<Account | null> {
    const userId = await ownerOf(ctx, input)
    if (userId === null) return null
    const problems = problemsOfNewPassword(
      input.password,
      input.confirmation,
      await readPersonal(ctx, userId),
    )
    if (Object.keys(problems).length > 0) throw invalid(problems)
    // Only a good code is worth a hash, and nobody else waits in line while it is made.
    const passwordHash = await hasher.hash(input.password)
    return inTransaction(ctx, async ctx => {
      const account = await lockAccount(ctx, userId)
      if (!account || account.status === 'disabled' || (await ownerOf(ctx, input)) !== userId) return null
      await ctx.db.execute(sql`delete from password_resets where user_id = ${userId}`)
      // The link proves the address too. Whoever registered it chose the password that ends here, not this one.
      await ctx.db.execute(sql`
        update users set password_hash = ${passwordHash}, status = 'active', verified_at = coalesce(verified_at, now())
        where id = ${userId}`)
      await ctx.db.execute(sql`delete from email_verifications where user_id = ${userId} and used_at is null`)
      // Whoever asked for another address knew the old password.
      await forgetEmailChange(ctx, userId)
      await revokeSessions(ctx, userId)
      const ended = await byProvider.disconnectAll(ctx, userId)
      await queueMail(ctx, 'password-changed', passwordChangedMail(account, ended, publicUrl))
      return account
    })
  }

  return {
    async request(ctx, { email, network }) {
      const problem = emailProblem(email)
      if (problem) throw invalid({ email: [problem] })
      // Goes by the network alone, so it may show.
      await rateLimits.take(requests, network)
      await inEvenTime(beatMs, () => mailLink(ctx, email))
    },

    async reset(ctx, input) {
      const { code, password, confirmation, network } = input
      if (password.includes('\0')) throw new AppError('malformed')
      const problems = problemsOfNewPassword(password, confirmation, null)
      if (Object.keys(problems).length > 0) throw invalid(problems)
      if (!isSecret(code)) throw new AppError('invalid_or_expired')
      const account = await use(ctx, input)
      if (!account) {
        // Counted only now: a neighbour's wrong codes are not held against a right one.
        await rateLimits.take(wrongCodes, network)
        throw new AppError('invalid_or_expired')
      }
      // The tries that led here are not held against the new password. It stands already, whatever becomes of this.
      await forgiveFailures(rateLimits, account.email, network).catch(error =>
        ctx.log.warn({ err: error }, 'The wrong passwords of an account were not forgotten'),
      )
    },
  }
}

const readPersonal = (ctx: Context, userId: string): Promise<(Personal & Record<string, unknown>) | null> =>
  rowOf(ctx.db, sql`select name, company, address, email from users where id = ${userId}`)

/** Whose open code it is; null for one that is wrong, used, replaced, past its time or another address's. */
async function ownerOf(ctx: Context, { code, email }: ResetInput): Promise<string | null> {
  const found = await rowOf<{ user_id: string; mail_id: string; email_canonical: string }>(
    ctx.db,
    sql`select user_id, mail_id, email_canonical from password_resets join users on users.id = user_id
        where code_hash = ${hashSecret(code)}`,
  )
  if (!found || (email !== undefined && canonicalEmail(email) !== found.email_canonical)) return null
  return (await wasSentBefore(ctx, found.mail_id, lifeHours)) ? null : found.user_id
}
