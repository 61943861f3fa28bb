import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const supportTicket = pgTable('support_ticket', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  phone: text(),
  email: text(),
  company: text(),
  lastPrompt: text('last_prompt'),
  lastPromptResponse: text('last_prompt_response'),
  description: text().notNull(),
  leadSource: text('lead_source'),
  contentHash: text('content_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
