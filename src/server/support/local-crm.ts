import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../platform/escape-html.ts'
import type { HttpApp } from '../platform/http.ts'
import { sendLocalPage } from '../platform/local-page.ts'
import type { ZohoSettings } from './zoho-crm.ts'

/** Where the stand-in lives; its page for people and, below it, the two calls of the real one. */
export const localCrmPath = '/dev/crm'

/** Who the product says it is to the stand-in. Nothing real: it is mounted outside production only. */
export const localCrmClient = {
  clientId: 'local-client',
  clientSecret: 'local-secret',
  refreshToken: 'local-refresh',
  lastPromptField: 'Last_Prompt',
  lastAnswerField: 'Last_Prompt_Response',
} as const satisfies Omit<ZohoSettings, 'accountsUrl'>

const tokenSeconds = 3_600
const keptAtMost = 200
const bodyMaxBytes = 4_000_000

/** The longest each field may be, as the real one's own layout has it. */
const fieldMaxLength: Record<string, number> = {
  First_Name: 40,
  Last_Name: 80,
  Email: 100,
  Phone: 30,
  Company: 100,
  Lead_Source: 120,
  Description: 32_000,
  Last_Prompt: 2_000,
  Last_Prompt_Response: 2_000,
}
const needed = ['Last_Name', 'Company']

interface ReceivedLead {
  id: string
  received_at: string
  fields: Record<string, string>
}

/**
 * A stand-in for Zoho CRM that speaks its wire format: `oauth/v2/token` and `crm/v8/Leads`. What it received is listed at
 * its address, newest first: JSON for a tool, a page for a browser. It forgets with the process.
 */
export function mountLocalCrm(app: HttpApp): void {
  const received: ReceivedLead[] = []
  const tokens = new Map<string, number>()
  const isAlive = (token: string) => (tokens.get(token) ?? 0) > Date.now()

  void app.fastify.register(async scope => {
    // Only here: the API itself takes JSON and nothing else.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    scope.post(`${localCrmPath}/oauth/v2/token`, async request => {
      const { grant_type, client_id, client_secret, refresh_token } = request.body as Record<string, unknown>
      const { clientId, clientSecret, refreshToken } = localCrmClient
      if (client_id !== clientId || client_secret !== clientSecret) return { error: 'invalid_client' }
      if (grant_type !== 'refresh_token' || refresh_token !== refreshToken) return { error: 'invalid_code' }
      const access_token = `1000.${randomBytes(24).toString('hex')}`
      tokens.set(access_token, Date.now() + tokenSeconds * 1_000)
      const api_domain = `http://${request.host}${localCrmPath}`
      return { access_token, api_domain, token_type: 'Bearer', expires_in: tokenSeconds }
    })
    scope.post(
      `${localCrmPath}/crm/v8/Leads`,
      { bodyLimit: bodyMaxBytes },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const [, token = ''] = /^Zoho-oauthtoken (\S+)$/.exec(request.headers.authorization ?? '') ?? []
        if (!isAlive(token)) return reply.code(401).send(problem('INVALID_TOKEN', 'invalid oauth token'))
        const { data } = (request.body ?? {}) as { data?: unknown }
        if (!Array.isArray(data) || data.length === 0 || data.length > 100)
          return reply.code(400).send(problem('INVALID_DATA', 'invalid data', { api_name: 'data' }))
        const answers = data.map((record: unknown) => take(record, received))
        const failures = answers.filter(({ status }) => status === 'error').length
        return reply
          .code(failures === 0 ? 201 : failures === answers.length ? 400 : 207)
          .send({ data: answers })
      },
    )
  })
  app.fastify.get(localCrmPath, (request, reply) => showReceived(received, request, reply))
}

const problem = (code: string, message: string, details: object = {}) => ({
  code,
  details,
  message,
  status: 'error' as const,
})

function take(record: unknown, received: ReceivedLead[]) {
  const fields = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>
  for (const api_name of needed)
    if (!fields[api_name]) return problem('MANDATORY_NOT_FOUND', 'required field not found', { api_name })
  for (const [api_name, value] of Object.entries(fields)) {
    const maximum_length = fieldMaxLength[api_name]
    if (typeof value !== 'string' || (maximum_length !== undefined && value.length > maximum_length))
      return problem('INVALID_DATA', 'invalid data', { api_name, maximum_length })
  }
  const { Email = 'none@example.com' } = fields
  if (!/^\S+@\S+\.\S+$/.test(String(Email)))
    return problem('INVALID_DATA', 'invalid data', { api_name: 'Email' })
  const id = String(4_150_868_000_000_000 + received.length + Math.floor(Math.random() * 1e9))
  received.unshift({ id, received_at: new Date().toISOString(), fields: fields as Record<string, string> })
  received.length = Math.min(received.length, keptAtMost)
  return { code: 'SUCCESS', details: { id }, message: 'record added', status: 'success' as const }
}

function showReceived(received: readonly ReceivedLead[], request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
  if (!request.headers.accept?.includes('text/html')) return reply.send(received)
  const articles = received.map(({ id, received_at, fields }) => {
    const rows = Object.entries(fields).map(
      ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
    )
    return `<article><header><h2>Lead ${id}</h2><p>${received_at}</p></header><dl>${rows.join('')}</dl></article>`
  })
  return sendLocalPage(reply, {
    title: 'Local CRM',
    note: 'No CRM is set, so requests for support stay here, as one would have received them. Reload to see newer ones.',
    empty: 'No lead yet.',
    articles,
  })
}
