import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '../../contract/messages.ts'
import { brokenConstraint, pgErrorCode } from './db.ts'
import { noRoom } from './disk-space.ts'
import { isDiskFull, isLostConnection } from './error-causes.ts'
import { AppError, invalid } from './errors.ts'

/** What a field that is missing or of another JSON type is told, where the specification has words for it. */
const wordsOfField: Record<string, string> = {
  email: messages.emailEmpty,
  password: messages.passwordRequired,
}

/** Errors of the database and the network that pass by themselves: 503, not 500. */
const passing = /^(?:08...|53...|57P0[1-5]|25006|55P03|57014)$/
/** Any error as the refusal that goes over the wire; what nobody foresaw becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError('internal')
  return fromFastify(error as FastifyError) ?? fromDatabase(error) ?? new AppError('internal')
}

function fromFastify(error: FastifyError): AppError | null {
  if (error.validation) return fromValidation(error)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload_too_large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('unsupported_media_type')
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new AppError('not_found')
  if (error.code?.startsWith('FST_ERR_CTP')) return new AppError('malformed')
  const status = error.statusCode ?? 500
  if (status === 503) return new AppError('busy', { retryAfterSeconds: 2 })
  if (status === 429) return new AppError('rate_limited')
  return status >= 400 && status < 500 ? new AppError('malformed') : null
}

/** A wrong body is 422 by field; a wrong query or parameter was not typed by a person and is 400. */
function fromValidation(error: FastifyError): AppError {
  if (error.validationContext !== 'body') return new AppError('malformed')
  const problems: Record<string, string[]> = {}
  for (const { instancePath } of error.validation ?? []) {
    const field = instancePath.split('/')[1] || 'body'
    problems[field] ??= [wordsOfField[field] ?? `Please enter a valid ${field.replaceAll('_', ' ')}.`]
  }
  return invalid(problems)
}

function fromDatabase(error: Error): AppError | null {
  const code = pgErrorCode(error)
  // Text that PostgreSQL cannot hold: a NUL or a lone surrogate.
  if (code === '22021' || code === '22P05') return new AppError('malformed')
  // The account was deleted while the call was under way.
  if (code === '23503' && brokenConstraint(error)?.endsWith('_user_id_fkey'))
    return new AppError('unauthenticated')
  if (isDiskFull(error)) return noRoom()
  const isAway = (code !== null && passing.test(code)) || isLostConnection(error)
  return isAway ? new AppError('unavailable', { retryAfterSeconds: 2 }) : null
}

/** Answers with the error's status and body; logs what was our fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  // A refusal on purpose is no fault: its line needs no stack.
  if (error instanceof AppError) {
    if (refusal.status >= 500) request.log.warn({ refusal: refusal.code }, 'refused')
  } else if (refusal.status >= 500) request.log.error({ err: error }, refusal.code)
  const isForNow = refusal.status === 429 || refusal.status === 503
  if (isForNow) reply.header('retry-after', String(refusal.details.retryAfterSeconds ?? 2))
  // A body that was refused half read would be taken for the next request.
  if (refusal.status === 413) reply.header('connection', 'close')
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(refusal.body(request.id))
}
