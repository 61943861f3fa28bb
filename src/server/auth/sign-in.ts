import type { Session } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import { emailProblem, type Problems } from '../../contract/registration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { type Account, canonicalEmail, findAccount, lockAccount, readUser } from './account.ts'
import type { PasswordHasher } from './password.ts'
import { demandCode, findFactor, type SecondFactorParts } from './second-factor.ts'
import { openSession, type SignInOrigin } from './session.ts'
import type { Verification } from './verification.ts'

/** Wrong passwords for one account from one network: nobody can lock the owner out from elsewhere. */
const failuresOfAccount: RateLimit = { name: 'login-account', points: 5, windowSeconds: 900 }
/** Wrong passwords from one network, whatever the accounts. */
const failuresOfNetwork: RateLimit = { name: 'login-network', points: 100, windowSeconds: 900 }

export interface SignInParts extends SecondFactorParts {
  hasher: PasswordHasher
  verification: Verification
}

interface PasswordTry {
  email: string
  password: string
  network: string
}

export interface SignInInput extends PasswordTry, SignInOrigin {
  /** The code of the second factor, where one is on. */
  otp?: string | undefined
}

/**
 * Opens a session; the user's other one becomes superseded.
 * @throws AppError('invalid' | 'invalid_credentials' | 'verify_required' | 'account_disabled' | 'rate_limited' | 'busy')
 */
export async function signIn(ctx: Context, parts: SignInParts, input: SignInInput): Promise<Session> {
  const problems = problemsOf(input)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const account = await checkPassword(ctx, parts, input)
  return admit(ctx, parts, account, input, (_, locked) => locked.password_hash === account.password_hash)
}

/** Looks again at an account that is locked now, and does in the same transaction what its sign-in brings about. */
type Confirm = (ctx: Context, locked: Account) => boolean | Promise<boolean>

/**
 * Lets somebody in who has proved to own the account, by its password or through a provider: whatever else sign-in asks
 * for is asked here. Where `confirm` says no or throws, nothing has happened.
 * @throws AppError('invalid_credentials' | 'second_factor_required' | 'verify_required' | 'account_disabled' | 'rate_limited')
 */
export async function admit(
  ctx: Context,
  parts: Omit<SignInParts, 'hasher'>,
  account: Account,
  { otp, network, userAgent }: SignInOrigin & { otp?: string | undefined },
  confirm: Confirm,
): Promise<Session> {
  if (account.status === 'disabled') throw new AppError('account_disabled')
  if (account.status === 'unverified') {
    await parts.verification.send(ctx, account.id)
    throw new AppError('verify_required')
  }
  // Not in the transaction: its counters take another connection.
  const wasCodeSpent = await demandCode(ctx, parts, { userId: account.id, otp, network })
  return inTransaction(ctx, async ctx => {
    // The lock is what makes two sign-ins of the same instant follow each other.
    const locked = await lockAccount(ctx, account.id)
    if (locked?.status === 'disabled') throw new AppError('account_disabled')
    // Switched on since it was asked for above.
    if (!wasCodeSpent && (await findFactor(ctx, account.id))?.is_on) {
      throw new AppError('second_factor_required')
    }
    if (!locked || !(await confirm(ctx, locked))) throw new AppError('invalid_credentials')
    const tokens = await openSession(ctx, account.id, { network, userAgent })
    return { ...tokens, user: await readUser(ctx, account.id) }
  })
}

/** Starts the count of wrong passwords anew, for an account from a network. */
export async function forgiveFailures(rateLimits: RateLimits, email: string, network: string): Promise<void> {
  await rateLimits.forget(failuresOfAccount, failuresKey(email, network))
}

const failuresKey = (email: string, network: string) => `${canonicalEmail(email)} ${network}`

function problemsOf({ email, password }: PasswordTry): Problems {
  const problems: Problems = {}
  const wrongEmail = emailProblem(email)
  if (wrongEmail) problems.email = [wrongEmail]
  if (password === '') problems.password = [messages.passwordRequired]
  return problems
}

/**
 * The account whose password this is. An unknown address takes the same steps and the same time.
 * @throws AppError('invalid_credentials' | 'malformed' | 'rate_limited' | 'busy')
 */
export async function checkPassword(
  ctx: Context,
  { rateLimits, hasher }: Pick<SignInParts, 'rateLimits' | 'hasher'>,
  input: PasswordTry,
): Promise<Account> {
  const key = failuresKey(input.email, input.network)
  const refuseWhenFailing = async () => {
    await rateLimits.check(failuresOfAccount, key)
    await rateLimits.check(failuresOfNetwork, input.network)
  }
  await refuseWhenFailing()
  if (input.password.includes('\0')) throw new AppError('malformed')
  const account = await findAccount(ctx, input.email)
  // No account has a longer one, and hashing megabytes would be a gift to an attacker.
  const isTooLong = input.password.length > limits.passwordMaxLength
  const stored = isTooLong ? null : (account?.password_hash ?? null)
  const password = isTooLong ? '' : input.password
  if (!(await hasher.matches(stored, password, refuseWhenFailing)) || !account) {
    await rateLimits.tryTake(failuresOfAccount, key)
    await rateLimits.tryTake(failuresOfNetwork, input.network)
    throw new AppError('invalid_credentials')
  }
  await rateLimits.forget(failuresOfAccount, key)
  return account
}
