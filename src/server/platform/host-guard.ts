import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'
import { hostName, isLoopbackAddress, isLoopbackName, isOwnHost, passedOn } from './own-names.ts'

/**
 * Refuses names that a stranger's DNS may have pointed here: to a browser their page and this server would be one site.
 * In production the proxy in front chooses the Host, and there is nothing that such a page could use.
 */
export function guardHost(app: HttpApp): void {
  const { publicUrl, isProduction } = app.parts
  if (isProduction) return
  app.fastify.addHook('onRequest', async request => {
    if (isOwnHost(request.headers.host, publicUrl)) return
    const message =
      'This server does not go by that name. Open it by its address, or set PUBLIC_URL to the name.'
    throw new AppError('origin_refused', { message })
  })
}

/** Keeps everything below /dev to this machine: elsewhere it is not there. To be called before anything is mounted. */
export function keepDevLocal(app: HttpApp): void {
  app.fastify.addHook('onRequest', async request => {
    // By the route, since an address may be written in many ways.
    if (request.routeOptions.url?.startsWith('/dev/') && !isFromHere(request)) throw new AppError('not_found')
  })
}

/** Asked on this machine, by its own name, and not passed on from elsewhere. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const name = hostName(headers.host ?? '')
  return (
    isLoopbackAddress(socket.remoteAddress) &&
    name !== null &&
    isLoopbackName(name) &&
    !Object.keys(headers).some(header => passedOn.test(header))
  )
}
