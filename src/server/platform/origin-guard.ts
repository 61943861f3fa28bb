import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'
import { isApiCall } from './secure-headers.ts'

const forgeryCookie = 'XSRF-TOKEN'

/**
 * Refuses API calls that a browser makes from another site. A call without Origin is let through: nothing works by cookie
 * alone, only by the bearer header. Also hands out the cookie that the client echoes as X-XSRF-TOKEN.
 */
export function guardOrigin(app: HttpApp): void {
  const { publicUrl, isProduction } = app.parts
  const ownOrigin = new URL(publicUrl).origin
  app.fastify.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return
    giveForgeryCookie(request, reply, ownOrigin)
    const { origin } = request.headers
    if (origin === undefined || origin === ownOrigin) return
    // Outside production the same server also goes by localhost, 127.0.0.1 or the machine's own name.
    if (!isProduction && origin === `http://${request.headers.host}`) return
    throw new AppError('origin_refused')
  })
}

/** Readable by scripts on purpose: the client sends it back as a header, which another site cannot. */
export function giveForgeryCookie(request: FastifyRequest, reply: FastifyReply, ownOrigin: string): void {
  if (request.headers.cookie?.includes(`${forgeryCookie}=`)) return
  const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
  const value = randomBytes(18).toString('base64url')
  reply.header('set-cookie', `${forgeryCookie}=${value}; Path=/; SameSite=Strict${secure}`)
}
