/** What makes two calls the same. */
interface Asked {
  method: string
  path: string
  query?: unknown
  params?: unknown
  body?: unknown
}

/** An answer nobody asked for by then is old. */
const keptMs = 5_000

const early = new Map<string, Promise<unknown>>()
const keyOf = ({ method, path, query, params, body }: Asked) =>
  JSON.stringify([method, path, query, params, body])

/** Keeps the answer to a call made before the part of the app that wants it was there. */
export function keepEarly(call: Asked, answer: Promise<unknown>): void {
  const key = keyOf(call)
  early.set(key, answer)
  const forget = () => early.get(key) === answer && early.delete(key)
  setTimeout(forget, keptMs)
  // Whoever makes the call learns why it failed by making it.
  answer.catch(forget)
}

/** The kept answer to a call, once. */
export function takeEarly(call: Asked): Promise<unknown> | undefined {
  const key = keyOf(call)
  const answer = early.get(key)
  early.delete(key)
  return answer
}
