import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, pino } from 'pino'

export type Logger = ReturnType<typeof pino<never>>

const hidden = '[hidden]'
const secretName =
  /pass(?:word|phrase)?|token(?!s)|secret|authorization|cookie|api_?key|^code$|_code$|^otp$|^answer$/i
/** Our tokens and codes are 43 characters of base64url; anything as long and as even is treated as one. */
const secretText =
  /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43,}(?![A-Za-z0-9_-])|(?<=\b(?:Bearer|Basic) )[^\s"\\]+|(?<=:\/\/[^\s":/@]+:)[^\s"@/]+(?=@)/g
const deepest = 6

/** An error without the parameters of its query and without PostgreSQL's `detail`, which quote what people typed. */
function plainError(error: Error, depth: number): Record<string, unknown> {
  const isQuery = error instanceof DrizzleQueryError
  const message = isQuery ? error.message.split('\nparams:')[0] : error.message
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line)) ?? []
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && { cause: hideSecrets(error.cause, depth + 1) }),
  }
}

/** A copy fit for the log: values under secret names are hidden, at any depth. */
function hideSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return '[deeper]'
  if (value instanceof Error) return plainError(value, depth)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, 50).map(item => hideSecrets(item, depth + 1))
  const entries = Object.entries(value).map(([name, inner]) => {
    const isSecret = secretName.test(name) && typeof inner !== 'number' && typeof inner !== 'boolean'
    return [name, isSecret ? hidden : hideSecrets(inner, depth + 1)]
  })
  return Object.fromEntries(entries)
}

/** The error that a line is about, if it is about one. */
function errorIn(first: unknown): Error | null {
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
  return error instanceof Error ? error : null
}

/** Hears of an error before it is logged; answers whether it is. */
type HearError = (error: Error) => boolean

/** Structured lines on stdout (or `destination`), secrets hidden whatever the caller passes. */
export function createLog(
  level: string,
  destination?: DestinationStream,
  hear: HearError = () => true,
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => hideSecrets(fields) as Record<string, unknown>,
    },
    hooks: {
      // Last, over the whole line: also what children of the log were given.
      streamWrite: (line: string) => line.replace(secretText, hidden),
      logMethod(this: Logger, args: Parameters<Logger['info']>, method: Logger['info']) {
        const [first, ...rest] = args as unknown[]
        const error = errorIn(first)
        if (error && !hear(error)) return
        // pino would repeat a bare error's message as it is.
        const named = first instanceof Error ? [{ err: first }, rest[0] ?? first.message] : [first, ...rest]
        method.apply(this, named as Parameters<Logger['info']>)
      },
    },
    // Errors were made plain above; pino's own serialiser would see them a second time.
    serializers: { err: (plain: unknown) => plain },
  }
  return destination ? pino(options, destination) : pino(options)
}
