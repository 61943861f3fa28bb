import { sayQuery } from '../answer/say-query.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { type PastAnswer, sentencesOf, writingsIn } from './past-answer.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const usualLines = 3
const mostTurns = 4

/** The answer again in so many sentences, lines or points; where more are wanted than it has, the answers before it come first. */
export const restate: Operation = context => {
  const { unit, count, details } = context.talk.parts
  const wanted = count ?? (unit === 'bullet' || unit === null ? usualLines : unit === 'line' ? usualLines : 1)
  const isWhole = details.includes('whole')
  const said = isWhole ? ofAll(context, wanted) : ofLast(context, wanted)
  return { drafts: form(said, wanted > 1 && unit !== 'sentence' && unit !== null) }
}

export const headline: Operation = context => ({ drafts: form(ofLast(context, 1), false) })

/** Sentences in one paragraph below the first, or a point each. */
function form(said: readonly Piece[][], isList: boolean): Draft[] {
  if (isList) return [{ type: 'list', heading: null, items: [...said] }]
  const [first, ...more] = said
  if (!first) return []
  return [
    { type: 'headline', pieces: first },
    ...(more.length > 0 ? [{ type: 'paragraph' as const, heading: null, pieces: joined(more) }] : []),
  ]
}

/** The sentences of the last answer; what is missing is filled with the first sentences of those before. */
function ofLast(context: TalkContext, wanted: number): Piece[][] {
  const [own = [], ...earlier] = context.answers.map((answer, at) => saidIn(context, answer, at))
  const said = own.slice(0, wanted)
  const missing = wanted - said.length
  const before = missing > 0 ? earlier.flatMap(sentences => sentences.slice(0, 1)).slice(0, missing) : []
  return [...said, ...before]
}

/** The first sentences of every answer in the order they were given, the last one's others where there is room. */
function ofAll(context: TalkContext, wanted: number): Piece[][] {
  const answers = context.answers.slice(0, mostTurns)
  const all = answers.map((answer, at) => saidIn(context, answer, at))
  const firsts = all.toReversed().flatMap(sentences => sentences.slice(0, 1))
  const room = wanted - firsts.length
  return room > 0 ? [...firsts, ...(all[0] ?? []).slice(1, 1 + room)] : firsts.slice(-wanted)
}

/** The sentences of an answer in the language asked, its figures by cells of the reply. */
export function saidIn(context: TalkContext, answer: PastAnswer, at: number): Piece[][] {
  const prefix = at === 0 ? '' : prefixOf(context, answer)
  const sentences =
    answer.lang === context.messages.lang || answer.queries.length === 0
      ? sentencesOf(answer)
      : writtenAgain(context, answer)
  return telling(sentences).map(pieces =>
    pieces.map(piece =>
      'ref' in piece ? { ...piece, ref: { ...piece.ref, table: prefix + piece.ref.table } } : piece,
    ),
  )
}

/** What holds a figure, and all of it where nothing does. */
function telling(sentences: readonly Piece[][]): readonly Piece[][] {
  const own = sentences.filter(pieces => pieces.some(piece => 'ref' in piece))
  return own.length > 0 ? own : sentences
}

/** Tables of an earlier answer come under names of their own. */
function prefixOf(context: TalkContext, { document }: PastAnswer): string {
  const [first] = document.tables
  const [taken] = context.add(document)
  return first && taken ? taken.id.slice(0, taken.id.length - first.id.length) : ''
}

/** The sentences of an answer written again in the language of the reply. */
const writtenAgain = ({ talk, catalogue }: TalkContext, answer: PastAnswer): Piece[][] =>
  writingsIn(answer, talk.lang, catalogue).flatMap(w => {
    const { first, context } = sayQuery(w)
    return [first, ...context].filter(said => said.length > 0)
  })
