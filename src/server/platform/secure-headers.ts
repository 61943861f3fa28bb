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
  frameSrc: ["'self'"],
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

export interface SpecialPages {
  outside: readonly OutsidePages[]
  /** Which may stand in a frame of a page of ours, by their path. */
  isFramed(path: string): boolean
  /** Whether windows that a framed page opens answer it: the page around it has to allow that. */
  hasPopups: boolean
}

const none: SpecialPages = { outside: [], isFramed: () => false, hasPopups: false }

type Directives = ReadonlyMap<string, readonly string[]>

const strict: Directives = new Map(
  Object.entries(contentPolicy).map(([name, values]) => [
    name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
    values,
  ]),
)

/**
 * The policy of a page that runs scripts of others: the hosts they need and no more. They know nothing of Trusted Types,
 * so those are not asked for there.
 */
function loosened(policies: readonly OutsidePolicy[]): Directives {
  const directives = new Map([...strict].filter(([name]) => !/^(?:require-)?trusted-types/.test(name)))
  for (const policy of policies) {
    for (const [name, hosts] of Object.entries(policy)) {
      directives.set(name, [...new Set([...(directives.get(name) ?? []), ...hosts])])
    }
  }
  return directives
}

const framed = (directives: Directives): Directives =>
  new Map([...directives, ['frame-ancestors', ["'self'"]]])

function textOf(directives: Directives, upgrade: boolean): string {
  const lines = [...directives].map(([name, values]) => `${name} ${values.join(' ')}`)
  return [...lines, ...(upgrade ? ['upgrade-insecure-requests'] : [])].join(';')
}

/** Puts the security headers on every answer, and keeps answers of the API out of every cache. */
export async function secureHeaders(app: HttpApp, special: SpecialPages = none): Promise<void> {
  const { isProduction, publicUrl } = app.parts
  const isEncrypted = publicUrl.startsWith('https:')
  await app.fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...contentPolicy, ...(isEncrypted && { upgradeInsecureRequests: [] }) },
    },
    strictTransportSecurity: isProduction && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: special.hasPopups ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.fastify.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    if (isApiCall(request)) reply.header('cache-control', 'no-store')
    // Who shares a link means those it was given to, and no search engine.
    if (isApiCall(request) || isSharedPage(request)) reply.header('x-robots-tag', 'noindex, nofollow')
  })
  loosen(app, special, isEncrypted)
}

/** Lets the named pages run what their policies name, and stand where they may. */
function loosen(app: HttpApp, { outside, isFramed }: SpecialPages, isEncrypted: boolean): void {
  const pages = outside
    .filter(({ policies }) => policies.length > 0)
    .map(({ paths, policies }) => ({ paths, directives: loosened(policies) }))
  app.fastify.addHook('onRequest', async (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').replace(/(.)\/$/, '$1')
    const page = pages.find(({ paths }) => paths.includes(path))
    const mayBeFramed = isFramed(path)
    if (!page && !mayBeFramed) return
    const directives = page?.directives ?? strict
    reply.header(
      'content-security-policy',
      textOf(mayBeFramed ? framed(directives) : directives, isEncrypted),
    )
    if (mayBeFramed) reply.header('x-frame-options', 'SAMEORIGIN')
    if (!page) return
    // Their windows answer the page that opened them, and want to know whose page that is.
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  })
}

/** Whether a call is one of the API's: by its route, since an address may be written in many ways, else by its path. */
export const isApiCall = (request: FastifyRequest): boolean =>
  /^\/+api(?:[/?#]|$)/i.test(request.routeOptions.url ?? request.url)

const isSharedPage = (request: FastifyRequest): boolean => /^\/+shared(?:[/?#]|$)/i.test(request.url)
