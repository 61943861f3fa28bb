import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts'
import type { Problems } from '../../contract/registration.ts'
import type { Clock } from './clock.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { Context, SignedInContext, SignedInUser } from './context.ts'
import type { Db } from './db.ts'
import { AppError, invalid } from './errors.ts'
import { fieldsWithHalfCharacters, isObjectBody } from './json-body.ts'
import type { Logger } from './log.ts'
import { networkOf } from './network.ts'

export { type EventStream, openEventStream } from './event-stream.ts'

/** What the session look-up knows of a token: whose it is, and whether another sign-in has taken its place. */
export interface FoundSession {
  user: SignedInUser
  isSuperseded: boolean
}

/** @throws AppError('unauthenticated' | 'session_expired') */
export type FindSession = (ctx: Context, token: string, deviceToken: string | null) => Promise<FoundSession>

export interface HttpParts {
  db: Db
  /** The database over connections of its own, for endpoints that are mounted as expensive; `db` without it. */
  expensiveDb?: Db
  log: Logger
  clock: Clock
  findSession: FindSession
  /** Where people reach the product; its origin is the one that may call from a browser. */
  publicUrl: string
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  isProduction: boolean
  /** How long a request's headers and all of it may take to arrive. */
  arrival?: { headersMs: number; wholeMs: number; checkEveryMs: number }
}

export interface HttpApp {
  fastify: FastifyInstance
  parts: HttpParts
  /** Every endpoint mounted so far. */
  mounted: Endpoint[]
  /** Set while the server lets its running work end: no new turns. */
  isDraining: boolean
  /** The limit of expensive calls that have none of their own: few at once of one user. */
  expensiveCalls: ConcurrencyLimit
}

export interface Input<E extends Endpoint> {
  body: BodyOf<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  /** The caller's IANA time zone (X-Timezone), 'UTC' without a valid one. */
  timezone: string
  /** The caller's canonical network: an IPv4 address or an IPv6 /64. */
  network: string
  request: FastifyRequest
  reply: FastifyReply
}

type ContextOf<E extends Endpoint> = E['access'] extends 'session' ? SignedInContext : Context
type Answered<E extends Endpoint> = E extends { kind: 'stream' | 'file' | 'either' }
  ? AnswerOf<E> | FastifyReply | undefined
  : AnswerOf<E>

export interface MountOptions {
  /** Also lets a superseded session in (only the call that makes it active again). */
  acceptsSuperseded?: boolean
  /** Reads much: runs over the connections of expensive work, so that short calls find theirs, and within this limit. */
  expensive?: ConcurrencyLimit
  /** Says every problem of a body that the schema refused, in place of the schema's own words. */
  problemsOf?: (body: Record<string, unknown>) => Problems
}

/** The bearer token and the device token of a request; null without a well-formed bearer header. */
export function credentialsOf(request: FastifyRequest): { token: string; deviceToken: string | null } | null {
  const [, token] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) return null
  const device = request.headers['x-device-token']
  return { token, deviceToken: typeof device === 'string' ? device : null }
}

/** The context of a request before anybody signed in. */
export function contextOf(app: HttpApp, request: FastifyRequest): Context {
  const { db, clock } = app.parts
  return { db, clock, user: null, log: request.log as Logger, requestId: request.id }
}

const halfCharacter = 'This holds half a character. Please type it again.'
const contexts = new WeakMap<FastifyRequest, Context>()

/**
 * Mounts an endpoint of the contract. Refusals come in the wire's order: malformed body, session, conflict, schema,
 * then whatever the handler throws. A handler of a stream or file may take `reply` over and return it.
 */
export function mount<const E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  handler: (ctx: ContextOf<E>, input: Input<E>) => Promise<Answered<E>>,
  options: MountOptions = {},
): void {
  const answersJson = endpoint.kind === undefined || endpoint.kind === 'either'
  app.mounted.push(endpoint)
  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    // An answer to HEAD has no body that could ever end.
    exposeHeadRoute: endpoint.kind !== 'stream',
    schema: {
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(answersJson && { response: { 200: endpoint.answer } }),
    },
    async preValidation(request) {
      if (endpoint.body && !isObjectBody(request.body)) throw new AppError('malformed')
      const ctx = contextOf(app, request)
      if (endpoint.access === 'session') ctx.user = await signedInUser(app, ctx, request, options)
      contexts.set(request, ctx)
      refuseHalfCharacters(request.body)
      const problems = endpoint.body && options.problemsOf && problemsBeforeSchema(endpoint, request, options)
      if (problems) throw invalid(problems)
    },
    handler: (request, reply) => {
      const ctx = contexts.get(request) as ContextOf<E>
      const network = networkOf(request.ip)
      const work = (ctx: ContextOf<E>) =>
        handler(ctx, {
          body: request.body as BodyOf<E>,
          query: request.query as QueryOf<E>,
          params: request.params as ParamsOf<E>,
          timezone: timezoneOf(request),
          network,
          request,
          reply,
        })
      if (!options.expensive) return work(ctx)
      const { db, expensiveDb = db } = app.parts
      return options.expensive.run(ctx.user?.id ?? network, () => work({ ...ctx, db: expensiveDb }))
    },
  })
}

/** Half a character is no text: it could not be stored, and whoever reads it sees something else. */
function refuseHalfCharacters(body: unknown): void {
  const fields = isObjectBody(body) ? fieldsWithHalfCharacters(body) : []
  if (fields.length > 0)
    throw invalid(Object.fromEntries(fields.map(field => [field.toWellFormed(), [halfCharacter]])))
}

function problemsBeforeSchema(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: MountOptions,
): Problems | null {
  if (!isObjectBody(request.body) || endpoint.body?.safeParse(request.body).success) return null
  const problems = options.problemsOf?.(request.body) ?? {}
  return Object.keys(problems).length > 0 ? problems : null
}

async function signedInUser(
  app: HttpApp,
  ctx: Context,
  request: FastifyRequest,
  options: MountOptions,
): Promise<SignedInUser> {
  const credentials = credentialsOf(request)
  if (!credentials) throw new AppError('unauthenticated')
  const found = await app.parts.findSession(ctx, credentials.token, credentials.deviceToken)
  if (found.isSuperseded && !options.acceptsSuperseded) throw new AppError('409_SESSION_CONFLICT')
  return found.user
}

const knownZones = new Map<string, boolean>()

function timezoneOf(request: FastifyRequest): string {
  const zone = request.headers['x-timezone']
  if (typeof zone !== 'string' || zone.length > 64) return 'UTC'
  let isKnown = knownZones.get(zone)
  if (isKnown === undefined) {
    isKnown = isTimezone(zone)
    if (knownZones.size < 1_000) knownZones.set(zone, isKnown)
  }
  return isKnown ? zone : 'UTC'
}

function isTimezone(zone: string): boolean {
  try {
    // Its answer is used: a bundler leaves out a call whose answer nobody uses.
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
