import type { TurnEvent } from '../../contract/turn-event.ts'

export type ReadEvent = TurnEvent & { id: number }

/** Reads an event stream to its end, or until `enough` says so; then it leaves. Comment lines are skipped. */
export async function readEvents(
  answer: Response,
  enough: (event: ReadEvent, all: readonly ReadEvent[]) => boolean = () => false,
): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const chunk = await reader?.read().catch(() => undefined)
    if (!chunk || chunk.done) return events
    text += chunk.value
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const event = readFrame(frame)
      if (event === null) continue
      events.push(event)
      if (enough(event, events)) {
        await reader?.cancel()
        return events
      }
    }
  }
}

function readFrame(frame: string): ReadEvent | null {
  const fields = new Map(
    frame.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
  if (event === undefined || data === undefined) return null
  return { id: Number(id), event, data: JSON.parse(data) } as unknown as ReadEvent
}

/** All text that the events added or set, in order: what a reader has read. */
export const wordsOf = (events: readonly ReadEvent[]): string =>
  events.map(event => (event.event === 'delta' ? event.data.text : '')).join('')
