import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'

/** The one place that says which HTTP status a code has. */
export const statusOfCode: Record<ErrorCode, number> = {
  malformed: 400,
  invalid_or_expired: 400,
  unauthenticated: 401,
  session_expired: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  insufficient_credits: 402,
  spending_paused: 402,
  verify_required: 403,
  account_disabled: 403,
  origin_refused: 403,
  forgery_refused: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  '409_SESSION_CONFLICT': 409,
  turn_in_progress: 409,
  stale_edit: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  puzzle_required: 429,
  internal: 500,
  busy: 503,
  provider_busy: 503,
  not_saved: 503,
  unavailable: 503,
}

/** What a code says where the thrower gives no words of its own. */
const wordsOfCode: Record<ErrorCode, string> = {
  malformed: 'The request could not be read.',
  invalid_or_expired: 'This link is not valid any more. Ask for a new one.',
  unauthenticated: 'Please log in.',
  session_expired: 'Your session has ended. Please log in again.',
  invalid_credentials: 'The email address or the password is not right.',
  second_factor_required: 'Enter the code from your authenticator.',
  insufficient_credits: 'There are not enough credits for this question.',
  spending_paused: 'Spending on this account is paused while we check its balance.',
  verify_required: 'Please verify your email address first. We have sent you a new link.',
  account_disabled: 'This account is disabled. Contact support for assistance.',
  origin_refused: 'This call is not accepted from another site.',
  forgery_refused: 'The forgery protection header is missing or does not match.',
  cross_site: 'Open this from the app, not from another site.',
  not_found: 'Not found.',
  method_not_allowed: 'This method is not allowed here.',
  '409_SESSION_CONFLICT': "You're logged in on another device, browser or tab",
  turn_in_progress: 'An answer is still being written in this conversation.',
  stale_edit: 'This was changed elsewhere in the meantime. Read it again before you save.',
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'Send JSON (Content-Type: application/json).',
  invalid: 'Some of what was sent is not valid.',
  idempotency_mismatch: 'This id was already used for another request.',
  rate_limited: 'Too many requests. Please wait a moment.',
  puzzle_required: 'Please prove that you are not a program.',
  internal: 'Something went wrong on our side.',
  busy: 'The service is busy. Please try again in a moment.',
  provider_busy: 'The model provider is busy. Please try again in a moment.',
  not_saved: 'The answer could not be saved. Nothing was charged.',
  unavailable: 'This is not available at the moment.',
}

export interface AppErrorDetails {
  /** Words for the person; the code's own words without it. */
  message?: string
  /** All messages by field (422). */
  errors?: Record<string, string[]>
  /** Credits needed and there (402). */
  needed?: number
  balance?: number
  /** After how many whole seconds it is worth trying again (429, 503). */
  retryAfterSeconds?: number
  /** What the caller has to solve (puzzle_required). */
  puzzle?: { challenge: string; difficulty: number }
}

/** A refusal with a code of the contract. Everything else that is thrown is answered as `internal`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: AppErrorDetails

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? wordsOfCode[code])
    this.code = code
    this.details = details
  }

  get status(): number {
    return statusOfCode[this.code]
  }

  /** The body that goes over the wire. */
  body(requestId: string): ErrorBody {
    const { errors, needed, balance, puzzle } = this.details
    return {
      error: {
        code: this.code,
        message: this.message,
        request_id: requestId,
        ...(errors && { errors }),
        ...(needed !== undefined && { needed }),
        ...(balance !== undefined && { balance }),
        ...(puzzle && { puzzle }),
      },
    }
  }
}

/** 422 with the first message in front and all of them by field. */
export function invalid(errors: Record<string, string[]>): AppError {
  const message = Object.values(errors)[0]?.[0]
  return new AppError('invalid', { ...(message && { message }), errors })
}
