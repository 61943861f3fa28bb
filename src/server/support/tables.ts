import { customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

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
  createdAt: moment('created_at').notNull().defaultNow(),
  closedAt: moment('closed_at'),
  closedBy: text('closed_by'),
  closingNote: text('closing_note'),
})

export const supportLead = pgTable('support_lead', {
  ticketId: uuid('ticket_id').primaryKey(),
  state: text({ enum: ['waiting', 'handed_over', 'given_up'] })
    .notNull()
    .default('waiting'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  leftOut: text('left_out').array().notNull().default([]),
  leadId: text('lead_id'),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
})

export const crmToken = pgTable('crm_token', {
  name: text().primaryKey(),
  tokenSealed: bytes('token_sealed'),
  apiUrl: text('api_url'),
  expiresAt: moment('expires_at'),
  waitUntil: moment('wait_until'),
})
