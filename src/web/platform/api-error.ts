import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { isRecord } from './storage.ts'

/** The server's codes, and `network` for a call that got no answer at all. */
export type FailureCode = ErrorCode | 'network'

interface Failure {
  code: FailureCode
  message: string
  status: number
  requestId?: string | undefined
  /** Messages by field (422). */
  errors?: Record<string, string[]> | undefined
  /** Credits needed and there (402). */
  needed?: number | undefined
  balance?: number | undefined
  /** Work to do before asking again. */
  puzzle?: ErrorBody['error']['puzzle']
  retryAfterSeconds?: number | undefined
}

/** A refused or lost call: `code` from the closed list, `status` 0 when nothing came back. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: FailureCode
  readonly status: number
  readonly requestId: string | undefined
  readonly errors: Record<string, string[]>
  readonly needed: number | undefined
  readonly balance: number | undefined
  readonly puzzle: ErrorBody['error']['puzzle']
  readonly retryAfterSeconds: number | undefined

  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    this.status = failure.status
    this.requestId = failure.requestId
    this.errors = failure.errors ?? {}
    this.needed = failure.needed
    this.balance = failure.balance
    this.puzzle = failure.puzzle
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

export const networkError = () => new ApiError({ code: 'network', message: '', status: 0 })

/** What a status means when the body says nothing: a proxy's page, an empty answer. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated'
  if (status === 404) return 'not_found'
  if (status === 413) return 'payload_too_large'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503 || status === 504) return 'unavailable'
  return status < 500 ? 'malformed' : 'internal'
}

/** The error a refused answer stands for; never throws itself. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After'))
  const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined
  const body: unknown = await response.json().catch(() => null)
  const error = isRecord(body) && isRecord(body.error) ? (body as ErrorBody).error : null
  if (!error || typeof error.code !== 'string') {
    return new ApiError({
      code: codeOfStatus(response.status),
      message: '',
      status: response.status,
      retryAfterSeconds,
    })
  }
  return new ApiError({
    code: error.code,
    message: typeof error.message === 'string' ? error.message : '',
    status: response.status,
    requestId: error.request_id,
    errors: error.errors,
    needed: error.needed,
    balance: error.balance,
    puzzle: error.puzzle,
    retryAfterSeconds,
  })
}
