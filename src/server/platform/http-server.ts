import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ErrorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { sendError } from './error-mapper.ts'
import { AppError } from './errors.ts'
import type { HttpApp, HttpParts } from './http.ts'
import { parseJsonBody } from './json-body.ts'
import { securityHeaders } from './secure-headers.ts'

/** Always 16 characters, so that two refusals differ in nothing but which letters it has. */
const makeRequestId = () => randomBytes(12).toString('base64url')

const defaultArrival = { headersMs: 10_000, wholeMs: 30_000, checkEveryMs: 2_000 }

/** How many run in all, their connections decide. */
const expensiveCallLimits = {
  ...{ atOnce: Number.POSITIVE_INFINITY, atOncePerUser: 3, waiting: 500, waitingPerUser: 30 },
  ...{ refused: 'newest' as const, waitMaxMs: 10_000 },
}

/** The bare server: strict JSON, our errors, ids and limits. Headers, files and features are mounted by `app.ts`. */
export function createHttp(parts: HttpParts): HttpApp {
  const { arrival = defaultArrival } = parts
  const headers = securityHeaders(parts)
  const server = fastify({
    // The framework's own small talk stays out; what requests log goes where everything goes.
    loggerInstance: parts.log.child(
      {},
      { level: parts.log.isLevelEnabled('warn') ? 'warn' : parts.log.level },
    ),
    childLoggerFactory: (_, bindings, options) => parts.log.child(bindings, options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: makeRequestId,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    bodyLimit: limits.bodyMaxBytes,
    // No parameter is longer than Node lets an address be.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    http: {
      headersTimeout: arrival.headersMs,
      connectionsCheckingInterval: arrival.checkEveryMs,
      // Refused by us below: Node's own refusal has no headers.
      requireHostHeader: false,
    },
    requestTimeout: arrival.wholeMs,
    keepAliveTimeout: 65_000,
    // The framework's answer while it closes has neither our body nor our headers; what still comes in is served or refused by us.
    return503OnClosing: false,
    // An address that cannot be decoded is found by no route and passes no hook.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers)),
    clientErrorHandler: refuseUnreadable(headers),
  }) as unknown as FastifyInstance
  // An expectation may be ignored; Node's own refusal of it has no headers.
  server.server.on('checkExpectation', server.routing)
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler(sendError)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: FastifyRequest, text: string) => parseJsonBody(text),
  )
  const expensiveCalls = createConcurrencyLimit(expensiveCallLimits)
  const app: HttpApp = { fastify: server, parts, mounted: [], isDraining: false, expensiveCalls }
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      reply.header('connection', 'close')
      throw new AppError('malformed', { message: 'The request names no host.' })
    }
    // A small body could unpack to an endless one.
    if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
      throw new AppError('unsupported_media_type', { message: 'Send the body uncompressed.' })
    // A balancer or browser that keeps the connection would go on asking a server that ends.
    if (app.isDraining) reply.header('connection', 'close')
  })
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the address: what people put into a query stays out of the log.
    const { method, url: route = 'none' } = request.routeOptions
    const fields = { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.debug(fields, 'answered')
  })
  return app
}

/**
 * What the parser could not read as HTTP, or did not get in time: answered in a few bytes, with the headers that every
 * answer has, and cut off.
 */
const refuseUnreadable =
  (headers: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [status, code, message]: [string, ErrorCode, string] =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'malformed', 'The request took too long to arrive.']
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? ['431 Request Header Fields Too Large', 'payload_too_large', 'The headers are too large.']
          : ['400 Bad Request', 'malformed', 'The request could not be read.']
    const body = JSON.stringify(new AppError(code, { message }).body(makeRequestId()))
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  }
