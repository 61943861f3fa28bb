const mostPieces = 64

/**
 * A text that comes in small pieces. Added up plainly, each piece and a node for it would stay in memory until somebody
 * reads the whole.
 */
export class GrowingText {
  #whole = ''
  #pieces: string[] = []

  add(piece: string): void {
    this.#pieces.push(piece)
    if (this.#pieces.length >= mostPieces) this.#join()
  }

  whole(): string {
    this.#join()
    return this.#whole
  }

  #join(): void {
    this.#whole = [this.#whole, ...this.#pieces].join('')
    this.#pieces = []
  }
}
