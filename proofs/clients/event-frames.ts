/** One event as it came over the wire. */
export interface Frame {
  id: number
  event: string
  data: string
  /** When it came, in ms on this process's clock. */
  at: number
}

/** Reads an event stream's frames as they come, comments left out. Ends with the stream; throws where it breaks. */
export async function* framesOf(response: Response): AsyncGenerator<Frame> {
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const lines of frames) {
      const frame = frameOf(lines)
      if (frame) yield frame
    }
  }
}

function frameOf(lines: string): Frame | null {
  const [, id] = /^id: (\d+)$/m.exec(lines) ?? []
  const [, event] = /^event: (.*)$/m.exec(lines) ?? []
  const [, data] = /^data: (.*)$/m.exec(lines) ?? []
  return id === undefined || event === undefined || data === undefined
    ? null
    : { id: Number(id), event, data, at: performance.now() }
}
