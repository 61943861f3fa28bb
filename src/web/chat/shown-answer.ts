import type {
  AnswerDocument,
  AnsweredQuery,
  AskedWords,
  Block,
  Claim,
  TableWords,
} from '../../contract/answer.ts'
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
  /** What was asked, a line each. */
  readonly plan_words: AskedWords
  readonly data_version: string | null
  /** null where the answer does not say. */
  readonly lang: Lang | null
  readonly table_words: TableWords
}

/** A line for each query: the words beside them are only the first one's. */
function linesOf(asked: object | { queries: readonly AnsweredQuery[] }, words: AskedWords): AskedWords {
  if (!('queries' in asked) || asked.queries.length < 2) return words
  return asked.queries.map((query, at) => ({ label: `Query ${at + 1}`, value: query.words }))
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
    plan_words: view.asked ? linesOf(view.asked, view.asked.words) : [],
    data_version: view.dataVersion,
    lang: view.asked && 'lang' in view.asked ? view.asked.lang : null,
    table_words: view.tableWords,
  }))

export const answerOfDocument = (document: AnswerDocument): ShownAnswer =>
  once(document, () => ({
    blocks: document.blocks,
    claims: Object.fromEntries(document.claims.map(claim => [claim.id, claim])),
    tables: document.tables,
    sources: document.sources,
    plan_words: linesOf(document, document.plan_words),
    data_version: document.data_version,
    lang: document.version === 2 ? document.lang : null,
    table_words: document.version === 2 ? (document.table_words ?? {}) : {},
  }))
