import * as z from 'zod/mini'
import { answerDocument, claim } from './answer.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { cell, column, source, table } from './result.ts'
import { turnState } from './turn-event.ts'

/** 'thread_' and 22 URL-safe characters. */
export const sessionKey = z.string().check(z.regex(/^thread_[A-Za-z0-9_-]{22}$/))
/** Made by the client (a UUID), so that the same send twice is the same turn. */
export const turnId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i))

export const reply = endpoint({
  method: 'POST',
  path: '/chat/reply',
  summary: 'Ask a question; answers when done, or streams events for Accept: text/event-stream',
  access: 'session',
  kind: 'either',
  body: z.object({
    message: z.string(),
    session_key: z.optional(z.nullable(z.string())),
    think_longer: z.optional(z.boolean()),
    turn_id: z.optional(turnId),
    /** Of the suggestion that `message` is the question of; without effect on any other message. */
    suggestion_id: z.optional(z.nullable(z.string())),
  }),
  answer: z.object({
    /** Safe HTML. */
    message: z.string(),
    session_key: z.string(),
    turn_id: z.string(),
    document: z.nullable(answerDocument),
    credits: z.number(),
  }),
})

export const chatMessage = z.object({
  id: z.string(),
  /** Safe HTML. */
  message: z.string(),
  from: z.enum(['user', 'assistant']),
  from_user: z.boolean(),
  created_at: z.string(),
  turn_id: z.string(),
  document: z.optional(z.nullable(answerDocument)),
  credits: z.optional(z.number()),
  state: z.optional(turnState),
  /** The asked text as typed, on the user's own messages. */
  text: z.optional(z.string()),
})
export type ChatMessage = z.output<typeof chatMessage>

export const thread = endpoint({
  method: 'POST',
  path: '/chat/thread',
  summary: 'The messages of a conversation, oldest first',
  access: 'session',
  body: z.object({
    session_key: z.string(),
    /** Only what came before this turn; the newest messages without it. */
    before: z.optional(turnId),
  }),
  answer: z.object({
    thread: z.array(chatMessage),
    /** There are earlier ones: ask again with the first turn of these. */
    earlier: z.optional(z.boolean()),
  }),
})

export const conversation = z.object({
  session_key: z.string(),
  first_message: z.string(),
  title: z.optional(z.nullable(z.string())),
  pinned: z.optional(z.boolean()),
  updated_at: z.string(),
  /** In a search: the question with the words, from shortly before them, where its name does not show them. */
  found: z.optional(z.string()),
})
export type Conversation = z.output<typeof conversation>

export const chatHistory = endpoint({
  method: 'GET',
  path: '/chat/chat_history',
  summary: 'Conversations by label: Pinned, Today, Yesterday, Previous 7 days, then months (X-Timezone)',
  access: 'session',
  answer: z.object({ sessions: z.record(z.string(), z.array(conversation)) }),
})

export const searchHistory = endpoint({
  method: 'POST',
  path: '/chat/search',
  summary: 'The conversations whose title or questions hold every word of a text, labelled as the history is',
  access: 'session',
  body: z.object({ text: z.string() }),
  answer: chatHistory.answer,
})

const oneTurn = z.object({ turn_id: z.string() })
const oneConversation = z.object({ session_key: z.string() })

export const turnEvents = endpoint({
  method: 'GET',
  path: '/chat/turns/:turn_id/events',
  summary: 'A turn’s events from Last-Event-ID on, following until it is done',
  access: 'session',
  kind: 'stream',
  params: oneTurn,
  answer: z.string(),
})

export const stopTurn = endpoint({
  method: 'POST',
  path: '/chat/turns/:turn_id/stop',
  summary: 'Stop an answer; what was delivered is kept',
  access: 'session',
  params: oneTurn,
  answer: z.object({ status: z.literal('OK'), state: turnState }),
})

export const editConversation = endpoint({
  method: 'PATCH',
  path: '/chat/sessions/:session_key',
  summary: 'Rename or pin a conversation',
  access: 'session',
  params: oneConversation,
  body: z.object({
    title: z.optional(z.nullable(z.string().check(z.maxLength(limits.titleMaxLength)))),
    pinned: z.optional(z.boolean()),
  }),
  answer: conversation,
})

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/chat/sessions/:session_key',
  summary: 'Delete a conversation and its answers; for some minutes it can be restored',
  access: 'session',
  params: oneConversation,
  answer: z.object({ status: z.literal('OK') }),
})

export const restoreConversation = endpoint({
  method: 'POST',
  path: '/chat/sessions/:session_key/restore',
  summary: 'Undo a deletion; possible for some minutes after it',
  access: 'session',
  params: oneConversation,
  answer: conversation,
})

/** What the evidence panel shows: the claim, and the rows it stands in with the one it is. */
export const evidence = z.object({
  claim,
  table,
  /** Index into `table.rows`. */
  row: z.int(),
  column,
  value: cell,
  sources: z.array(source),
  data_version: z.string(),
})
export type Evidence = z.output<typeof evidence>

export const turnRows = endpoint({
  method: 'GET',
  path: '/chat/turns/:turn_id/rows',
  summary: 'The rows behind a claim',
  access: 'session',
  params: oneTurn,
  query: z.object({ claim: z.string() }),
  answer: evidence,
})

export const fileWish = z.object({
  format: z.enum(['csv', 'xlsx', 'svg', 'png']),
  /** Only this table (csv, xlsx) or chart (svg, png); the first chart without it. */
  table: z.optional(z.string()),
  chart: z.optional(z.string()),
})

export const exportTurn = endpoint({
  method: 'GET',
  path: '/chat/turns/:turn_id/export',
  summary: 'An answer’s tables (csv, xlsx) or a chart (svg, png) as a file',
  access: 'session',
  kind: 'file',
  params: oneTurn,
  query: fileWish,
  answer: z.string(),
})
