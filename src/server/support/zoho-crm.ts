import * as z from 'zod/mini'
import { clipText } from '../../contract/clip-text.ts'
import { type Crm, CrmAway, type Lead, type LeadAnswer } from './crm.ts'
import { oneLine } from './one-line.ts'

export interface ZohoSettings {
  /** Of the data centre the account lives in, e.g. https://accounts.zoho.eu; without a slash at its end. */
  accountsUrl: string
  clientId: string
  clientSecret: string
  refreshToken: string
  /** API names of the custom fields for the last question and its answer; null where the CRM has none. */
  lastPromptField: string | null
  lastAnswerField: string | null
}

/** What a call needs: the access token and where to use it. */
export interface ZohoAccess {
  token: string
  /** Without a slash at its end. */
  apiUrl: string
}

export interface FreshAccess extends ZohoAccess {
  livesSeconds: number
}

/** Keeps the one access token of all instances. */
export interface AccessKeeper {
  /** `rejected` is a token that was refused although it should still live. @throws CrmAway */
  get(rejected: string | null): Promise<ZohoAccess>
  /** A fresh token was refused as well: no other is asked for in its place for a while. */
  pause(): Promise<void>
}

const timeoutMs = 10_000
const answerMaxBytes = 1_000_000

const tokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  api_domain: z.string().check(z.refine(text => URL.canParse(text))),
  expires_in: z._default(z.number(), 3_600),
})
const insertAnswer = z.object({ data: z.array(z.unknown()) })
const anything = z.record(z.string(), z.unknown())
const refusal = z.object({ code: z.string() })

/** Answers of one record that the same lead may yet get past. */
const passing = new Set([
  'INTERNAL_ERROR',
  'LIMIT_EXCEEDED',
  'RECORD_LOCKED',
  'TOO_MANY_REQUESTS',
  'UNREADABLE',
])

/**
 * Changes the refresh token for an access token.
 * @throws CrmAway, which never holds a token or a secret
 */
export async function askZohoForAccess(settings: ZohoSettings): Promise<FreshAccess> {
  const { accountsUrl, clientId, clientSecret, refreshToken } = settings
  const answer = await post(`${accountsUrl}/oauth/v2/token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    }).toString(),
  })
  const read = tokenAnswer.safeParse(answer.json)
  // A refusal comes with 200 as well: `{"error":"invalid_code"}`.
  if (!read.success) throw new CrmAway(`The CRM gave no access: ${reasonOf(answer)}`)
  const { access_token, api_domain, expires_in } = read.data
  // What is said over an encrypted line must not lead to a plain one.
  if (accountsUrl.startsWith('https:') && !api_domain.startsWith('https:'))
    throw new CrmAway('The CRM named an address without encryption')
  return { token: access_token, apiUrl: api_domain.replace(/\/+$/, ''), livesSeconds: expires_in }
}

/** Zoho CRM, version 8 of its API: each ticket is inserted as a Lead, and no automation of the CRM is set off. */
export function createZohoCrm(settings: ZohoSettings, keeper: AccessKeeper): Crm {
  return {
    fields: { lastPrompt: settings.lastPromptField, lastAnswer: settings.lastAnswerField },
    async insert(leads) {
      const access = await keeper.get(null)
      const first = await postLeads(access, leads)
      if (first.status !== 401) return readAnswers(first, leads.length)
      const second = await postLeads(await keeper.get(access.token), leads)
      if (second.status === 401) await keeper.pause()
      return readAnswers(second, leads.length)
    },
  }
}

const postLeads = ({ token, apiUrl }: ZohoAccess, leads: readonly Lead[]) =>
  post(`${apiUrl}/crm/v8/Leads`, {
    headers: { 'content-type': 'application/json', authorization: `Zoho-oauthtoken ${token}` },
    body: JSON.stringify({ data: leads, trigger: [] }),
  })

/** An answer for each record: a batch can be half good, whatever its status says. */
function readAnswers(answer: Answer, count: number): LeadAnswer[] {
  const read = insertAnswer.safeParse(answer.json)
  if (!read.success || read.data.data.length !== count)
    throw new CrmAway(`The CRM took no leads: ${reasonOf(answer)}`)
  return read.data.data.map(readRecord)
}

/** Each record by itself: one that cannot be read must not send again those that were taken beside it. */
function readRecord(record: unknown): LeadAnswer {
  const { status, code: said, message, details } = anything.safeParse(record).data ?? {}
  const { id, api_name } = anything.safeParse(details).data ?? {}
  if (wordOf(status).toLowerCase() === 'success') return { kind: 'taken', leadId: wordOf(id) || null }
  const code = wordOf(said) || 'UNREADABLE'
  const words = typeof message === 'string' ? oneLine(message) : ''
  const reason = clipText(`${code}: ${words}`, 200)
  if (passing.has(code)) return { kind: 'not-now', code, reason }
  return { kind: 'refused', code, reason, field: wordOf(api_name) || null }
}

/** A code, a number or a field's name; empty where it is none. Free text, which may repeat what was sent, is none. */
const wordOf = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^[\w.-]{1,100}$/.test(text) ? text : ''
}

interface Answer {
  status: number
  json: unknown
}

/** @throws CrmAway where nobody answers in time, or no JSON comes */
async function post(url: string, init: { headers: Record<string, string>; body: string }): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      ...init,
      // A token follows no redirect.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    return { status: answer.status, json: text.length > answerMaxBytes ? null : jsonOf(text) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const name = cause instanceof Error ? cause.name : 'unknown'
    throw new CrmAway(`The CRM cannot be reached: ${code || name}`)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an answer says of itself, from its known fields only: an unknown body might repeat what was sent. */
function reasonOf({ status, json }: Answer): string {
  const read = refusal.safeParse(json)
  if (read.success) return `${status} ${wordOf(read.data.code)}`
  const simple = z.object({ error: z.string() }).safeParse(json)
  return simple.success ? `${status} ${wordOf(simple.data.error)}` : String(status)
}
