import type { FastifyRequest } from 'fastify'
import type { HttpApp, HttpParts } from './http.ts'

type Directives = ReadonlyMap<string, readonly string[]>

/** Nothing inline, nothing foreign; markup reaches the page only through the app's one Trusted Types policy. */
const strict: Directives = new Map([
  ['default-src', ["'none'"]],
  ['script-src', ["'self'"]],
  ['style-src', ["'self'"]],
  ['img-src', ["'self'", 'data:', 'blob:']],
  ['font-src', ["'self'"]],
  ['connect-src', ["'self'"]],
  ['manifest-src', ["'self'"]],
  ['worker-src', ["'self'"]],
  ['frame-src', ["'self'"]],
  ['form-action', ["'self'"]],
  ['base-uri', ["'none'"]],
  ['object-src', ["'none'"]],
  ['frame-ancestors', ["'none'"]],
  ['require-trusted-types-for', ["'script'"]],
  ['trusted-types', ['soko']],
])

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

/**
 * What every answer carries, whoever makes it: `createHttp` puts it on what routes answer and on what is refused before
 * any route is found.
 */
export function securityHeaders({
  isProduction,
  publicUrl,
}: Pick<HttpParts, 'isProduction' | 'publicUrl'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': textOf(strict, isEncrypted(publicUrl)),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    ...(isProduction && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  }
}

const isEncrypted = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** Keeps answers of the API out of every cache and search engine, and lets special pages do what they have to. */
export function restrictPages(app: HttpApp, special: SpecialPages): void {
  app.fastify.addHook('onRequest', async (request, reply) => {
    if (isApiCall(request)) reply.header('cache-control', 'no-store')
    // Who shares a link means those it was given to, and no search engine.
    if (isApiCall(request) || isSharedPage(request)) reply.header('x-robots-tag', 'noindex, nofollow')
    if (special.hasPopups) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  })
  loosen(app, special)
}

/** Lets the named pages run what their policies name, and stand where they may. */
function loosen(app: HttpApp, { outside, isFramed }: SpecialPages): void {
  const upgrade = isEncrypted(app.parts.publicUrl)
  const pages = outside
    .filter(({ policies }) => policies.length > 0)
    .map(({ paths, policies }) => ({ paths, directives: loosened(policies) }))
  app.fastify.addHook('onRequest', async (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').replace(/(.)\/$/, '$1')
    const page = pages.find(({ paths }) => paths.includes(path))
    const mayBeFramed = isFramed(path)
    if (!page && !mayBeFramed) return
    const directives = page?.directives ?? strict
    reply.header('content-security-policy', textOf(mayBeFramed ? framed(directives) : directives, upgrade))
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
