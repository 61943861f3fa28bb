import * as contract from '../../contract/chat.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { AppError } from '../platform/errors.ts'
import { type EventStream, type HttpApp, mount, openEventStream } from '../platform/http.ts'
import { filesPerUser } from '../platform/rate-limit.ts'
import type { StreamPlaces } from '../platform/stream-places.ts'
import type { Chat } from './chat.ts'
import {
  deleteConversation,
  editConversation,
  listConversations,
  restoreConversation,
} from './conversations.ts'
import { sendExport, turnIdOf } from './route-parts.ts'
import { searchConversations, searchLimits } from './search.ts'
import { mountShares, type ShareParts } from './share-routes.ts'
import { checkTurn, readDocument, readEvidence, readThread } from './transcript.ts'

export interface ChatRouteParts extends ShareParts {
  streamPlaces: StreamPlaces
}

export function mountChat(app: HttpApp, chat: Chat, parts: ChatRouteParts): void {
  mount(app, contract.reply, async (ctx, { body, timezone, request, reply }) => {
    const giveBack = wantsStream(request.headers.accept) ? parts.streamPlaces.take(ctx.user.id, 'turn') : null
    const asking = chat.ask(ctx, {
      message: body.message,
      sessionKey: body.session_key == null ? null : sessionKeyOf({ session_key: body.session_key }),
      thinkLonger: body.think_longer ?? false,
      turnId: body.turn_id,
      suggestionId: body.suggestion_id,
      timezone,
    })
    if (giveBack === null) return chat.reply(ctx, await asking)
    const turnId = await asking.catch(error => {
      giveBack()
      throw error
    })
    streamTurn(chat, openEventStream(reply, giveBack), turnId, 0)
    return reply
  })

  mount(app, contract.turnEvents, async (ctx, { params, request, reply }) => {
    const turnId = turnIdOf(params)
    await checkTurn(ctx, turnId)
    const after = lastEventId(request.headers['last-event-id'])
    const giveBack = parts.streamPlaces.take(ctx.user.id, 'turn')
    streamTurn(chat, openEventStream(reply, giveBack), turnId, after)
    return reply
  })

  mount(app, contract.stopTurn, async (ctx, { params }) => ({
    status: 'OK' as const,
    state: await chat.stop(ctx, turnIdOf(params)),
  }))

  mount(
    app,
    contract.thread,
    (ctx, { body }) => readThread(ctx, { sessionKey: sessionKeyOf(body), before: body.before }),
    { expensive: app.expensiveCalls },
  )

  mount(
    app,
    contract.chatHistory,
    async (ctx, { timezone }) => ({ sessions: await listConversations(ctx, timezone) }),
    { expensive: app.expensiveCalls },
  )

  mount(
    app,
    contract.searchHistory,
    async (ctx, { body, timezone }) => ({ sessions: await searchConversations(ctx, body.text, timezone) }),
    { expensive: createConcurrencyLimit(searchLimits) },
  )

  mount(app, contract.editConversation, (ctx, { params, body }) =>
    editConversation(ctx, sessionKeyOf(params), body),
  )

  mount(app, contract.deleteConversation, async (ctx, { params }) => {
    await chat.stopDeleted(ctx, await deleteConversation(ctx, sessionKeyOf(params)))
    return { status: 'OK' as const }
  })

  mount(app, contract.restoreConversation, (ctx, { params }) =>
    restoreConversation(ctx, sessionKeyOf(params)),
  )

  mount(app, contract.turnRows, (ctx, { params, query }) =>
    readEvidence(ctx, { turnId: turnIdOf(params), claimId: query.claim }),
  )

  mount(
    app,
    contract.exportTurn,
    async (ctx, { params, query, reply }) => {
      await parts.rateLimits.take(filesPerUser, ctx.user.id)
      return sendExport(reply, await readDocument(ctx, turnIdOf(params)), query)
    },
    { expensive: app.expensiveCalls },
  )

  mountShares(app, parts)
}

const wantsStream = (accept: string | undefined): boolean => accept?.includes('text/event-stream') ?? false

function streamTurn(chat: Chat, stream: EventStream, turnId: string, after: number): void {
  const leave = chat.follow(turnId, after, {
    onLine: (seq, { event, data }) => stream.send(seq, event, data),
    onEnd: () => stream.end(),
  })
  if (stream.closed.aborted) leave()
  else stream.closed.addEventListener('abort', leave, { once: true })
}

/** The number of the last event a reader has; 0 without one. @throws AppError('malformed') */
function lastEventId(header: string | string[] | undefined): number {
  if (header === undefined || header === '') return 0
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) throw new AppError('malformed')
  return Number(header)
}

/** What cannot be a key names nothing: the same answer as for a key nobody has. */
function sessionKeyOf({ session_key }: { session_key: string }): string {
  if (!contract.sessionKey.safeParse(session_key).success) throw new AppError('not_found')
  return session_key
}
