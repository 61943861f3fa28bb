import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './error-mapper.ts'
import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'
import { giveForgeryCookie } from './origin-guard.ts'
import { isApiCall } from './secure-headers.ts'
import type { WebFiles } from './web-files.ts'

/** What no route answers: files and pages of the app, 405 for a known path, 404 in JSON for the rest. */
export function answerTheRest(app: HttpApp, files: WebFiles): void {
  const ownOrigin = new URL(app.parts.publicUrl).origin
  app.fastify.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!isApiCall(request)) {
      if (request.headers.accept?.includes('text/html')) giveForgeryCookie(request, reply, ownOrigin)
      if (files.answer(request, reply)) return reply
      return sendError(new AppError('not_found'), request, reply)
    }
    const allowed = methodsOf(app, request.url)
    if (allowed.length === 0) return sendError(new AppError('not_found'), request, reply)
    reply.header('allow', allowed.join(', '))
    return sendError(new AppError('method_not_allowed'), request, reply)
  })
}

/** The methods under which a path is mounted. */
function methodsOf(app: HttpApp, url: string): string[] {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/$/, '')
  const matches = app.mounted.filter(endpoint => {
    const pattern = `/api${endpoint.path}`.replace(/:\w+/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(path)
  })
  return [...new Set(matches.map(endpoint => endpoint.method))]
}
