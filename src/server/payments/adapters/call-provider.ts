import { ProviderError, type Reach } from '../provider.ts'

const timeoutMs = 10_000
const answerMaxBytes = 65_536

export interface ProviderCall {
  /** For the log: which call it was, e.g. 'expressPay query'. */
  what: string
  url: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

export interface ProviderAnswer {
  status: number
  /** undefined where the body is none. */
  json: unknown
}

/**
 * Asks a provider once: 10 s, 64 KB, no redirect followed, since credentials go along. What it says to a refusal (4xx) is
 * the caller's to read.
 * @throws ProviderError; it names the call and a status or the socket's error, never an address, a body or a header
 */
export async function callProvider(reach: Reach, call: ProviderCall): Promise<ProviderAnswer> {
  const { what, url, method, headers, body } = call
  let status: number
  let text: string | null
  try {
    const answer = await reach.fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = answer.status
    text = await boundedText(answer)
  } catch (error) {
    throw new ProviderError('unavailable', `${what}: ${nameOf(error)}`)
  }
  if (status === 429 || status >= 500) throw new ProviderError('unavailable', `${what}: answered ${status}`)
  if (text === null) throw new ProviderError('malformed', `${what}: the answer is too long`)
  if (status >= 300 && status < 400) throw new ProviderError('malformed', `${what}: leads elsewhere`)
  return { status, json: jsonOf(text) }
}

/** null once it is longer than it may be: the rest is not read. */
async function boundedText(answer: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > answerMaxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What happened to the socket, by its name alone: messages may repeat the address and what was sent. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'no answer'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
  return /^\w{1,40}$/.test(code) ? code : 'no answer'
}

/** The provider's answer to a refusal with nothing more to read. */
export function refusalOf(what: string, status: number): ProviderError {
  const fault = status === 401 || status === 403 ? 'misconfigured' : status === 404 ? 'not_found' : 'rejected'
  return new ProviderError(fault, `${what}: answered ${status}`)
}

/** The fields of an answer; none where it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** A text, or a number as text; null for what is neither, and for nothing. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** An id as providers have them: one word of plain signs. Anything else names nothing, and is kept nowhere. */
export function idIn(value: unknown): string | null {
  const text = textIn(value)
  return text !== null && /^[\x21-\x7e]{1,256}$/.test(text) ? text : null
}

/** A provider's word, fit for the record: short, one line, plain letters. */
export const wordsOf = (...parts: unknown[]): string =>
  parts
    .flatMap(part => textIn(part) ?? [])
    .join(' ')
    .replace(/[^\w .,:()-]+/g, ' ')
    .trim()
    .slice(0, 80)
