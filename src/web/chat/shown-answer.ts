import type { AnswerDocument, Block, Claim } from '../../contract/answer.ts'
import type { Lang } from '../../contract/lang.ts'
import type { Source, Table } from '../../contract/result.ts'
import type { TurnView } from '../../contract/turn-view.ts'

/** What the screen draws of an answer, be it still arriving or stored. */
export interface ShownAnswer {
  readonly blocks: readonly Block[]
  readonly claims: Readonly<Record<string, Claim>>
  /** Lists as the document types them; nobody changes them. */
  readonly tables: Table[]
  readonly sources: Source[]
  readonly plan_words: AnswerDocument['plan_words']
  readonly data_version: string | null
  /** null where the answer does not say. */
  readonly lang: Lang | null
}

const known = new WeakMap<object, ShownAnswer>()

/** The same view or document gives the same object, so that what did not change is not drawn again. */
function once<T extends object>(from: T, make: (from: T) => ShownAnswer): ShownAnswer {
  const made = known.get(from) ?? make(from)
  known.set(from, made)
  return made
}

export const answerOfView = (view: TurnView): ShownAnswer =>
  once(view, () => ({
    blocks: view.blocks.filter(block => block !== null),
    claims: view.claims,
    tables: view.tables as Table[],
    sources: view.sources as Source[],
    plan_words: view.asked?.words ?? [],
    data_version: view.dataVersion,
    lang: view.asked && 'lang' in view.asked ? view.asked.lang : null,
  }))

export const answerOfDocument = (document: AnswerDocument): ShownAnswer =>
  once(document, () => ({
    blocks: document.blocks,
    claims: Object.fromEntries(document.claims.map(claim => [claim.id, claim])),
    tables: document.tables,
    sources: document.sources,
    plan_words: document.plan_words,
    data_version: document.data_version,
    lang: document.version === 2 ? document.lang : null,
  }))
