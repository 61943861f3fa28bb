import type { AnswerOf, BodyInput, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts'
import { type ApiError, errorOfResponse, networkError } from './api-error.ts'
import { apiBase } from './config.ts'
import { keepEarly, takeEarly } from './early-calls.ts'
import { getSession } from './session-store.ts'
import { timeZone } from './time-zone.ts'

type Given<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]: V }

/**
 * One call, spelled out and checked against its contract type: `call<typeof login>({ method: 'POST', path: '/login', … })`.
 * Only the type is imported, so no schema travels to the browser.
 */
export type Call<E extends Endpoint> = {
  method: E['method']
  path: E['path']
  query?: QueryOf<E>
  signal?: AbortSignal
} & Given<'body', BodyInput<E>> &
  Given<'params', ParamsOf<E>>

/** The same call, its types forgotten: what goes over the wire. */
export interface RawCall {
  method: string
  path: string
  query?: unknown
  params?: unknown
  body?: unknown
  signal?: AbortSignal | undefined
}

export type SessionLoss = 'ended' | 'superseded'
let onLoss: (loss: SessionLoss) => void = () => {}

/** Who acts when the server no longer takes this browser's token. */
export function onSessionLoss(listener: (loss: SessionLoss) => void): void {
  onLoss = listener
}

/** The address of a call, parameters filled in and the query appended. */
export function addressOf({ path, params, query }: Pick<RawCall, 'path' | 'params' | 'query'>): string {
  const given = (params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const pairs = Object.entries((query ?? {}) as Record<string, string | undefined>)
  const search = new URLSearchParams(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined))
  return `${apiBase}${filled}${search.size > 0 ? `?${search}` : ''}`
}

const forgeryToken = () => /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]

function headersOf(call: RawCall, token: { token: string; device_token: string } | null): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  // A form says its own type, with the mark between its parts.
  if (call.body !== undefined && !(call.body instanceof FormData))
    headers.set('Content-Type', 'application/json')
  if (token) {
    headers.set('Authorization', `Bearer ${token.token}`)
    headers.set('X-Device-Token', token.device_token)
    headers.set('X-Timezone', timeZone())
  }
  // Reading a cookie is dear, so it is done no more often than it must.
  const forgery = call.method === 'GET' || call.method === 'HEAD' ? undefined : forgeryToken()
  if (forgery) headers.set('X-XSRF-TOKEN', decodeURIComponent(forgery))
  return headers
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null
  return body instanceof FormData ? body : JSON.stringify(body)
}

/** Sends a call and gives back a good response; throws ApiError, and tells of a lost session first. */
export async function send(call: RawCall, extra: Record<string, string> = {}): Promise<Response> {
  const session = getSession()
  const headers = headersOf(call, session)
  for (const [name, value] of Object.entries(extra)) headers.set(name, value)
  let response: Response
  try {
    response = await fetch(addressOf(call), {
      method: call.method,
      headers,
      body: bodyOf(call.body),
      signal: call.signal ?? null,
      credentials: 'same-origin',
    })
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    throw networkError()
  }
  if (response.ok) return response
  const error = await errorOfResponse(response)
  // A late answer to a token that is no longer ours must not end the session that came after it.
  if (session && session.token === getSession()?.token) reportLoss(error)
  throw error
}

function reportLoss(error: ApiError): void {
  if (error.status === 401 || error.status === 403) onLoss('ended')
  else if (error.code === '409_SESSION_CONFLICT') onLoss('superseded')
}

/** Another device, browser or tab took the session over; learnt from a message, not from a refused call. */
export const tellSuperseded = (): void => onLoss('superseded')

/** Calls an endpoint and gives its answer. Throws ApiError. */
export function call<E extends Endpoint>(request: Call<E>): Promise<AnswerOf<E>> {
  return (takeEarly(request) ?? callNow(request)) as Promise<AnswerOf<E>>
}

async function callNow(request: RawCall): Promise<unknown> {
  const response = await send(request)
  try {
    return await response.json()
  } catch {
    throw networkError()
  }
}

/** Sends a form with files in place of a call's JSON body (multipart/form-data). Throws ApiError. */
export const upload = <E extends Endpoint>(
  request: Omit<Call<E>, 'body' | 'method'>,
  form: FormData,
): Promise<AnswerOf<E>> => callNow({ ...request, method: 'POST', body: form }) as Promise<AnswerOf<E>>

/** Makes a call before the part of the app that will make it is there: that one then finds the answer under way. */
export const callEarly = (request: RawCall): void => keepEarly(request, callNow(request))

/** A file with the name the server gives it; null where it gives none. */
export interface NamedFile {
  file: Blob
  name: string | null
}

/** Fetches a file under the bearer token. Throws ApiError. */
export const download = async <E extends Endpoint>(request: Call<E>): Promise<Blob> =>
  (await downloadNamed(request)).file

/** The same, and what it is to be called. */
export async function downloadNamed<E extends Endpoint>(request: Call<E>): Promise<NamedFile> {
  const response = await send(request, { Accept: '*/*' })
  const named = /filename="([^"/\\]+)"/.exec(response.headers.get('Content-Disposition') ?? '')
  try {
    return { file: await response.blob(), name: named?.[1] ?? null }
  } catch {
    throw networkError()
  }
}
