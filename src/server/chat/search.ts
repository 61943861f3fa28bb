import { inArray, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../contract/limits.ts'
import { inTransaction, type SignedInContext } from '../platform/context.ts'
import { pgErrorCode, rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { type History, labelled } from './conversations.ts'
import { conversation } from './tables.ts'

/** Conversations a search answers at most, the newest. */
const foundMax = 500
/** Words looked for one by one; from then on what is left counts as one. */
const wordsMax = 12
const timeLimitMs = 2_000
const cancelled = '57014'

/** Letters without their marks and in one case, as `folded` makes them in the database. */
const foldedText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** The same in SQL. Plain ASCII, which is most of it, is spared the dear part. */
const folded = (text: SQL): SQL => sql`
  case when octet_length(${text}) = length(${text}) then lower(${text})
  else lower(regexp_replace(normalize(${text}, NFKD), ${'[\u0300-\u036f]'}, '', 'g')) end`

/** The words of what was typed; none where it can be in no text. */
function wordsOf(typed: string): string[] {
  if (typed.length > limits.messageMaxLength || !typed.isWellFormed() || typed.includes('\0')) return []
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
  const keys = await keysWith(ctx, words).catch((error: unknown) => {
    throw pgErrorCode(error) === cancelled ? new AppError('busy', { retryAfterSeconds: 1 }) : error
  })
  return keys.length === 0 ? {} : labelled(ctx, timezone, inArray(conversation.sessionKey, keys), foundMax)
}

async function keysWith(ctx: SignedInContext, words: readonly string[]): Promise<string[]> {
  const hasAll = sql.join(
    words.map(word => sql`bool_or(strpos(said, ${word}) > 0)`),
    sql` and `,
  )
  return inTransaction(ctx, async tx => {
    await tx.db.execute(sql.raw(`set local statement_timeout = ${timeLimitMs}`))
    const rows = await rowsOf<{ session_key: string }>(
      tx.db,
      sql`
        with mine as materialized (
          select session_key, title, updated_at from conversation
          where user_id = ${ctx.user.id} and deleted_at is null
        ), texts as materialized (
          select session_key, updated_at, ${folded(sql`title`)} as said from mine where title is not null
          union all
          select session_key, updated_at, ${folded(sql`question`)} from turn join mine using (session_key)
        )
        select session_key from texts group by session_key having ${hasAll}
        order by max(updated_at) desc limit ${foundMax}`,
    )
    return rows.map(row => row.session_key)
  })
}
