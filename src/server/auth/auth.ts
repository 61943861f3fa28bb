import { sql } from 'drizzle-orm'
import type { PhoneRule } from '../../contract/registration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { rowOf } from '../platform/db.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { StreamPlaces } from '../platform/stream-places.ts'
import type { UserEvents } from '../platform/user-events.ts'
import { canonicalEmail } from './account.ts'
import type { ByProvider } from './by-provider.ts'
import { createEmailChange, type EmailChange } from './email-change.ts'
import { createEvenTime, type EvenTime } from './even-time.ts'
import { createPasswordHasher, type PasswordHasher } from './password.ts'
import { createPasswordReset, type PasswordReset } from './password-reset.ts'
import { createVerification, type Verification } from './verification.ts'

export {
  type Account,
  canonicalEmail,
  findAccount,
  findAccountById,
  keepAccount,
  lockAccount,
  mailReceiver,
  proveAddress,
  readUser,
  writeProfile,
} from './account.ts'
export { lockOwner } from './lock-owner.ts'
export {
  disableAccount,
  enableAccount,
  endEverySession,
  findAccounts,
  makeFirstAdmin,
  type OperatedAccount,
  operatedAccount,
} from './operate-accounts.ts'
export type { PasswordHasher } from './password.ts'
export { ownerGuard } from './password-guard.ts'
export { asFieldProblem, type OwnerProof, proveOwner } from './prove-owner.ts'
export { sweepPuzzles } from './puzzle.ts'
export { deleteUser, everySignIn, readRecord } from './record.ts'
export { dropFactor } from './second-factor-change.ts'
export { hashSecret, isSecret, makeSecret } from './secret.ts'
export { findSession, type SignInOrigin } from './session.ts'
export { admit, checkPassword } from './sign-in.ts'
export { sweepSessions } from './sign-in-list.ts'
export { sweepUnproved } from './sweep-unproved.ts'
export { makePassword, unknownPassword } from './unknown-password.ts'

export interface AuthParts {
  rateLimits: RateLimits
  streamPlaces: StreamPlaces
  userEvents: UserEvents
  /** Links in mails start with it, whatever Host a request named. */
  publicUrl: string
  /** Where people write to whose account was taken. */
  supportEmail: string
  /** Keeps what authenticators know out of the database's sight. */
  sealer: Sealer
  phoneRule: PhoneRule
  /** Runs in the transaction that makes an account, e.g. to grant its starter credits. */
  onRegistered: (ctx: Context, userId: string) => Promise<void>
  /** Google's and Facebook's word for people. */
  byProvider: ByProvider
  /** A hasher of other limits, for tests. */
  hasher?: PasswordHasher
  /** Another sense of time, for tests. */
  inEvenTime?: EvenTime
}

/** What the routes of accounts work with. */
export type Auth = AuthParts & {
  hasher: PasswordHasher
  inEvenTime: EvenTime
  verification: Verification
  passwordReset: PasswordReset
  emailChange: EmailChange
}

export function createAuth(parts: AuthParts): Auth {
  const hasher = parts.hasher ?? createPasswordHasher()
  const inEvenTime = parts.inEvenTime ?? createEvenTime()
  const verification = createVerification({ ...parts, hasher })
  const passwordReset = createPasswordReset({ ...parts, hasher, inEvenTime })
  const emailChange = createEmailChange(parts)
  return { ...parts, hasher, inEvenTime, verification, passwordReset, emailChange }
}

/**
 * Makes a verified account if there is none with this address; its password is the given one afterwards.
 * For the demo account of the embedded start.
 */
export async function ensureVerifiedAccount(
  ctx: Context,
  auth: Auth,
  { email, password, name }: { email: string; password: string; name: string },
): Promise<void> {
  const known = await rowOf<{ id: string; password_hash: string }>(
    ctx.db,
    sql`select id, password_hash from users where email_canonical = ${canonicalEmail(email)}`,
  )
  if (known && (await auth.hasher.matches(known.password_hash, password))) return
  const passwordHash = await auth.hasher.hash(password)
  await inTransaction(ctx, async ctx => {
    if (known) {
      await ctx.db.execute(sql`update users set password_hash = ${passwordHash} where id = ${known.id}`)
      return
    }
    const made = await rowOf<{ id: string }>(
      ctx.db,
      sql`insert into users (email, email_canonical, password_hash, name, address, status, verified_at, company, job_title)
          values (${email}, ${canonicalEmail(email)}, ${passwordHash}, ${name}, '', 'active', now(), 'Soko', 'Demo')
          on conflict (email_canonical) do nothing returning id`,
    )
    if (made) await auth.onRegistered(ctx, made.id)
  })
}
