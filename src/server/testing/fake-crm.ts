import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type CrmRecord = Record<string, string>
/** Whatever a test makes it say; the real one sends an object. */
type RecordAnswer = object | string
type InsertAnswer = 'hang-up' | { status: number; body: object | string }

export interface FakeCrm {
  /** The accounts server and the API's address alike. */
  url: string
  /** The bodies of all inserts that came with a living token, oldest first. */
  inserts: { data: CrmRecord[]; trigger: unknown[] }[]
  /** Every token it gave out so far. */
  tokens(): string[]
  tokensGiven(): number
  /** How often access was asked for, refused or not. */
  accessAsked(): number
  revokeTokens(): void
  refuseAccess(): void
  /** What each insert as a whole is answered; null for the usual. */
  answerInsert(answer: (() => InsertAnswer) | null): void
  /** What a record is answered; null for success. */
  answerRecord(answer: ((record: CrmRecord) => RecordAnswer | null) | null): void
  reset(): void
  close(): Promise<void>
}

/** Speaks Zoho's wire format over HTTP as the test tells it to: outages, refusals and half-good batches. */
export async function startFakeCrm(): Promise<FakeCrm> {
  const inserts: FakeCrm['inserts'] = []
  let given: string[] = []
  let alive = new Set<string>()
  let asked = 0
  let hasAccess = true
  let insertAnswer: (() => InsertAnswer) | null = null
  let recordAnswer: ((record: CrmRecord) => RecordAnswer | null) | null = null
  let lastId = 1_000

  const giveAccess = (): object => {
    asked += 1
    if (!hasAccess) return { error: 'invalid_code' }
    const token = `1000.fake-token-${given.length + 1}-${Math.random().toString(36).slice(2)}`
    given.push(token)
    alive.add(token)
    return { access_token: token, api_domain: url, token_type: 'Bearer', expires_in: 3_600 }
  }

  function insert(request: IncomingMessage, response: ServerResponse, text: string): void {
    const token = request.headers.authorization?.replace('Zoho-oauthtoken ', '') ?? ''
    if (!alive.has(token)) {
      send(response, 401, {
        code: 'INVALID_TOKEN',
        details: {},
        message: 'invalid oauth token',
        status: 'error',
      })
      return
    }
    const body = JSON.parse(text) as FakeCrm['inserts'][number]
    inserts.push(body)
    const whole = insertAnswer?.()
    if (whole === 'hang-up') response.destroy()
    else if (whole) send(response, whole.status, whole.body)
    else
      send(response, 207, {
        data: body.data.map(record => recordAnswer?.(record) ?? success(String(++lastId))),
      })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    if (request.url === '/oauth/v2/token') send(response, 200, giveAccess())
    else if (request.url === '/crm/v8/Leads') insert(request, response, text)
    else send(response, 404, {})
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    inserts,
    tokens: () => given,
    tokensGiven: () => given.length,
    accessAsked: () => asked,
    revokeTokens: () => alive.clear(),
    refuseAccess: () => {
      hasAccess = false
    },
    answerInsert: answer => {
      insertAnswer = answer
    },
    answerRecord: answer => {
      recordAnswer = answer
    },
    reset() {
      inserts.length = 0
      given = []
      alive = new Set()
      ;[asked, lastId, hasAccess, insertAnswer, recordAnswer] = [0, 1_000, true, null, null]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const success = (id: string): RecordAnswer => ({
  code: 'SUCCESS',
  status: 'success',
  message: 'record added',
  details: { id },
})

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
