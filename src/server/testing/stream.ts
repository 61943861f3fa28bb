export interface FollowedStream {
  status: number
  /** The data of the next event of that name; earlier others are skipped. Rejects after 5 s or at the end. */
  next(event: string): Promise<string>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Opens an event stream over a real socket. */
export async function followStream(url: string, headers: Record<string, string>): Promise<FollowedStream> {
  const stop = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  })
  const heard: { event: string; data: string }[] = []
  let isOver = false
  let wake = () => {}
  const ended = read(response, frame => {
    heard.push(frame)
    wake()
  }).finally(() => {
    isOver = true
    wake()
  })
  ended.catch(() => undefined)
  return {
    status: response.status,
    ended,
    close: () => stop.abort(),
    async next(event) {
      const deadline = Date.now() + 5_000
      for (;;) {
        while (heard.length > 0) {
          const frame = heard.shift()
          if (frame?.event === event) return frame.data
        }
        if (isOver) throw new Error(`The stream ended before ${event}`)
        if (Date.now() > deadline) throw new Error(`No ${event} within 5 s`)
        await new Promise<void>(resolve => {
          wake = resolve
          setTimeout(resolve, 250)
        })
      }
    },
  }
}

async function read(
  response: Response,
  onFrame: (frame: { event: string; data: string }) => void,
): Promise<void> {
  if (!response.body || !response.ok) return
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const [, event] = /^event: (.*)$/m.exec(frame) ?? []
      const [, data = ''] = /^data: (.*)$/m.exec(frame) ?? []
      if (event) onFrame({ event, data })
    }
  }
}
