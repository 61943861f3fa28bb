import type { HttpApp } from '../platform/http.ts'

export interface Answer {
  status: number
  /** The body's bytes as text, for comparing answers to the letter. */
  text: string
  headers: Record<string, string | string[] | number | undefined>
  /** The body read as the JSON that the test expects. */
  json<T>(): T
}

export interface CallOptions {
  headers?: Record<string, string>
  /** The address the call comes from. */
  from?: string
}

export interface TestClient {
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** A body to the letter, with its own content type. */
  send(path: string, body: string, contentType: string, options?: CallOptions): Promise<Answer>
}

/** Calls the app without a socket, as a client that sends JSON. Paths are below `/api`. */
export function createClient(app: HttpApp): TestClient {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    { headers, from = '203.0.113.7' }: CallOptions = {},
    payload?: string,
    contentType?: string,
  ): Promise<Answer> => {
    const answer = await app.fastify.inject({
      method,
      url: `/api${path}`,
      remoteAddress: from,
      headers: { ...(contentType && { 'content-type': contentType }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      json: <T>() => JSON.parse(answer.body) as T,
    }
  }
  return {
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) =>
      body === undefined
        ? call('POST', path, options)
        : call('POST', path, options, JSON.stringify(body), 'application/json'),
    send: (path, body, contentType, options) => call('POST', path, options, body, contentType),
  }
}

/** The code and message of an error body. */
export const errorOf = (answer: Answer) =>
  answer.json<{
    error: { code: string; message: string; request_id: string; errors?: Record<string, string[]> }
  }>().error
