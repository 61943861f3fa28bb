import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '../../contract/errors.ts'
import type { TurnState } from '../../contract/turn-event.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const conversation = pgTable('conversation', {
  sessionKey: text('session_key').primaryKey(),
  userId: uuid('user_id').notNull(),
  firstMessage: text('first_message').notNull(),
  title: text(),
  pinned: boolean().notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
  foldedTitle: text('folded_title').generatedAlwaysAs(sql`folded_text(title)`),
})

export const turn = pgTable('turn', {
  id: uuid().primaryKey(),
  sessionKey: text('session_key').notNull(),
  userId: uuid('user_id').notNull(),
  place: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  question: text().notNull(),
  depth: text({ enum: ['quick', 'deep'] }).notNull(),
  opensConversation: boolean('opens_conversation').notNull(),
  state: text().$type<TurnState>().notNull(),
  errorCode: text('error_code').$type<ErrorCode>(),
  leaseOwner: uuid('lease_owner').notNull(),
  heartbeatAt: moment('heartbeat_at').notNull().defaultNow(),
  stopRequestedAt: moment('stop_requested_at'),
  credits: bigint({ mode: 'number' }).notNull().default(0),
  /** JSON of whatever version wrote it: `stored-document.ts` reads it, the plan and the asks. */
  document: json().$type<unknown>(),
  html: text(),
  plan: json().$type<unknown>(),
  asks: json().$type<unknown>(),
  entities: text().array().notNull().default([]),
  answerText: text('answer_text'),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
  foldedQuestion: text('folded_question').generatedAlwaysAs(sql`folded_text(question)`),
})

/** What one flush brought for one turn; `lines` as `event-lines.ts` writes them. */
export const turnEvent = pgTable('turn_event', {
  turnId: uuid('turn_id').notNull(),
  firstSeq: integer('first_seq').notNull(),
  lastSeq: integer('last_seq').notNull(),
  lines: text().notNull(),
})

/** A link under which one answer can be read by whoever has it. */
export const answerShare = pgTable('answer_share', {
  code: text().primaryKey(),
  turnId: uuid('turn_id').notNull(),
  userId: uuid('user_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
