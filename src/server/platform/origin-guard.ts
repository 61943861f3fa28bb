import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'
import { isOwnHost } from './own-names.ts'
import { isApiCall } from './secure-headers.ts'

const forgeryCookie = 'XSRF-TOKEN'
/** Where the former sign-in service's calls live on: they alone demand the cookie's value as a header. */
const asksForEcho = /^\/+api\/v1\/production\//i

/**
 * Refuses API calls that a browser makes from another site. A call without Origin is let through: nothing works by cookie
 * alone, only by the bearer header. Also hands out the cookie that the client echoes as X-XSRF-TOKEN, and refuses the
 * calls that ask for that echo and come without it.
 */
export function guardOrigin(app: HttpApp): void {
  const { publicUrl, isProduction } = app.parts
  const ownOrigin = new URL(publicUrl).origin
  app.fastify.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return
    giveForgeryCookie(request, reply, ownOrigin)
    const { origin, host } = request.headers
    // Outside production the same server also goes by localhost, by addresses and by a container's name.
    const isSame = !isProduction && origin === `http://${host}` && isOwnHost(host, publicUrl)
    const isOwn = origin === ownOrigin || isSame
    if (origin !== undefined && !isOwn) throw new AppError('origin_refused')
    if (!isEchoed(request)) throw new AppError('forgery_refused')
  })
}

/** Whether a call that changes something brings the cookie's value as its header, where that is asked for. */
function isEchoed({ method, headers, routeOptions, url }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || !asksForEcho.test(routeOptions.url ?? url)) return true
  const value = forgeryValue(headers)
  return value !== '' && headers['x-xsrf-token'] === value
}

/** The cookie's value; '' without one. */
function forgeryValue({ cookie = '' }: FastifyRequest['headers']): string {
  const [, value = ''] = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookie) ?? []
  return value
}

/** Readable by scripts on purpose: the client sends it back as a header, which another site cannot. */
export function giveForgeryCookie(request: FastifyRequest, reply: FastifyReply, ownOrigin: string): void {
  if (forgeryValue(request.headers) !== '') return
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  const value = randomBytes(18).toString('base64url')
  reply.header('set-cookie', `${forgeryCookie}=${value}; Path=/; SameSite=Strict${secure}`)
}
