/** The error, and what it came of. */
export const causesOf = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : []

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** What the driver says, without a code, of a connection that broke, fell silent or did not come about. */
const lostConnection =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (?:was closed|has encountered a connection error))/
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'])

/** True where the database, or another server, could not be reached or was lost. */
export const isLostConnection = (error: unknown): boolean =>
  causesOf(error).some(one => unreachable.has(codeOf(one)) || lostConnection.test(one.message))

/** PostgreSQL's disk_full, and what the operating system says of a file. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/**
 * True where something could not be written for want of space, here or on the database's machine. Words count only of an
 * error without a code that came of no other: with a query or a value in it, they may be what a person typed.
 */
export function isDiskFull(error: unknown): boolean {
  const causes = causesOf(error)
  const first = causes.at(-1)
  if (causes.some(one => diskFull.has(codeOf(one)))) return true
  return first !== undefined && codeOf(first) === '' && first.message.includes('No space left on device')
}
