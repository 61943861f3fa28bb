import { ApiError, type FailureCode } from './api-error.ts'

/** What happened and what to do next, for every code: a new code without words does not compile. */
export const errorText: Record<FailureCode, string> = {
  network: 'No connection to the server. Check your network and try again.',
  malformed: 'The server could not read that request. Reload the page and try again.',
  unauthenticated: 'Your session has ended. Log in again.',
  session_expired: 'Your session has ended. Log in again.',
  invalid_credentials: 'The email address or password is wrong.',
  second_factor_required: 'Enter the code from your authenticator app.',
  verify_required: 'Verify your email address first: use the link we sent you.',
  account_disabled: 'This account is disabled. Contact support.',
  origin_refused: 'This page may not call the server. Open the app from its own address.',
  forgery_refused: 'The page is out of date. Reload it and try again.',
  cross_site: 'This page may not call the server. Open the app from its own address.',
  '409_SESSION_CONFLICT': "You're logged in on another device, browser or tab",
  turn_in_progress: 'An answer is still being written in this conversation. Wait for it, or stop it.',
  stale_edit: 'This was changed elsewhere in the meantime. Look at both before you save.',
  invalid: 'Some of what you entered is not valid.',
  idempotency_mismatch: 'This message changed after it was first sent. Send it again.',
  invalid_or_expired: 'This link is no longer valid. Ask for a new one.',
  insufficient_credits: 'You do not have enough credits for this question.',
  spending_paused: 'Spending is paused on this account while we check its balance. Try again later.',
  not_found: 'We could not find that.',
  method_not_allowed: 'The server does not take that request.',
  payload_too_large: 'That is too long to send. Shorten it and try again.',
  unsupported_media_type: 'The server does not take that kind of content.',
  rate_limited: 'Too many tries. Wait a moment and try again.',
  puzzle_required: 'The server asked for a check that did not finish. Try again.',
  busy: 'The server is busy. Try again in a moment.',
  provider_busy: 'The analyst is busy. Try again in a moment: nothing was charged.',
  not_saved: 'The answer could not be saved, so nothing was charged. Try again.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  internal: 'Something failed on our side. Try again in a moment.',
}

/** Words for any failure. A 422 speaks for itself: its message is the rule that failed. */
export function errorWords(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText.internal
  if (error.code === 'invalid' && error.message !== '') return error.message
  if (error.code === 'rate_limited' && error.retryAfterSeconds) {
    return `Too many tries. Try again in ${waitWords(error.retryAfterSeconds)}.`
  }
  return errorText[error.code] ?? errorText.internal
}

function waitWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
