import { beforeEach, expect, inject, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { someSession, stubBrowser } from '../testing/browser-globals.ts'
import { call, download, upload } from './api.ts'
import { endSession, startSession } from './session-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    echoUrl: string
  }
}

/** What reached the server, told back by it. */
interface Seen {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}
const answer = z.custom<Seen>()
const params = z.object({ id: z.string() })
const body = z.object({ name: z.string() })
const path = '/things/:id'
const access = 'session'
const things = {
  get: endpoint({ method: 'GET', path, summary: '', access, params, answer }),
  post: endpoint({ method: 'POST', path, summary: '', access, params, body, answer }),
  put: endpoint({ method: 'PUT', path, summary: '', access, params, body, answer }),
  patch: endpoint({ method: 'PATCH', path, summary: '', access, params, body, answer }),
  delete: endpoint({ method: 'DELETE', path, summary: '', access, params, answer }),
}

beforeEach(() => {
  stubBrowser('XSRF-TOKEN=forged%3Dno')
  startSession(someSession)
  const real = globalThis.fetch
  // A page's relative address is one of its own server.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => real(inject('echoUrl') + url, init))
  return () => vi.unstubAllGlobals()
})

const one = { path, params: { id: 'a b' } } as const
const named = { ...one, body: { name: 'Tea' } } as const

const expectSignedIn = ({ headers }: Seen) =>
  expect(headers).toMatchObject({ authorization: 'Bearer token-1', 'x-device-token': 'device-1' })

// spec: S7.client.1
test('GET goes out with both tokens, without a body and without the forgery header', async () => {
  const seen = await call<typeof things.get>({ method: 'GET', ...one })
  expect(seen).toMatchObject({ method: 'GET', url: '/api/things/a%20b', body: '' })
  expectSignedIn(seen)
  expect(seen.headers).not.toHaveProperty('x-xsrf-token')
  expect(seen.headers).not.toHaveProperty('content-type')
})

test.each([
  ['POST', () => call<typeof things.post>({ method: 'POST', ...named })],
  ['PUT', () => call<typeof things.put>({ method: 'PUT', ...named })],
  ['PATCH', () => call<typeof things.patch>({ method: 'PATCH', ...named })],
])('%s goes out as JSON with both tokens and the forgery header', async (method, send) => {
  const seen = await send()
  expect(seen).toMatchObject({ method, url: '/api/things/a%20b', body: '{"name":"Tea"}' })
  expectSignedIn(seen)
  expect(seen.headers).toMatchObject({ 'content-type': 'application/json', 'x-xsrf-token': 'forged=no' })
})

test('DELETE goes out without a body, with both tokens and the forgery header', async () => {
  const seen = await call<typeof things.delete>({ method: 'DELETE', ...one })
  expect(seen).toMatchObject({ method: 'DELETE', body: '' })
  expectSignedIn(seen)
  expect(seen.headers['x-xsrf-token']).toBe('forged=no')
})

test('a form goes out as multipart, its file and fields whole, with both tokens and the forgery header', async () => {
  const form = new FormData()
  form.set('note', 'À propos')
  form.set('file', new File(['a,b\n1,2'], 'rows.csv', { type: 'text/csv' }))
  const seen = await upload<typeof things.post>(one, form)
  expect(seen.method).toBe('POST')
  expectSignedIn(seen)
  expect(seen.headers['x-xsrf-token']).toBe('forged=no')
  const [, mark = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(seen.headers['content-type'] ?? '') ?? []
  const parts = seen.body.split(`--${mark}`).slice(1, -1)
  expect(parts[0]).toMatch(/name="note"\r\n\r\nÀ propos\r\n$/)
  expect(parts[1]).toMatch(/filename="rows.csv"\r\nContent-Type: text\/csv\r\n\r\na,b\n1,2\r\n$/)
})

test('a file comes back to the byte', async () => {
  const file = await download<typeof things.get>({
    method: 'GET',
    path: `${path}/file` as typeof path,
    params: one.params,
  })
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 255, 10, 13, 128])
})

test('who is signed out sends no tokens', async () => {
  endSession({ forget: false })
  const seen = await call<typeof things.get>({ method: 'GET', ...one })
  expect(seen.headers).not.toHaveProperty('authorization')
  expect(seen.headers).not.toHaveProperty('x-device-token')
})
