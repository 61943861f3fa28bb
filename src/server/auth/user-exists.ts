import type { userExists } from '../../contract/auth.ts'
import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import { emailProblem } from '../../contract/registration.ts'
import type { Context } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { findAccount } from './account.ts'
import { makePuzzle, spendPuzzle } from './puzzle.ts'

const freeAnswers: RateLimit = { name: 'user-exists', points: 10, windowSeconds: 60 }
/** Puzzles handed out by all instances: above this somebody is reading the list of users, from wherever. */
const alarm: RateLimit = { name: 'user-exists-alarm', points: 300, windowSeconds: 600 }

/**
 * Whether an address has an account. Past ten questions a minute a network pays for each answer with a proof of work.
 * @throws AppError('invalid' | 'puzzle_required')
 */
export async function askUserExists(
  ctx: Context,
  rateLimits: RateLimits,
  { email, puzzle, network }: BodyOf<typeof userExists> & { network: string },
): Promise<AnswerOf<typeof userExists>> {
  const problem = emailProblem(email)
  if (problem) throw invalid({ email: [problem] })
  const isPaid = puzzle ? await spendPuzzle(ctx, puzzle, network) : false
  if (!isPaid && !(await rateLimits.tryTake(freeAnswers, network))) {
    if (!(await rateLimits.tryTake(alarm, 'all'))) {
      ctx.log.error({ alarm: 'user_exists', network }, 'Many addresses are being asked for')
    }
    throw new AppError('puzzle_required', { puzzle: await makePuzzle(ctx, network) })
  }
  const account = await findAccount(ctx, email)
  if (!account) return { user_exists: false, status: null }
  return { user_exists: true, status: account.status === 'unverified' ? 'unverified' : 'active' }
}
