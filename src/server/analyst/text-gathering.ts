/** Gathers a model's small pieces of text, so that one event goes out for many tokens; what follows a pause waits for nothing. */
export class TextGathering {
  readonly #pass: (text: string) => void
  readonly #everyMs: number
  #text = ''
  #timer: NodeJS.Timeout | null = null
  #passedAt = Number.NEGATIVE_INFINITY

  /** `everyMs` 0 passes each piece on at once. */
  constructor(pass: (text: string) => void, everyMs: number) {
    this.#pass = pass
    this.#everyMs = everyMs
  }

  add(text: string): void {
    this.#text += text
    if (this.#timer) return
    if (performance.now() - this.#passedAt >= this.#everyMs) this.flush()
    else this.#timer = setTimeout(() => this.flush(), this.#everyMs)
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const text = this.#text
    this.#text = ''
    if (text === '') return
    this.#passedAt = performance.now()
    this.#pass(text)
  }
}
