import { inArray, sql } from 'drizzle-orm'
import type { Conversation } from '../../contract/chat.ts'
import { clipText } from '../../contract/clip-text.ts'
import { limits } from '../../contract/limits.ts'
import type { ConcurrencyLimits } from '../platform/concurrency-limit.ts'
import { inTransaction, type SignedInContext } from '../platform/context.ts'
import { pgErrorCode, rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { type History, labelled } from './conversations.ts'
import { conversation } from './tables.ts'

/** Conversations a search answers at most, the newest. */
const foundMax = 500
/**
 * A search looks through all of a user's questions, so one runs at a time of one user, and few in all. While it runs the
 * newest one of that user waits, and one that waited before is refused: whoever types on wants only the last.
 */
export const searchLimits: ConcurrencyLimits = {
  ...{ atOnce: 2, atOncePerUser: 1, waiting: 20, waitingPerUser: 1 },
  ...{ refused: 'oldest', waitMaxMs: 3_000 },
}

/** Words looked for one by one; from then on what is left counts as one. */
const wordsMax = 12
const timeLimitMs = 1_000
const cancelled = '57014'

/** Letters without their marks and in one case, as `folded_text` makes them in the database. */
const foldedText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** The words of what was typed; none where it can be in no text. */
function wordsOf(typed: string): string[] {
  if (typed.length > limits.messageMaxLength || typed.includes('\0')) return []
  const words = [...new Set(foldedText(typed).split(/\s+/).filter(Boolean))]
  const rest = words.slice(wordsMax - 1).join(' ')
  return words.length > wordsMax ? [...words.slice(0, wordsMax - 1), rest] : words
}

/**
 * The conversations in whose title and questions every word of `typed` stands, each word to the letter: `%` and `_` mean
 * themselves. Nothing typed finds nothing.
 * @throws AppError('busy') when it takes too long
 */
export async function searchConversations(
  ctx: SignedInContext,
  typed: string,
  timezone: string,
): Promise<History> {
  const words = wordsOf(typed)
  if (words.length === 0) return {}
  const questions = await questionsWith(ctx, words).catch((error: unknown) => {
    throw pgErrorCode(error) === cancelled ? new AppError('busy', { retryAfterSeconds: 1 }) : error
  })
  if (questions.size === 0) return {}
  const picked = inArray(conversation.sessionKey, [...questions.keys()])
  const history = await labelled(ctx, timezone, picked, foundMax)
  const withFound = (one: Conversation) => ({
    ...one,
    ...foundIn(one, questions.get(one.session_key), words),
  })
  return Object.fromEntries(Object.entries(history).map(([label, group]) => [label, group.map(withFound)]))
}

/** About as many characters of a question are shown before the words that were found in it. */
const leadLength = 12
const foundLength = 160

/** The part of a question that was found, for a conversation whose name does not show why. */
function foundIn(
  { title, first_message }: Conversation,
  question: string | undefined,
  words: readonly string[],
): { found?: string } {
  const name = foldedText(title || first_message)
  const missing = words.find(word => !name.includes(word))
  if (missing === undefined || question === undefined) return {}
  const text = question.replace(/\s+/g, ' ')
  const at = Math.max(0, foldedText(text).indexOf(missing))
  const from = at <= 2 * leadLength ? 0 : text.lastIndexOf(' ', at - leadLength) + 1
  return { found: clipText(from === 0 ? text : `…${text.slice(from)}`, foundLength) }
}

/** The conversations that hold all words, the newest, each with a question that holds them: all of them, or else one. */
async function questionsWith(
  ctx: SignedInContext,
  words: readonly string[],
): Promise<Map<string, string | undefined>> {
  const holds = words.map(word => sql`strpos(said, ${word}) > 0`)
  const [allHere, oneHere] = [sql.join(holds, sql` and `), sql.join(holds, sql` or `)]
  const allSomewhere = sql.join(
    holds.map(one => sql`bool_or(${one})`),
    sql` and `,
  )
  return inTransaction(ctx, async tx => {
    await tx.db.execute(sql.raw(`set local statement_timeout = ${timeLimitMs}`))
    const rows = await rowsOf<{ session_key: string; question: string | null }>(
      tx.db,
      sql`
        with mine as materialized (
          select session_key, folded_title, updated_at from conversation
          where user_id = ${ctx.user.id} and deleted_at is null
        ), texts as materialized (
          select session_key, updated_at, null as question, folded_title as said
          from mine where folded_title is not null
          union all
          select session_key, updated_at, question, folded_question from turn join mine using (session_key)
        )
        select session_key, coalesce(
          min(question) filter (where ${allHere}), min(question) filter (where ${oneHere})
        ) as question
        from texts group by session_key having ${allSomewhere}
        order by max(updated_at) desc limit ${foundMax}`,
    )
    return new Map(rows.map(row => [row.session_key, row.question ?? undefined]))
  })
}
