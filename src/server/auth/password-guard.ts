import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { canonicalEmail } from './account.ts'
import { makePuzzle, type PuzzleAnswer, puzzleDifficulty, spendPuzzle } from './puzzle.ts'

/** What stands between wrong passwords and the next try. */
export interface PasswordGuard {
  /** Before a password is looked at, and again as its turn to be hashed comes: a burst waits in line together. */
  admit(): Promise<void>
  noteFailure(): Promise<void>
  /** After the right password. */
  forget(): Promise<void>
}

/** Wrong passwords for one account from one network. */
const ofAccountAndNetwork: RateLimit = { name: 'login-account', points: 5, windowSeconds: 900 }
/** Wrong passwords for one account, from wherever. The owner's right one does not take them away. */
const ofAccount: RateLimit = { name: 'login-account-all', points: 30, windowSeconds: 86_400 }
/** Wrong passwords from one network, whatever the accounts. */
const ofNetwork: RateLimit = { name: 'login-network', points: 100, windowSeconds: 900 }
/** The dearest puzzle: a million hashes, half a minute in a browser. */
const hardestDifficulty = 20

/** Wrong passwords of somebody who is signed in, or holds a mailed link, from one network, and from all. */
const ofOwner: RateLimit = { name: 'owner-proof', points: 5, windowSeconds: 900 }
const ofOwnerAnywhere: RateLimit = { name: 'owner-proof-all', points: 30, windowSeconds: 86_400 }

interface SignInTry {
  email: string
  network: string
  puzzle?: PuzzleAnswer | undefined
}

const pairKey = ({ email, network }: SignInTry) => `${canonicalEmail(email)} ${network}`

/**
 * Of a sign-in: once too many passwords were wrong, each try costs a proof of work, which costs twice as much with each
 * doubling of the failures. Nobody is refused: guesses stop being cheap, and the owner's page pays without a word.
 */
export function signInGuard(ctx: Context, rateLimits: RateLimits, attempt: SignInTry): PasswordGuard {
  const { email, network, puzzle } = attempt
  const counters: [RateLimit, string][] = [
    [ofAccountAndNetwork, pairKey(attempt)],
    [ofAccount, canonicalEmail(email)],
    [ofNetwork, network],
  ]
  const about = `sign-in ${pairKey(attempt)}`
  let isPaid = false

  async function difficultyNow(): Promise<number> {
    const each = counters.map(async ([limit, key]) =>
      difficultyAfter(await rateLimits.count(limit, key), limit),
    )
    return Math.max(...(await Promise.all(each)))
  }
  return {
    async admit() {
      const difficulty = await difficultyNow()
      if (difficulty === 0 || isPaid) return
      // It may have become dearer by a step since it was handed out.
      const enough = Math.max(puzzleDifficulty, difficulty - 1)
      isPaid = puzzle !== undefined && (await spendPuzzle(ctx, puzzle, about, enough))
      if (!isPaid) throw new AppError('puzzle_required', { puzzle: await makePuzzle(ctx, about, difficulty) })
    },
    async noteFailure() {
      for (const [limit, key] of counters) await rateLimits.tryTake(limit, key)
    },
    forget: () => rateLimits.forget(ofAccountAndNetwork, pairKey(attempt)),
  }
}

/** In bits; 0 where nothing is asked. */
function difficultyAfter(failures: number, { points }: RateLimit): number {
  if (failures < points) return 0
  return Math.min(puzzleDifficulty + Math.floor(Math.log2(failures / points)), hardestDifficulty)
}

/** Of whoever has proved something before: their guesses are refused, and those of strangers are not held against them. */
export function ownerGuard(
  rateLimits: RateLimits,
  { userId, network }: { userId: string; network: string },
): PasswordGuard {
  const key = `${userId} ${network}`
  return {
    async admit() {
      await rateLimits.check(ofOwner, key)
      await rateLimits.check(ofOwnerAnywhere, userId)
    },
    async noteFailure() {
      await rateLimits.tryTake(ofOwner, key)
      await rateLimits.tryTake(ofOwnerAnywhere, userId)
    },
    forget: () => rateLimits.forget(ofOwner, key),
  }
}

/** Takes the wrong passwords away from a new one: those of the account, and those from this network. */
export async function forgiveFailures(rateLimits: RateLimits, email: string, network: string): Promise<void> {
  await rateLimits.forget(ofAccountAndNetwork, pairKey({ email, network }))
  await rateLimits.forget(ofAccount, canonicalEmail(email))
}
