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

/** Hosts by directive, as a provider's script wants them. */
export type OutsidePolicy = Readonly<Record<string, readonly string[]>>

/** Pages that may run scripts of others, and what those need. */
export interface OutsidePages {
  paths: readonly string[]
  policies: readonly OutsidePolicy[]
}

/**
 * The policy of a page that runs scripts of others: the hosts they need and no more. They know nothing of Trusted Types,
 * so those are not asked for there.
 */
function outsideContentPolicy(policies: readonly OutsidePolicy[], upgrade: boolean): string {
  const { requireTrustedTypesFor: _, trustedTypes: __, ...strict } = contentPolicy
  const directives = new Map(
    Object.entries(strict).map(([name, values]) => [
      name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
      [...values],
    ]),
  )
  for (const policy of policies) {
    for (const [name, hosts] of Object.entries(policy)) {
      directives.set(name, [...(directives.get(name) ?? []), ...hosts])
    }
  }
  const lines = [...directives].map(([name, values]) => `${name} ${values.join(' ')}`)
  return [...lines, ...(upgrade ? ['upgrade-insecure-requests'] : [])].join(';')
}

/** Puts the security headers on every answer, and keeps answers of the API out of every cache. */
export async function secureHeaders(app: HttpApp, outside?: OutsidePages): Promise<void> {
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
  if (outside && outside.policies.length > 0) loosen(app, outside, isEncrypted)
}

/** Lets the named pages run what their policies name. */
function loosen(app: HttpApp, { paths, policies }: OutsidePages, isEncrypted: boolean): void {
  const policy = outsideContentPolicy(policies, isEncrypted)
  app.fastify.addHook('onRequest', async (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').replace(/(.)\/$/, '$1')
    if (!paths.includes(path)) return
    reply.header('content-security-policy', policy)
    // Their windows answer the page that opened them, and want to know whose page that is.
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  })
}

/** Whether a call is one of the API's: by its route, since an address may be written in many ways, else by its path. */
export const isApiCall = (request: FastifyRequest): boolean =>
  /^\/+api(?:[/?#]|$)/i.test(request.routeOptions.url ?? request.url)

const isSharedPage = (request: FastifyRequest): boolean => /^\/+shared(?:[/?#]|$)/i.test(request.url)
