import type { AnswerDocument, Block, Span } from '../../../contract/answer.ts'
import type { Lang } from '../../../contract/lang.ts'
import type { Expr, Query } from '../../../contract/query.ts'
import type { Table } from '../../../contract/result.ts'
import type { Catalogue } from '../../insights/insights.ts'
import { writingsOf } from '../answer/write-ask.ts'
import type { Writing } from '../answer/writing.ts'
import { cautionsHeading } from '../answer-ask.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import { splitSentences } from '../markup/sentences.ts'
import type { PastTurn } from '../past-turn.ts'

/** An earlier answer that is talked about, as it is stored. */
export interface PastAnswer {
  question: string
  document: AnswerDocument
  lang: Lang
  /** None where the answer rests on a plan. */
  queries: readonly Query[]
}

export async function pastAnswer({ question, document }: PastTurn): Promise<PastAnswer | null> {
  const stored = await document?.()
  if (!stored?.tables.some(({ rows }) => rows.flat().some(cell => typeof cell === 'number'))) return null
  const isOfQueries = stored.version === 2
  return {
    ...{ question, document: stored, lang: isOfQueries ? stored.lang : 'en' },
    queries: isOfQueries ? stored.queries.map(({ query }) => query) : [],
  }
}

/** The tables that answer the question, without what stands beside them. */
export const mainTables = ({ document: { tables } }: PastAnswer): Table[] => {
  const main = tables.filter(({ role }) => role === 'main')
  return main.length > 0 ? main : tables.slice(0, 1)
}

/** What is needed to speak of its rows; none where the answer rests on a plan. */
export function writingsIn({ document }: PastAnswer, lang: Lang, catalogue: Catalogue): Writing[] {
  if (document.version === 1) return []
  const { queries, tables, sources, data_version } = document
  const result = { tables, sources, data_version, method: [] }
  return writingsOf({ ask: { queries: [] }, queries, result, lang, catalogue })
}

/** Base measures behind the figures of an answer, and those that are shown. */
export function measuresIn(answer: PastAnswer): string[] {
  const columns = mainTables(answer).flatMap(({ columns }) => columns)
  const own = columns.flatMap(({ measure, of = [] }) => [...(measure ? [measure] : []), ...of])
  return [
    ...new Set([...own, ...answer.queries.flatMap(({ show }) => show.flatMap(({ of }) => measuresOf(of)))]),
  ]
}

/** The ids of measures that an expression names. */
export function measuresOf(of: Expr): string[] {
  if (of.k === 'measure') return [of.id]
  if (of.k === 'calc') return [...measuresOf(of.a), ...measuresOf(of.b)]
  if (of.k === 'effect') return of.factors.flatMap(measuresOf)
  return 'of' in of ? measuresOf(of.of) : []
}

const headings = new Set(Object.values(cautionsHeading))

/** Its sentences in reading order, figures by reference to their cells. */
export function sentencesOf({ document: { blocks, claims } }: PastAnswer): Piece[][] {
  const cells = new Map(claims.map(claim => [claim.id, claim]))
  const piece = ({ text, claim: id }: Span): Piece => {
    const claim = id === undefined ? undefined : cells.get(id)
    return claim
      ? { shown: text, ref: { table: claim.table, row: claim.row, column: claim.column } }
      : { text }
  }
  return blocks
    .flatMap(spansOf)
    .flatMap(spans => splitSentences(spans.map(piece)))
    .map(trimmed)
    .filter(sentence => sentence.length > 0)
}

function spansOf(block: Block): Span[][] {
  if (block.type === 'headline' || block.type === 'paragraph') return [block.spans]
  return block.type === 'list' && !headings.has(block.heading ?? '') ? block.items : []
}

/** Without spaces at its ends. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  return pieces
    .map((piece, at) => {
      if ('ref' in piece) return piece
      const start = at === 0 ? piece.text.trimStart() : piece.text
      return { text: at === pieces.length - 1 ? start.trimEnd() : start }
    })
    .filter(piece => 'ref' in piece || piece.text !== '')
}
