import type { FastifyReply } from 'fastify'
import type { HttpApp } from '../../platform/http.ts'
import { consentPage, consentScript, consentStyle, donePage } from './consent-page.ts'
import { facebookScript } from './facebook-script.ts'
import { googleScript } from './google-script.ts'
import type { Graph, GraphAnswer } from './graph.ts'
import type { Issuer } from './issuer.ts'
import { personIn } from './person.ts'

type Query = Record<string, unknown>

/** Every address of the stand-ins, below `place`. */
export function mountPages(app: HttpApp, place: string, issuer: Issuer, graph: Graph): void {
  const { fastify } = app
  const file = (path: string, type: string, text: string) =>
    fastify.get(`${place}${path}`, (_, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    )
  file('/gsi.js', 'text/javascript', googleScript)
  file('/sdk.js', 'text/javascript', facebookScript)
  file('/consent.js', 'text/javascript', consentScript)
  file('/consent.css', 'text/css', consentStyle)

  const page = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  const nonceIn = ({ nonce }: Query) => (typeof nonce === 'string' ? nonce : '')

  fastify.get(`${place}/google/certs`, (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(issuer.keys()),
  )
  fastify.get(`${place}/google`, ({ query }, reply) =>
    page(reply, consentPage({ provider: 'GOOGLE', place, nonce: nonceIn(query as Query) })),
  )
  fastify.get(`${place}/google/credential`, async ({ query }, reply) => {
    const credential = await issuer.tokenFor(personIn(query as Query), nonceIn(query as Query))
    return reply.header('cache-control', 'no-store').send({ credential })
  })
  fastify.get(`${place}/google/done`, async ({ query }, reply) => {
    const person = personIn(query as Query)
    const credential = await issuer.tokenFor(person, nonceIn(query as Query))
    return page(reply, donePage(place, { credential, person: query }))
  })

  fastify.get(`${place}/facebook`, (_, reply) =>
    page(reply, consentPage({ provider: 'FACEBOOK', place, nonce: '' })),
  )
  fastify.get(`${place}/facebook/done`, ({ query }, reply) => {
    const person = personIn(query as Query)
    const authResponse = { accessToken: graph.tokenFor(person), userID: person.sub, expiresIn: 7_200 }
    return page(reply, donePage(place, { authResponse }))
  })
  const graphAnswer = (reply: FastifyReply, { status, body }: GraphAnswer) =>
    reply.code(status).header('cache-control', 'no-store').send(body)
  fastify.get(`${place}/graph/:version/debug_token`, ({ query }, reply) =>
    graphAnswer(reply, graph.inspect(query as Query)),
  )
  fastify.get(`${place}/graph/:version/me`, ({ query }, reply) =>
    graphAnswer(reply, graph.me(query as Query)),
  )
}
