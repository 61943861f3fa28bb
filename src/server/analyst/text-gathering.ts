import { isBusy } from '../platform/busy.ts'

export interface GatheringTimes {
  /** Between two events, at least; 0 passes each piece on at once. */
  everyMs: number
  /** A single piece waits so long for a second one while the server is busy: events cost more than words. */
  busyMs: number
}

/**
 * Gathers a model's small pieces of text, so that one event goes out for several tokens. What follows a pause goes out at
 * once.
 */
export class TextGathering {
  readonly #pass: (text: string) => void
  readonly #times: GatheringTimes
  #text = ''
  #pieces = 0
  #timer: NodeJS.Timeout | null = null
  #passedAt = Number.NEGATIVE_INFINITY

  constructor(pass: (text: string) => void, times: GatheringTimes) {
    this.#pass = pass
    this.#times = times
  }

  add(text: string): void {
    this.#text += text
    this.#pieces += 1
    const { everyMs, busyMs } = this.#times
    const now = performance.now()
    const sinceMs = now - this.#passedAt
    const waitMs = this.#pieces === 1 && isBusy(now) ? busyMs : everyMs
    if (sinceMs >= waitMs) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), waitMs - sinceMs)
  }

  flush(): void {
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
