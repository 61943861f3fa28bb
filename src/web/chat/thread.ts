import type { AnswerDocument } from '../../contract/answer.ts'
import type { ChatMessage } from '../../contract/chat.ts'
import type { TurnState } from '../../contract/turn-event.ts'

/** A stored question with its stored answer. */
export interface Exchange {
  readonly turnId: string
  readonly question: string
  readonly askedAt: string
  /** null while it is not answered. */
  readonly answeredAt: string | null
  readonly state: TurnState
  readonly document: AnswerDocument | null
  /** The answer as plain text, for one that has no document. */
  readonly text: string
  readonly credits: number | null
}

/** A turn that the server still works on. */
export const isUnderWay = (state: TurnState) => state === 'queued' || state === 'running'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of an HTML text: for a message that comes without its typed form. It is only ever shown as text. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|li|h\d|tr)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim()
}

/** Pairs the messages of a thread by their turn, in the order of the questions. */
export function exchangesOf(thread: readonly ChatMessage[]): Exchange[] {
  const exchanges = new Map<string, Exchange>()
  for (const message of thread) {
    const known = exchanges.get(message.turn_id) ?? {
      turnId: message.turn_id,
      question: '',
      askedAt: message.created_at,
      answeredAt: null,
      state: 'complete' as const,
      document: null,
      text: '',
      credits: null,
    }
    const state = message.state ?? known.state
    exchanges.set(
      message.turn_id,
      message.from_user
        ? { ...known, state, question: message.text ?? plainText(message.message) }
        : {
            ...known,
            state,
            answeredAt: message.created_at,
            document: message.document ?? null,
            text: message.document ? '' : plainText(message.message),
            credits: message.credits ?? null,
          },
    )
  }
  return [...exchanges.values()]
}
