import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { type Db, rowOf, rowsOf } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { FoundSession } from '../platform/http.ts'
import { tellUser } from '../platform/user-events.ts'
import { type AccountStatus, lockAccount } from './account.ts'
import { browserWords } from './browser-words.ts'
import { hashSecret, isSecret, makeSecret } from './secret.ts'
import { shortNetwork } from './short-network.ts'

/** A session nobody used for this long is over; the absolute end stands in its row (90 days). */
const idleDays = 14
/** A session that lost its place can take it back for this long; the owner may have meant to end it. */
const supersededHours = 24
/** Use is noted at most this often, so that reading costs no write. */
const noteUseSeconds = 300

/** True for a row of `sessions` whose time is over, judged by the database's clock. */
export const isOver = sql`(now() > sessions.expires_at
  or now() > sessions.last_seen_at + make_interval(days => ${idleDays})
  or (sessions.state = 'superseded'
    and now() > coalesce(sessions.superseded_at, sessions.last_seen_at) + make_interval(hours => ${supersededHours})))`

/** What a sign-in came from. */
export interface SignInOrigin {
  /** The caller's canonical network. */
  network: string
  /** The browser's own line. */
  userAgent?: string | undefined
  /** Whether a provider's word opens it, not the password. */
  byProvider?: boolean
}

interface SessionRow extends Record<string, unknown> {
  id: string
  user_id: string
  state: 'active' | 'superseded' | 'revoked'
  device_hash: Buffer
  roles: string[]
  status: AccountStatus
  is_expired: boolean
  is_use_due: boolean
}

/** All judged by the database's clock: an instance whose own is wrong prolongs nothing. */
const rowByToken = (db: Db, token: string) =>
  rowOf<SessionRow>(
    db,
    sql`select sessions.id, user_id, state, device_hash, roles, status, ${isOver} as is_expired,
          now() > last_seen_at + make_interval(secs => ${noteUseSeconds}) as is_use_due
        from sessions join users on users.id = user_id
        where token_hash = ${hashSecret(token)}`,
  )

/**
 * Whose session a token is. A device token that is sent must be the session's own.
 * @throws AppError('unauthenticated' | 'session_expired')
 */
export async function findSession(
  ctx: Context,
  token: string,
  deviceToken: string | null,
): Promise<FoundSession> {
  const row = isSecret(token) ? await rowByToken(ctx.db, token) : null
  if (!row || row.state === 'revoked' || row.status === 'disabled') throw new AppError('unauthenticated')
  if (deviceToken !== null && !timingSafeEqual(hashSecret(deviceToken), row.device_hash)) {
    throw new AppError('unauthenticated')
  }
  if (row.is_expired) throw new AppError('session_expired')
  if (row.is_use_due) {
    await ctx.db.execute(sql`update sessions set last_seen_at = now() where id = ${row.id}`)
  }
  return {
    user: { id: row.user_id, sessionId: row.id, roles: row.roles },
    isSuperseded: row.state === 'superseded',
  }
}

export type SessionState = SessionRow['state']

/** A session's state now; null when its row is gone. */
export async function sessionState(ctx: Context, sessionId: string): Promise<SessionState | null> {
  const row = await rowOf<{ state: SessionState }>(
    ctx.db,
    sql`select state from sessions where id = ${sessionId}`,
  )
  return row?.state ?? null
}

/** Opens the user's one active session; the one before becomes superseded. Needs the caller's lock on the account. */
export async function openSession(
  ctx: Context,
  userId: string,
  { network, userAgent, byProvider = false }: SignInOrigin,
): Promise<{ token: string; device_token: string }> {
  const token = makeSecret()
  const deviceToken = makeSecret()
  const { browser, system } = browserWords(userAgent)
  await supersedeActive(ctx, userId)
  await ctx.db.execute(sql`
    insert into sessions (user_id, token_hash, device_hash, browser, system, network, by_provider)
    values (${userId}, ${hashSecret(token)}, ${hashSecret(deviceToken)}, ${browser}, ${system}, ${shortNetwork(network)},
      ${byProvider})`)
  return { token, device_token: deviceToken }
}

async function supersedeActive(ctx: Context, userId: string): Promise<void> {
  const superseded = await rowsOf(
    ctx.db,
    sql`update sessions set state = 'superseded', superseded_at = now()
        where user_id = ${userId} and state = 'active' returning id`,
  )
  if (superseded.length > 0) await tellUser(ctx, userId, { event: 'session_superseded', data: {} })
}

/**
 * Makes a superseded session the active one again. Twice is once.
 * @throws AppError('unauthenticated') when it was revoked in the meantime
 */
export async function reEnableSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    await lockAccount(ctx, userId)
    const state = await sessionState(ctx, sessionId)
    if (state === 'active') return
    if (state !== 'superseded') throw new AppError('unauthenticated')
    await supersedeActive(ctx, userId)
    // Logging out takes no lock: what it revoked a moment ago stays revoked.
    const enabled = await rowsOf(
      ctx.db,
      sql`update sessions set state = 'active', superseded_at = null, last_seen_at = now()
          where id = ${sessionId} and state = 'superseded' returning id`,
    )
    if (enabled.length === 0) throw new AppError('unauthenticated')
  })
}

/** Ends every session of a user, whose open screens hear of it. Needs the caller's lock on the account. */
export async function revokeSessions(ctx: Context, userId: string): Promise<void> {
  await ctx.db.execute(
    sql`update sessions set state = 'revoked' where user_id = ${userId} and state <> 'revoked'`,
  )
  await tellUser(ctx, userId, { event: 'session_superseded', data: {} })
}

/** Ends the user's sessions but the one that asks for it, so that none can be made the active one again. */
export async function revokeOtherSessions(
  ctx: Context,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  await ctx.db.execute(sql`
    update sessions set state = 'revoked' where user_id = ${id} and id <> ${sessionId} and state <> 'revoked'`)
  await tellUser(ctx, id, { event: 'session_superseded', data: {} })
}

/** Ends the session of a token, if there is one. */
export async function revokeSession(ctx: Context, token: string): Promise<void> {
  if (!isSecret(token)) return
  const revoked = await rowOf<{ user_id: string }>(
    ctx.db,
    sql`update sessions set state = 'revoked' where token_hash = ${hashSecret(token)} and state <> 'revoked'
        returning user_id`,
  )
  if (revoked) await tellUser(ctx, revoked.user_id, { event: 'session_superseded', data: {} })
}
