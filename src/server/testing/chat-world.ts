import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { findAccountById, findSession } from '../auth/auth.ts'
import { askedByRef, type Chat, type ChatParts, createChat } from '../chat/chat.ts'
import { mountChat } from '../chat/routes.ts'
import { grantStarter } from '../credits/credits.ts'
import { mountCredits } from '../credits/routes.ts'
import { purchasedByRef } from '../payments/payments.ts'
import type { Context } from '../platform/context.ts'
import { openDb } from '../platform/db.ts'
import { endOpenStreams } from '../platform/event-stream.ts'
import type { HttpApp } from '../platform/http.ts'
import { createHttp } from '../platform/http-server.ts'
import { createNotices } from '../platform/notices.ts'
import { createPool, dividedConnections } from '../platform/pool.ts'
import { createRateLimits } from '../platform/rate-limit.ts'
import { createStreamPlaces, type StreamPlaces } from '../platform/stream-places.ts'
import { aSignedInUser, type SignedInTestUser } from './builders.ts'
import { testContext } from './context.ts'
import type { TestDatabase } from './database.ts'
import { type FakeAnalyst, fakeAnalyst } from './fake-analyst.ts'
import { recordedLog } from './recorded-log.ts'

export interface ChatInstance {
  url: string
  app: HttpApp
  chat: Chat
  ctx: Context
  analyst: FakeAnalyst
  streamPlaces: StreamPlaces
  /** What it logged, a line of JSON each. */
  lines: string[]
  close(): Promise<void>
}

/** A server with sign-in, credits and chat on a socket of its own; several on one database are several instances. */
export async function chatInstance(
  database: TestDatabase,
  { areRateLimitsOn = false, ...settings }: Partial<ChatParts> & { areRateLimitsOn?: boolean } = {},
): Promise<ChatInstance> {
  const { log, lines } = recordedLog()
  const { short, expensive } = dividedConnections(20)
  const pool = createPool(database.connection, { max: short })
  const expensivePool = createPool(database.connection, { max: expensive })
  const rateLimits = createRateLimits(pool, areRateLimitsOn)
  const ctx = testContext(pool, { log })
  const notices = createNotices(database.connection, log)
  const analyst = fakeAnalyst()
  const chat = createChat({
    base: ctx,
    notices,
    rateLimits,
    analyst,
    renderHtml: document => `<p>${document.blocks.length} blocks</p>`,
    ...settings,
  })
  const { db, clock } = ctx
  const app = createHttp({
    db,
    expensiveDb: openDb(expensivePool),
    log,
    clock,
    findSession,
    publicUrl: 'http://localhost',
    trustedProxies: [],
    isProduction: false,
  })
  const streamPlaces = createStreamPlaces(true)
  mountChat(app, chat, {
    rateLimits,
    streamPlaces,
    isDisabled: async (ctx, userId) => (await findAccountById(ctx, userId))?.status === 'disabled',
  })
  mountCredits(app, { askedByRef, purchasedByRef, rateLimits })
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  await notices.ready()
  const { port } = app.fastify.server.address() as AddressInfo
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await chat.drain(0)
    endOpenStreams()
    app.fastify.server.closeAllConnections()
    await app.fastify.close()
    await notices.close()
    await Promise.all([pool.end(), expensivePool.end()])
  }
  afterAll(close)
  return { url: `http://127.0.0.1:${port}/api`, app, chat, ctx, analyst, streamPlaces, lines, close }
}

export interface Asker extends SignedInTestUser {
  /** Calls with this user's session. */
  call(
    instance: ChatInstance,
    method: string,
    path: string,
    body?: unknown,
    headers?: object,
  ): Promise<Response>
  /** Sends a question and opens its stream. */
  stream(instance: ChatInstance, body: object): Promise<Response>
  /** Opens the stream of a turn. */
  events(instance: ChatInstance, turnId: string, lastEventId?: number | string): Promise<Response>
  /** Balance, held credits, and what was spent. */
  account(): Promise<{ balance: number; held: number; spent: number }>
}

/** A signed-in user with credits. */
export async function anAsker(database: TestDatabase, credits = 100): Promise<Asker> {
  const { pool } = database
  const user = await aSignedInUser(pool)
  await grantStarter(testContext(pool), user.id, credits)
  const call: Asker['call'] = (instance, method, path, body, headers = {}) =>
    fetch(`${instance.url}${path}`, {
      method,
      headers: {
        ...user.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    ...user,
    call,
    stream: (instance, body) =>
      call(
        instance,
        'POST',
        '/chat/reply',
        { message: 'GDP of Ghana', session_key: null, turn_id: randomUUID(), ...body },
        { accept: 'text/event-stream' },
      ),
    events: (instance, turnId, lastEventId) =>
      call(instance, 'GET', `/chat/turns/${turnId}/events`, undefined, {
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      }),
    async account() {
      const found = await pool.query(
        `select balance, held, (select coalesce(-sum(amount), 0)::bigint from credit_entry e
           where e.user_id = a.user_id and kind = 'spend') as spent
         from credit_account a where user_id = $1`,
        [user.id],
      )
      return found.rows[0]
    },
  }
}

/** A promise and how to keep it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
