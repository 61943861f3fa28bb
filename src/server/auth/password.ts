import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../platform/errors.ts'

// Numeric, since the package's enum exists only for the compiler: argon2id.
const argon2id = 2

export interface PasswordCost {
  /** KiB. */
  memoryCost: number
  /** Passes over that memory. */
  timeCost: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes. */
const owaspCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

export interface PasswordHasher {
  /** @throws AppError('busy') when too many wait */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the one behind `stored`; null (no such account) takes as long and is never right.
   * `beforeHashing` runs when its turn has come and may still refuse.
   * @throws AppError('busy') when too many wait
   */
  matches(stored: string | null, password: string, beforeHashing?: () => Promise<void>): Promise<boolean>
}

export interface HasherLimits {
  /** Hashes at the same time. */
  running: number
  /** Calls that may wait for their turn. */
  waiting: number
}

const defaultLimits: HasherLimits = {
  running: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 48,
}

/** argon2id behind a small bounded queue, so that a wave of sign-ins cannot take the processor from running answers. */
export function createPasswordHasher(limits = defaultLimits, passwordCost = owaspCost): PasswordHasher {
  const cost = { algorithm: argon2id, parallelism: 1, ...passwordCost }
  const inTurn = boundedQueue(limits)
  let dummy: Promise<string> | undefined
  const dummyHash = () => {
    dummy ??= hash('a password nobody has', cost)
    return dummy
  }
  // Made ahead, so that the first unknown address does not take longer.
  dummyHash().catch(() => undefined)
  return {
    hash: password => inTurn(() => hash(password, cost)),
    matches: (stored, password, beforeHashing) =>
      inTurn(async () => {
        await beforeHashing?.()
        const isRight = await verify(stored ?? (await dummyHash()), password)
        return isRight && stored !== null
      }),
  }
}

function boundedQueue(limits: HasherLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= limits.running) {
      if (waiting.length >= limits.waiting) throw new AppError('busy', { retryAfterSeconds: 2 })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place is handed on, not freed, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
