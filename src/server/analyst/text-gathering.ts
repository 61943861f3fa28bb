import { busyLevel } from '../platform/busy.ts'

export interface GatheringTimes {
  /** Between two events, at least; 0 passes each piece on at once. */
  everyMs: number
  /** So long a piece waits, at most, for others while the server is busy: events cost more than words. */
  busyMs: number
}

/**
 * Gathers a model's small pieces of text, so that one event goes out for several tokens. What follows a pause goes out at
 * once.
 */
export class TextGathering {
  readonly #pass: (text: string) => void
  readonly #times: GatheringTimes
  readonly #levelAt: (nowMs: number) => number
  #text = ''
  #pieces = 0
  #timer: NodeJS.Timeout | null = null
  #passedAt = Number.NEGATIVE_INFINITY
  /** What the taker threw while nobody called: told to the next who does. */
  #failure: { error: unknown } | null = null

  /** @param levelAt how busy the server is at a time: as many pieces as this, and one more, go out together */
  constructor(pass: (text: string) => void, times: GatheringTimes, levelAt = busyLevel) {
    this.#pass = pass
    this.#times = times
    this.#levelAt = levelAt
  }

  /** @throws what the taker of the text threw, now or since the last call */
  add(text: string): void {
    if (this.#failure) throw this.#failure.error
    this.#text += text
    this.#pieces += 1
    const { everyMs, busyMs } = this.#times
    const now = performance.now()
    const sinceMs = now - this.#passedAt
    const waitMs = this.#pieces <= this.#levelAt(now) ? busyMs : everyMs
    if (sinceMs >= waitMs) this.flush()
    else this.#timer ??= setTimeout(this.#flushLater, waitMs - sinceMs)
  }

  readonly #flushLater = () => {
    try {
      this.flush()
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  /** @throws as `add` does */
  flush(): void {
    if (this.#failure) throw this.#failure.error
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const text = this.#text
    this.#text = ''
    this.#pieces = 0
    if (text === '') return
    this.#passedAt = performance.now()
    this.#pass(text)
  }
}
