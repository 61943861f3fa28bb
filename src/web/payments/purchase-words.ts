import { messages } from '../../contract/messages.ts'
import type { PurchaseState } from '../../contract/payments.ts'

const notConfirmed = 'Your payment is not confirmed yet. The credits come by themselves as soon as it is.'
const givenBack = 'This payment was given back to you.'

/** What became of a purchase, and what happens next. */
export const purchaseWords: Record<PurchaseState, string> = {
  created: notConfirmed,
  redirected: notConfirmed,
  pending: notConfirmed,
  paid: notConfirmed,
  credited: messages.purchaseCompleted,
  declined: 'The payment was declined, so no credits were added. You can try again, or pay another way.',
  cancelled: 'The payment was cancelled, so no credits were added.',
  expired: 'The payment was not completed in time, so no credits were added.',
  review: 'Something about your payment does not match. We are looking at it, and you need not pay again.',
  refunded: givenBack,
  reversed: givenBack,
}

/** Whether it may still be credited without anybody doing anything. */
export const isOpen = (state: PurchaseState): boolean => purchaseWords[state] === notConfirmed
