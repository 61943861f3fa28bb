import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const operatorAct = pgTable('operator_act', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  actor: text().notNull(),
  act: text().notNull(),
  subject: text().notNull(),
  reason: text(),
  detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
