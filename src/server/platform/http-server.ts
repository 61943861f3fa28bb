import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ErrorCode } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { sendError } from './error-mapper.ts'
import { AppError } from './errors.ts'
import type { HttpApp, HttpParts } from './http.ts'
import { parseJsonBody } from './json-body.ts'

/** Always 16 characters, so that two refusals differ in nothing but which letters it has. */
const makeRequestId = () => randomBytes(12).toString('base64url')

const defaultArrival = { headersMs: 10_000, wholeMs: 30_000, checkEveryMs: 2_000 }

/** The bare server: strict JSON, our errors, ids and limits. Headers, files and features are mounted by `app.ts`. */
export function createHttp(parts: HttpParts): HttpApp {
  const { arrival = defaultArrival } = parts
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
    // No parameter is longer than Node lets an address be: the router's own refusal has neither our body nor our headers.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    http: { headersTimeout: arrival.headersMs, connectionsCheckingInterval: arrival.checkEveryMs },
    requestTimeout: arrival.wholeMs,
    keepAliveTimeout: 65_000,
    rewriteUrl: request => readableUrl(request.url ?? '/'),
    clientErrorHandler: refuseUnreadable,
  }) as unknown as FastifyInstance
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler(sendError)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: FastifyRequest, text: string) => parseJsonBody(text),
  )
  const app: HttpApp = { fastify: server, parts, mounted: [], isDraining: false }
  server.addHook('onRequest', async (_, reply) => {
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
 * An address that cannot be decoded becomes one that no route has, on the same side of the house: so it is refused like
 * any other unknown address, with every header.
 */
function readableUrl(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.includes('%')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.startsWith('/api/') ? '/api/.unreadable' : '/.unreadable'
  }
}

/** What the parser could not read as HTTP, or did not get in time, is answered in a few bytes and cut off. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
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
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n\r\n${body}`)
}
