import type { Column, Table } from '../../../contract/result.ts'
import type { Piece } from '../claims/verify-sentence.ts'
import type { Draft } from '../markup/write-markup.ts'
import { define, defineTerm } from './define.ts'
import { mainTables, measuresIn, measuresOf } from './past-answer.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const mostLines = 6

/** How the figures were worked out: the query in words, each column's formula, an example with its figures. */
export const method: Operation = context => {
  const { answer, messages, talk } = context
  const known = answer ? measuresIn(answer) : []
  const isOther = talk.parts.measures.flatMap(measuresOf).some(id => !known.includes(id))
  if (!answer || isOther) return define(context)
  const columns = mainTables(answer).flatMap(table => table.columns.map(column => ({ table, column })))
  const formulas = columns.flatMap(({ column }) => sayFormula(context, column))
  const words = answer.document.version === 2 ? answer.document.queries.map(query => query.words) : []
  const asked = words
    .slice(0, 2)
    .map(one => messages.say('talk.method.query', { words: one.replace(/\.$/, '') }))
  const drafts: Draft[] = []
  const terms = context.talk.parts.terms.slice(0, 1).flatMap(id => defineTerm(context, id))
  const own = [...terms, ...formulas]
  const [first, ...more] = own.length > 0 ? own : plainly(context, asked)
  if (first) drafts.push({ type: 'headline', pieces: first })
  const rest = [
    ...more.slice(0, mostLines),
    ...(terms.length > 0 ? [] : definitions(context)),
    ...(own.length > 0 ? asked : []),
  ]
  if (rest.length > 0) drafts.push({ type: 'paragraph', heading: null, pieces: joined(rest) })
  const lines = linesOf(answer.document.blocks, mainTables(answer))
  if (lines.length > 0) drafts.push({ type: 'list', heading: null, items: lines.map(text => [{ text }]) })
  return { drafts, showsSources: true }
}

function sayFormula({ messages }: TalkContext, { label, formula: text, kind }: Column): Piece[][] {
  if (kind !== 'number' || !text) return []
  const formula = text.replace(/\.$/, '')
  const isNamed = label.toLowerCase() !== formula.toLowerCase()
  return [
    messages.capital(messages.say(isNamed ? 'talk.method.formula' : 'talk.define.how', { label, formula })),
  ]
}

const plainly = ({ messages }: TalkContext, asked: readonly Piece[][]): Piece[][] => [
  messages.say('talk.method.plain'),
  ...asked,
]

/** What terms of the field that the columns name mean. */
function definitions({ answer, catalogue, messages }: TalkContext): Piece[][] {
  const labels = answer
    ? mainTables(answer).flatMap(({ columns }) => columns.map(({ label }) => label.toLowerCase()))
    : []
  return catalogue.terms
    .filter(({ formula }) => formula !== '')
    .filter(({ name, synonyms }) =>
      [name, ...synonyms].some(one => one.length > 2 && labels.some(label => hasWord(label, one))),
    )
    .slice(0, 2)
    .map(({ name, meaning, formula }) => messages.say('talk.define.formula', { name, meaning, formula }))
}

const hasWord = (label: string, word: string) =>
  ` ${label.replace(/[(),]/g, ' ')} `.includes(` ${word.toLowerCase()} `)

/** What stood under the answer as its method, and how its tables were computed. */
function linesOf(blocks: readonly { type: string }[], tables: readonly Table[]): string[] {
  const under = blocks.flatMap(block => ('lines' in block ? (block.lines as string[]) : []))
  return [...new Set([...under, ...tables.flatMap(({ computed }) => computed)])].slice(0, mostLines)
}
