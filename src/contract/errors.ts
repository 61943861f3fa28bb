import * as z from 'zod/mini'

/** Every way a call can be refused. Closed: a new code needs a status on the server and words in the app. */
export const errorCodes = [
  'malformed',
  'unauthenticated',
  'session_expired',
  'invalid_credentials',
  'second_factor_required',
  'verify_required',
  'account_disabled',
  'origin_refused',
  'forgery_refused',
  'cross_site',
  '409_SESSION_CONFLICT',
  'turn_in_progress',
  'stale_edit',
  'invalid',
  'idempotency_mismatch',
  'invalid_or_expired',
  'insufficient_credits',
  'spending_paused',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'puzzle_required',
  'busy',
  'provider_busy',
  'not_saved',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The body of every error. 422 adds all messages by field; 402 adds what was needed and what is there. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    request_id: z.string(),
    errors: z.optional(z.record(z.string(), z.array(z.string()))),
    needed: z.optional(z.number()),
    balance: z.optional(z.number()),
    puzzle: z.optional(z.object({ challenge: z.string(), difficulty: z.number() })),
  }),
})
export type ErrorBody = z.output<typeof errorBody>
