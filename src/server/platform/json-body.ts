import { AppError } from './errors.ts'

const deepest = 32

const malformed = (message: string) => new AppError('malformed', { message })

/**
 * Parses a request body more strictly than `JSON.parse`: no repeated name in an object (two readers could each see
 * another value), no `__proto__`, at most 32 levels.
 * @throws AppError('malformed')
 */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  refuseTricks(text)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw malformed('The body is not valid JSON.')
  }
}

/** One walk over the text before it is parsed; what is not JSON at all is left to `JSON.parse`. */
function refuseTricks(text: string): void {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '{' || char === '[') {
      if (open.push(char === '{' ? new Set() : null) > deepest)
        throw malformed('The body is nested too deeply.')
    } else if (char === '}' || char === ']') {
      open.pop()
    } else if (char === '"') {
      const end = endOfText(text, at)
      const names = open.at(-1)
      if (names && /^\s*:/.test(text.slice(end + 1, end + 64))) {
        noteName(names, text.slice(at, end + 1))
      }
      at = end
    }
  }
}

function noteName(names: Set<string>, quoted: string): void {
  let name = quoted
  try {
    name = String(JSON.parse(quoted))
  } catch {
    // Not JSON: the parser will say so.
  }
  if (name === '__proto__') throw malformed('The body holds a name that is not allowed.')
  if (names.has(name)) throw malformed('The body repeats a name.')
  names.add(name)
}

/** The index of the quote that closes the text opened at `start`, or the last index. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length - 1
}

/** The fields of a body in which half a character stands, in a text or in a name, however deep. */
export const fieldsWithHalfCharacters = (body: Record<string, unknown>): string[] =>
  Object.keys(body).filter(field => !isWellFormed([field, body[field]]))

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isWellFormed(one))
}

/** True for what a body schema can read: an object, not an array, not null. */
export const isObjectBody = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
