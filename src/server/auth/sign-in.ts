import type { Session } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'
import { emailProblem, type Problems } from '../../contract/registration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { type Account, findAccount, lockAccount, readUser } from './account.ts'
import type { PasswordHasher } from './password.ts'
import { type PasswordGuard, signInGuard } from './password-guard.ts'
import type { PuzzleAnswer } from './puzzle.ts'
import { demandCode, findFactor, type SecondFactorParts } from './second-factor.ts'
import { openSession, type SignInOrigin } from './session.ts'
import type { Verification } from './verification.ts'

export interface SignInParts extends SecondFactorParts {
  hasher: PasswordHasher
  verification: Verification
}

export interface SignInInput extends SignInOrigin {
  email: string
  password: string
  /** The proof of work, where one was asked for. */
  puzzle?: PuzzleAnswer | undefined
  /** The code of the second factor, where one is on. */
  otp?: string | undefined
}

/**
 * Opens a session; the user's other one becomes superseded.
 * @throws AppError('invalid' | 'invalid_credentials' | 'verify_required' | 'account_disabled' | 'puzzle_required' | 'busy')
 */
export async function signIn(ctx: Context, parts: SignInParts, input: SignInInput): Promise<Session> {
  const problems = problemsOf(input)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const guard = signInGuard(ctx, parts.rateLimits, input)
  const account = await checkPassword(ctx, parts.hasher, guard, input)
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
  { otp, network, ...origin }: SignInOrigin & { otp?: string | undefined },
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
    const tokens = await openSession(ctx, account.id, { ...origin, network })
    return { ...tokens, user: await readUser(ctx, account.id) }
  })
}

function problemsOf({ email, password }: SignInInput): Problems {
  const problems: Problems = {}
  const wrongEmail = emailProblem(email)
  if (wrongEmail) problems.email = [wrongEmail]
  if (password === '') problems.password = [messages.passwordRequired]
  return problems
}

/**
 * The account whose password this is. An unknown address takes the same steps and the same time.
 * @throws AppError('invalid_credentials' | 'malformed' | 'busy') and what the guard refuses with
 */
export async function checkPassword(
  ctx: Context,
  hasher: PasswordHasher,
  guard: PasswordGuard,
  input: { email: string; password: string },
): Promise<Account> {
  await guard.admit()
  if (input.password.includes('\0')) throw new AppError('malformed')
  const account = await findAccount(ctx, input.email)
  // No account has a longer one, and hashing megabytes would be a gift to an attacker.
  const isTooLong = input.password.length > limits.passwordMaxLength
  const stored = isTooLong ? null : (account?.password_hash ?? null)
  const password = isTooLong ? '' : input.password
  if (!(await hasher.matches(stored, password, guard.admit)) || !account) {
    await guard.noteFailure()
    throw new AppError('invalid_credentials')
  }
  await guard.forget()
  return account
}
