import type { AnswerDocument } from '../../contract/answer.ts'
import { applyTurnEvent, emptyTurnView } from '../../contract/turn-view.ts'

import { type EventLine, readLine } from './event-lines.ts'
import { planHash } from './plan-hash.ts'

/** What is there of an answer that did not come to its end, from its events; null before the question was understood. */
export function partialDocument(lines: readonly EventLine[]): AnswerDocument | null {
  const view = lines.map(readLine).reduce(applyTurnEvent, emptyTurnView)
  const { asked } = view
  if (asked === null) return null
  const parts = {
    plan_words: asked.words,
    data_version: view.dataVersion ?? '',
    modelled: view.tables.some(table => table.modelled),
    blocks: view.blocks.filter(block => block !== null),
    claims: Object.values(view.claims),
    tables: [...view.tables],
    sources: [...view.sources],
    model: '',
  }
  return 'plan' in asked
    ? { version: 1, plan: asked.plan, plan_hash: planHash(asked.plan), ...parts }
    : { version: 2, queries: asked.queries, lang: asked.lang, ...parts }
}
