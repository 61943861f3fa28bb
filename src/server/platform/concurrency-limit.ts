import { AppError } from './errors.ts'

export interface ConcurrencyLimits {
  /** Pieces of work that run at once in this process, and of one user. */
  atOnce: number
  atOncePerUser: number
  /** Pieces that wait for their turn, in all and of one user. */
  waiting: number
  waitingPerUser: number
  /** Which call of a user is refused when too many of them wait: the one that comes, or the one that waited longest. */
  refused: 'newest' | 'oldest'
  waitMaxMs: number
}

export interface ConcurrencyLimit {
  /**
   * Runs `work` as soon as the limits let it. Whoever comes first runs first, but a user who has as many running as one
   * user may is passed over.
   * @throws AppError('rate_limited') when too many of the user's calls wait, 'busy' when too many of all do or one waited
   *   for too long; both with Retry-After
   */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  userId: string
  start: () => void
  refuse: (error: AppError) => void
}

const tooMany = () => new AppError('rate_limited', { retryAfterSeconds: 1 })
const busy = () => new AppError('busy', { retryAfterSeconds: 1 })

/** Keeps expensive work from taking all that everybody's calls share, and one user from taking it all. */
export function createConcurrencyLimit(limits: ConcurrencyLimits): ConcurrencyLimit {
  const queue = new Set<Waiting>()
  const runningOf = new Map<string, number>()
  let runningCount = 0

  const mayStart = (userId: string): boolean =>
    runningCount < limits.atOnce && (runningOf.get(userId) ?? 0) < limits.atOncePerUser

  async function runNow<T>(userId: string, work: () => Promise<T>): Promise<T> {
    runningCount += 1
    runningOf.set(userId, (runningOf.get(userId) ?? 0) + 1)
    try {
      return await work()
    } finally {
      runningCount -= 1
      const left = (runningOf.get(userId) ?? 1) - 1
      if (left > 0) runningOf.set(userId, left)
      else runningOf.delete(userId)
      startNext()
    }
  }

  function startNext(): void {
    for (const one of queue) {
      if (runningCount >= limits.atOnce) return
      if (!mayStart(one.userId)) continue
      queue.delete(one)
      one.start()
    }
  }

  function wait<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const own = [...queue].filter(one => one.userId === userId)
    if (own.length >= limits.waitingPerUser) {
      const [oldest] = own
      if (limits.refused === 'newest' || !oldest) throw tooMany()
      queue.delete(oldest)
      oldest.refuse(tooMany())
    }
    if (queue.size >= limits.waiting) throw busy()
    return new Promise<T>((resolve, reject) => {
      const late = setTimeout(() => {
        queue.delete(one)
        reject(busy())
      }, limits.waitMaxMs)
      const one: Waiting = {
        userId,
        start() {
          clearTimeout(late)
          runNow(userId, work).then(resolve, reject)
        },
        refuse(error) {
          clearTimeout(late)
          reject(error)
        },
      }
      queue.add(one)
    })
  }

  return {
    run: async (userId, work) => (mayStart(userId) ? runNow(userId, work) : wait(userId, work)),
  }
}
