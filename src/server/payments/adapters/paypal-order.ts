import type { Finding, Money, ToAsk } from '../provider.ts'
import { fieldsOf, idIn, textIn, wordsOf } from './call-provider.ts'
import { moneyIn } from './decimal-money.ts'

type Fields = Readonly<Record<string, unknown>>

/** The first of a list; none where it is no list. */
export const firstOf = (value: unknown): Fields => fieldsOf(Array.isArray(value) ? value[0] : null)

const amountIn = (holder: Fields): Money | null => {
  const { value, currency_code } = fieldsOf(holder.amount)
  return moneyIn(value, currency_code)
}

/** What one capture of the money says. Everything that is no plain end is pending, e.g. PENDING for a review at PayPal. */
const captureStates: Readonly<Record<string, Finding['state']>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'refunded',
  REVERSED: 'reversed',
}
const orderStates: Readonly<Record<string, Finding['state']>> = { APPROVED: 'approved', VOIDED: 'cancelled' }

/**
 * What an order says of a purchase. Only a completed capture is money received; the order's own COMPLETED is not. The
 * merchant is us: it was made by our account, names no other payee, and is read by our account.
 */
export function findingOf(order: Fields, { attemptId }: Pick<ToAsk, 'attemptId'>): Finding {
  const unit = firstOf(order.purchase_units)
  const payments = fieldsOf(unit.payments)
  const captures = Array.isArray(payments.captures) ? payments.captures.map(fieldsOf) : []
  // A card that was declined may be followed by one that was not.
  const capture = captures.find(({ status }) => status === 'COMPLETED') ?? captures.at(-1) ?? {}
  const status = textIn(capture.status)
  const orderStatus = textIn(order.status)
  const customId = textIn(unit.custom_id) ?? textIn(capture.custom_id) ?? ''
  const invoiceId = textIn(unit.invoice_id) ?? textIn(capture.invoice_id) ?? ''
  return {
    state:
      status === null ? (orderStates[orderStatus ?? ''] ?? 'pending') : (captureStates[status] ?? 'pending'),
    // Both ids must be ours: the invoice alone could be one that another shop of the account made.
    reference: customId === attemptId ? invoiceId : `of another: ${customId}`,
    providerRef: textIn(order.id) ?? '',
    money: status === null ? amountIn(unit) : left(capture, payments.refunds),
    isOtherMerchant: false,
    transactionId: status === null ? null : idIn(capture.id),
    words: wordsOf('order', orderStatus, status && 'capture', status, reasonOf(capture)),
  }
}

const reasonOf = (capture: Fields): unknown => fieldsOf(capture.status_details).reason

/** What is left of a capture of which a part was given back: it is not what was agreed any more. */
function left(capture: Fields, refunds: unknown): Money | null {
  const whole = amountIn(capture)
  if (whole === null || capture.status !== 'PARTIALLY_REFUNDED') return whole
  const back = (Array.isArray(refunds) ? refunds : []).map(refund => amountIn(fieldsOf(refund)))
  const backMinor = back.reduce((sum, money) => sum + (money?.amountMinor ?? 0), 0)
  return { ...whole, amountMinor: Math.max(0, whole.amountMinor - Math.max(backMinor, 1)) }
}

/** The issue that a refusal names: its description may change, this does not. */
export const issueIn = (json: unknown): string => {
  const issue = textIn(firstOf(fieldsOf(json).details).issue) ?? textIn(fieldsOf(json).name) ?? ''
  return /^[A-Z_]{1,80}$/.test(issue) ? issue : 'UNKNOWN'
}

/** Issues of a capture after which no money comes by this order, unless the payer tries once more. */
export const declinedIssues: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYEE_BLOCKED_TRANSACTION',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
])

/** Issues that say how far the order is: it is read again. */
export const passingIssues: ReadonlySet<string> = new Set([
  'ORDER_NOT_APPROVED',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_COMPLETION_IN_PROGRESS',
  'PAYER_ACTION_REQUIRED',
  'ORDER_EXPIRED',
])
