/** Buying credits: what is sold, the tries to buy it, what providers said, and the receipts. */
export { createReceipts, type Receipts } from './receipts.ts'
