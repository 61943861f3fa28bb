import type { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatCredits } from '../platform/format.ts'

/** Why a question was not taken, with what to do about it. The text is back in the composer by then. */
export function refusalWords(error: ApiError): string {
  if (error.code === 'network') {
    return navigator.onLine
      ? 'No answer from the server, so it is not known yet whether this was sent. Try again: it counts once.'
      : 'You are offline. This will be sent when the connection is back.'
  }
  if (error.code === 'insufficient_credits' && error.needed !== undefined && error.balance !== undefined) {
    return `Not sent: this question needs up to ${formatCredits(error.needed)}, and you have ${formatCredits(error.balance)}.`
  }
  return `Not sent. ${errorWords(error)}`
}
