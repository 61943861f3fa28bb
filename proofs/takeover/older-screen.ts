import type { Headers } from './signed-in.ts'

/** A screen of a session, open and waiting for what happens to it. */
export interface OlderScreen {
  /** When it heard that it is superseded, by the machine's clock in ms; null when it did not within 5 s. */
  heardAtMs: Promise<number | null>
  close(): void
}

const waitMs = 5_000

/** Resolves when the screen hears. */
export async function openScreen(url: string, headers: Headers): Promise<OlderScreen> {
  const leaving = new AbortController()
  const answer = await fetch(`${url}/api/session/events`, { headers, signal: leaving.signal })
  if (!answer.ok || !answer.body) throw new Error(`A screen was answered with ${answer.status}`)
  const hearing = hear(answer.body).catch(() => null)
  const late = setTimeout(() => leaving.abort(), waitMs)
  return {
    heardAtMs: hearing.finally(() => clearTimeout(late)),
    close: () => leaving.abort(),
  }
}

async function hear(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<number | null> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (/^event: session_superseded$/m.test(text)) return Date.now()
  }
  return null
}
