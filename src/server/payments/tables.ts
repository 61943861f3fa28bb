import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { type CheckoutOptions, paymentProviders, purchaseStates } from '../../contract/payments.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const minor = (name: string) => bigint(name, { mode: 'number' })

export const paymentProduct = pgTable('payment_product', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  creditAmount: integer('credit_amount').notNull(),
  position: integer().notNull(),
  isOnSale: boolean('is_on_sale').notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const paymentPrice = pgTable('payment_price', {
  productId: text('product_id').notNull(),
  currency: text().notNull(),
  amountMinor: minor('amount_minor').notNull(),
})

export const paymentAttempt = pgTable('payment_attempt', {
  id: uuid().primaryKey().defaultRandom(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  reference: text().notNull(),
  userId: uuid('user_id').notNull(),
  idempotencyKey: uuid('idempotency_key').notNull(),
  provider: text({ enum: paymentProviders }).notNull(),
  isSandbox: boolean('is_sandbox').notNull(),
  productId: text('product_id').notNull(),
  productName: text('product_name').notNull(),
  creditAmount: integer('credit_amount').notNull(),
  amountMinor: minor('amount_minor').notNull(),
  currency: text().notNull(),
  state: text({ enum: purchaseStates }).notNull().default('created'),
  providerRef: text('provider_ref'),
  redirectUrl: text('redirect_url'),
  checkout: jsonb().$type<CheckoutOptions>(),
  transactionId: text('transaction_id'),
  reviewReason: text('review_reason'),
  pollCount: integer('poll_count').notNull().default(0),
  nextPollAt: moment('next_poll_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  creditedAt: moment('credited_at'),
})
export type Attempt = typeof paymentAttempt.$inferSelect

export const paymentStep = pgTable('payment_step', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  fromState: text('from_state', { enum: purchaseStates }).notNull(),
  toState: text('to_state', { enum: purchaseStates }).notNull(),
  cause: text({ enum: ['start', 'return', 'capture', 'webhook', 'poll', 'operator'] }).notNull(),
  actor: text(),
  words: text().notNull().default(''),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const paymentNotification = pgTable('payment_notification', {
  provider: text({ enum: paymentProviders }).notNull(),
  eventId: text('event_id').notNull(),
  type: text().notNull(),
  authenticity: text({ enum: ['signed', 'unsigned'] }).notNull(),
  attemptId: uuid('attempt_id'),
  outcome: text({ enum: ['waiting', 'settled', 'ignored'] }).notNull(),
  note: text().notNull().default(''),
  times: integer().notNull().default(1),
  receivedAt: moment('received_at').notNull().defaultNow(),
  lastAt: moment('last_at').notNull().defaultNow(),
})

export const paymentBilling = pgTable('payment_billing', {
  userId: uuid('user_id').primaryKey(),
  company: text().notNull().default(''),
  taxNumber: text('tax_number').notNull().default(''),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const paymentReceipt = pgTable('payment_receipt', {
  attemptId: uuid('attempt_id').primaryKey(),
  number: text().notNull(),
  buyerName: text('buyer_name'),
  buyerEmail: text('buyer_email'),
  company: text(),
  taxNumber: text('tax_number'),
  issuedAt: moment('issued_at').notNull().defaultNow(),
})

export const paymentReceiptCount = pgTable('payment_receipt_count', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

export const paymentTracking = pgTable('payment_tracking', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  userId: uuid('user_id').notNull(),
  publicKey: text('public_key').notNull(),
  language: text().notNull(),
  version: text().notNull(),
  title: text().notNull(),
  message: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
