import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 10_000

/** Calls the product, and again while it says that it cannot for the moment. @throws when that goes on for 10 s */
export async function askApi(url: string, init: RequestInit = {}): Promise<Response> {
  for (const until = Date.now() + patienceMs; ; await sleep(50)) {
    const answer = await fetch(url, init).catch((error: unknown) => error)
    if (answer instanceof Response && answer.status !== 503) return answer
    if (answer instanceof Response) await answer.body?.cancel()
    if (Date.now() > until) throw new Error(`${url} was not answered`, { cause: answer })
  }
}

/** The same for a body of JSON. @throws for any other status than 200 */
export async function askJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await askApi(url, init)
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
