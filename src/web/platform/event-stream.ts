import { nextFrame } from './next-frame.ts'

/** One event as it stood on the wire. */
export interface WireEvent {
  /** The `id:` line, or null. */
  id: string | null
  event: string
  data: string
}

/** Cuts an event stream into events, whatever the pieces it comes in; comment lines are dropped. */
export function createEventParser(): { push(text: string): WireEvent[] } {
  let rest = ''
  let id: string | null = null
  let event = ''
  let data: string[] = []

  const field = (line: string) => {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }

  return {
    push(text) {
      const events: WireEvent[] = []
      // A lone CR at the end may be half of a CRLF: it waits for the next piece.
      const whole = rest + text
      const keep = whole.endsWith('\r') ? 1 : 0
      const lines = whole.slice(0, whole.length - keep).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + (keep ? '\r' : '')
      for (const line of lines) {
        if (line !== '') {
          field(line)
          continue
        }
        if (data.length > 0) events.push({ id, event: event || 'message', data: data.join('\n') })
        id = null
        event = ''
        data = []
      }
      return events
    },
  }
}

/**
 * The events of a response body until it ends, all that came together at once. What comes is taken at most once a frame:
 * what is drawn once a frame need not be read more often, and a read costs more than an event. Throws when the
 * connection breaks or stays silent for `silenceMs`.
 */
export async function* readEvents(response: Response, silenceMs: number): AsyncGenerator<WireEvent[]> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  const parser = createEventParser()
  try {
    while (true) {
      const { value, done } = await withinSilence(reader.read(), silenceMs)
      if (done) return
      yield parser.push(decoder.decode(value, { stream: true }))
      await nextFrame()
    }
  } finally {
    void letGo(reader)
  }
}

/** A stream that is done ends by itself, and its connection serves again; one that does not is cut. */
async function letGo(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => reader.cancel().catch(() => {}), 1_000)
  try {
    while (!(await reader.read()).done);
  } catch {
    // It broke or was aborted: gone either way.
  } finally {
    clearTimeout(timer)
  }
}

function withinSilence<T>(read: Promise<T>, silenceMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const silence = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('silent stream')), silenceMs)
  })
  return Promise.race([read, silence]).finally(() => clearTimeout(timer))
}
