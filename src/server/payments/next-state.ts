import type { Finding } from './provider.ts'
import type { Attempt } from './tables.ts'

/** What was agreed, and how far it has come. */
export type Agreed = Pick<
  Attempt,
  'state' | 'reference' | 'providerRef' | 'transactionId' | 'amountMinor' | 'currency'
>

/** Why a person has to look. */
export type ReviewReason =
  | 'other-merchant'
  | 'other-reference'
  | 'other-provider-reference'
  | 'other-currency'
  | 'other-amount'
  | 'no-amount'
  | 'no-transaction'
  | 'transaction-used-elsewhere'
  | 'paid-twice'
  | 'told-money-went-back'
  | `credited-then-${'pending' | 'approved' | 'declined' | 'cancelled'}`

/**
 * What a finding does to an attempt. `credit`: paid, as agreed. `review`: it waits for a person, and nothing is credited.
 * `flag`: it stays credited, and a person has to look. `take-back`: the credits go.
 */
export type Verdict =
  | { kind: 'stay' }
  | { kind: 'move'; to: 'pending' | 'declined' | 'cancelled' }
  | { kind: 'credit'; transactionId: string }
  | { kind: 'review'; reason: ReviewReason }
  | { kind: 'flag'; reason: ReviewReason }
  | { kind: 'take-back'; to: 'refunded' | 'reversed' }

const stay: Verdict = { kind: 'stay' }
const move = (to: 'pending' | 'declined' | 'cancelled'): Verdict => ({ kind: 'move', to })

/** The whole table: every state of an attempt × everything that a provider may say. */
export function nextState(attempt: Agreed, finding: Finding): Verdict {
  switch (attempt.state) {
    // Nobody was sent to pay; and what waits for a person or was taken back is moved by persons alone.
    case 'created':
    case 'review':
    case 'refunded':
    case 'reversed':
      return stay
    case 'credited':
      return afterCredit(attempt, finding)
    case 'redirected':
    case 'pending':
    case 'paid':
      return whileOpen(attempt, finding)
    case 'declined':
    case 'cancelled':
    case 'expired':
      return afterEnd(attempt, finding)
  }
}

function whileOpen(attempt: Agreed, finding: Finding): Verdict {
  // It says nothing yet, so there is nothing to hold against it either.
  if (finding.state === 'pending') return attempt.state === 'redirected' ? move('pending') : stay
  const reason = disagreement(attempt, finding)
  if (reason) return { kind: 'review', reason }
  switch (finding.state) {
    case 'approved':
      return attempt.state === 'redirected' ? move('pending') : stay
    case 'paid':
      return credit(attempt, finding)
    case 'declined':
      return move('declined')
    // Given back before anything was credited: nothing is left of it.
    case 'cancelled':
    case 'refunded':
    case 'reversed':
      return move('cancelled')
  }
}

/** Only late proof of payment moves what has ended. */
function afterEnd(attempt: Agreed, finding: Finding): Verdict {
  if (finding.state !== 'paid') return stay
  const reason = disagreement(attempt, finding)
  return reason ? { kind: 'review', reason } : credit(attempt, finding)
}

/** Credits that were given stay until the provider says that the money went back. */
function afterCredit(attempt: Agreed, finding: Finding): Verdict {
  const reason = disagreement(attempt, finding)
  if (reason) return { kind: 'flag', reason }
  switch (finding.state) {
    case 'paid':
      return isOtherPayment(attempt, finding.transactionId) ? { kind: 'flag', reason: 'paid-twice' } : stay
    case 'refunded':
    case 'reversed':
      return { kind: 'take-back', to: finding.state }
    default:
      return { kind: 'flag', reason: `credited-then-${finding.state}` }
  }
}

/** Whether it is a second payment. Where a payment has no number yet, its order's own stands in for it: that is no other. */
export function isOtherPayment({ transactionId, providerRef }: Agreed, found: string | null): boolean {
  if (found === null || found === transactionId) return false
  return found !== providerRef && transactionId !== providerRef
}

function credit(attempt: Agreed, { money, transactionId }: Finding): Verdict {
  if (money === null) return { kind: 'review', reason: 'no-amount' }
  const known = transactionId ?? attempt.transactionId
  return known === null
    ? { kind: 'review', reason: 'no-transaction' }
    : { kind: 'credit', transactionId: known }
}

/** In what a finding is not about what was agreed; what its answer does not hold is not compared. */
export function disagreement(attempt: Agreed, finding: Finding): ReviewReason | null {
  const { reference, providerRef, money, isOtherMerchant } = finding
  if (isOtherMerchant) return 'other-merchant'
  if (reference !== null && reference !== attempt.reference) return 'other-reference'
  if (providerRef !== null && providerRef !== attempt.providerRef) return 'other-provider-reference'
  if (money !== null && money.currency !== attempt.currency) return 'other-currency'
  if (money !== null && money.amountMinor !== attempt.amountMinor) return 'other-amount'
  return null
}
