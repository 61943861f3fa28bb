import type { Conversation } from '../../contract/chat.ts'
import { foldText } from '../platform/fold-text.ts'
import { type History, titleOf } from './queries.ts'

/** A line of the sidebar's list: a label, or a conversation below it. */
export type HistoryRow =
  | { kind: 'label'; label: string }
  | { kind: 'conversation'; conversation: Conversation }

/** The history as lines; with `wanted` only the conversations whose name holds every word of it. */
export function historyRows(history: History, wanted: string): HistoryRow[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean)
  return Object.entries(history).flatMap(([label, group]): HistoryRow[] => {
    const found = group.filter(one => {
      const name = words.length > 0 ? foldText(`${titleOf(one)} ${one.first_message}`) : ''
      return words.every(word => name.includes(word))
    })
    if (found.length === 0) return []
    return [
      { kind: 'label', label },
      ...found.map(conversation => ({ kind: 'conversation' as const, conversation })),
    ]
  })
}
