import { chartOfQuery } from '../answer/chart-of-query.ts'
import { messagesOf } from '../answer/messages.ts'
import { sayQuery } from '../answer/say-query.ts'
import type { Draft } from '../markup/write-markup.ts'
import { mainTables, writingsIn } from './past-answer.ts'
import { saidIn } from './restate.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext, TalkReply } from './talk-context.ts'

const mostSentences = 5

const tablesOf = ({ answer }: TalkContext): Draft[] =>
  (answer ? mainTables(answer) : []).map(({ id, title, columns, rows }) => ({
    ...{ type: 'table' as const, table: id, caption: title },
    columns: columns
      .filter((_, at) => rows.some(row => row[at] !== null))
      .map(({ key }) => key)
      .filter(key => key !== 'iso3' && key !== 'place' && !key.endsWith('_id')),
  }))

/** The rows again as a table. */
export const table: Operation = context => ({
  drafts: [{ type: 'headline', pieces: saidIn(context, ...lastOf(context))[0] ?? [] }, ...tablesOf(context)],
  showsSources: true,
})

const lastOf = ({ answers: [answer] }: TalkContext) => {
  if (!answer) throw new Error('talk about an answer without one')
  return [answer, 0] as const
}

/** The rows as a chart, where they make one; else that they do not. */
export const chart: Operation = context => {
  const { answer, messages, writings } = context
  const charts = answer ? writings.flatMap(w => chartOfQuery(w, context.result) ?? []) : []
  const stored = answer?.document.blocks.flatMap(block => (block.type === 'chart' ? [block.chart] : [])) ?? []
  const [first] = charts.length > 0 ? charts : stored
  return first
    ? {
        drafts: [
          { type: 'headline', pieces: saidIn(context, ...lastOf(context))[0] ?? [] },
          { type: 'chart', chart: first },
        ],
      }
    : { drafts: [{ type: 'headline', pieces: messages.say('talk.chart.none') }, ...tablesOf(context)] }
}

/** The whole answer once more, in the language asked where one is. */
export const repeat: Operation = context => again(context)

export const language: Operation = context => {
  const { wanted } = context.talk.parts
  const isKnown = wanted === null || messagesOf(wanted).lang === wanted
  if (!isKnown) return { drafts: [{ type: 'headline', pieces: context.messages.say('talk.language.none') }] }
  return again(context)
}

function again(context: TalkContext): TalkReply {
  const { answer, catalogue, talk } = context
  if (!answer) return { drafts: [] }
  const writings = writingsIn(answer, talk.parts.wanted ?? talk.lang, catalogue)
  const said = writings.map(sayQuery)
  const sentences =
    said.length > 0
      ? said.flatMap(({ first, context: rest }) => [first, ...rest])
      : saidIn(context, answer, 0)
  const [first, ...more] = sentences.filter(one => one.length > 0)
  return {
    drafts: [
      ...(first ? [{ type: 'headline' as const, pieces: first }] : []),
      ...(more.length > 0 ? [{ type: 'paragraph' as const, heading: null, pieces: joined(more) }] : []),
      ...tablesOf(context).filter((_, at) => (mainTables(answer)[at]?.rows.length ?? 0) > 1),
    ],
    showsSources: true,
  }
}

/** The answer as a short letter: what was asked, what the figures say, where they come from. */
export const email: Operation = context => {
  const [answer] = lastOf(context)
  const { messages } = context
  const sources = answer.document.sources.map(({ name }) => name)
  const said = saidIn(context, answer, 0).slice(0, mostSentences)
  const lines = [
    messages.say('talk.email.subject', { subject: answer.question }),
    messages.say('talk.email.open'),
    joined(said),
    ...(sources.length > 0
      ? [messages.say('talk.email.source', { sources: messages.textList(sources) })]
      : []),
    messages.say('talk.email.close'),
  ]
  return { drafts: lines.map(pieces => ({ type: 'paragraph', heading: null, pieces })) }
}
