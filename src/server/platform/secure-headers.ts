import helmet from '@fastify/helmet'
import type { FastifyRequest } from 'fastify'
import type { HttpApp } from './http.ts'

/** Nothing inline, nothing foreign; markup reaches the page only through the app's one Trusted Types policy. */
const contentPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['soko'],
}

/** Puts the security headers on every answer, and keeps answers of the API out of every cache. */
export async function secureHeaders(app: HttpApp): Promise<void> {
  const { isProduction, publicUrl } = app.parts
  const isEncrypted = publicUrl.startsWith('https:')
  await app.fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...contentPolicy, ...(isEncrypted && { upgradeInsecureRequests: [] }) },
    },
    strictTransportSecurity: isProduction && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.fastify.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    if (isApiCall(request)) reply.header('cache-control', 'no-store')
    // Who shares a link means those it was given to, and no search engine.
    if (isApiCall(request) || isSharedPage(request)) reply.header('x-robots-tag', 'noindex, nofollow')
  })
}

/** Whether a call is one of the API's: by its route, since an address may be written in many ways, else by its path. */
export const isApiCall = (request: FastifyRequest): boolean =>
  /^\/+api(?:[/?#]|$)/i.test(request.routeOptions.url ?? request.url)

const isSharedPage = (request: FastifyRequest): boolean => /^\/+shared(?:[/?#]|$)/i.test(request.url)
