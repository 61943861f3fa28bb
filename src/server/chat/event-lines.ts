import type { TurnEvent, TurnEventName } from '../../contract/turn-event.ts'

/** An event as it goes over the wire and into the table: serialised once, for all readers. */
export interface EventLine {
  event: TurnEventName
  /** One line of JSON. */
  data: string
}

export const eventLine = ({ event, data }: TurnEvent): EventLine => ({ event, data: JSON.stringify(data) })

/** The stored form of several events. JSON holds no line break, so a line is an event. */
export const joinLines = (lines: readonly EventLine[]): string =>
  lines.map(({ event, data }) => `${event} ${data}`).join('\n')

export function splitLines(stored: string): EventLine[] {
  return stored.split('\n').map(line => {
    const space = line.indexOf(' ')
    return { event: line.slice(0, space) as TurnEventName, data: line.slice(space + 1) }
  })
}

export const readLine = ({ event, data }: EventLine): TurnEvent =>
  ({ event, data: JSON.parse(data) }) as TurnEvent
