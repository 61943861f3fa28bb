import { messages } from '../../contract/messages.ts'
import type { SignedInContext } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { type Account, findAccountById } from './account.ts'
import { ownerGuard } from './password-guard.ts'
import { demandCode, type SecondFactorParts } from './second-factor.ts'
import { checkPassword, type SignInParts } from './sign-in.ts'

export interface OwnerProof {
  password: string
  otp?: string | undefined
  network: string
}

/**
 * Lets a change pass that only the account's owner may make, not whoever found a screen unlocked: the password, and the
 * code where a second factor is on. Answers the account as it was proved, for `lockOwner` to look at again when the change
 * is made. Wrong ones are counted by themselves: nobody who guesses at the sign-in stands in the owner's way here.
 * @throws AppError('invalid' | 'rate_limited' | 'busy' | 'unauthenticated')
 */
export async function proveOwner(
  ctx: SignedInContext,
  parts: SecondFactorParts & Pick<SignInParts, 'hasher'>,
  { password, otp, network }: OwnerProof,
): Promise<Account> {
  if (password === '') throw invalid({ password: [messages.passwordRequired] })
  const account = await findAccountById(ctx, ctx.user.id)
  if (!account) throw new AppError('unauthenticated')
  try {
    const guard = ownerGuard(parts.rateLimits, { userId: account.id, network })
    const proven = await checkPassword(ctx, parts.hasher, guard, { email: account.email, password })
    // The address changed hands a moment ago: it is somebody else's password.
    if (proven.id !== account.id) throw new AppError('unauthenticated')
    await demandCode(ctx, parts, { userId: account.id, otp, network })
    return proven
  } catch (error) {
    throw asFieldProblem(error)
  }
}

/** Inside the app a wrong password or code is a field to mend: a 401 would end the session of whoever is signed in. */
export function asFieldProblem(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'invalid_credentials') return invalid({ password: ['This password is not right.'] })
  return error.code === 'second_factor_required' ? invalid({ otp: [error.message] }) : error
}
