import { limits } from '../../contract/limits.ts'
import type { ConcurrencyLimits } from '../platform/concurrency-limit.ts'
import { AppError } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'

/**
 * A user's questions are stored one after the other: they all lock the user's account first, so several at once would
 * only wait there, each with a connection that others need.
 */
export const sendLimits: ConcurrencyLimits = {
  ...{ atOnce: Number.POSITIVE_INFINITY, atOncePerUser: 1, waiting: 2_000, waitingPerUser: 100 },
  ...{ refused: 'newest', waitMaxMs: 10_000 },
}

interface NamedLimit extends RateLimit {
  /** What at most is allowed, for the person. */
  words: string
}

const questions: NamedLimit = {
  name: 'questions',
  points: limits.questionsPerMinute,
  windowSeconds: 60,
  words: `${limits.questionsPerMinute} questions a minute`,
}
const freeAnswers: readonly NamedLimit[] = [
  {
    name: 'free-answers-hour',
    points: limits.freeAnswersPerHour,
    windowSeconds: 3_600,
    words: `${limits.freeAnswersPerHour} free answers an hour`,
  },
  {
    name: 'free-answers-day',
    points: limits.freeAnswersPerDay,
    windowSeconds: 86_400,
    words: `${limits.freeAnswersPerDay} free answers a day`,
  },
]

/**
 * Counts a question; answers the refusal, with Retry-After, of a user who has asked too many. Whether its answer will be
 * free nobody knows yet, so a user whose free answers are used up waits with every question.
 */
export async function countedQuestion(rateLimits: RateLimits, userId: string): Promise<AppError | null> {
  const refusals = await Promise.all([
    refusalOf(rateLimits.take(questions, userId), questions),
    ...freeAnswers.map(limit => refusalOf(rateLimits.check(limit, userId), limit)),
  ])
  return refusals.find(refusal => refusal !== null) ?? null
}

/** Counts an answer that cost nothing. */
export async function countFreeAnswer(rateLimits: RateLimits, userId: string): Promise<void> {
  await Promise.all(freeAnswers.map(limit => rateLimits.tryTake(limit, userId)))
}

async function refusalOf(counting: Promise<void>, { words }: NamedLimit): Promise<AppError | null> {
  try {
    await counting
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return new AppError(error.code, { ...error.details, message: `At most ${words}. Please wait a moment.` })
  }
}
