import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const credits = (name: string) => bigint(name, { mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const creditPrice = pgTable('credit_price', {
  version: integer().generatedAlwaysAsIdentity().primaryKey(),
  quick: integer().notNull(),
  deep: integer().notNull(),
  perThousandTokens: integer('per_thousand_tokens').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const creditAccount = pgTable('credit_account', {
  userId: uuid('user_id').primaryKey(),
  balance: credits('balance').notNull().default(0),
  held: credits('held').notNull().default(0),
  pausedAt: moment('paused_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const creditEntry = pgTable('credit_entry', {
  userId: uuid('user_id').notNull(),
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  kind: text({ enum: ['grant', 'spend', 'refund', 'adjustment', 'purchase', 'reversal'] }).notNull(),
  ref: text().notNull(),
  amount: credits('amount').notNull(),
  balanceAfter: credits('balance_after').notNull(),
  priceVersion: integer('price_version'),
  reason: text(),
  actor: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const creditHold = pgTable('credit_hold', {
  id: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  amount: credits('amount').notNull(),
  priceVersion: integer('price_version').notNull(),
  state: text({ enum: ['open', 'settled', 'released'] })
    .notNull()
    .default('open'),
  settledAmount: credits('settled_amount').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  closedAt: moment('closed_at'),
})

export const creditWarning = pgTable('credit_warning', {
  userId: uuid('user_id').primaryKey(),
  byMail: boolean('by_mail').notNull().default(true),
  toldEntry: bigint('told_entry', { mode: 'number' }),
  toldAt: moment('told_at'),
})

export const creditDebt = pgTable('credit_debt', {
  ref: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  amount: credits('amount').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  closedAt: moment('closed_at'),
  closedBy: text('closed_by'),
  closingReason: text('closing_reason'),
})
