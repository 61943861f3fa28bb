import * as z from 'zod/mini'
import { answerDocument } from './answer.ts'
import { evidence, fileWish } from './chat.ts'
import { endpoint } from './endpoint.ts'

/** 256 random bits: who does not have a link cannot guess one. */
export const shareCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

const share = z.object({
  code: z.string(),
  /** Where the answer can be read. */
  url: z.string(),
  turn_id: z.string(),
  session_key: z.string(),
  question: z.string(),
  created_at: z.string(),
})
export type Share = z.output<typeof share>

const oneLink = z.object({ code: z.string() })

export const shareTurn = endpoint({
  method: 'POST',
  path: '/chat/turns/:turn_id/share',
  summary: 'Make a link under which an answer can be read without signing in; the same one while it stands',
  access: 'session',
  params: z.object({ turn_id: z.string() }),
  answer: share,
})

export const listShares = endpoint({
  method: 'GET',
  path: '/chat/shares',
  summary: 'The links to answers that stand, newest first',
  access: 'session',
  answer: z.object({ shares: z.array(share) }),
})

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/chat/shares/:code',
  summary: 'Take a link back: whoever opens it finds nothing from then on',
  access: 'session',
  params: oneLink,
  answer: z.object({ status: z.literal('OK') }),
})

export const sharedAnswer = endpoint({
  method: 'GET',
  path: '/shared/:code',
  summary: 'The question and the answer behind a link, and nothing else of its account',
  access: 'public',
  params: oneLink,
  answer: z.object({
    question: z.string(),
    /** null where the stored answer could not be shown. */
    document: z.nullable(answerDocument),
    answered_at: z.string(),
  }),
})
export type SharedAnswer = z.output<typeof sharedAnswer.answer>

export const sharedRows = endpoint({
  method: 'GET',
  path: '/shared/:code/rows',
  summary: 'The rows behind a claim of a shared answer',
  access: 'public',
  params: oneLink,
  query: z.object({ claim: z.string() }),
  answer: evidence,
})

export const exportShared = endpoint({
  method: 'GET',
  path: '/shared/:code/export',
  summary: 'A shared answer’s tables (csv, xlsx) or a chart (svg, png) as a file',
  access: 'public',
  kind: 'file',
  params: oneLink,
  query: fileWish,
  answer: z.string(),
})
