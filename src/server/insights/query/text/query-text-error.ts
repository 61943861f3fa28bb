/** A text that is not a query: what was expected and what was found; `line` and `column` count from 1. */
export class QueryTextError extends Error {
  readonly line: number
  readonly column: number
  readonly expected: string

  constructor(text: string, offset: number, expected: string, found: string) {
    const before = text.slice(0, offset).split('\n')
    const line = before.length
    super(`line ${line}: expected ${expected}, found ${found}`)
    this.name = 'QueryTextError'
    this.line = line
    this.column = (before.at(-1) ?? '').length + 1
    this.expected = expected
  }
}
