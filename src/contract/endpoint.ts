import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/**
 * One call of the wire: both sides read its method, path and schemas from here.
 * `path` is below `/api`; `:name` marks a parameter. `answer` is the body of a 200.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** `public`: no token needed; `session`: an active session's bearer token and device token. */
  readonly access: 'public' | 'session'
  readonly body?: Schema
  readonly query?: Schema
  readonly params?: Schema
  readonly answer: Schema
  /** The call answers an event stream or a file instead of JSON (`either`: by the Accept header). */
  readonly kind?: 'stream' | 'file' | 'either'
}

/** Keeps the literal types of an endpoint, so that client and server infer bodies and answers from it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

export type BodyOf<E extends Endpoint> = Output<E['body']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
export type BodyInput<E extends Endpoint> = Input<E['body']>
