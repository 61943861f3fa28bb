/** Payments: what is sold, who tried to buy it, what the provider said, and when credits come of it. */
export { createProviders } from './adapters/create-providers.ts'
export { paymentPolicy } from './adapters/payment-policy.ts'
export { type AttemptFilter, listAttempts, showAttempt, type WholeAttempt } from './attempt-list.ts'
export { everyBilling } from './billing.ts'
export { catalogue } from './catalogue.ts'
export { captureCardOrder, verifyReturn, verifyWidget } from './come-back.ts'
export { topUpHistory } from './history.ts'
export {
  listProducts,
  type OperatedProduct,
  setOnSale,
  setProduct,
  setProductPrice,
} from './operate-products.ts'
export type { PaymentParts } from './parts.ts'
export { priceText } from './price-text.ts'
export type { Providers } from './providers.ts'
export { purchasedByRef } from './purchased-by-ref.ts'
export { createReceipts, everyReceipt, forgetBuyer, type Receipts } from './receipts.ts'
export { type Difference, type Reconciliation, reconcile } from './reconcile.ts'
export {
  approve,
  closeReview,
  type Decided,
  type OperatorInput,
  refundPurchase,
  reviewQueue,
} from './review.ts'
export { mountSandbox } from './sandbox/sandbox.ts'
export { paymentStandIns } from './sandbox/sandbox-keys.ts'
export { type SettleParts, settle } from './settle.ts'
export { settleOpen } from './settle-open.ts'
export { startPurchase } from './start-purchase.ts'
export { trackPayment } from './tracking.ts'
export { createWebhookGuard, takeNotification } from './webhook.ts'
